"""States of a batch on a CUDA device, interleaved in groups of 32 games, so that neighbouring threads read neighbouring
memory.

A state is a column of words, each as wide as the layout's widest number; narrower numbers share words. The k-th words
of the 32 games of a group lie side by side. To compiled functions a state is a record like any other, whose arrays have
a word of the next game between two numbers."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numba.core import cgutils as cgutils_untyped
from numba.core import types as types_untyped
from numba.core.datamodel import models
from numba.extending import intrinsic

from tatze.compiled.device_arrays import GROUP_GAMES
from tatze.compiled.imports import register_model
from tatze.compiled.row_intrinsics import in_portions
from tatze.core.game import Game

cgutils: Any = cgutils_untyped
types: Any = types_untyped

CACHE_LINE = 128
"""Number of bytes of which a group's size is a multiple."""


class SpacedArray(types.NestedArray):  # type: ignore[misc]  # Numba has no types
    """An array in a record whose numbers do not lie side by side: `spacing` is the bytes from one to the next."""

    def __init__(self, dtype: Any, shape: tuple[int, ...], spacing: int, always_zero: bool = False) -> None:
        self.spacing = spacing
        self.always_zero = always_zero
        """Whether all of its numbers are zeros from the beginning: what a view hides."""
        super().__init__(dtype, shape)
        self.layout = "A"
        self.name = f"spaced({dtype}, {shape}, {spacing}, {always_zero})"

    @property
    def strides(self) -> tuple[int, ...]:
        """The bytes from one index to the next in each dimension."""
        return tuple(stride // self.size * self.spacing for stride in super().strides)

    @property
    def key(self) -> Any:
        """What tells one such type from another."""
        return self.dtype, self.shape, self.spacing, self.always_zero


register_model(SpacedArray, models.NestedArrayModel)


@dataclass(frozen=True, slots=True)
class Interleaving:
    """How the states of a game are interleaved."""

    word: int
    """Number of bytes of a word."""
    state_rows: int
    """Number of words of a state."""
    rows: int
    """Number of words of a state and of what its view has for itself."""
    state: Any
    """Numba's type of a state."""
    view: Any
    """Numba's type of what the actor may know of it: the same memory, but for the fields that a view hides."""
    offsets: dict[str, int]
    """Where each field of a group's first state begins, in bytes."""

    @property
    def spacing(self) -> int:
        """Number of bytes from a word of a game to its next one."""
        return GROUP_GAMES * self.word

    @property
    def group(self) -> int:
        """Number of bytes of a group."""
        return -(-self.rows * self.spacing // CACHE_LINE) * CACHE_LINE

    def bytes_for(self, size: int) -> int:
        """Return the number of bytes that hold this many games."""
        return -(-size // GROUP_GAMES) * self.group


@cache
def interleaving(game: Game[Any]) -> Interleaving:
    """Return how the states of a game are interleaved. A view has places of its own for the fields that differ."""
    fields = sorted(game.layout.fields.items(), key=lambda item: -item[1].bits)
    word = fields[0][1].bits // 8
    filled = [0] * word  # rows that are taken, for each byte of a word

    def place(name: str) -> int:
        width, count = game.layout.fields[name].bits // 8, math.prod(game.layout.fields[name].shape)
        column = min(range(0, word, width), key=lambda c: max(filled[c : c + width]))
        row = max(filled[column : column + width])
        filled[column : column + width] = [row + count] * width
        return row * GROUP_GAMES * word + column

    offsets = {name: place(name) for name, _ in fields}
    state_rows = max(filled)
    hidden = {name: place(name) for name in ("viewer", *game.private, *game.secret)}
    size = max(filled) * GROUP_GAMES * word
    state, view = record_type(game, offsets, size), record_type(game, offsets | hidden, size, game.secret)
    return Interleaving(word, state_rows, max(filled), state, view, offsets)


def record_type(game: Game[Any], offsets: dict[str, int], size: int, zeros: Collection[str] = ()) -> Any:
    """Return Numba's type of a state whose fields begin at these offsets; `zeros` are rows of which all are zeros."""
    spacing = GROUP_GAMES * max(width.bits for width in game.layout.fields.values()) // 8
    fields = []
    for name, width in game.layout.fields.items():
        number = types.Integer.from_bitwidth(width.bits)
        kind = SpacedArray(number, tuple(width.shape), spacing, name in zeros) if width.shape else number
        fields.append((name, {"type": kind, "offset": offsets[name], "alignment": None, "title": None}))
    return types.Record(fields, size, True)


def interleaved(game: Game[Any], records: Any) -> Any:
    """Return the memory of states with the numbers of these records; numbers of views are zeros."""
    how = interleaving(game)
    memory = np.zeros(how.bytes_for(len(records)), np.uint8)
    for i, record in enumerate(records):
        begin = i // GROUP_GAMES * how.group + i % GROUP_GAMES * how.word
        for name, offset in how.offsets.items():
            value = np.asarray(record[name])
            strides = [stride // value.itemsize * how.spacing for stride in np.empty(value.shape, value.dtype).strides]
            np.ndarray(value.shape, value.dtype, memory, begin + offset, strides)[...] = value
    return memory


def in_place(how: Interleaving) -> dict[str, Any]:
    """Return compiled functions of the memory and i: `state_at` returns the i-th game's state, `view_at` its view; and
    `copy_part(source, out, lane, lanes)`, with which several threads copy a state together."""
    return {
        "state_at": record_at(how, how.state),
        "view_at": record_at(how, how.view),
        "copy_part": part_copy(how),
    }


def record_at(how: Interleaving, record: Any) -> Any:
    """Return a compiled function of the memory and i that returns the i-th game's record of this type, in place."""

    def at(_typing: Any, memory: Any, _i: Any) -> Any:
        def address(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            def number(n: int) -> Any:
                return context.get_constant(types.intp, n)

            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            group = builder.ashr(arguments[1], number(GROUP_GAMES.bit_length() - 1))
            place = builder.and_(arguments[1], number(GROUP_GAMES - 1))
            offset = builder.add(builder.mul(group, number(how.group)), builder.mul(place, number(how.word)))
            return builder.bitcast(builder.gep(array.data, [offset]), context.get_value_type(record))

        return record(memory, types.intp), address

    return intrinsic(at)


def part_copy(how: Interleaving) -> Any:
    """Return a compiled function that copies every `lanes`-th word of a state to another one, from word `lane` on."""

    def copy(_typing: Any, source: Any, out: Any, _lane: Any, _lanes: Any) -> Any:
        def write(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            copy_words(how, context, builder, *arguments)
            return context.get_dummy_value()

        return types.void(source, out, types.intp, types.intp), write

    return intrinsic(copy)


def column_copy(how: Interleaving) -> Any:
    """Return what writes the code that copies the words of one state to another."""

    def write(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        copy_words(how, context, builder, *arguments, *(context.get_constant(types.intp, n) for n in (0, 1)))
        return context.get_dummy_value()

    return write


def copy_words(how: Interleaving, context: Any, builder: Any, source: Any, out: Any, first: Any, step: Any) -> None:
    """Write the code that copies every `step`-th word of a state from the first of them on."""
    word = cgutils.ir.IntType(8 * how.word)
    source, out = (builder.bitcast(place, word.as_pointer()) for place in (source, out))
    rounded_up = builder.add(builder.sub(context.get_constant(types.intp, how.state_rows - 1), first), step)

    def copy_some(begin: Any, count: int) -> None:
        places = []
        for k in range(count):
            row = builder.add(first, builder.mul(builder.add(begin, context.get_constant(types.intp, k)), step))
            places.append(builder.mul(row, context.get_constant(types.intp, GROUP_GAMES)))
        words = [builder.load(builder.gep(source, [at])) for at in places]
        for at, one in zip(places, words, strict=True):
            builder.store(one, builder.gep(out, [at]))

    in_portions(context, builder, builder.sdiv(rounded_up, step), copy_some)
