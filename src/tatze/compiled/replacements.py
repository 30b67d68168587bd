"""Functions that stand in the place of core functions in built forms."""

from __future__ import annotations

from typing import Any

from tatze.compiled.imports import import_numba


def silent(s: Any, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    """Replace `note` in every built form: nobody reads the events of compiled games."""


def memory_copy() -> Any:
    """Return a compiled `copy_state` that copies a record as one piece of memory.

    Numba would optimise the field-by-field text anew in every function that calls it, at seconds each."""
    import_numba()
    from numba.core import cgutils as cgutils_untyped
    from numba.core import types
    from numba.extending import intrinsic

    cgutils: Any = cgutils_untyped

    def copy_record(_typing: Any, s: Any, out: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            size = context.get_constant(types.intp, signature.args[0].size)
            cgutils.raw_memcpy(builder, arguments[1], arguments[0], size, 1)
            return context.get_dummy_value()

        return types.void(s, out), write

    return intrinsic(copy_record)
