"""Finished games on disk: games.jsonl has one line for the match and one for each game, in the order they end."""

from __future__ import annotations

import hashlib
import json
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from tatze.arena.match import Bout, Match
from tatze.arena.play import Played, read_played
from tatze.bots.learned.bot import weights_file
from tatze.core.errors import TatzeError
from tatze.games import game_named

FORMAT = 1
"""Version of the file."""
NAME = "games.jsonl"


def agreement(match: Match) -> dict[str, Any]:
    """Return what games must have in common to be counted together. Entrants may join and deals may be added."""
    setup = match.setup
    return {
        "arena": FORMAT,
        "game": match.game,
        "rules": setup.rules,
        "options": dict(setup.options),
        "players": setup.players,
        "start": setup.start,
        "seed": match.seed,
        "forfeit": match.forfeit,
        "code": code_digest(match.game),
    }


def code_digest(game: str) -> str:
    """Return a digest of the bots' code and weights, so that games of different versions of a bot do not mix."""
    found = hashlib.sha256()
    for package in ("tatze.bots", game_named(game).package):
        folder = Path(str(import_module(package).__file__)).parent
        for file in sorted(folder.rglob("*.py")):
            found.update(file.read_bytes())
    if game_named(game).weights:
        found.update(weights_file(game).read_bytes())
    return found.hexdigest()[:12]


class Ledger:
    """The file of finished games in a folder."""

    def __init__(self, folder: Path, match: Match, resume: bool) -> None:
        self.path = folder / NAME
        if folder.exists() and not folder.is_dir():
            raise TatzeError(f"{folder}: not a folder")
        if self.path.exists() and not resume:
            raise TatzeError(f"{self.path} is there already: --resume goes on with it, another --out begins anew")
        folder.mkdir(parents=True, exist_ok=True)
        self.played: dict[Bout, Played] = {}
        self._file = self._open(agreement(match))

    def add(self, played: Played) -> None:
        """Add a game, and write it at once, so that nothing is lost when the program stops."""
        self.played[played.bout] = played
        self._file.write(json.dumps(played.data(), separators=(",", ":")) + "\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()

    def _open(self, agreed: dict[str, Any]) -> IO[str]:
        text = self._whole_lines()
        if not text:
            file = self.path.open("w", encoding="utf-8", newline="\n")
            file.write(json.dumps(agreed) + "\n")
            file.flush()
            return file
        head, *lines = text.splitlines()
        self._check(head, agreed)
        for number, line in enumerate(lines, 2):
            played = self._read(number, line)
            self.played[played.bout] = played
        return self.path.open("a", encoding="utf-8", newline="\n")

    def _whole_lines(self) -> str:
        """Return the file's complete lines, and cut off a line that was being written when the program stopped."""
        data = self.path.read_bytes() if self.path.exists() else b""
        end = data.rfind(b"\n") + 1
        if end < len(data):
            with self.path.open("r+b") as file:
                file.truncate(end)
        try:
            return data[:end].decode()
        except UnicodeDecodeError:
            raise TatzeError(f"{self.path}: not a list of games") from None

    def _check(self, head: str, agreed: dict[str, Any]) -> None:
        try:
            found = json.loads(head)
        except ValueError:
            found = None
        if not isinstance(found, dict) or "arena" not in found:
            raise TatzeError(f"{self.path}: not a list of games")
        for key, value in agreed.items():
            if found.get(key) != value:
                raise TatzeError(f"{self.path} is of another match: its {key} is {found.get(key)}, not {value}")

    def _read(self, number: int, line: str) -> Played:
        try:
            return read_played(json.loads(line))
        except (ValueError, TypeError, KeyError, AttributeError):
            raise TatzeError(f"{self.path}: line {number} is not a game") from None
