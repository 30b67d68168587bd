"""Numba and its CUDA part, imported when they are needed; what is missing is said in one line."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tatze.core.errors import MissingExtra


def import_numba() -> Any:
    """Return the module `numba`."""
    try:
        import numba
    except ImportError:
        raise MissingExtra("this needs Numba: pip install 'tatze[compiled]'") from None
    return numba


def import_cuda() -> Any:
    """Return the module `numba.cuda`.

    Some versions ask NumPy for `row_stack` while they load, which newer versions of NumPy do not have. It is provided
    for the time of the import."""
    try:
        import numpy as np

        if hasattr(np, "row_stack"):
            from numba import cuda

            return cuda
        np.row_stack = np.vstack  # `row_stack` was another name of `vstack`
        try:
            from numba import cuda

            if not simulated():
                from numba.cuda.descriptor import cuda_target

                cuda_target.typing_context.refresh()  # load the rest now instead of with the first kernel
        finally:
            del np.row_stack
    except ImportError as error:
        raise MissingExtra(f"this needs Numba with CUDA: pip install 'tatze[compiled]' ({error})") from None
    return cuda


def simulated() -> bool:
    """Return whether CUDA is only simulated (NUMBA_ENABLE_CUDASIM=1); its functions are plain Python then."""
    from numba import config

    return bool(getattr(config, "ENABLE_CUDASIM", 0))


def register_model(kind: type, model: type) -> None:
    """Tell Numba, and NVIDIA's Numba for CUDA where it is installed, how values of a type of ours are stored."""
    for name in ("numba.extending", "numba.cuda.extending"):
        package: Any = import_module(name)
        if hasattr(package, "register_model"):
            package.register_model(kind)(model)
