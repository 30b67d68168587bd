"""What a bot is, in one line: the bots behind a level, and digests of code, parameters and weights that decide for it.

Results that were measured with another bot of the same name are told from others by it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from tatze import bots
from tatze.arena.settings import MatchSetting
from tatze.bots import LEVELS, SEARCHING_BOTS, STRONG_LEVELS, read_spec
from tatze.bots.learned.bot import WEIGHTS, weights_file
from tatze.bots.simple import RANDOM_RATES
from tatze.games import game_named

DIGITS = 8
"""Number of hexadecimal digits of a digest."""


def bot_digest(bot: str, setting: MatchSetting) -> str:
    """Return what plays under a bot's name in a setting."""
    name, game = read_spec(bot).name, game_named(setting.game)
    if name in STRONG_LEVELS:
        behind = bot_digest(game.levels.bot(name, setting.rules, setting.players), setting)
        rate = game.levels.thumb_rates.get(name)
        return f"{behind}, {rate:g} {bot_digest('thumb', setting)}" if rate else behind
    if name in RANDOM_RATES:
        return f"{bot_digest('thumb', setting)}, {RANDOM_RATES[name]:g} random"
    if name == "wildcat":
        return bot_digest("thumb", setting)
    found = hashlib.sha256()
    for part in _parts(name, setting.game):
        found.update(part)
    return f"{bot} {found.hexdigest()[:DIGITS]}"


def levels_digest(setting: MatchSetting) -> str:
    """Return a digest of all levels in a setting, and of the network by which reviews judge."""
    text = "; ".join(bot_digest(bot, setting) for bot in (*LEVELS, "learned"))
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def _parts(name: str, game: str) -> Iterator[bytes]:
    """Yield the code, parameters and weights that a bot's decisions follow from, apart from the rules."""
    known, folder = game_named(game), Path(bots.__file__).parent
    if name in ("learned", "guided"):
        yield weights_file(game).read_bytes()
        if name == "guided" and known.belief_weights:
            yield (WEIGHTS / known.belief_weights).read_bytes()
    else:
        yield Path(str(known.bots.module.__file__)).read_bytes()
    if name in SEARCHING_BOTS:
        packages = ["search"] if name == "search" else ["search", "guided"]
        for package in packages:
            for file in sorted((folder / package).glob("*.py")):
                yield file.read_bytes()
        yield repr((known.search, known.rollouts) if name == "guided" else known.search).encode()
