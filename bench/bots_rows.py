"""Which bots meet for the tables of `bench.bots_table`, in which settings, and in how many games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from bench.matches import MatchRow
from bench.search import Pairing
from tatze.arena.settings import MatchSetting, every_setting, main_settings
from tatze.bots import LEVELS
from tatze.games import game_named
from tatze.review.requirements import LuckValue

QUICK_BOTS = ("random", *LEVELS, "learned")
"""The bots of the summary that decide within 0.1 s."""
STRONG = "search:300"
"""The strong reference: a search that no training changes."""
SLOW_BOTS = {"linko": ("search:8000", "guided:600"), "verflixxt": ("search:8000", "guided:8000")}
"""Game → searches of about 200 ms for a decision, in the order of the summary."""
SLOW_PART = 0.3
"""The part of `--games` that searches of 200 ms get."""
TIGERS = {"linko": "guided:300", "verflixxt": "guided:4000"}
"""The guided search within 0.1 s of a core, which may be the tiger of a setting instead of `learned`."""
PARTS = ("levels", "yardsticks", "strong", "slow", "tigers")
REFERENCES = ("yardstick", STRONG)
"""The bots among which the bots of the summary are measured."""


def luck_value(part: str, game: str) -> LuckValue | None:
    """Return the value function that makes the intervals of a part narrower; None where luck is not worth measuring."""
    return "lookahead" if part in ("levels", "tigers") and not game_named(game).hidden else None


def pairings(part: str) -> Iterator[Pairing]:
    """Yield who meets whom in a part."""
    for setting in every_setting() if part == "tigers" else main_settings():
        if part == "levels" and setting.players == 2:
            yield from (Pairing(setting, stronger, weaker) for weaker, stronger in pairwise(LEVELS))
        elif part in ("yardsticks", "strong"):
            others = REFERENCES[part == "strong"]
            yield from (Pairing(setting, bot, others) for bot in QUICK_BOTS)
        elif part == "slow":
            yield from (Pairing(setting, bot, others) for bot in SLOW_BOTS[setting.game] for others in REFERENCES)
        elif part == "tigers":
            yield Pairing(setting, TIGERS[setting.game], "learned")


def rows_of(parts: list[str], games: int, game: str | None = None) -> list[MatchRow]:
    """Return the rows of some parts, of one game or of all."""
    return [
        MatchRow(part, one, int(games * SLOW_PART) if part == "slow" else games, luck_value(part, one.setting.game))
        for part in parts
        for one in pairings(part)
        if game in (None, one.setting.game)
    ]
