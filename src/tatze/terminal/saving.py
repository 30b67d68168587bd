"""The file that a game is saved to, with the finished games of its series before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from tatze.core.record import record_text, save
from tatze.core.table import Table


@dataclass
class SaveFile:
    """Writes the records of a series to a file, whole or not at all."""

    seats: Sequence[str]
    games: int
    """The number of games in the series."""
    path: Path | None
    """The file; None until one is needed, if nobody named one."""
    stand_ins: Counter[int] = field(default_factory=Counter)
    """Seat → number of decisions in the present game that a simpler bot made in the place of the seat's own."""
    finished: list[str] = field(default_factory=list)
    """The records of the games of this series that are finished."""

    def add_finished(self, table: Table[Any]) -> None:
        """Keep the record of a finished game, so that the next game of the series is saved after it."""
        self.finished.append(self._present(table))
        self.stand_ins.clear()

    def save(self, table: Table[Any], path: Path | None = None) -> Path:
        """Save the series with the present game; returns the file. A new `path` is kept for later saves."""
        self.path = path or self.path or free_path(table.game.name)
        save(self.path, "\n".join([*self.finished, self._present(table)]))
        return self.path

    def _present(self, table: Table[Any]) -> str:
        series = f"{len(self.finished) + 1}/{self.games}" if self.games > 1 else ""
        return record_text(table, self.seats, series, stand_ins=self.stand_ins)


def free_path(game: str) -> Path:
    """Return a file name with the game and the present time that no file has yet."""
    stem = f"{game}-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
    path = Path(f"{stem}.tatze")
    number = 2
    while path.exists():
        path = Path(f"{stem}-{number}.tatze")
        number += 1
    return path
