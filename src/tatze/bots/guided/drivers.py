"""Tree search guided by a network, in the rules' style, for games with hidden items.

The tree is that of `tatze.bots.search.drivers`, with a new determinization for every descent. A descent ends at the
first decision that has no children, the leaf. The network evaluates many leaves at once: `collect_leaves` makes the
descents, `play_out_leaves` a playout from each leaf, the network runs in NumPy, and `finish_leaves` expands the leaves
with the network's policy as prior and backpropagates. The value of a leaf is a mixture of the network's value head and
of one playout to the end. Descents and playouts are two functions, so that two processors can compile them.

The game's functions, its features and the playout policy are left open here; the builder fills them in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tatze.bots.search.drivers import (
    DETERMINIZATION_WORDS,
    DETERMINIZED,
    VIEW,
    RandomStream,
    SearchBuffers,
    SearchTree,
    TreePath,
    add_child,
    determinize,
    find_children,
    select,
)
from tatze.compiled.drivers import reward
from tatze.core.layout import CHANCE, Row, State
from tatze.core.threefry import GUESS, below, game_block

legal: Callable[[Any, Row], int]
apply: Callable[[Any, int], None]
hide: Callable[[Any, int, Any], None]
copy_state: Callable[[Any, Any], None]
describe: Callable[[Any, Row], None]
choice_of: Callable[[Any, int], int]
playout_action: Callable[[Any, Row, int, tuple[int, int], Any], int]

LEAF_VIEW = 3
"""Index into the states, after those of the search with playouts: the view of the seat that decides at a leaf."""
NO_VIEWER = -1
"""The viewer of a leaf where the game is over."""
NO_NODE = -1
"""The node of a leaf that the tree has no room for."""
UNEXPECTED_ACTION_PRIOR = 0.02
"""The prior of an action that was not legal in the determinization in which its parent was expanded."""


class LeafBatch(NamedTuple):
    """The leaves of many descents. Every array has one row for each descent."""

    path_nodes: Any
    path_actors: Any
    depths: Any
    nodes: Any
    """The node of each leaf, or NO_NODE."""
    states: Any
    """The determinization in which the leaf was reached, later that at the end of the playout."""
    positions: Any
    """The next position in each descent's random stream."""
    viewers: Any
    """The seat that decides at each leaf, or NO_VIEWER."""
    counts: Any
    """Number of legal actions."""
    actions: Any
    """The legal actions."""
    choices: Any
    """The place of each legal action in the policy."""
    masks: Any
    """1 at the places of the policy that are legal."""
    features: Any
    """What the network reads."""
    results: Any
    """Result for each seat: of the playout, later mixed with the network's value."""
    probabilities: Any
    """The network's policy after masking."""


class ParameterSets(NamedTuple):
    """Arrays of one record each, so that compiled functions can read them by name."""

    tree: Any
    """`GuidedParameters`"""
    playout: Any
    """`SearchParameters`"""


def encode_view(states: Any, actions: Row, n: int, features: Any, choices: Any) -> None:
    """Write the features of the view into row 0, which must be zeros, and the places of the n actions in the policy."""
    describe(states[VIEW], features[0])
    for i in range(n):
        choices[0][i] = choice_of(states[VIEW], actions[i])


def collect_leaves(
    states: Any,
    tree: SearchTree,
    buffers: SearchBuffers,
    leaves: LeafBatch,
    parameters: ParameterSets,
    seed: int,
    first: int,
    count: int,
) -> None:
    """Make the descents number first to first + count − 1, and write what the network reads at each leaf. Masks and
    features must be zeros.

    Every node on a path gets its visit at once and its result only in `finish_leaves`. Until then the visit counts as
    a loss (virtual loss), so that the descents of one batch spread out."""
    s = states[DETERMINIZED]
    for j in range(count):
        determinize(states[VIEW], s, buffers.hidden, seed, first + j)
        path = TreePath(leaves.path_nodes[j], leaves.path_actors[j])
        stream = RandomStream(seed, first + j, DETERMINIZATION_WORDS)
        depth, leaves.nodes[j], leaves.positions[j] = descend(s, tree, buffers, path, parameters.tree[0], stream)
        leaves.depths[j] = depth
        for i in range(depth):
            tree.nodes[path.nodes[i]].visits += 1
        leaves.viewers[j] = NO_VIEWER
        leaves.counts[j] = 0
        if s.reason == 0:
            leaves.viewers[j] = s.actor
            leaves.counts[j] = encode_leaf(s, states[LEAF_VIEW], leaves, j)
        copy_state(s, leaves.states[j])


def play_out_leaves(
    buffers: SearchBuffers, leaves: LeafBatch, parameters: ParameterSets, seed: int, first: int, count: int
) -> None:
    """Make a playout from each leaf of the descents number first to first + count − 1, and write its result. Results
    must be zeros."""
    for j in range(count):
        s = leaves.states[j]
        play_out(s, buffers.actions, parameters.playout[0], RandomStream(seed, first + j, leaves.positions[j]))
        reward(s, leaves.results[j])


