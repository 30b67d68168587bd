"""Which bots meet for the tables of `bench.bots_table`, in which settings, and in how many games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from bench.matches import MatchRow
from bench.search import Pairing
from tatze.arena.settings import MatchSetting, every_setting, main_settings
from tatze.bots import LEVELS
from tatze.games import game_named
from tatze.review.requirements import LuckValue

STRONG = "search:300"
"""The strong reference: a search that no training changes."""
QUICK_BOTS = ("random", "yardstick", *LEVELS, STRONG, "learned")
"""The bots of the summary that decide within 0.1 s."""
SLOW_BOTS = {"linko": ("search:8000", "guided:600"), "verflixxt": ("search:8000", "guided:8000")}
"""Game → searches of about 200 ms for a decision, in the order of the summary."""
TIGERS = {"linko": ("guided:128", "guided:256"), "verflixxt": ("guided:4000",)}
"""Game → guided searches within 0.1 s of a core, which may be the tiger of a setting instead of `learned`."""
GAMES = {"tigers": 200, "steps": 2000, "yardsticks": 1000, "strong": 1000, "slow": 200}
"""Part → number of games of a row."""
FEWER_GAMES = {("steps", "linko"): 600}
"""(Part, game) → number of games, where fewer are enough because the steps are far from their limits."""
PAIR_GAMES = 400
"""Number of games of a pair that was named on the command line."""
REFERENCES = ("yardstick", STRONG)
"""The bots among which the bots of the summary are measured."""


def luck_value(part: str, game: str) -> LuckValue | None:
    """Return the value function that makes the intervals of a part narrower; None where luck is not worth measuring."""
    return "lookahead" if part in ("steps", "tigers") and not game_named(game).hidden else None


def pairings(part: str, everywhere: bool = True) -> Iterator[Pairing]:
    """Yield who meets whom in a part; the tigers meet in every setting, unless it shall be the main ones alone."""
    for setting in every_setting() if part == "tigers" and everywhere else main_settings():
        if part == "steps" and setting.players == 2:
            yield from (Pairing(setting, stronger, weaker) for weaker, stronger in pairwise(LEVELS))
        elif part in ("yardsticks", "strong"):
            others = REFERENCES[part == "strong"]
            yield from (Pairing(setting, bot, others) for bot in QUICK_BOTS if bot != others)
        elif part == "slow":
            yield from (Pairing(setting, bot, others) for bot in SLOW_BOTS[setting.game] for others in REFERENCES)
        elif part == "tigers" and setting.game in TIGERS:
            yield from (Pairing(setting, bot, "learned") for bot in TIGERS[setting.game])


def usual_games(part: str, pairing: Pairing) -> int:
    """Return the number of games of a row where none is named."""
    return FEWER_GAMES.get((part, pairing.setting.game), GAMES[part])


def rows_of(
    parts: list[str], games: int | None = None, game: str | None = None, everywhere: bool = True
) -> list[MatchRow]:
    """Return the rows of some parts, of one game or of all, with the usual or another number of games."""
    return [
        MatchRow(part, one, games or usual_games(part, one), luck_value(part, one.setting.game))
        for part in parts
        for one in pairings(part, everywhere)
        if game in (None, one.setting.game)
    ]


def rows_of_pairs(texts: Sequence[str], games: int | None, seed: int) -> list[MatchRow]:
    """Return the rows of pairs of any bots, each written "GAME RULES PLAYERS BOT OTHERS"."""
    found = []
    for text in texts:
        game, rules, players, bot, others = text.split()
        pairing = Pairing(MatchSetting(game, rules, int(players)), bot, others)
        found.append(MatchRow("pairs", pairing, games or PAIR_GAMES, luck_value("steps", game), seed))
    return found
