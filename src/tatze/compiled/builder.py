"""Makes forms of plain functions: as they are, compiled for the CPU, or compiled for CUDA.

A form is built from modules. Every function of theirs gets new globals in which the other functions are of the same
form, `note` does nothing, and the names that a driver leaves open (`legal`, `apply` …) are those of one game. Nothing
in the project carries a decorator for this, and nothing is written twice.

Numba's own cache looks only at one function's source. So all sources lie in a folder named by a digest over
everything that could change the result, and there Numba may cache as it likes."""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, cast

from tatze.core.errors import TatzeError

CPU_OPTIONS: dict[str, Any] = {"boundscheck": True, "nogil": True, "error_model": "numpy"}
KEEP_DAYS = 30


class MissingExtra(TatzeError):
    """Something optional is not installed; the message says how to get it."""


def silent(s: Any, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    """What `note` is in the compiled forms."""


def build(
    form: str,
    modules: Sequence[ModuleType],
    given: Mapping[str, Callable[..., Any]],
    key: str = "",
    kernels: ModuleType | None = None,
    constants: Mapping[str, Any] | None = None,
    registers: int | None = None,
) -> SimpleNamespace:
    """The functions of these modules in one form ("plain", "cpu" or "cuda"), as attributes of one object.

    `given` fills names that the modules leave open with functions from anywhere in them. `key` stands for whatever
    else the result depends on, such as the layout. For CUDA, the functions of `kernels` become kernels, in which
    `constants` are filled in too."""
    originals = [
        function
        for module in modules
        for function in vars(module).values()
        if isinstance(function, FunctionType) and function.__module__ == module.__name__
    ]
    compile_one = _compiler(form, originals, f"{key} {sorted((n, f.__qualname__) for n, f in given.items())}")
    spaces = {module.__name__: dict(vars(module)) for module in modules}
    made: dict[int, Any] = {}
    for function in originals:
        made[id(function)] = compile_one(function, spaces[function.__module__])
    from tatze.core.layout import note

    made[id(note)] = compile_one(cast("FunctionType", silent), {})
    for space in spaces.values():
        for name, value in list(space.items()):
            if id(value) in made and isinstance(value, FunctionType):
                space[name] = made[id(value)]
        space.update({name: made[id(wanted)] for name, wanted in given.items()})
    found = {function.__name__: made[id(function)] for function in originals}
    found |= {name: made[id(wanted)] for name, wanted in given.items()}
    if kernels:
        found |= _build_kernels(kernels, found, constants or {}, registers)
    return SimpleNamespace(**found)


def _build_kernels(
    kernels: ModuleType, found: Mapping[str, Any], constants: Mapping[str, Any], registers: int | None
) -> dict[str, Any]:
    cuda = import_cuda()
    space = {**vars(kernels), **found, **constants, "cuda": cuda}
    own = [f for f in vars(kernels).values() if isinstance(f, FunctionType) and f.__module__ == kernels.__name__]
    return {function.__name__: cuda.jit(max_registers=registers)(_with_globals(function, space)) for function in own}


def _compiler(form: str, originals: Sequence[FunctionType], key: str) -> Callable[[FunctionType, dict[str, Any]], Any]:
    if form == "plain":
        return _with_globals
    if form == "cuda":
        cuda = import_cuda()
        return lambda function, space: cuda.jit(device=True)(_with_globals(function, space))
    try:
        import numba
    except ImportError:
        raise MissingExtra("this needs Numba: pip install 'tatze[compiled]'") from None
    folder = _cache_folder(originals, f"{key} {sorted(CPU_OPTIONS.items())} {numba.__version__}")

    def compile_for_cpu(function: FunctionType, space: dict[str, Any]) -> Any:
        twin = _with_globals(function, space, folder)
        return numba.njit(**CPU_OPTIONS, cache=folder is not None)(twin)

    return compile_for_cpu


def _with_globals(function: FunctionType, space: dict[str, Any], folder: Path | None = None) -> FunctionType:
    """The same function in another namespace and, if given, with its source in another folder."""
    code = function.__code__
    if folder is not None:
        code = code.replace(co_filename=str(folder / f"{function.__module__}.py"))
    space.setdefault("__builtins__", __builtins__)
    twin = FunctionType(code, space, function.__name__, function.__defaults__)
    twin.__qualname__ = function.__qualname__
    twin.__module__ = function.__module__
    return twin


def _cache_folder(originals: Sequence[FunctionType], key: str) -> Path | None:
    """The folder of this build's sources; None where nothing can be written."""
    package = Path(__file__).parents[1]
    sources = {function.__module__: source_of(sys.modules[function.__module__]) for function in originals}
    sources[silent.__module__] = Path(__file__).read_bytes()
    digest = hashlib.sha256(f"{key} {sys.version} {platform.processor()}".encode())
    for path in sorted([*(package / "core").glob("*.py"), *(package / "games").rglob("*.py")]):
        digest.update(path.name.encode() + path.read_bytes())
    for module in sorted(sources):
        digest.update(module.encode() + sources[module])
    root = cache_root()
    folder = root / digest.hexdigest()[:24]
    try:
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            _prune(root)
        for module, source in sources.items():
            _write_once(folder / f"{module}.py", source)
        os.utime(folder)
    except OSError:
        return None
    return folder


def source_of(module: ModuleType) -> bytes:
    """A module's source: the text it was generated from, or its file."""
    generated = getattr(module, "GENERATED", None)
    return generated.encode() if generated else Path(str(module.__file__)).read_bytes()


def cache_root() -> Path:
    """Where compiled code is kept: TATZE_CACHE, or the user's cache folder."""
    if "TATZE_CACHE" in os.environ:
        return Path(os.environ["TATZE_CACHE"]) / "compiled"
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base / "tatze" / "compiled"


def _write_once(path: Path, data: bytes) -> None:
    """Several processes may build at once, and Numba looks at a source's date: the first one to write it wins."""
    if path.exists():
        return
    temporary = path.with_suffix(f".{os.getpid()}")
    temporary.write_bytes(data)
    try:
        os.link(temporary, path)
    except FileExistsError:
        pass
    finally:
        temporary.unlink()


def _prune(root: Path) -> None:
    """Remove builds that nobody used for a month."""
    import shutil

    old = time.time() - KEEP_DAYS * 86400
    for folder in root.iterdir():
        if folder.is_dir() and folder.stat().st_mtime < old:
            shutil.rmtree(folder, ignore_errors=True)


def import_cuda() -> Any:
    """`numba.cuda`. While it loads it asks NumPy for `row_stack`, which newer NumPys dropped: it gets it for that
    moment."""
    try:
        import numpy as np

        if hasattr(np, "row_stack"):
            from numba import cuda

            return cuda
        np.row_stack = np.vstack  # that is what it was
        try:
            from numba import cuda
            from numba.cuda.descriptor import cuda_target

            cuda_target.typing_context.refresh()  # loads the rest of it now instead of with the first kernel
        finally:
            del np.row_stack
    except ImportError as error:
        raise MissingExtra(f"this needs Numba with CUDA: pip install 'tatze[compiled]' ({error})") from None
    return cuda
