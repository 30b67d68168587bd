"""Whole games between searches and simple bots, in the rules' style. Every bot gets a view and never the state.

A seat's bot is the number of playouts of its search, or minus one of the numbers of `SIMPLE`; from GUEST down it is
somebody who decides elsewhere, from the view that `play_on` leaves behind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tatze.bots.search_drivers import GAME, VIEW, favourite, open_tree, search
from tatze.compiled.drivers import deal_game, fold, pick, reward
from tatze.core.layout import CHANCE, Row

legal: Callable[[Any, Row], int]
apply: Callable[[Any, int], None]
score: Callable[[Any, int], int]
hide: Callable[[Any, int, Any], None]
fold_state: Callable[[Any, int], int]
thumb: Callable[[Any, Row, int], int]
yardstick: Callable[[Any, Row, int], int]

SIMPLE = ("random", "thumb", "yardstick")
RANDOM, THUMB, YARDSTICK, GUEST = 0, -1, -2, -3
MOVES, SEARCHED = range(2)
"""In a match's notes: the moves so far, and the decisions of searches."""


def begin_match(states: Any, templates: Any, deal: Row, notes: Row, seed: int, number: int) -> None:
    """Deal the game of this number."""
    deal_game(states[GAME], templates[0], deal, seed, number)
    notes[MOVES] = 0
    notes[SEARCHED] = 0


def play_on(
    states: Any, choices: Row, bots: Row, tree: Any, book: Row, things: Row, actions: Row, slots: Row, weights: Any,
    path: Row, movers: Row, results: Any, knobs: Any, notes: Row, seed: int, number: int,
) -> int:  # fmt: skip
    """Play to the end, or until a guest has to choose; from how many actions."""
    s = states[GAME]
    while s.reason == 0:
        n = legal(s, choices)
        action = choices[0]
        if n > 1 and (s.actor == CHANCE or bots[s.actor] == RANDOM):
            action = pick(s, choices, n, seed, number, notes[MOVES])
        elif n > 1:
            hide(s, s.actor, states[VIEW])
            if bots[s.actor] <= GUEST:
                return n
            if bots[s.actor] == THUMB:
                action = thumb(states[VIEW], choices, n)
            elif bots[s.actor] == YARDSTICK:
                action = yardstick(states[VIEW], choices, n)
            else:
                open_tree(tree, book)
                search(
                    states, tree, book, things, actions, slots, weights, path, movers, results, knobs[s.actor],
                    view_seed(states, seed), 0, bots[s.actor],
                )  # fmt: skip
                action = favourite(tree)
                notes[SEARCHED] += 1
        apply(s, action)
        notes[MOVES] += 1
    return 0


def follow_guest(states: Any, notes: Row, action: int) -> None:
    """Carry out what a guest chose."""
    apply(states[GAME], action)
    notes[MOVES] += 1


def end_match(states: Any, shares: Any, scores: Row) -> None:
    """Write each seat's share of the victory, onto zeros, and its score."""
    s = states[GAME]
    reward(s, shares)
    for seat in range(s.players):
        scores[seat] = score(s, seat)


def view_seed(states: Any, seed: int) -> int:
    """What a search's chance follows from: its seed and the view, so that a view is always answered the same way."""
    return fold_state(states[VIEW], fold(2166136261, seed))
