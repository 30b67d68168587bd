"""Whole games between searches and simple bots, in the rules' style. Every bot gets a view and never the state.

A seat's bot is the number of playouts of its search, or minus one of the numbers of `SIMPLE`; from GUEST down it is
somebody who decides elsewhere, from the view that is left behind. A search is over when none of its other actions could
still become the favourite: what is chosen is the same as if all playouts were made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tatze.bots.search.drivers import GAME, VIEW, favourite, open_tree, search
from tatze.compiled.drivers import deal_game, fold, pick, reward
from tatze.core.layout import CHANCE, Row, State

legal: Callable[[Any, Row], int]
apply: Callable[[Any, int], None]
score: Callable[[Any, int], int]
hide: Callable[[Any, int, Any], None]
fold_state: Callable[[Any, int], int]
thumb: Callable[[Any, Row, int], int]
yardstick: Callable[[Any, Row, int], int]

SIMPLE = ("random", "thumb", "yardstick")
RANDOM, THUMB, YARDSTICK, GUEST = 0, -1, -2, -3
MOVES, SEARCHED, LEFT, SEED, WAITING, CHOSEN, NOTES = range(7)
"""In a match's notes: the moves so far, the decisions of searches, how many playouts the search under way may still
make, what its chance follows from, from how many actions a guest has to choose, and what was chosen last."""
NOTHING = -1
GLANCE = 64
"""Playouts between two looks whether a search is over."""


def begin_match(s: State, template: State, deal: Row, notes: Row, seed: int, number: int) -> None:
    """Deal the game of this number."""
    deal_game(s, template, deal, seed, number)
    for i in range(NOTES):
        notes[i] = 0
    notes[CHOSEN] = NOTHING


def play_on(
    states: Any,
    choices: Row,
    bots: Row,
    tree: Any,
    book: Row,
    things: Row,
    actions: Row,
    slots: Row,
    weights: Any,
    path: Row,
    movers: Row,
    results: Any,
    knobs: Any,
    notes: Row,
    seed: int,
    number: int,
    playouts: int,
) -> bool:
    """Play to the end, or until a guest has to choose, or until so many playouts are made: whether that was it."""
    s = states[GAME]
    for _ in range(playouts):
        if notes[LEFT] == 0:
            notes[WAITING] = 0
            n = play_simple(states, choices, bots, notes, seed, number)
            if n == 0:
                return False
            if bots[s.actor] <= GUEST:
                notes[WAITING] = n
                return False
            open_tree(tree, book)
            notes[LEFT] = bots[s.actor]
            notes[SEED] = view_seed(states, seed)
        search(
            states,
            tree,
            book,
            things,
            actions,
            slots,
            weights,
            path,
            movers,
            results,
            knobs[s.actor],
            notes[SEED],
            bots[s.actor] - notes[LEFT],
            1,
        )
        notes[LEFT] -= 1
        if notes[LEFT] == 0 or (notes[LEFT] % GLANCE == 0 and lead(tree) > notes[LEFT]):
            notes[LEFT] = 0
            notes[SEARCHED] += 1
            notes[CHOSEN] = favourite(tree)
    return True


def play_simple(states: Any, choices: Row, bots: Row, notes: Row, seed: int, number: int) -> int:
    """Carry out what was chosen, and play until a search or a guest has to choose; from how many actions. 0 at the
    end."""
    s = states[GAME]
    while True:
        if notes[CHOSEN] != NOTHING:
            apply(s, notes[CHOSEN])
            notes[MOVES] += 1
            notes[CHOSEN] = NOTHING
        if s.reason:
            return 0
        n = legal(s, choices)
        action = choices[0]
        if n > 1 and (s.actor == CHANCE or bots[s.actor] == RANDOM):
            action = pick(s, choices, n, seed, number, notes[MOVES])
        elif n > 1:
            hide(s, s.actor, states[VIEW])
            if bots[s.actor] == THUMB:
                action = thumb(states[VIEW], choices, n)
            elif bots[s.actor] == YARDSTICK:
                action = yardstick(states[VIEW], choices, n)
            else:
                return n
        notes[CHOSEN] = action


def lead(tree: Any) -> int:
    """How much more often than any other the favourite was tried."""
    most = 0
    second = 0
    child = tree[0].child
    while child:
        visits = tree[child].visits
        if visits > most:
            second = most
            most = visits
        elif visits > second:
            second = visits
        child = tree[child].sibling
    return most - second


def end_match(s: State, shares: Any, scores: Row) -> None:
    """Write each seat's share of the victory, onto zeros, and its score."""
    reward(s, shares)
    for seat in range(s.players):
        scores[seat] = score(s, seat)


def view_seed(states: Any, seed: int) -> int:
    """What a search's chance follows from: its seed and the view, so that a view is always answered the same way."""
    return fold_state(states[VIEW], fold(2166136261, seed))
