"""Machine code that clears and copies rows of numbers without a look at each place, for the form on the CPU."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

from tatze.compiled.imports import import_numba

UNROLLED = 8
"""How many numbers are copied in one round of a loop."""


@cache
def row_intrinsics() -> dict[str, Any]:
    """Return compiled functions that write into a row without looking whether the places are there:
    `memory_clear(row, n)`, `memory_move(source, first, out, at, n)` and `memory_spread(source, n, out, at, step)`.

    Where two rows have numbers of different widths, or a row has gaps, numbers are written one by one."""
    import_numba()
    from numba.core import cgutils as cgutils_untyped
    from numba.core import types
    from numba.extending import intrinsic

    cgutils: Any = cgutils_untyped

    def place(context: Any, builder: Any, kind: Any, row: Any, index: Any) -> Any:
        """Return the address of a row's number."""
        array = context.make_array(kind)(context, builder, row)
        return cgutils.get_item_pointer(context, builder, kind, array, [index])

    def one_by_one(context: Any, builder: Any, kinds: Any, rows: Any, n: Any, places: Any) -> None:
        """Copy n numbers; `places` returns where the number of an index is taken from and where it is written."""

        def copy_one(index: Any) -> None:
            taken, written = places(index)
            number = builder.load(place(context, builder, kinds[0], rows[0], taken))
            fit = context.cast(builder, number, kinds[0].dtype, kinds[1].dtype)
            builder.store(fit, place(context, builder, kinds[1], rows[1], written))

        unrolled = context.get_constant(types.intp, UNROLLED)
        rounds = builder.sdiv(n, unrolled)
        with cgutils.for_range(builder, rounds) as loop:
            for k in range(UNROLLED):
                copy_one(builder.add(builder.mul(loop.index, unrolled), context.get_constant(types.intp, k)))
        done = builder.mul(rounds, unrolled)
        with cgutils.for_range(builder, builder.sub(n, done)) as loop:
            copy_one(builder.add(done, loop.index))

    def clear_row(_typing: Any, row: Any, _n: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            (kind, _), (row, n) = signature.args, arguments
            if kind.layout == "C":
                width = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
                begin = place(context, builder, kind, row, context.get_constant(types.intp, 0))
                cgutils.memset(builder, begin, builder.mul(n, width), 0)
            else:
                with cgutils.for_range(builder, n) as loop:
                    builder.store(context.get_constant(kind.dtype, 0), place(context, builder, kind, row, loop.index))
            return context.get_dummy_value()

        return types.void(row, types.intp), write

    def move_row(_typing: Any, source: Any, _first: Any, out: Any, _at: Any, _n: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            source, first, out, at, n = arguments
            kinds = signature.args[0], signature.args[2]
            if all(kind.layout == "C" for kind in kinds) and kinds[0].dtype == kinds[1].dtype:
                width = context.get_abi_sizeof(context.get_data_type(kinds[0].dtype))
                goal = place(context, builder, kinds[1], out, at)
                cgutils.raw_memcpy(builder, goal, place(context, builder, kinds[0], source, first), n, width)
            else:
                add = builder.add
                one_by_one(context, builder, kinds, (source, out), n, lambda i: (add(first, i), add(at, i)))
            return context.get_dummy_value()

        return types.void(source, types.intp, out, types.intp, types.intp), write

    def spread_row(_typing: Any, source: Any, _n: Any, out: Any, _at: Any, _step: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            source, n, out, at, step = arguments
            kinds = signature.args[0], signature.args[2]

            def places(index: Any) -> tuple[Any, Any]:
                return index, builder.add(at, builder.mul(index, step))

            one_by_one(context, builder, kinds, (source, out), n, places)
            return context.get_dummy_value()

        return types.void(source, types.intp, out, types.intp, types.intp), write

    def interleave_rows(
        _typing: Any, grid: Any, _first: Any, _count: Any, _n: Any, out: Any, _at: Any, _step: Any
    ) -> Any:
        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            grid, first, count, n, out, at, step = arguments
            grid_kind, kind = signature.args[0], signature.args[4]
            array = context.make_array(grid_kind)(context, builder, grid)

            def number(value: int) -> Any:
                return context.get_constant(types.intp, value)

            def taken(k: Any, i: Any) -> Any:
                """Return the address of the i-th number of the k-th of the rows."""
                row = builder.add(first, k)
                row = builder.select(builder.icmp_signed("<", row, count), row, builder.sub(row, count))
                return cgutils.get_item_pointer(context, builder, grid_kind, array, [row, i])

            def written(k: Any, i: Any) -> Any:
                """Return the address to which the i-th number of the k-th of the rows is written."""
                return place(context, builder, kind, out, builder.add(builder.add(at, k), builder.mul(i, step)))

            def together(k: Any, width: int) -> None:
                """Copy `width` rows from the k-th on. Their numbers in one column are written as one word."""
                rows = [taken(builder.add(k, number(j)), number(0)) for j in range(width)]
                word = cgutils.ir.IntType(8 * width)
                with cgutils.for_range(builder, n) as loop:
                    whole = word(0)
                    for j, row in enumerate(rows):
                        byte = builder.zext(builder.load(builder.gep(row, [loop.index])), word)
                        whole = builder.or_(whole, builder.shl(byte, word(8 * j)))
                    builder.store(whole, builder.bitcast(written(k, loop.index), word.as_pointer()), align=1)

            bytes_in_rows = all(one.layout == "C" and one.dtype == types.int8 for one in (grid_kind, kind))
            if bytes_in_rows and sys.byteorder == "little":
                fours = builder.ashr(count, number(2))
                with cgutils.for_range(builder, fours) as loop:
                    together(builder.shl(loop.index, number(2)), 4)
                for width in (2, 1):
                    done = builder.and_(count, number(-2 * width))
                    with builder.if_then(builder.icmp_signed("!=", builder.and_(count, number(width)), number(0))):
                        together(done, width)
            else:
                with cgutils.for_range(builder, count) as rows, cgutils.for_range(builder, n) as loop:
                    value = builder.load(taken(rows.index, loop.index))
                    fit = context.cast(builder, value, grid_kind.dtype, kind.dtype)
                    builder.store(fit, written(rows.index, loop.index))
            return context.get_dummy_value()

        whole = types.intp
        return types.void(grid, whole, whole, whole, out, whole, whole), write

    return {
        "memory_clear": intrinsic(clear_row),
        "memory_move": intrinsic(move_row),
        "memory_spread": intrinsic(spread_row),
        "memory_interleave": intrinsic(interleave_rows),
    }
