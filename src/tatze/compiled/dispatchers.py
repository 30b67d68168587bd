"""Numba's dispatchers for the form on the CPU: inner ones for calls from compiled code, outer ones for calls from
Python.

An inner dispatcher compiles a function once for whole numbers of any width, because all of them are passed with 64
bits, and makes no wrapper for Python. Both together halve the time that a form takes to compile. Numba can cache only
what has a wrapper, so the outer functions are cached, and each of them contains the inner ones that it calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import FunctionType
from typing import Any

from numba import _dynfunc  # type: ignore[attr-defined]  # Numba has no types
from numba.core import types as types_untyped
from numba.core.codegen import JITCodeLibrary as JITCodeLibraryUntyped
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher as CPUDispatcherUntyped

CPUDispatcher: Any = CPUDispatcherUntyped
JITCodeLibrary: Any = JITCodeLibraryUntyped
types: Any = types_untyped

OPTIONS: dict[str, Any] = {
    "nopython": True,
    "boundscheck": True,
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,
}
"""Options of all compiled functions. Without `_nrt` no references to arrays are counted: compiled functions make no
arrays, and who calls one holds those that it is given. The counting took up to a third of a step."""
WITHOUT_WRAPPERS: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
NARROW = {types.int8, types.int16, types.int32, types.uint8, types.uint16, types.uint32}
"""The types of whole numbers that are passed with 64 bits."""


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """What LLVM makes of a function that compiled functions call: no machine code, because each of them contains it."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


def without_machine_code(library: Any, description: Any, environment: Any) -> Any:
    """Stand in for `get_executable` of Numba: return a Python function without machine code, which nobody calls."""
    return _dynfunc.make_function(description.lookup_module(), description.qualname, "", 0, environment, (library,))


@contextmanager
def contained_in_others(context: Any) -> Iterator[None]:
    """Compile functions that are contained in others, without machine code of their own."""
    codegen = context.codegen()
    before = codegen._library_class, context.get_executable
    codegen._library_class, context.get_executable = InnerLibrary, without_machine_code
    try:
        yield
    finally:
        codegen._library_class, context.get_executable = before


class InnerDispatcher(CPUDispatcher):  # type: ignore[misc]  # Numba has no types
    """A function that compiled functions call."""

    def compile(self, sig: Any) -> Any:
        """Compile the function for arguments of these types, without machine code of its own."""
        with global_compiler_lock, contained_in_others(self.targetdescr.target_context):
            return super().compile(sig)

    def get_call_template(self, args: tuple[Any, ...], kws: Mapping[str, Any]) -> Any:
        """Say how the function is called with arguments of these types, and compile it for them if need be."""
        return super().get_call_template(tuple(map(widened, args)), {name: widened(kws[name]) for name in kws})


def widened(argument: Any) -> Any:
    """Return the type with which an argument of a type is passed."""
    kind = types.unliteral(argument)
    return types.int64 if kind in NARROW else kind


def inner(function: FunctionType) -> Any:
    """Return a function that compiled functions call. It is compiled when the first of them is."""
    return InnerDispatcher(function, targetoptions=OPTIONS | WITHOUT_WRAPPERS)


def outer(function: Any, cached: bool) -> Any:
    """Return what Python calls for an inner function. It is compiled when it is first called, or loaded from the
    cache."""
    dispatcher = CPUDispatcher(function.py_func, targetoptions=dict(OPTIONS))
    if cached:
        dispatcher.enable_caching()
    return dispatcher
