"""Played games of a study on disk: tallies.jsonl has a line for the study and one for each second of playing."""

from __future__ import annotations

import hashlib
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from tatze.core.errors import TatzeError
from tatze.core.journal import Journal
from tatze.games import game_named
from tatze.study.play import Chunk, Setting
from tatze.study.tally import Tally

FORMAT = 1
"""Version of the file."""
NAME = "tallies.jsonl"
WRITE_SECONDS = 1.0
"""Time between two lines; games since the last line are lost if the program is killed."""
MODULES = ("tatze.compiled.drivers", "tatze.core.threefry", "tatze.study.drivers")
"""The modules beside a game's own on which the games of a seed depend."""


def setting_key(setting: Setting) -> str:
    """Return a text that is equal for equal settings only."""
    start = "drawn" if setting.setup.start is None else str(setting.setup.start)
    return f"{setting.title}; start {start}; {' '.join(setting.bots)}"


def code_digest(game: str) -> str:
    """Return a digest of everything that decides what the games of a seed are."""
    folder = Path(str(import_module(game_named(game).package).__file__)).parent
    files = [*sorted(folder.rglob("*.py")), *(Path(str(import_module(name).__file__)) for name in MODULES)]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


class StudyLedger:
    """The file of a study in a folder. Settings may join, and games may be added."""

    def __init__(self, folder: Path, game: str, seed: int, resume: bool) -> None:
        agreed = {"study": FORMAT, "game": game, "seed": seed, "code": code_digest(game)}
        self._journal = Journal(folder / NAME, "study", agreed, resume)
        self._tallies: defaultdict[str, Tally] = defaultdict(Tally)
        self._played: defaultdict[str, list[range]] = defaultdict(list)
        self._unwritten: list[tuple[Chunk, Tally]] = []
        self._written_at = time.monotonic()
        for number, line in self._journal.lines():
            self._read(number, line)

    def tally(self, setting: Setting) -> Tally:
        """Return a tally of the games of a setting that were there when the file was opened or that came since."""
        found = Tally()
        found.add(self._tallies[setting_key(setting)])
        return found

    def missing(self, setting: Setting, games: int) -> list[range]:
        """Return the numbers of the games of a setting that have not been played yet, of the first `games`."""
        gaps, end = [], 0
        for played in sorted(self._played[setting_key(setting)], key=lambda numbers: numbers.start):
            if played.start > end:
                gaps.append(range(end, played.start))
            if played.start < end:
                raise TatzeError(f"{self._journal.path} has game {played.start} of a setting twice")
            end = played.stop
        if end > games:
            raise TatzeError(f"{self._journal.path} has {end} games of a setting already: --games is at least {end}")
        return [*gaps, range(end, games)] if end < games else gaps

    def add(self, chunk: Chunk, tally: Tally) -> None:
        """Add the games of a chunk; they are written within a second, if others follow, or by `close`."""
        self._count(setting_key(chunk.setting), range(chunk.first, chunk.first + chunk.count), tally)
        self._unwritten.append((chunk, tally))
        if time.monotonic() - self._written_at >= WRITE_SECONDS:
            self._write()

    def close(self) -> None:
        """Write what has not been written yet."""
        self._write()
        self._journal.close()

    def _write(self) -> None:
        for key in dict.fromkeys(setting_key(chunk.setting) for chunk, _ in self._unwritten):
            parts = [(chunk, tally) for chunk, tally in self._unwritten if setting_key(chunk.setting) == key]
            self._journal.add(_line(key, parts))
        self._unwritten = []
        self._written_at = time.monotonic()

    def _read(self, number: int, line: Any) -> None:
        try:
            key, ranges = str(line["setting"]), [range(first, first + count) for first, count in line["games"]]
            tally = Tally(*(Counter({int(code): int(n) for code, n in line[name]}) for name in ("endings", "seats")))
        except (ValueError, TypeError, KeyError):
            raise self._journal.unreadable(number) from None
        if tally.games != sum(map(len, ranges)):
            raise self._journal.unreadable(number)
        for numbers in ranges:
            self._count(key, numbers, Tally())
        self._tallies[key].add(tally)

    def _count(self, key: str, numbers: range, tally: Tally) -> None:
        self._played[key].append(numbers)
        self._tallies[key].add(tally)


def _line(key: str, parts: Sequence[tuple[Chunk, Tally]]) -> dict[str, Any]:
    """Return chunks of one setting as a line of the file."""
    together = Tally()
    for _, tally in parts:
        together.add(tally)
    return {
        "setting": key,
        "games": [[chunk.first, chunk.count] for chunk, _ in parts],
        "endings": sorted(together.endings.items()),
        "seats": sorted(together.seats.items()),
    }
