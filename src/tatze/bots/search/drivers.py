"""Information-set Monte-Carlo tree search with determinization, in the rules' style, for any game.

The tree belongs to one observer's view. Every playout determinizes the view (it fills in the hidden items at random),
descends the tree by PUCT along actions that are legal in that determinization, adds one node, plays to the end with
the playout policy, and adds to every node on the path the result of the seat that chose it. So each seat maximizes its
own result. Dice are drawn at random and have nodes of their own.

A node is an action after the actions above it. Beside its visits it counts its availability: how often the action was
legal when its parent was visited. With hidden items an action is not legal in every determinization.

The game's functions, `copy_state`, `fold_state` and the policy (`playout_action`, `write_priors`, `playout_result`) are
left open here; the builder fills them in."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any, NamedTuple

from tatze.compiled.drivers import fold
from tatze.core.layout import CHANCE, Row, State
from tatze.core.threefry import GUESS, below, game_block, shuffle

legal: Callable[[Any, Row], int]
apply: Callable[[Any, int], None]
unseen: Callable[[Any, Row], int]
fill: Callable[[Any, Row], None]
copy_state: Callable[[Any, Any], None]
fold_state: Callable[[Any, int], int]
playout_action: Callable[[Any, Row, int, tuple[int, int], Any], int]
"""playout_action(state, legal, n, words, parameters) is the playout policy; `words` are two random 32-bit words."""
write_priors: Callable[[Any, Row, int, Any, Any], None]
"""write_priors(state, legal, n, priors, parameters) writes the prior of each legal action; they add up to 1."""
playout_result: Callable[[Any, int, Any], float]
"""playout_result(state, seat, parameters) is a seat's result of a playout, from 0 to 1."""

VIEW, DETERMINIZED, GAME = range(3)
"""Indices into the states of a search: the observer's view, the state of the playout, and the real game of a match."""
NODES_USED, PLAYOUT_ACTIONS = range(2)
"""Indices into the counters of a tree: nodes in use, and actions of all playouts below the tree."""
DETERMINIZATION_WORDS = 128
"""Number of random blocks at the start of a playout's stream that are reserved for its determinization."""
FNV_OFFSET = 2166136261
"""The value that a digest begins with (FNV-1a)."""


class SearchTree(NamedTuple):
    """The tree of one search."""

    nodes: Any
    """Records of type `NODE`; the root is at 0. Siblings are a linked list."""
    counters: Any
    """See `NODES_USED` and `PLAYOUT_ACTIONS`."""


class TreePath(NamedTuple):
    """The way of one playout through the tree, from below the root."""

    nodes: Any
    actors: Any
    """The seat that chose each node, or CHANCE."""


class SearchBuffers(NamedTuple):
    """Arrays that every playout overwrites."""

    hidden: Any
    """Hidden items of the view, in random order."""
    actions: Any
    """Legal actions of the current state."""
    children: Any
    """Action → child node of the current node, 0 for none."""
    priors: Any
    """Priors of the legal actions."""
    path: TreePath
    results: Any
    """Result of the playout for each seat."""


class RandomStream(NamedTuple):
    """Where the random words of one playout come from."""

    seed: int
    number: int
    """Number of the playout."""
    position: int
    """Index of the next block."""


def search(
    states: Any, tree: SearchTree, buffers: SearchBuffers, parameters: Any, seed: int, first: int, count: int
) -> None:
    """Make the playouts number first to first + count − 1 of a search."""
    s = states[DETERMINIZED]
    nodes = tree.nodes
    hidden = buffers.hidden
    path = buffers.path
    path_nodes = path.nodes
    path_actors = path.actors
    results = buffers.results
    for number in range(first, first + count):
        determinize(states[VIEW], s, hidden, seed, number)
        stream = RandomStream(seed, number, DETERMINIZATION_WORDS)
        depth, steps = run_playout(s, tree, buffers, path, parameters, stream, True)
        tree.counters[PLAYOUT_ACTIONS] += steps
        for seat in range(s.players):
            results[seat] = playout_result(s, seat, parameters)
        for i in range(depth):
            nodes[path_nodes[i]].visits += 1
            if path_actors[i] >= 0:
                nodes[path_nodes[i]].value += results[path_actors[i]]


def determinize(view: State, s: State, hidden: Row, seed: int, number: int) -> None:
    """Write a complete state that fits the view. It depends on the view, the seed and the playout's number alone."""
    copy_state(view, s)
    n = unseen(s, hidden)
    shuffle(hidden, n, seed, number, GUESS)
    fill(s, hidden)


