"""What stands where in an observation, and how small and large it can be. Every game has a module here that says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from tatze.core.game import Game
from tatze.core.layout import EVERYONE, State


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


class Lens:
    """Looks at states of one game as a seat does: writes the observation of what `hide` lets through, nothing else."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        room = import_module(f"tatze.games.{game.name}.observe")
        self.length: int = room.LENGTH
        self._observe = room.observe
        self._view = game.layout.new()
        self._row = [0] * self.length

    def look(self, s: State, seat: int = EVERYONE) -> list[int]:
        """The observation of a seat; the list is used again by the next look."""
        self.game.hide(s, seat, self._view)
        self._observe(self._view, self._row)
        return self._row


def card_of(game: str) -> Any:
    """The module that describes a game's observation: BLOCKS, VERSION, SECRETS and `most_decisions`."""
    return import_module(f"tatze.envs.{game}")
