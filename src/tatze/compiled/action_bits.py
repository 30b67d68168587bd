"""A row of bits on a CUDA device that takes actions: writing one into any place of the row sets the action's bit.

To the rules it looks like the row into which they list the legal actions. A list in a thread's own memory would be
written to the device's memory, one number at a time."""

from __future__ import annotations

import operator
from functools import cache
from typing import Any

from tatze.compiled.imports import register_model, simulated

WORD_BITS = 32
"""Number of bits of a word. Action a is bit a % 32 of word a // 32."""


class PlainBits:
    """A row of bits that takes actions, in CUDA's simulator."""

    def __init__(self, words: Any, lane: int) -> None:
        """Make the row of the words in column `lane` of an array of 32-bit words."""
        self.words, self.lane = words, lane

    def __setitem__(self, _place: int, action: int) -> None:
        self.words[action // WORD_BITS, self.lane] |= self.words.dtype.type(1 << action % WORD_BITS)


@cache
def action_bits(lanes: int) -> Any:
    """Return a function of an array and a lane that makes a row whose words stand in this column of the array, `lanes`
    words from each other."""
    if simulated():
        return PlainBits
    from numba.core import cgutils as cgutils_untyped
    from numba.core import types as types_untyped
    from numba.core.datamodel import models
    from numba.extending import intrinsic, overload

    cgutils: Any = cgutils_untyped
    types: Any = types_untyped

    class ActionBits(types.Type):  # type: ignore[misc]  # Numba has no types
        """Numba's type of a row of bits that takes actions. Its value is the address of the first word."""

    class BitsModel(models.PrimitiveModel):
        """How Numba stores such a row: as that address."""

        def __init__(self, manager: Any, kind: Any) -> None:
            super().__init__(manager, kind, cgutils.ir.IntType(WORD_BITS).as_pointer())  # type: ignore[no-untyped-call]

    register_model(ActionBits, BitsModel)
    bits = ActionBits(f"ActionBits({lanes})")

    def make(_typing: Any, words: Any, _lane: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            return builder.addrspacecast(builder.gep(array.data, [arguments[1]]), context.get_value_type(bits))

        return bits(words, types.intp), write

    def add(_typing: Any, row: Any, _action: Any) -> Any:
        def write(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            row, action = arguments
            narrow = cgutils.ir.IntType(WORD_BITS)
            action = builder.trunc(action, narrow)
            word = builder.mul(builder.lshr(action, narrow(WORD_BITS.bit_length() - 1)), narrow(lanes))
            place = builder.gep(row, [word])
            bit = builder.shl(narrow(1), builder.and_(action, narrow(WORD_BITS - 1)))
            builder.store(builder.or_(builder.load(place), bit), place)
            return context.get_dummy_value()

        return types.void(row, types.int64), write

    add_action = intrinsic(add)

    @overload(operator.setitem)
    def set_bit(row: Any, place: Any, action: Any) -> Any:  # noqa: ARG001  # Numba compares the names
        def write(row: Any, place: Any, action: Any) -> Any:  # noqa: ARG001
            add_action(row, action)  # type: ignore[call-arg]  # of an intrinsic the first argument is not given

        return write if row is bits else None

    return intrinsic(make)