def run_playout(
    s: State,
    tree: SearchTree,
    buffers: SearchBuffers,
    path: TreePath,
    parameters: Any,
    stream: RandomStream,
    in_tree: bool,
) -> tuple[int, int]:
    """Descend the tree and add one node if `in_tree`, then follow the playout policy to the end of the game or to the
    playout limit. Return the depth of the path and the number of actions below the tree.

    Both parts share one call of the rules, which halves the code to compile."""
    actions = buffers.actions
    children = buffers.children
    priors = buffers.priors
    path_nodes = path.nodes
    path_actors = path.actors
    position = stream.position
    node = 0
    depth = 0
    steps = 0
    while s.reason == 0 and steps < parameters.playout_limit:
        n = legal(s, actions)
        action = actions[0]
        actor = s.actor
        if n > 1 and (actor == CHANCE or not in_tree):
            words = game_block(stream.seed, stream.number, position, GUESS)
            position += 1
            if actor == CHANCE:
                action = actions[below(words[0], n)]
            else:
                action = playout_action(s, actions, n, words, parameters)
        if not in_tree:
            steps += 1
        elif n > 1:
            find_children(tree, node, actions, n, children)
            if actor != CHANCE:
                write_priors(s, actions, n, priors, parameters)
                action = actions[select(tree, buffers, n, parameters)]
                in_tree = children[action] > 0
            if children[action] == 0:
                children[action] = add_child(tree, node, action)
            node = children[action]
            if node:
                path_nodes[depth] = node
                path_actors[depth] = actor
                depth += 1
            in_tree = in_tree and node > 0 and depth < len(path_nodes)
        apply(s, action)
    return depth, steps


def find_children(tree: SearchTree, node: int, actions: Row, n: int, children: Row) -> None:
    """Write the child node of each of the n actions, 0 for none."""
    nodes = tree.nodes
    for i in range(n):
        children[actions[i]] = 0
    child = nodes[node].first_child
    while child:
        children[nodes[child].action] = child
        child = nodes[child].next_sibling


def add_child(tree: SearchTree, parent: int, action: int) -> int:
    """Add a node and return its index; 0 when the tree is full."""
    nodes = tree.nodes
    child: int = tree.counters[NODES_USED]
    if child == len(nodes):
        return 0
    tree.counters[NODES_USED] += 1
    nodes[child].action = action
    nodes[child].next_sibling = nodes[parent].first_child
    nodes[child].first_child = 0
    nodes[child].visits = 0
    nodes[child].availability = 0
    nodes[child].value = 0
    nodes[parent].first_child = child
    return child


def select(tree: SearchTree, buffers: SearchBuffers, n: int, parameters: Any) -> int:
    """Return the index of the legal action with the highest PUCT score, and count the availability of all children.

    The exploration term grows with an action's availability instead of its parent's visits. An unvisited action is
    estimated at the mean of its siblings less a penalty (first-play urgency)."""
    nodes = tree.nodes
    actions = buffers.actions
    children = buffers.children
    priors = buffers.priors
    visits = 0
    value = 0.0
    for i in range(n):
        child = children[actions[i]]
        if child:
            nodes[child].availability += 1
            visits += nodes[child].visits
            value += nodes[child].value
    first_play_urgency = 0.5
    if visits:
        first_play_urgency = value / visits - parameters.unvisited_penalty
    best = 0
    best_score = -1e9
    for i in range(n):
        child = children[actions[i]]
        exploration = parameters.exploration * priors[i]
        puct_score = first_play_urgency + exploration * sqrt(visits + 1)
        if child and nodes[child].visits:
            tried = nodes[child].visits
            puct_score = nodes[child].value / tried + exploration * sqrt(nodes[child].availability) / (1 + tried)
        if puct_score > best_score:
            best_score = puct_score
            best = i
    return best


def clear_tree(tree: SearchTree) -> None:
    """Leave the root alone in the tree."""
    tree.nodes[0].first_child = 0
    tree.counters[NODES_USED] = 1
    tree.counters[PLAYOUT_ACTIONS] = 0


def most_visited(tree: SearchTree) -> int:
    """Return the most visited action of the root; among equals the one with the higher total result."""
    nodes = tree.nodes
    best = 0
    child = nodes[0].first_child
    while child:
        if (
            best == 0
            or nodes[child].visits > nodes[best].visits
            or (nodes[child].visits == nodes[best].visits and nodes[child].value > nodes[best].value)
        ):
            best = child
        child = nodes[child].next_sibling
    action: int = nodes[best].action
    return action


def view_seed(states: Any, seed: int) -> int:
    """Return the seed of a search: a digest of the bot's seed and the view, so that a view is always answered alike."""
    return fold_state(states[VIEW], fold(FNV_OFFSET, seed))
