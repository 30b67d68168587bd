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

from tatze.core.errors import MissingExtra

CPU_OPTIONS: dict[str, Any] = {"boundscheck": True, "nogil": True, "error_model": "numpy"}
KEEP_DAYS = 30


def silent(s: Any, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    """What `note` is in all forms that are built."""


def sweep(row: Any, n: int) -> None:
    """What `clear` is on the CPU."""
    row[:n] = 0


class Form(SimpleNamespace):
    """Functions in one form, as attributes by their names."""

    made: dict[int, Any]
    """The same by the identity of the function that each was made from."""
    key: str
    """Everything that it depends on."""
    open: dict[str, Any]
    """What fills the names that modules leave open."""


def build(
    form: str,
    modules: Sequence[ModuleType],
    given: Mapping[str, Callable[..., Any]],
    key: str = "",
    base: Form | None = None,
    instead: Mapping[Callable[..., Any], Any] | None = None,
) -> Form:
    """The functions of these modules in one form: "plain", "cpu" or "cuda".

    `given` fills names that the modules leave open with functions of theirs. `key` stands for whatever else the result
    depends on, such as the layout. What a `base` has built already is taken from there. `instead` says what stands in
    the place of some functions."""
    originals = own_functions(*modules)
    key = f"{base.key if base else ''} {form} {key} {sorted((n, f.__qualname__) for n, f in given.items())}"
    compile_one = _compiler(form, originals, key)
    spaces = {module.__name__: dict(vars(module)) for module in modules}
    made = dict(base.made) if base else _replaced(form, compile_one)
    for function in originals:
        made[id(function)] = compile_one(function, spaces[function.__module__])
    made |= {id(function): ready for function, ready in (instead or {}).items()}
    filled = dict(base.open) if base else {}
    filled |= {name: made[id(wanted)] for name, wanted in given.items()}
    for space in spaces.values():
        for name, value in list(space.items()):
            if isinstance(value, FunctionType) and id(value) in made:
                space[name] = made[id(value)]
        for name, ready in filled.items():
            space.setdefault(name, ready)  # only what the module leaves open
    found = {function.__name__: made[id(function)] for function in originals} | filled
    inherited = {name: value for name, value in vars(base).items() if name not in found} if base else {}
    return Form(**(inherited | found | {"made": made, "key": key, "open": filled}))


def own_functions(*modules: ModuleType) -> list[FunctionType]:
    """The functions that are written in these modules."""
    return [
        function
        for module in modules
        for function in vars(module).values()
        if isinstance(function, FunctionType) and function.__module__ == module.__name__
    ]


def _replaced(form: str, compile_one: Callable[[FunctionType, dict[str, Any]], Any]) -> dict[int, Any]:
    """What stands in the place of some functions of the core."""
    from tatze.core import layout

    stands_in = {"note": silent, "clear": sweep if form == "cpu" else layout.clear}
    return {id(getattr(layout, name)): compile_one(cast("FunctionType", f), {}) for name, f in stands_in.items()}


def memory_copy() -> Any:
    """`copy_state` on the CPU: a record is one piece of memory. Numba would optimise the field-by-field text anew in
    every function that calls it, at seconds each."""
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


def build_kernels(
    kernels: ModuleType, form: Form, constants: Mapping[str, Any], registers: int | None
) -> SimpleNamespace:
    """The functions of a module as CUDA kernels, its open names filled from a CUDA form and from constants."""
    cuda = import_cuda()
    space = {**vars(kernels), **vars(form), **constants, "cuda": cuda}
    options = {"max_registers": registers} if registers else {}
    made = {f.__name__: cuda.jit(**options)(_with_globals(f, space)) for f in own_functions(kernels)}
    return SimpleNamespace(**made)


def _compiler(form: str, originals: Sequence[FunctionType], key: str) -> Callable[[FunctionType, dict[str, Any]], Any]:
    if form == "plain":
        return _with_globals
    if form == "cuda":
        cuda = import_cuda()
        return lambda function, space: cuda.jit(device=True)(_with_globals(function, space))
    numba = import_numba()
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
    for path in sorted([*(package / "core").rglob("*.py"), *(package / "games").rglob("*.py")]):
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


def import_numba() -> Any:
    try:
        import numba
    except ImportError:
        raise MissingExtra("this needs Numba: pip install 'tatze[compiled]'") from None
    return numba


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
