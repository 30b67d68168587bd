"""Plays the games of a study, piece by piece. A piece is some games of one setting; which piece is played where, and
when, changes nothing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import Any

from tatze.bots import SIMPLE_BOTS
from tatze.compiled.forms import build_form
from tatze.core.game import Game
from tatze.core.setup import Setup, write_rules
from tatze.games import game_named
from tatze.study import drivers
from tatze.study.tally import Tally


@dataclass(frozen=True)
class Setting:
    """One way to play that a study looks at."""

    game: str
    setup: Setup
    bots: tuple[str, ...]
    """One for each seat."""

    @property
    def rules(self) -> str:
        """The rule set, with the options that differ from its default."""
        return self.setup.rules + "".join(f", {name} {text}" for name, text in self.setup.options.items())

    @property
    def title(self) -> str:
        return f"{self.rules}, {self.setup.players} players"


@dataclass(frozen=True, eq=False)
class Piece:
    """The games number `first` and on of one setting."""

    setting: Setting
    seed: int
    first: int
    count: int
    form: str = "cpu"
    place: int = 0
    """Which of a study's settings it is."""


def play_piece(piece: Piece) -> Tally:
    """Play some games in this process, compiled or plain."""
    if piece.form == "plain":
        return _play_plain(piece)
    if piece.form == "cuda":
        from tatze.study.gpu import play_on_gpu

        return play_on_gpu(piece)
    return _play_compiled(piece)


@cache
def study_form(game: str, form: str) -> SimpleNamespace:
    """A game with its bots and the drivers of a study."""
    bots = game_named(game).bots
    return build_form(game, form, more=[bots.module, drivers], given={"thumb": bots.thumb, "yardstick": bots.yardstick})


def bot_numbers(setting: Setting) -> list[int]:
    return [SIMPLE_BOTS.index(name) for name in setting.bots]


def _play_compiled(piece: Piece) -> Tally:
    import numpy as np

    from tatze.compiled.batch import template_of
    from tatze.compiled.forms import dtype_of

    game: Game[Any] = game_named(piece.setting.game)
    states = np.zeros(2, dtype_of(game.layout))
    deal, actions = np.zeros(max(1, game.deal_size), np.int8), np.zeros(game.actions, np.int32)
    bots = np.array(bot_numbers(piece.setting), np.int8)
    endings = np.zeros(piece.count, np.int32)
    seats = np.zeros((piece.count, piece.setting.setup.players), np.int32)
    study_form(game.name, "cpu").study_many(
        states, template_of(game, piece.setting.setup), deal, actions, bots, piece.seed, piece.first, endings, seats
    )
    return tally_of(endings, seats)


def tally_of(endings: Any, seats: Any) -> Tally:
    """The codes in arrays, counted."""
    import numpy as np

    counted = [np.unique(codes, return_counts=True) for codes in (endings, seats)]
    return Tally(*(Counter(dict(zip(codes.tolist(), counts.tolist(), strict=True))) for codes, counts in counted))


def _play_plain(piece: Piece) -> Tally:
    game: Game[Any] = game_named(piece.setting.game)
    states = [game.layout.new(), game.layout.new()]
    template = game.layout.new()
    write_rules(game, piece.setting.setup, template)
    template.start = -1 if piece.setting.setup.start is None else piece.setting.setup.start
    deal, actions = [0] * game.deal_size, [0] * game.actions
    endings = [0] * piece.count
    seats = [[0] * piece.setting.setup.players for _ in endings]
    study_form(game.name, "plain").study_many(
        states, [template], deal, actions, bot_numbers(piece.setting), piece.seed, piece.first, endings, seats
    )
    return Tally(Counter(endings), Counter(code for row in seats for code in row))
