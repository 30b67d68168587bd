"""Builds forms of plain functions: as they are, compiled for the CPU, or compiled for CUDA.

A form is built from modules. Each of their functions gets new globals in which the other functions are of the same
form, `note` does nothing, and the names that a driver leaves open (`legal`, `apply` …) are those of one game. No
function in the project carries a decorator for this, and none is written twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, cast

from tatze.compiled.cache import cache_folder
from tatze.compiled.imports import import_cuda, import_numba, simulated
from tatze.compiled.replacements import place_comparison, silent
from tatze.compiled.row_drivers import (
    clear_each,
    clear_memory,
    clear_unchecked,
    copy_each,
    copy_memory,
    copy_unchecked,
    count_each,
    count_memory,
    count_unchecked,
    interleave_each,
    interleave_memory,
    interleave_unchecked,
    spread_each,
    spread_memory,
    spread_unchecked,
    sum_each,
    sum_memory,
    sum_unchecked,
)
from tatze.compiled.row_intrinsics import row_intrinsics
from tatze.core import layout
from tatze.core.errors import MissingExtra

ROW_FUNCTIONS: dict[str, dict[Callable[..., Any], Callable[..., Any]]] = {
    "cpu": {
        layout.clear: clear_memory,
        layout.copy_numbers: copy_memory,
        layout.spread_numbers: spread_memory,
        layout.interleave_numbers: interleave_memory,
        layout.sum_numbers: sum_memory,
        layout.count_numbers: count_memory,
    },
    "cuda": {
        layout.clear: clear_unchecked,
        layout.copy_numbers: copy_unchecked,
        layout.spread_numbers: spread_unchecked,
        layout.interleave_numbers: interleave_unchecked,
        layout.sum_numbers: sum_unchecked,
        layout.count_numbers: count_unchecked,
    },
    "simulator": {
        layout.clear: clear_each,
        layout.copy_numbers: copy_each,
        layout.spread_numbers: spread_each,
        layout.interleave_numbers: interleave_each,
        layout.sum_numbers: sum_each,
        layout.count_numbers: count_each,
    },
}
"""Functions of the core that read and write rows, and what stands in their place in each form and in CUDA's
simulator."""

Compiler = Callable[[FunctionType, dict[str, Any]], Any]
"""Makes one function of a form from the plain function and its new globals."""


class Form(SimpleNamespace):
    """Functions in one form, as attributes by their names."""

    made: dict[int, Any]
    """What the functions of this form call, by the `id` of the plain function that it was made from."""
    named: dict[str, Any]
    """The same functions by their names."""
    key: str
    """A text that names everything the form depends on."""
    open: dict[str, Any]
    """The functions that fill the names which modules leave open."""
    folder: Path | None
    """The folder in which Numba caches what it compiles of this form; None where nothing is cached."""


def build(
    form: str,
    modules: Sequence[ModuleType],
    given: Mapping[str, Callable[..., Any]],
    key: str = "",
    base: Form | None = None,
    instead: Mapping[Callable[..., Any], Any] | None = None,
) -> Form:
    """Build the functions of these modules in one form: "plain", "cpu" or "cuda".

    `given` fills names that the modules leave open with functions of theirs. `key` names whatever else the result
    depends on, such as the layout. Functions that `base` has built are taken from there. `instead` maps plain
    functions to ready ones that stand in their place. Two functions of one name are refused with a `ValueError`."""
    originals = own_functions(*modules)
    key = f"{base.key if base else ''} {form} {key} {sorted((n, f.__qualname__) for n, f in given.items())}"
    folder = _folder_of(form, originals, key)
    compile_one = _compiler(form, folder)
    spaces = {module.__name__: dict(vars(module)) for module in modules}
    made = dict(base.made) if base else _replaced(form, compile_one)
    for function in originals:
        made[id(function)] = compile_one(function, spaces[function.__module__])
    made |= {id(function): ready for function, ready in (instead or {}).items()}
    filled = dict(base.open) if base else {}
    filled |= {name: made[id(wanted)] for name, wanted in given.items()}
    for space in spaces.values():
        _link(space, made, filled)
    known = base.named if base else {}
    named = known | _named(originals, made, filled, base)
    ready = {
        name: vars(base)[name] if base and known.get(name) is function else _for_python(form, function, folder)
        for name, function in named.items()
    }
    return Form(**ready, made=made, named=named, key=key, open=filled, folder=folder)


def own_functions(*modules: ModuleType) -> list[FunctionType]:
    """Return the functions that are written in these modules."""
    return [
        function
        for module in modules
        for function in vars(module).values()
        if isinstance(function, FunctionType) and function.__module__ == module.__name__
    ]


def _link(space: dict[str, Any], made: Mapping[int, Any], filled: Mapping[str, Any]) -> None:
    """Let the globals of a module name built functions: those it imports or defines, and those it leaves open."""
    for name, value in list(space.items()):
        if isinstance(value, FunctionType) and id(value) in made:
            space[name] = made[id(value)]
    for name, ready in filled.items():
        space.setdefault(name, ready)


def _named(
    originals: Sequence[FunctionType], made: Mapping[int, Any], filled: Mapping[str, Any], base: Form | None
) -> dict[str, Any]:
    """Return the built functions by name, and refuse two of one name: callers find a function by its name alone."""
    rebuilt = {id(base.made[id(function)]) for function in originals if base and id(function) in base.made}
    known = base.named if base else {}
    inherited = {name: ready for name, ready in known.items() if id(ready) not in rebuilt}
    found = dict(filled)
    for name, ready in [*filled.items(), *((function.__name__, made[id(function)]) for function in originals)]:
        for other in (found.setdefault(name, ready), inherited.get(name, ready)):
            if other is not ready:
                raise ValueError(f"two functions are called {name}: in {other.__module__} and in {ready.__module__}")
    return found


def _replaced(form: str, compile_one: Compiler) -> dict[int, Any]:
    """Return what stands in the place of some functions of the core."""
    stands_in: dict[Callable[..., Any], Callable[..., Any]] = {
        layout.note: silent,
        layout.clear: layout.clear,
        **ROW_FUNCTIONS.get("simulator" if form == "cuda" and simulated() else form, {}),
    }
    given: dict[str, Any] = {}
    if form == "cpu":
        given = row_intrinsics()
    elif form == "cuda" and not simulated():
        given = {**row_intrinsics(), "same_place": place_comparison()}
    return {id(function): compile_one(cast("FunctionType", f), dict(given)) for function, f in stands_in.items()}


def build_kernels(
    kernels: ModuleType, form: Form, constants: Mapping[str, Any], registers: int | None
) -> SimpleNamespace:
    """Build the functions of a module as CUDA kernels; a CUDA form and the constants fill its open names.

    `registers` limits the registers of a thread; None leaves the number to the compiler."""
    cuda = import_cuda()
    if not simulated() and find_spec("numba_cuda") is None:  # Numba's own part for CUDA is older and knows no defaults
        raise MissingExtra("this needs NVIDIA's part of Numba for CUDA: pip install 'numba-cuda[cu13]', or [cu12]")
    space = {**vars(kernels), **form.named, **constants, "cuda": cuda}
    options = {"max_registers": registers} if registers else {}
    made = {f.__name__: cuda.jit(**options)(_with_globals(f, space)) for f in own_functions(kernels)}
    return SimpleNamespace(**made)


def _folder_of(form: str, originals: Sequence[FunctionType], key: str) -> Path | None:
    """Return the folder in which Numba caches the functions of this form; None where nothing is cached."""
    if form != "cpu":
        return None
    modules = {function.__module__ for function in originals}
    modules |= {silent.__module__, clear_memory.__module__, row_intrinsics.__module__}
    return cache_folder(modules, f"{key} {import_numba().__version__}")


def _compiler(form: str, folder: Path | None) -> Compiler:
    """Return the function that makes one function of this form, with its source in the folder."""
    if form == "plain":
        return _with_globals
    if form == "cuda":
        cuda = import_cuda()
        return lambda function, space: cuda.jit(device=True)(_with_globals(function, space))
    import_numba()
    from tatze.compiled.dispatchers import inner

    return lambda function, space: inner(_with_globals(function, space, folder))


def _for_python(form: str, function: Any, folder: Path | None) -> Any:
    """Return what Python calls for a function of this form; its compiled code is cached in the folder."""
    if form != "cpu":
        return function
    from tatze.compiled.dispatchers import InnerDispatcher, outer

    return outer(function, cached=folder is not None) if isinstance(function, InnerDispatcher) else function


def _with_globals(function: FunctionType, space: dict[str, Any], folder: Path | None = None) -> FunctionType:
    """Return the same function with other globals and, if a folder is given, with its source in that folder."""
    code = function.__code__
    if folder is not None:
        code = code.replace(co_filename=str(folder / f"{function.__module__}.py"))
    space.setdefault("__builtins__", __builtins__)
    twin = FunctionType(code, space, function.__name__, function.__defaults__)
    twin.__qualname__ = function.__qualname__
    twin.__module__ = function.__module__
    return twin
