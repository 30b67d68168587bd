"""Where a game is kept: one file, with the earlier games of its series before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from tatze.core.record import record_text, save
from tatze.core.table import Table


@dataclass
class Keeper:
    """Writes the record of a game, whole or not at all."""

    seats: Sequence[str]
    games: int
    path: Path | None
    """Where to; chosen when it is first needed if nobody said."""
    earlier: list[str] = field(default_factory=list)
    """The records of the games of this series that are finished."""

    def series(self, number: int) -> str:
        return f"{number}/{self.games}" if self.games > 1 else ""

    def text(self, table: Table[Any]) -> str:
        present = record_text(table, self.seats, self.series(len(self.earlier) + 1))
        return "\n".join([*self.earlier, present])

    def finish(self, table: Table[Any]) -> None:
        """The next game of the series begins."""
        self.earlier.append(record_text(table, self.seats, self.series(len(self.earlier) + 1)))

    def save(self, table: Table[Any], path: Path | None = None) -> Path:
        self.path = path or self.path or free_path(table.game.name)
        save(self.path, self.text(table))
        return self.path


def free_path(game: str) -> Path:
    """A name of today's that no file has yet."""
    stem = f"{game}-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
    path = Path(f"{stem}.tatze")
    number = 2
    while path.exists():
        path = Path(f"{stem}-{number}.tatze")
        number += 1
    return path
