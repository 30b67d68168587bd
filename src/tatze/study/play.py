"""Plays the games of a study, chunk by chunk. A chunk is some games of one setting; the result is the same wherever and
whenever each chunk is played."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Any

from tatze.bots import SIMPLE_BOTS
from tatze.compiled.builder import Form
from tatze.compiled.drivers import Scratch
from tatze.compiled.forms import build_form
from tatze.compiled.templates import plain_template
from tatze.core.game import Game
from tatze.core.setup import Setup
from tatze.games import game_named
from tatze.study import drivers
from tatze.study.drivers import GameCodes
from tatze.study.tally import Tally


@dataclass(frozen=True)
class Setting:
    """One way to play a game, with a bot for each seat."""

    game: str
    """The name of the game."""
    setup: Setup
    """Rule set, players, options and start."""
    bots: tuple[str, ...]
    """The name of each seat's bot."""

    @property
    def rules(self) -> str:
        """The rule set, and the options that differ from its defaults."""
        return self.setup.rules + "".join(f", {name} {text}" for name, text in self.setup.options.items())

    @property
    def title(self) -> str:
        """The setting as a heading."""
        return f"{self.rules}, {self.setup.players} players"


@dataclass(frozen=True, eq=False)
class Chunk:
    """The games number first to first + count − 1 of one setting."""

    setting: Setting
    seed: int
    first: int
    count: int
    form: str = "cpu"
    setting_index: int = 0
    """The place of the setting among those of the study."""


def play_chunk(chunk: Chunk) -> Tally:
    """Play the games of a chunk in this process."""
    if chunk.form == "plain":
        return _play_plain(chunk)
    if chunk.form == "cuda":
        from tatze.study.gpu import play_on_gpu

        return play_on_gpu(chunk)
    return _play_compiled(chunk)


@cache
def study_form(game: str, form: str) -> Form:
    """Return a game with its bots and the drivers of a study, in one form."""
    bots = game_named(game).bots
    return build_form(game, form, more=[bots.module, drivers], given={"thumb": bots.thumb, "yardstick": bots.yardstick})


def bot_numbers(setting: Setting) -> list[int]:
    """Return the number of each seat's bot in tatze.bots.SIMPLE_BOTS."""
    return [SIMPLE_BOTS.index(name) for name in setting.bots]


def _play_compiled(chunk: Chunk) -> Tally:
    import numpy as np

    from tatze.compiled.batch import scratch_of
    from tatze.compiled.forms import dtype_of
    from tatze.compiled.templates import template_of

    game: Game[Any] = game_named(chunk.setting.game)
    states, bots = np.zeros(2, dtype_of(game.layout)), np.array(bot_numbers(chunk.setting), np.int8)
    seats = np.zeros((chunk.count, chunk.setting.setup.players), np.int32)
    codes = GameCodes(np.zeros(chunk.count, np.int32), seats)
    template = template_of(game, chunk.setting.setup)
    play = study_form(game.name, "cpu").study_many
    play(states, template, scratch_of(game), bots, chunk.seed, chunk.first, codes)
    return tally_of(codes.endings, codes.seats)


def tally_of(endings: Any, seats: Any) -> Tally:
    """Count the codes in two arrays."""
    import numpy as np

    counted = [np.unique(codes, return_counts=True) for codes in (endings, seats)]
    return Tally(*(Counter(dict(zip(codes.tolist(), counts.tolist(), strict=True))) for codes, counts in counted))


def _play_plain(chunk: Chunk) -> Tally:
    game: Game[Any] = game_named(chunk.setting.game)
    states = [game.layout.new(), game.layout.new()]
    template = plain_template(game, chunk.setting.setup)
    scratch = Scratch([0] * game.deal_size, [0] * game.actions)
    codes = GameCodes([0] * chunk.count, [[0] * chunk.setting.setup.players for _ in range(chunk.count)])
    play = study_form(game.name, "plain").study_many
    play(states, [template], scratch, bot_numbers(chunk.setting), chunk.seed, chunk.first, codes)
    return Tally(Counter(codes.endings), Counter(code for row in codes.seats for code in row))