def play_out(s: State, actions: Row, parameters: Any, stream: RandomStream) -> None:
    """Play a game on by the playout policy, to its end or until `playout_limit` actions were made."""
    position = stream.position
    steps = 0
    while s.reason == 0 and steps < parameters.playout_limit:
        n = legal(s, actions)
        action = actions[0]
        if n > 1:
            words = game_block(stream.seed, stream.number, position, GUESS)
            position += 1
            if s.actor == CHANCE:
                action = actions[below(words[0], n)]
            else:
                action = playout_action(s, actions, n, words, parameters)
        apply(s, action)
        steps += 1


def encode_leaf(s: State, view: State, leaves: LeafBatch, j: int) -> int:
    """Write what the seat that decides may know and do, and return the number of its legal actions."""
    hide(s, s.actor, view)
    describe(view, leaves.features[j])
    actions = leaves.actions[j]
    choices = leaves.choices[j]
    mask = leaves.masks[j]
    n = legal(s, actions)
    for i in range(n):
        choice = choice_of(view, actions[i])
        choices[i] = choice
        mask[choice] = 1
    return n


def descend(
    s: State, tree: SearchTree, buffers: SearchBuffers, path: TreePath, parameters: Any, stream: RandomStream
) -> tuple[int, int, int]:
    """Follow the PUCT rule to a decision without children or to the end of the game. Return the depth of the path, the
    node there, and the next position in the random stream."""
    actions = buffers.actions
    children = buffers.children
    path_nodes = path.nodes
    path_actors = path.actors
    position = stream.position
    node = 0
    depth = 0
    while s.reason == 0:
        n = legal(s, actions)
        action = actions[0]
        actor = s.actor
        if n > 1:
            if depth == len(path_nodes):
                node = NO_NODE
            if actor == CHANCE:
                word, _ = game_block(stream.seed, stream.number, position, GUESS)
                position += 1
                action = actions[below(word, n)]
            elif node < 0 or tree.nodes[node].first_child == 0:
                break
            if node >= 0:
                find_children(tree, node, actions, n, children)
                if actor != CHANCE:
                    read_priors(tree, buffers, n)
                    action = actions[select(tree, buffers, n, parameters)]
                if children[action] == 0:
                    children[action] = add_with_prior(tree, node, action, UNEXPECTED_ACTION_PRIOR)
                node = children[action]
            if node > 0:
                path_nodes[depth] = node
                path_actors[depth] = actor
                depth += 1
        apply(s, action)
    return depth, node, position


def add_with_prior(tree: SearchTree, parent: int, action: int, prior: float) -> int:
    """Add a node and return its index; NO_NODE when the tree is full."""
    child = add_child(tree, parent, action)
    if child == 0:
        return NO_NODE
    tree.nodes[child].prior = prior
    return child


def read_priors(tree: SearchTree, buffers: SearchBuffers, n: int) -> None:
    """Write the priors that the nodes of the legal actions have."""
    nodes = tree.nodes
    actions = buffers.actions
    children = buffers.children
    priors = buffers.priors
    for i in range(n):
        child = children[actions[i]]
        priors[i] = UNEXPECTED_ACTION_PRIOR
        if child:
            priors[i] = nodes[child].prior


def finish_leaves(tree: SearchTree, children: Row, leaves: LeafBatch, parameters: ParameterSets, count: int) -> None:
    """Backpropagate the results of the first `count` descents, and expand their leaves. `children` is a buffer."""
    for j in range(count):
        backpropagate(tree, leaves, j)
        if leaves.nodes[j] >= 0:
            expand(tree, children, leaves, j, parameters.tree[0].uniform_prior)


def backpropagate(tree: SearchTree, leaves: LeafBatch, j: int) -> None:
    """Add to every node on a path the result of the seat that chose it."""
    nodes = tree.nodes
    path_nodes = leaves.path_nodes[j]
    path_actors = leaves.path_actors[j]
    results = leaves.results[j]
    for i in range(leaves.depths[j]):
        if path_actors[i] >= 0:
            nodes[path_nodes[i]].value += results[path_actors[i]]


def expand(tree: SearchTree, children: Row, leaves: LeafBatch, j: int, uniform_prior: float) -> None:
    """Give a leaf a child for every legal action, with the network's policy mixed with a uniform prior."""
    actions = leaves.actions[j]
    choices = leaves.choices[j]
    probabilities = leaves.probabilities[j]
    n = leaves.counts[j]
    find_children(tree, leaves.nodes[j], actions, n, children)
    for i in range(n):
        if children[actions[i]] == 0:
            prior = (1 - uniform_prior) * probabilities[choices[i]] + uniform_prior / n
            add_with_prior(tree, leaves.nodes[j], actions[i], prior)


def most_visited_by_prior(tree: SearchTree) -> int:
    """Return the most visited action of the root; among equals the one with the higher prior."""
    nodes = tree.nodes
    best = nodes[0].first_child
    child = best
    while child:
        if nodes[child].visits > nodes[best].visits or (
            nodes[child].visits == nodes[best].visits and nodes[child].prior > nodes[best].prior
        ):
            best = child
        child = nodes[child].next_sibling
    action: int = nodes[best].action
    return action
