"""Functions that stand in the place of core functions in built forms."""

from __future__ import annotations

from typing import Any

from tatze.compiled.imports import import_numba
from tatze.core.game import Game


def silent(s: Any, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    """Replace `note` in every built form: nobody reads the events of compiled games."""


def memory_copy(game: Game[Any] | None = None) -> Any:
    """Return a compiled `copy_state` that copies a record as one piece of memory, and an interleaved state of this game
    word by word.

    Numba would optimise the field-by-field text anew in every function that calls it, at seconds each."""
    import_numba()
    from numba.core import cgutils as cgutils_untyped
    from numba.core import types
    from numba.extending import intrinsic

    from tatze.compiled.interleaved import column_copy, interleaving

    cgutils: Any = cgutils_untyped

    def copy_record(_typing: Any, s: Any, out: Any) -> Any:
        if game is not None and s == interleaving(game).state:
            return types.void(s, s), column_copy(interleaving(game))

        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            size = context.get_constant(types.intp, signature.args[0].size)
            cgutils.raw_memcpy(builder, arguments[1], arguments[0], size, 1)
            return context.get_dummy_value()

        return types.void(s, out), write

    return intrinsic(copy_record)


def place_comparison() -> Any:
    """Return a compiled `same_place`, which tells whether a number of one row and a number of another are the same one.

    A view on a CUDA device is the state itself but for what it hides, so most rows are copied to where they are."""
    import_numba()
    from numba.core import cgutils as cgutils_untyped
    from numba.core import types
    from numba.extending import intrinsic

    cgutils: Any = cgutils_untyped

    def compare(_typing: Any, source: Any, _first: Any, out: Any, _at: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            def address(k: int) -> Any:
                row = context.make_array(signature.args[k])(context, builder, arguments[k])
                (stride,) = cgutils.unpack_tuple(builder, row.strides, 1)
                begin = builder.ptrtoint(row.data, context.get_value_type(types.intp))
                return builder.add(begin, builder.mul(arguments[k + 1], stride))

            return builder.icmp_signed("==", address(0), address(2))

        return types.boolean(source, types.intp, out, types.intp), write

    return intrinsic(compare)
