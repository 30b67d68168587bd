"""Matches of searches and simple bots at native speed, by duplicate deals: the same deal with the seats rotated.

Learned bots take part as guests: games stop for them, and go on with what they chose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from tatze.bots.search.drivers import GAME, VIEW
from tatze.bots.search.match_drivers import CHOSEN, GUEST, NOTES, RANDOM, SEARCHED, THUMB, WAITING, YARDSTICK
from tatze.bots.search.searcher import Desk
from tatze.compiled.templates import template_of
from tatze.core.setup import make_setup
from tatze.games import game_named

SIMPLE = {"random": RANDOM, "thumb": THUMB, "yardstick": YARDSTICK}
GUESTS = ("learned", "guided")
WHOLE = 1 << 40
"""More playouts than a game has."""


class Guest(Protocol):
    """Somebody who chooses one of `count` actions, given the state of a view."""

    def choose(self, view: Any, actions: Any, count: int, seed: int) -> int: ...


@dataclass(frozen=True)
class Pairing:
    """One bot against others of one kind. A bot is a simple bot's name, "learned", or "search:" or "guided:" and a
    number of playouts or walks."""

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
        self.guests: dict[int, Guest] = {}
        self.codes = [self._code(pairing.bot, GUEST), self._code(pairing.others, GUEST - 1)]
        self.desk = Desk(pairing.game, nodes=1 + max(1, *self.codes) * 2)
        self.template = template_of(game, make_setup(game, pairing.rules, pairing.players, None, pairing.options))
        self.dealt: npt.NDArray[Any] = np.zeros(max(1, game.deal_size), np.int8)
        self.choices = np.zeros(game.actions, np.int32)
        self.knobs = np.tile(self.desk.knobs, (pairing.players, 1))
        self.notes = np.zeros(NOTES, np.int64)

    def _code(self, bot: str, guest: int) -> int:
        """A bot as the drivers know it."""
        if bot in SIMPLE:
            return SIMPLE[bot]
        if bot.partition(":")[0] not in GUESTS:
            return int(bot.removeprefix("search:"))
        from tatze.bots.guided.match import LearnedGuest

        self.guests[guest] = LearnedGuest(self.pairing.game, bot)
        return guest

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
        bots = self.begin(seat, seed, number)
        while self.go_on(bots, seed, number, WHOLE):
            pass
        return self.result()

    def begin(self, seat: int, seed: int, number: int) -> Any:
        """Deal a game; who sits where."""
        bots = np.full(self.pairing.players, self.codes[1])
        bots[seat] = self.codes[0]
        game = self.desk.states[GAME]
        self.desk.functions.begin_match(game, self.template[0], self.dealt, self.notes, seed, number)
        return bots

    def go_on(self, bots: Any, seed: int, number: int, playouts: int) -> bool:
        """Play until so many playouts are made, or a guest has chosen, or to the end: whether it was not that."""
        desk, notes = self.desk, self.notes
        if desk.functions.play_on(
            desk.states,
            self.choices,
            bots,
            desk.tree,
            desk.book,
            *desk.scratch,
            self.knobs,
            notes,
            seed,
            number,
            playouts,
        ):
            return True
        if notes[WAITING]:
            guest = self.guests[int(bots[desk.states["actor"][GAME]])]
            notes[CHOSEN] = guest.choose(desk.states[VIEW], self.choices, int(notes[WAITING]), seed)
        return bool(notes[WAITING])

    def result(self) -> tuple[Any, Any, int]:
        """What came of the game: shares of the victory, scores, and decisions of searches."""
        shares, scores = np.zeros(self.pairing.players), np.zeros(self.pairing.players, np.int64)
        self.desk.functions.end_match(self.desk.states[GAME], shares, scores)
        return shares, scores, int(self.notes[SEARCHED])
