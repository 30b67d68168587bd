"""Observations: a view as a row of small numbers from −128 to 127, and what stands at which place of that row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from tatze.core.generated import Number, for_each_number, generated_module
from tatze.core.layout import Layout, Row

LOW, HIGH = -128, 127
"""The limits of the numbers of an observation."""
MOST_DECISIONS = 10_000
"""The bound on the number of decisions of a game whose observation gives none."""


@dataclass(frozen=True, slots=True)
class Block:
    """Neighbouring numbers of an observation with one meaning. `repeat` of them lie `stride` apart."""

    name: str
    at: int
    count: int
    low: int
    high: int
    repeat: int = 1
    stride: int = 0

    def places(self) -> list[int]:
        return [self.at + i * self.stride + j for i in range(self.repeat) for j in range(self.count)]


@dataclass(frozen=True, slots=True)
class Observation:
    """How a game turns a view into an observation."""

    version: int
    """Goes up when an action id, a place of the observation or the reward changes its meaning."""
    length: int
    """How many numbers an observation has."""
    observe: Callable[[Any, Row], None]
    """observe(view, out) writes the observation of a view into `out`; written in the rules' style."""
    blocks: tuple[Block, ...]
    """What stands where; every place belongs to exactly one block."""
    most_decisions: Callable[[Any], int]
    """An upper bound on the number of decisions of a game, given its state right after the deal."""


def bounds(blocks: Sequence[Block], length: int) -> tuple[list[int], list[int]]:
    """The lowest and the highest number at each place; a ValueError unless every place is in exactly one block."""
    low, high = [0] * length, [0] * length
    places = [place for block in blocks for place in block.places()]
    if sorted(places) != list(range(length)):
        raise ValueError(f"the blocks do not cover the places 0 to {length - 1} once each")
    for block in blocks:
        for place in block.places():
            low[place], high[place] = block.low, block.high
    return low, high


def layout_observation(
    name: str, layout: Layout[Any], most_decisions: Callable[[Any], int] = lambda _: MOST_DECISIONS
) -> Observation:
    """The observation that has every number of a view in the order of the layout; large numbers are cut off."""

    def observed(number: Number) -> list[str]:
        value = number.of("v") if number.bits == 8 else f"max({LOW}, min({HIGH}, {number.of('v')}))"
        return [f"out[at] = {value}", "at += 1"]

    lines = ["def observe(v, out):", "    at = 0", *for_each_number(layout, observed)]
    module = generated_module(f"tatze.core.observation_of_{name}", lines)
    blocks: list[Block] = []
    length = 0
    for field, width in layout.fields.items():
        count = prod(width.shape)
        blocks.append(Block(field, length, count, LOW, HIGH))
        length += count
    return Observation(1, length, module.observe, tuple(blocks), most_decisions)
