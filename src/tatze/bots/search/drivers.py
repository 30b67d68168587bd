"""Monte-Carlo tree search in the rules' style, for any game: with dice, hidden cards and any number of players.

The tree is that of one observer's view. Every playout imagines what the view hides, each time anew, walks down the
tree along actions that are legal in what it imagined, adds one node, plays on with a simple policy to the end, and
writes down for every seat that chose on the way what came of it for that seat. So each seat seeks its own good.

A node is an action after the actions above it. How often it could have been chosen is counted beside how often it
was: with hidden cards not everything is possible every time.

The game's functions, the copying of states and the policy (`playout_action`, `weigh`, `result`) are left open here."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

from tatze.core.layout import CHANCE, Row, State
from tatze.core.threefry import GUESS, below, game_block, shuffle

legal: Callable[[Any, Row], int]
apply: Callable[[Any, int], None]
unseen: Callable[[Any, Row], int]
fill: Callable[[Any, Row], None]
copy_state: Callable[[Any, Any], None]
playout_action: Callable[[Any, Row, int, int, int, Any], int]
"""What a playout does: state, legal actions, how many, two random words, knobs."""
weigh: Callable[[Any, Row, int, Any, Any], None]
"""How likely each legal action is the right one, before anything was tried; the weights add up to 1."""
result: Callable[[Any, int, Any], float]
"""What the game as it stands at the end of a playout is worth to a seat, from 0 to 1."""

VIEW, WORK, GAME = range(3)
"""The states that a search writes on: what it was given, what it imagines; and in a match the real game."""
USED, STEPS = range(2)
"""In a search's book: nodes in use, and the actions of all playouts."""
EXPLORE, DOUBT, LENGTH = range(3)
"""The first knobs: how much to explore, how much less than its siblings an untried action is hoped to bring, and the
most actions of a playout. Those of the policy follow."""
SHUFFLED = 128
"""A playout's random numbers below this one are for what it imagines."""


def search(
    states: Any,
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
    seed: int,
    first: int,
    count: int,
) -> None:
    """Make the playouts number first to first + count − 1 of a search."""
    s = states[WORK]
    for number in range(first, first + count):
        imagine(states[VIEW], s, things, seed, number)
        depth, steps = play_out(
            s, tree, book, actions, slots, weights, path, movers, knobs, seed, number, SHUFFLED, True
        )
        book[STEPS] += steps
        for seat in range(s.players):
            results[seat] = result(s, seat, knobs)
        for i in range(depth):
            tree[path[i]].visits += 1
            if movers[i] >= 0:
                tree[path[i]].value += results[movers[i]]


def imagine(view: State, s: State, things: Row, seed: int, number: int) -> None:
    """A whole state that fits the view, given the view alone."""
    copy_state(view, s)
    n = unseen(s, things)
    shuffle(things, n, seed, number, GUESS)
    fill(s, things)


def play_out(
    s: State,
    tree: Any,
    book: Row,
    actions: Row,
    slots: Row,
    weights: Any,
    path: Row,
    movers: Row,
    knobs: Any,
    seed: int,
    number: int,
    drawn: int,
    inside: bool,
) -> tuple[int, int]:
    """Walk down the tree to a new node, if it begins inside, and play on with the policy to the end, or as long as a
    playout may be; how deep that was, and how many actions came after. The first random number has the place `drawn`.

    There is one call of the rules here for both, because a GPU has little room for code."""
    at = 0
    depth = 0
    steps = 0
    while s.reason == 0 and steps < knobs[LENGTH]:
        n = legal(s, actions)
        action = actions[0]
        mover = s.actor
        if n > 1 and (mover == CHANCE or not inside):
            one, two = game_block(seed, number, drawn, GUESS)
            drawn += 1
            if mover == CHANCE:
                action = actions[below(one, n)]
            else:
                action = playout_action(s, actions, n, one, two, knobs)
        if not inside:
            steps += 1
        elif n > 1:
            mark_children(tree, at, actions, n, slots)
            if mover != CHANCE:
                weigh(s, actions, n, weights, knobs)
                action = actions[select(tree, actions, n, slots, weights, knobs)]
                inside = slots[action] > 0
            if slots[action] == 0:
                slots[action] = add_child(tree, book, at, action)
            at = slots[action]
            if at:
                path[depth] = at
                movers[depth] = mover
                depth += 1
            inside = inside and at > 0 and depth < len(path)
        apply(s, action)
    return depth, steps


def mark_children(tree: Any, at: int, actions: Row, n: int, slots: Row) -> None:
    """Write for every legal action which node it leads to, 0 for none."""
    for i in range(n):
        slots[actions[i]] = 0
    child = tree[at].child
    while child:
        slots[tree[child].action] = child
        child = tree[child].sibling


def add_child(tree: Any, book: Row, at: int, action: int) -> int:
    """A new node; 0 when the tree is full."""
    child = book[USED]
    if child == len(tree):
        return 0
    book[USED] += 1
    tree[child].action = action
    tree[child].sibling = tree[at].child
    tree[child].child = 0
    tree[child].visits = 0
    tree[child].seen = 0
    tree[child].value = 0
    tree[at].child = child
    return child


def select(tree: Any, actions: Row, n: int, slots: Row, weights: Any, knobs: Any) -> int:
    """The place of the action that promises most: what it brought so far, and more the less it was tried for its
    weight and for how often it could have been."""
    visits = 0
    value = 0.0
    for i in range(n):
        child = slots[actions[i]]
        if child:
            tree[child].seen += 1
            visits += tree[child].visits
            value += tree[child].value
    hope = 0.5
    if visits:
        hope = value / visits - knobs[DOUBT]
    best = 0
    most = -1e9
    for i in range(n):
        child = slots[actions[i]]
        promise = hope + knobs[EXPLORE] * weights[i] * sqrt(visits + 1)
        if child and tree[child].visits:
            tried = tree[child].visits
            promise = tree[child].value / tried + knobs[EXPLORE] * weights[i] * sqrt(tree[child].seen) / (1 + tried)
        if promise > most:
            most = promise
            best = i
    return best


def open_tree(tree: Any, book: Row) -> None:
    """Begin a new search."""
    tree[0].child = 0
    book[USED] = 1
    book[STEPS] = 0


def favourite(tree: Any) -> int:
    """The action tried most often at the root; among equals the one that brought more."""
    best = 0
    child = tree[0].child
    while child:
        if (
            best == 0
            or tree[child].visits > tree[best].visits
            or (tree[child].visits == tree[best].visits and tree[child].value > tree[best].value)
        ):
            best = child
        child = tree[child].sibling
    action: int = tree[best].action
    return action
