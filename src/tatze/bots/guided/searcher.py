"""What a search guided by a network works with: the compiled functions of a game, and arrays to write on.

Where things are hidden the network says at the end of every walk what to try and what to hope for. Where nothing is,
it looks one reply ahead, and what it thinks of each action goes into a search by playouts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from tatze.bots.guided import drivers, lookahead_drivers
from tatze.bots.guided.lookahead_drivers import CHOSE, OVER
from tatze.bots.learned.bot import network_of
from tatze.bots.learned.network import features_of, odds, win_chances
from tatze.bots.search.drivers import VIEW
from tatze.bots.search.policy_drivers import POINTS
from tatze.bots.search.searcher import DEPTH, NODE, NODES, SEATS, Desk, search_form
from tatze.compiled.builder import Form, build
from tatze.compiled.forms import dtype_of
from tatze.core import thermometer
from tatze.core.layout import State
from tatze.games import game_named

BATCH = 64
"""The most walks between two looks at the network: many are cheaper together, but know less of each other."""
ENDS = 1024
"""The most positions after a reply that are looked at."""
WORD = 0.375
"""How much the network's word counts with a search: as so many tries of every action for each playout."""
SLICE = 512
"""Playouts after which that is seen to."""
BRANCH = np.dtype([(name, NODE[name]) for name in NODE.names or ()] + [("prior", "f8")], align=True)
"""A node, and how likely the network thought it."""


@cache
def learned_form(game: str) -> Form:
    """The search of a game with its features and with the drivers of learned bots."""
    features = features_of(game)
    given: dict[str, Callable[..., Any]] = {"describe": features.describe, "choice_of": features.choice_of}
    return build("cpu", [thermometer, features.module, drivers], given, base=search_form(game))


