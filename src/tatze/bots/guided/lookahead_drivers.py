"""One-ply lookahead with a network, in the rules' style, for games without hidden items.

`unfold` lists the positions after every action, every roll of the dice and every reply. The network evaluates them, and
`back_up` turns that into a value of each action at the root. `add_virtual_visits` then gives the values to the tree of
a search with playouts, as visits that were never made. Playouts and the network make different errors, and together
they err less than either.

The game's functions and its features are left open here; the builder fills them in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tatze.bots.search.drivers import SearchTree, add_child, find_children
from tatze.compiled.drivers import reward
from tatze.core.layout import CHANCE, Row, State

legal: Callable[[Any, Row], int]
apply: Callable[[Any, int], None]
hide: Callable[[Any, int, Any], None]
copy_state: Callable[[Any, Any], None]
describe: Callable[[Any, Row], None]

ROOT, AFTER_ACTION, AFTER_ROLL, AFTER_REPLY, POSITION_VIEW = range(5)
"""Indices into the states of a lookahead: the view at the root, what follows from it, and the network's view."""


class Lookahead(NamedTuple):
    """Everything that a lookahead writes on."""

    states: Any
    actions: Any
    """Legal actions at the root."""
    rolls: Any
    """Legal rolls after an action."""
    replies: Any
    """Legal replies after a roll."""
    positions: Any
    """Records of type `POSITION`, one for each position after a reply or at the end of a game."""
    features: Any
    """What the network reads of each position, as the seat sees it that chose last."""
    results: Any
    """Result of each position for each seat: the outcome of a finished game, otherwise the network's value."""


def unfold(ahead: Lookahead) -> tuple[int, int]:
    """List the positions, and write their features or, where the game is over, their results; both must be zeros.
    Return the number of actions at the root and the number of positions. Positions beyond the arrays' length are left
    out.

    It is one function because the compiler would optimise the rules once more for every function between."""
    states = ahead.states
    n = legal(states[ROOT], ahead.actions)
    count = 0
    for i in range(n):
        copy_state(states[ROOT], states[AFTER_ACTION])
        seat = states[AFTER_ACTION].actor
        apply(states[AFTER_ACTION], ahead.actions[i])
        dice = states[AFTER_ACTION].actor == CHANCE and states[AFTER_ACTION].reason == 0
        rolls = 1
        if dice:
            rolls = legal(states[AFTER_ACTION], ahead.rolls)
        for r in range(rolls):
            copy_state(states[AFTER_ACTION], states[AFTER_ROLL])
            if dice:
                apply(states[AFTER_ROLL], ahead.rolls[r])
            if states[AFTER_ROLL].reason:
                count = add_position(ahead, states[AFTER_ROLL], i, r, seat, count)
                continue
            for k in range(legal(states[AFTER_ROLL], ahead.replies)):
                copy_state(states[AFTER_ROLL], states[AFTER_REPLY])
                replier = states[AFTER_REPLY].actor
                apply(states[AFTER_REPLY], ahead.replies[k])
                count = add_position(ahead, states[AFTER_REPLY], i, r, replier, count)
    return n, count


def add_position(ahead: Lookahead, s: State, action: int, roll: int, seat: int, count: int) -> int:
    """Write one position, and return the number of positions by then."""
    if count == len(ahead.positions):
        return count
    position = ahead.positions[count]
    position.action = action
    position.roll = roll
    position.seat = seat
    position.over = s.reason != 0
    if s.reason:
        reward(s, ahead.results[count])
    else:
        hide(s, seat, ahead.states[POSITION_VIEW])
        describe(ahead.states[POSITION_VIEW], ahead.features[count])
    return count + 1


def back_up(ahead: Lookahead, count: int, values: Any) -> None:
    """Write the value of each action for the seat at the root, onto zeros: after each roll the seat that replies takes
    what is best for itself, and an action's value is the mean over all rolls."""
    positions = ahead.positions
    results = ahead.results
    seat = ahead.states[ROOT].actor
    at = 0
    while at < count:
        action = positions[at].action
        rolls = 0
        while at < count and positions[at].action == action:
            best = at
            roll = positions[at].roll
            while at < count and positions[at].action == action and positions[at].roll == roll:
                if results[at][positions[at].seat] > results[best][positions[best].seat]:
                    best = at
                at += 1
            values[action] += results[best][seat]
            rolls += 1
        values[action] /= rolls


def add_virtual_visits(
    tree: SearchTree, actions: Row, n: int, children: Row, values: Any, visits: int, weight: float
) -> None:
    """Add virtual visits to every action of the root. Their result is the mean result of the real visits plus
    `weight` times how much the action's value exceeds the mean value of the visits. `children` is a buffer."""
    nodes = tree.nodes
    find_children(tree, 0, actions, n, children)
    visited = 0
    total = 0.0
    expected = 0.0
    for i in range(n):
        if children[actions[i]] == 0:
            children[actions[i]] = add_child(tree, 0, actions[i])
        child = children[actions[i]]
        if child:
            visited += nodes[child].visits
            total += nodes[child].value
            expected += nodes[child].visits * values[i]
    for i in range(n):
        child = children[actions[i]]
        if child and visited:
            nodes[child].visits += visits
            nodes[child].availability += visits * n
            nodes[child].value += visits * (total + weight * (values[i] * visited - expected)) / visited
