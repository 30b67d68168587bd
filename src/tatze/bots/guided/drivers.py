"""What learned bots do between two looks at their network, in the rules' style, for any game.

The tree is that of `search_drivers`, with hidden cards imagined anew for every walk. But a walk ends at the first
decision where nothing was tried yet. There the network says how likely each action is and what each seat may hope
for, of many walks at once: `gather` walks, the network looks, `settle` writes down what it said. A playout to the end
says what to hope for too: it is rough, but errs in other ways than the network.

The game's functions and its features are left open here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tatze.bots.search.drivers import SHUFFLED, VIEW, WORK, add_child, imagine, mark_children, play_out, select
from tatze.compiled.drivers import reward
from tatze.core.layout import CHANCE, Row, State
from tatze.core.threefry import GUESS, below, game_block

legal: Callable[[Any, Row], int]
apply: Callable[[Any, int], None]
hide: Callable[[Any, int, Any], None]
copy_state: Callable[[Any, Any], None]
describe: Callable[[Any, Row], None]
choice_of: Callable[[Any, int], int]

LOOK = 3
"""After the states of a search: what a seat would see at the end of a walk."""
OVER = -1
"""Who looks where a game is over."""
EVEN = 2
"""A knob, after how much to explore and how much to doubt: which part of the weight all actions share alike."""
STRANGE = 0.02
"""The weight of an action that was not possible when its decision was looked at: the hidden cards were others."""


def face(states: Any, actions: Row, n: int, features: Any, choices: Any) -> None:
    """Write what the network is told of the view, onto zeros, and where the n actions stand in its policy."""
    describe(states[VIEW], features[0])
    for i in range(n):
        choices[0][i] = choice_of(states[VIEW], actions[i])


def gather(
    states: Any,
    tree: Any,
    book: Row,
    things: Row,
    actions: Row,
    slots: Row,
    weights: Any,
    paths: Any,
    movers: Any,
    depths: Row,
    leaves: Row,
    viewers: Row,
    counts: Row,
    legals: Any,
    choices: Any,
    masks: Any,
    features: Any,
    results: Any,
    knobs: Any,
    playing: Any,
    seed: int,
    first: int,
    count: int,
) -> None:
    """Walk `count` times, and write what the network shall look at, and what a playout brought that goes on from
    there with the knobs `playing`; masks, features and results onto zeros.

    A node on the way counts as tried, and as lost until `settle`, so that the walks of one batch differ."""
    s = states[WORK]
    for j in range(count):
        imagine(states[VIEW], s, things, seed, first + j)
        depths[j], leaves[j], drawn = walk(
            s, tree, book, actions, slots, weights, paths[j], movers[j], knobs, seed, first + j
        )
        for i in range(depths[j]):
            tree[paths[j][i]].visits += 1
        viewers[j] = OVER
        counts[j] = 0
        if s.reason == 0:
            viewers[j] = s.actor
            counts[j] = look(s, states[LOOK], legals[j], choices[j], masks[j], features[j])
            play_out(
                s, tree, book, actions, slots, weights, paths[j], movers[j], playing, seed, first + j, drawn, False
            )
        reward(s, results[j])


def look(s: State, view: State, actions: Row, choices: Row, mask: Row, features: Row) -> int:
    """Write what the seat that decides may know and do; how many actions that are."""
    hide(s, s.actor, view)
    describe(view, features)
    n = legal(s, actions)
    for i in range(n):
        choices[i] = choice_of(view, actions[i])
        mask[choices[i]] = 1
    return n


def walk(
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
) -> tuple[int, int, int]:
    """Walk down to a decision where nothing was tried, or to the end of the game; how deep that was, the node, −1 where
    none can be kept, and the next random number's place."""
    at = 0
    depth = 0
    drawn = SHUFFLED
    while s.reason == 0:
        n = legal(s, actions)
        action = actions[0]
        mover = s.actor
        if n > 1:
            if depth == len(path):
                at = -1
            if mover == CHANCE:
                word, _ = game_block(seed, number, drawn, GUESS)
                drawn += 1
                action = actions[below(word, n)]
            elif at < 0 or tree[at].child == 0:
                break
            if at >= 0:
                mark_children(tree, at, actions, n, slots)
                if mover != CHANCE:
                    recall(tree, actions, n, slots, weights)
                    action = actions[select(tree, actions, n, slots, weights, knobs)]
                if slots[action] == 0:
                    slots[action] = grow(tree, book, at, action, STRANGE)
                at = slots[action]
            if at > 0:
                path[depth] = at
                movers[depth] = mover
                depth += 1
        apply(s, action)
    return depth, at, drawn


def grow(tree: Any, book: Row, at: int, action: int, prior: float) -> int:
    """A new node; −1 when the tree is full."""
    child = add_child(tree, book, at, action)
    if child == 0:
        return -1
    tree[child].prior = prior
    return child


def recall(tree: Any, actions: Row, n: int, slots: Row, weights: Any) -> None:
    """What the network thought of the actions."""
    for i in range(n):
        weights[i] = STRANGE
        if slots[actions[i]]:
            weights[i] = tree[slots[actions[i]]].prior


def settle(
    tree: Any,
    book: Row,
    slots: Row,
    paths: Any,
    movers: Any,
    depths: Row,
    leaves: Row,
    counts: Row,
    legals: Any,
    choices: Any,
    odds: Any,
    results: Any,
    knobs: Any,
    count: int,
) -> None:
    """Write down what the walks of a batch brought, and what can be tried next where they ended."""
    for j in range(count):
        for i in range(depths[j]):
            if movers[j][i] >= 0:
                tree[paths[j][i]].value += results[j][movers[j][i]]
        if leaves[j] >= 0:
            mark_children(tree, leaves[j], legals[j], counts[j], slots)
            for i in range(counts[j]):
                if slots[legals[j][i]] == 0:
                    prior = (1 - knobs[EVEN]) * odds[j][choices[j][i]] + knobs[EVEN] / counts[j]
                    grow(tree, book, leaves[j], legals[j][i], prior)


def preferred(tree: Any) -> int:
    """The action tried most often at the root; among equals the one that the network likes better."""
    best = tree[0].child
    child = best
    while child:
        if tree[child].visits > tree[best].visits or (
            tree[child].visits == tree[best].visits and tree[child].prior > tree[best].prior
        ):
            best = child
        child = tree[child].sibling
    action: int = tree[best].action
    return action
