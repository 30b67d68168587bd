"""Matches of searches and simple bots at native speed, by duplicate deals: the same deal with the seats rotated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tatze.bots.search_desk import Desk
from tatze.bots.search_match_drivers import RANDOM, THUMB, YARDSTICK
from tatze.compiled.batch import template_of
from tatze.core.setup import agree
from tatze.games import game_named

SIMPLE = {"random": RANDOM, "thumb": THUMB, "yardstick": YARDSTICK}


@dataclass(frozen=True)
class Pairing:
    """One bot against others of one kind. A bot is a simple bot's name or "search:" and a number of playouts."""

    game: str
    rules: str
    players: int
    bot: str
    others: str
    options: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Deal:
    """What one deal brought the bot, on average over all seats."""

    share: float
    """Of the victory."""
    margin: float
    """Its score minus the best of the others."""
    decisions: int
    """How many the searches had, all games of the deal together."""


class Match:
    """Plays the deals of one pairing. Two threads need two matches."""

    def __init__(self, pairing: Pairing) -> None:
        game = game_named(pairing.game)
        self.pairing = pairing
        self.desk = Desk(pairing.game, nodes=1 + max(1, code(pairing.bot), code(pairing.others)) * 2)
        self.template = template_of(game, agree(game, pairing.rules, pairing.players, None, pairing.options))
        self.dealt: npt.NDArray[Any] = np.zeros(max(1, game.deal_size), np.int8)
        self.choices = np.zeros(game.actions, np.int32)
        self.knobs = np.tile(self.desk.knobs, (pairing.players, 1))

    def deal(self, seed: int, number: int) -> Deal:
        """The deal of this number, once with the bot on every seat."""
        players = self.pairing.players
        share, margin, decisions = 0.0, 0.0, 0
        for seat in range(players):
            shares, scores, searched = self.play(seat, seed, number)
            share += shares[seat] / players
            margin += (scores[seat] - max(np.delete(scores, seat))) / players
            decisions += searched
        return Deal(float(share), float(margin), decisions)

    def play(self, seat: int, seed: int, number: int) -> tuple[Any, Any, int]:
        """One game with the bot on this seat: shares of the victory, scores, and decisions of searches."""
        bots = np.full(self.pairing.players, code(self.pairing.others))
        bots[seat] = code(self.pairing.bot)
        shares, scores = np.zeros(len(bots)), np.zeros(len(bots), np.int64)
        desk = self.desk
        searched = desk.functions.play_match(
            desk.states, self.template, self.dealt, self.choices, bots, desk.tree, desk.book, *desk.scratch,
            self.knobs, seed, number, shares, scores,
        )  # fmt: skip
        return shares, scores, searched


def code(bot: str) -> int:
    """A bot as the drivers know it."""
    if bot in SIMPLE:
        return SIMPLE[bot]
    return int(bot.removeprefix("search:"))
