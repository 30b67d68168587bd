"""Observations of single games in plain Python."""

from __future__ import annotations

from typing import Any

from tatze.core.game import Game
from tatze.core.layout import EVERYONE, State


class SeatObserver:
    """Makes the observations of seats from states of one game. It reads only what `hide` lets through."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._view = game.layout.new()
        self._row = [0] * game.observation.length

    def observe(self, s: State, seat: int = EVERYONE) -> list[int]:
        """The observation of a seat. The next call writes over the list that is returned."""
        self.game.hide(s, seat, self._view)
        self.game.observation.observe(self._view, self._row)
        return self._row
