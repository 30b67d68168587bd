"""Whole games between searches and simple bots, in the rules' style. Every bot gets a view and never the state.

A seat's bot is the number of playouts of its search, or minus one of the numbers of `SIMPLE`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tatze.bots.search_drivers import GAME, VIEW, favourite, open_tree, search
from tatze.compiled.drivers import deal_game, fold, pick
from tatze.core.layout import CHANCE, Row

legal: Callable[[Any, Row], int]
apply: Callable[[Any, int], None]
wins: Callable[[Any, int], bool]
score: Callable[[Any, int], int]
hide: Callable[[Any, int, Any], None]
fold_state: Callable[[Any, int], int]
thumb: Callable[[Any, Row, int], int]
yardstick: Callable[[Any, Row, int], int]

SIMPLE = ("random", "thumb", "yardstick")
RANDOM, THUMB, YARDSTICK = 0, -1, -2


def play_match(
    states: Any, templates: Any, deal: Row, choices: Row, bots: Row, tree: Any, book: Row, things: Row, actions: Row,
    slots: Row, weights: Any, path: Row, movers: Row, results: Any, knobs: Any, seed: int, number: int,
    shares: Any, scores: Row,
) -> int:  # fmt: skip
    """Play the game of this number; write each seat's share of the victory and its score, say how many decisions the
    searches had."""
    s = states[GAME]
    deal_game(s, templates[0], deal, seed, number)
    moves = 0
    searched = 0
    while s.reason == 0:
        n = legal(s, choices)
        action = choices[0]
        if n > 1 and (s.actor == CHANCE or bots[s.actor] == RANDOM):
            action = pick(s, choices, n, seed, number, moves)
        elif n > 1:
            hide(s, s.actor, states[VIEW])
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
                searched += 1
        apply(s, action)
        moves += 1
    winners = 0
    for seat in range(s.players):
        if wins(s, seat):
            winners += 1
    for seat in range(s.players):
        scores[seat] = score(s, seat)
        shares[seat] = 0
        if wins(s, seat):
            shares[seat] = 1 / winners
    return searched


def view_seed(states: Any, seed: int) -> int:
    """What a search's chance follows from: its seed and the view, so that a view is always answered the same way."""
    return fold_state(states[VIEW], fold(2166136261, seed))
