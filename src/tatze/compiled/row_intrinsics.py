"""Machine code that clears, copies and sums up rows of numbers without a look at each place, for the forms on the CPU
and on CUDA devices."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

from tatze.compiled.imports import import_numba

UNROLLED = 8
"""How many numbers are copied in one round of a loop; a power of two."""


def in_portions(context: Any, builder: Any, n: Any, write: Any) -> None:
    """Write the code for n things: `write(first, count)` for `UNROLLED` of them at a time, then for fewer."""
    from numba.core import cgutils as cgutils_untyped
    from numba.core import types

    cgutils: Any = cgutils_untyped

    def number(value: int) -> Any:
        return context.get_constant(types.intp, value)

    with cgutils.for_range(builder, builder.sdiv(n, number(UNROLLED))) as loop:
        write(builder.mul(loop.index, number(UNROLLED)), UNROLLED)
    count = UNROLLED // 2
    while count:
        with builder.if_then(builder.icmp_signed("!=", builder.and_(n, number(count)), number(0))):
            write(builder.and_(n, number(-2 * count)), count)
        count //= 2


@cache
def row_intrinsics() -> dict[str, Any]:
    """Return compiled functions of rows that do not look whether the places are there: `memory_clear(row, n)`,
    `memory_move(source, first, out, at, n)`, `memory_spread(source, n, out, at, step)`, `memory_sum(row, n)` and
    others.

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
        """Copy n numbers; `places` returns where the number of an index is taken from and where it is written.

        Several are read before the first of them is written, so that a device waits for its memory once for all."""

        def copy_some(first: Any, count: int) -> None:
            pairs = [places(builder.add(first, context.get_constant(types.intp, k))) for k in range(count)]
            numbers = [builder.load(place(context, builder, kinds[0], rows[0], taken)) for taken, _ in pairs]
            for number, (_, written) in zip(numbers, pairs, strict=True):
                fit = context.cast(builder, number, kinds[0].dtype, kinds[1].dtype)
                builder.store(fit, place(context, builder, kinds[1], rows[1], written))

        in_portions(context, builder, n, copy_some)

    def clear_row(_typing: Any, row: Any, _n: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            (kind, _), (row, n) = signature.args, arguments
            if getattr(kind, "always_zero", False):
                pass
            elif kind.layout == "C":
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
                with cgutils.for_range(builder, count) as rows:

                    def copy_some(first: Any, count: int) -> None:
                        indices = [builder.add(first, number(i)) for i in range(count)]
                        values = [builder.load(taken(rows.index, index)) for index in indices]
                        for value, index in zip(values, indices, strict=True):
                            fit = context.cast(builder, value, grid_kind.dtype, kind.dtype)
                            builder.store(fit, written(rows.index, index))

                    in_portions(context, builder, n, copy_some)
            return context.get_dummy_value()

        whole = types.intp
        return types.void(grid, whole, whole, whole, out, whole, whole), write

    def added_up(context: Any, builder: Any, kind: Any, row: Any, n: Any, one: Any) -> Any:
        """Return the sum of what `one` makes of each of the first n numbers of a row; it has to fit into 32 bits."""
        narrow = cgutils.ir.IntType(32)
        total = cgutils.alloca_once_value(builder, narrow(0))
        with cgutils.for_range(builder, n) as loop:
            number = builder.load(place(context, builder, kind, row, loop.index))
            builder.store(builder.add(builder.load(total), one(number, narrow)), total)
        return builder.sext(builder.load(total), cgutils.ir.IntType(64))

    def sum_row(_typing: Any, row: Any, _n: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            (kind, _), (row, n) = signature.args, arguments

            def itself(number: Any, narrow: Any) -> Any:
                return builder.trunc(context.cast(builder, number, kind.dtype, types.int64), narrow)

            return added_up(context, builder, kind, row, n, itself)

        return types.int64(row, types.intp), write

    def count_row(_typing: Any, row: Any, _n: Any, _wanted: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            (kind, _, _), (row, n, wanted) = signature.args, arguments

            def is_wanted(number: Any, narrow: Any) -> Any:
                whole = context.cast(builder, number, kind.dtype, types.int64)
                return builder.zext(builder.icmp_signed("==", whole, wanted), narrow)

            return added_up(context, builder, kind, row, n, is_wanted)

        return types.int64(row, types.intp, types.int64), write

    return {
        "memory_sum": intrinsic(sum_row),
        "memory_count": intrinsic(count_row),
        "memory_clear": intrinsic(clear_row),
        "memory_move": intrinsic(move_row),
        "memory_spread": intrinsic(spread_row),
        "memory_interleave": intrinsic(interleave_rows),
    }
