"""Observations of single games in plain Python."""

from __future__ import annotations

from typing import Any

from tatze.core.game import Game
from tatze.core.layout import EVERYONE, State


class SeatObserver:
    """Looks at states of one game as a seat does: writes the observation of what `hide` lets through, nothing else."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._view = game.layout.new()
        self._row = [0] * game.observation.length

    def look(self, s: State, seat: int = EVERYONE) -> list[int]:
        """The observation of a seat; the list is used again by the next look."""
        self.game.hide(s, seat, self._view)
        self.game.observation.observe(self._view, self._row)
        return self._row