class GuidedDesk:
    """What one bot writes on. Two bots that think at the same time need two."""

    patience = 0.03  # room for a whole batch

    def __init__(self, game: str, nodes: int = NODES, batch: int = BATCH) -> None:
        self.game, self.network, self.functions = game_named(game), network_of(game), learned_form(game)
        self.states = np.zeros(4, dtype_of(self.game.layout))
        self.tree, self.book = np.zeros(nodes, BRANCH), np.zeros(2, np.int64)
        guided = self.game.guided
        self.knobs, self.playing, self.played = np.array(guided[:3]), np.array(self.game.search), guided.playout_share
        self.chance = 0
        module, actions = features_of(game), self.game.actions
        self.slots = np.zeros(actions, np.int32)
        hidden = np.zeros(max(1, self.game.deal_size), np.int8)
        self.scratch: tuple[Any, ...] = (hidden, np.zeros(actions, np.int32), self.slots, np.zeros(actions))
        """Hidden things, legal actions, the nodes they lead to, their weights."""
        self.paths, self.movers = np.zeros((batch, DEPTH), np.int32), np.zeros((batch, DEPTH), np.int8)
        self.depths, self.leaves, self.viewers, self.counts = (np.zeros(batch, np.int64) for _ in range(4))
        self.legals, self.choices = (np.zeros((batch, actions), np.int32) for _ in range(2))
        self.masks = np.zeros((batch, module.choices), np.bool_)
        self.features = np.zeros((batch, module.length), np.int8)
        self.results, self.odds = np.zeros((batch, SEATS)), np.zeros((batch, module.choices))
        self.lay(self.game.layout.new(), 0)
        self._walk(0, 0)  # compiled now

    def lay(self, view: State, seed: int) -> None:
        """Begin a search of what a seat sees."""
        for name in self.game.layout.fields:
            self.states[name][VIEW] = getattr(view, name)
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """Begin a search of the view that lies there."""
        self.chance = self.functions.view_seed(self.states, seed)
        self.functions.open_tree(self.tree, self.book)

    def search(self, first: int, count: int) -> None:
        """Make the walks of these numbers, in batches that grow with what is known: the first is alone."""
        end = first + count
        while first < end:
            size = min(len(self.paths), end - first, max(1, first // 6))
            self._walk(first, size)
            first += size

    def favourite(self) -> int:
        """The best action so far."""
        return int(self.functions.preferred(self.tree))

    def best_liked(self, actions: Any, count: int) -> int:
        """What the policy alone would do with the view that lies there."""
        self.features[0] = 0
        self.functions.face(self.states, actions, count, self.features, self.choices)
        policy, _ = self.network.think(self.features[:1])
        return int(actions[policy[0, self.choices[0, :count]].argmax()])

    def _walk(self, first: int, count: int) -> None:
        for array in (self.masks, self.features, self.results):
            array[:count] = 0
        self.functions.gather(
            self.states,
            self.tree,
            self.book,
            *self.scratch,
            self.paths,
            self.movers,
            self.depths,
            self.leaves,
            self.viewers,
            self.counts,
            self.legals,
            self.choices,
            self.masks,
            self.features,
            self.results,
            self.knobs,
            self.playing,
            self.chance,
            first,
            count,
        )
        self._think(count)
        self.functions.settle(
            self.tree,
            self.book,
            self.slots,
            self.paths,
            self.movers,
            self.depths,
            self.leaves,
            self.counts,
            self.legals,
            self.choices,
            self.odds,
            self.results,
            self.knobs,
            count,
        )

    def _think(self, count: int) -> None:
        """Let the network look where games went on: how likely each choice is, and what each seat may hope for."""
        rows = np.flatnonzero(self.viewers[:count] >= 0)
        if not len(rows):
            return
        players = int(self.states["players"][VIEW])
        policy, worth = self.network.think(self.features[rows])
        self.odds[rows] = odds(policy, self.masks[rows])
        seats = (np.arange(players) - self.viewers[rows, None]) % players
        hoped = np.take_along_axis(win_chances(worth, players), seats, 1)
        self.results[rows, :players] += (1 - self.played) * (hoped - self.results[rows, :players])


class AheadDesk(Desk):
    """A search by playouts that knows what the network thinks of every action, one reply ahead."""

    def __init__(self, game: str, nodes: int = NODES) -> None:
        self.network, self.ahead = network_of(game), ahead_form(game)
        super().__init__(game, nodes)
        actions = self.game.actions
        self.follow = np.zeros(5, dtype_of(self.game.layout))
        self.mine, self.rolls, self.replies = (np.zeros(actions, np.int32) for _ in range(3))
        self.ends, self.ending = np.zeros((ENDS, 4), np.int64), np.zeros((ENDS, SEATS))
        self.features = np.zeros((ENDS, features_of(game).length), np.int8)
        self.worth, self.slots = np.zeros(actions), np.zeros(actions, np.int32)
        self.count = self.used = self.planted = 0
        """Actions, positions that were looked at for them, and for how many tries the search knows it."""
        self.lay(self.game.layout.new(), 0)  # compiled now
        self._plant(0)

    def begin(self, seed: int) -> None:
        super().begin(seed)
        self.planted = 0
        self._look()

    def search(self, first: int, count: int) -> None:
        end = first + count
        while first < end:
            size = min(SLICE, end - first)
            super().search(first, size)
            first += size
            self._plant(max(1, int(WORD * first)))

    def _look(self) -> None:
        """What the network thinks of every action."""
        self.features[: self.used], self.ending[: self.used], self.worth[:] = 0, 0, 0
        self.follow[0] = self.states[VIEW]
        self.count, self.used = self.ahead.unfold(
            self.follow, self.mine, self.rolls, self.replies, self.ends, self.features, self.ending
        )
        rows = np.flatnonzero(self.ends[: self.used, OVER] == 0)
        players = int(self.states["players"][VIEW])
        if len(rows):
            _, worth = self.network.think(self.features[rows])
            seats = (np.arange(players) - self.ends[rows, CHOSE, None]) % players
            self.ending[rows, :players] = np.take_along_axis(win_chances(worth, players), seats, 1)
        self.ahead.fold_back(self.follow, self.ends, self.used, self.ending, self.worth)

    def _plant(self, times: int) -> None:
        """Let the search know it, as if it had tried every action so many times."""
        part = 1 - float(self.knobs[POINTS])
        self.ahead.plant(
            self.tree, self.book, self.mine, self.count, self.slots, self.worth, times - self.planted, part
        )
        self.planted = times


@cache
def ahead_form(game: str) -> Form:
    """The search of a game with its features and with the drivers of looking ahead."""
    return build(
        "cpu",
        [thermometer, features_of(game).module, lookahead_drivers],
        {"describe": features_of(game).describe},
        base=search_form(game),
    )


def guided_desk(game: str, **how: int) -> GuidedDesk | AheadDesk:
    """Where a guided search of this game is made."""
    return AheadDesk(game, **how) if not game_named(game).hidden else GuidedDesk(game, **how)
