"""Finished games on disk: games.jsonl has one line for the match and one for each game, in the order they end."""

from __future__ import annotations

import hashlib
from importlib import import_module
from pathlib import Path
from typing import Any

from tatze.arena.match import Bout, Match
from tatze.arena.play import Played, read_played
from tatze.bots.learned.bot import weights_file
from tatze.core.journal import Journal
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
        "luck": luck_value(match),
        "code": code_digest(match.game),
    }


def luck_value(match: Match) -> str | None:
    """Return the name and the digest of the value function by which results are adjusted; None if they are not."""
    if match.luck is None:
        return None
    from tatze.review.luck import value_name

    return value_name(match.game, match.luck)


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
        self._journal = Journal(folder / NAME, "match", agreement(match), resume)
        self.played: dict[Bout, Played] = {}
        self._lucks = match.setup.players if match.luck else 0
        for number, line in self._journal.lines():
            played = self._read(number, line)
            self.played[played.bout] = played

    def add(self, played: Played) -> None:
        """Add a game, and write it at once, so that nothing is lost when the program stops."""
        self.played[played.bout] = played
        self._journal.add(played.data())

    def close(self) -> None:
        self._journal.close()

    def _read(self, number: int, line: Any) -> Played:
        try:
            played = read_played(line)
            if len(played.luck) != self._lucks:
                raise ValueError(played.luck)
            return played
        except (ValueError, TypeError, KeyError, AttributeError):
            raise self._journal.unreadable(number) from None
