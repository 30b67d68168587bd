"""Rollouts from determinizations of a view, many side by side, in the rules' style, for games with hidden items.

A rollout begins with one action of the seat that decides, in a determinization of its view. Then a network decides for
every seat, each by its own view, until the seat has begun some further turns. All actions are played from the same
determinizations with the same later chance, so that luck cancels out of their differences.

`begin_rollouts` makes the determinizations and carries out the actions. `advance_rollouts` goes on to the next
decisions and writes what the network reads there; the network runs in NumPy. `encode_ends` writes what the seat sees
where its rollouts end. The game's functions and its features are left open here; the builder fills them in."""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Any, NamedTuple

from tatze.bots.search.drivers import DETERMINIZED, VIEW, determinize
from tatze.compiled.drivers import reward
from tatze.core.layout import CHANCE, Row, State
from tatze.core.threefry import DICE, GUESS, MASK, below, game_block

legal: Callable[[Any, Row], int]
apply: Callable[[Any, int], None]
hide: Callable[[Any, int, Any], None]
fill: Callable[[Any, Row], None]
hidden_items: Callable[[Any, Any, Row, Row], int]
"""hidden_items(s, view, items, seats) writes what the view does not show of a state, as `fill` hands it out."""
copy_state: Callable[[Any, Any], None]
describe: Callable[[Any, Row], None]
choice_of: Callable[[Any, int], int]
action_of: Callable[[Any, int, Row], int]

SWAPS_PER_ITEM = 10
"""Number of swaps that are proposed for every hidden item, to bring a shuffled determinization to the belief."""
FIRST_SWAP = 1024
"""Number of the random block of the first swap, beyond those of the shuffling."""
SEEN = 2
"""Index into the states of a search, after the view and the determinization: what a seat sees in a rollout."""


class Rollouts(NamedTuple):
    """Rollouts side by side. Every array has one row for each rollout."""

    states: Any
    numbers: Any
    """Number of the determinization, which decides the later chance too."""
    rolls: Any
    """How often chance has decided since the determinization."""
    away: Any
    """1 while it is another seat's turn."""
    turns: Any
    """Number of turns that the seat has begun since its action."""
    ended: Any
    """1 where the rollout has ended."""
    rows: Any
    """Number of the rollout that each row of features belongs to."""
    chosen: Any
    """The network's choice for each row of features."""
    features: Any
    """What the network reads."""
    masks: Any
    """1 at the legal places of the policy."""
    results: Any
    """Each seat's share of the victory where the game is over."""


def encode_root(states: Any, actions: Row, choices: Row, features: Row) -> int:
    """Write the features of the view onto zeros, the legal actions and their places in the policy; return the number of
    actions."""
    n = legal(states[VIEW], actions)
    describe(states[VIEW], features)
    for i in range(n):
        choices[i] = choice_of(states[VIEW], actions[i])
    return n


class Hidden(NamedTuple):
    """The hidden items of a view, and where they may be."""

    items: Any
    """The items in random order."""
    seats: Any
    """The seat that gets each of them, counted from the viewer's; 0 for none."""
    weights: Any
    """The belief: seat × item → logarithm of the odds that the item is there, beside a uniform draw. No rows for none.
    """


def determinize_by_belief(view: State, s: State, hidden: Hidden, seed: int, number: int) -> None:
    """Write a complete state that fits the view. Where there is a belief, states are as likely as the product of the
    odds of their items; Metropolis swaps bring a uniform draw there."""
    determinize(view, s, hidden.items, seed, number)
    if len(hidden.weights):
        n = hidden_items(s, view, hidden.items, hidden.seats)
        for i in range(n):
            if hidden.seats[i] < 0:
                hidden.seats[i] = 0
            else:
                hidden.seats[i] = (hidden.seats[i] - view.viewer + s.players) % s.players
        swap_items(hidden, n, seed, number)
        copy_state(view, s)
        fill(s, hidden.items)


def swap_items(hidden: Hidden, n: int, seed: int, number: int) -> None:
    """Propose swaps of two items each, and carry out those that the belief likes."""
    items = hidden.items
    seats = hidden.seats
    weights = hidden.weights
    for k in range(FIRST_SWAP, FIRST_SWAP + SWAPS_PER_ITEM * n):
        first, second = game_block(seed, number, 2 * k, GUESS)
        i = below(first, n)
        j = below(second, n)
        if seats[i] != seats[j] and items[i] != items[j]:
            a = items[i]
            b = items[j]
            gain = weights[seats[i]][b] + weights[seats[j]][a] - weights[seats[i]][a] - weights[seats[j]][b]
            word, _ = game_block(seed, number, 2 * k + 1, GUESS)
            if gain >= 0 or word < exp(gain) * MASK:
                items[i] = b
                items[j] = a


def begin_rollouts(
    states: Any, rollouts: Rollouts, hidden: Hidden, tried: Row, seed: int, first: int, draws: int
) -> None:
    """Carry out each of the actions `tried` in the determinizations number first to first + draws − 1. The rollouts of
    one determinization are neighbours."""
    i = 0
    for number in range(first, first + draws):
        determinize_by_belief(states[VIEW], states[DETERMINIZED], hidden, seed, number)
        for action in tried:
            copy_state(states[DETERMINIZED], rollouts.states[i])
            apply(rollouts.states[i], action)
            rollouts.numbers[i] = number
            rollouts.rolls[i] = 0
            rollouts.away[i] = 0
            rollouts.turns[i] = 0
            rollouts.ended[i] = 0
            i += 1


def advance_rollouts(states: Any, rollouts: Rollouts, actions: Row, seed: int, turns: int, decided: int) -> int:
    """Carry out the first `decided` choices, and play on to the next decision of every rollout that has not ended; all
    are looked at where nothing was decided. Return the number of decisions; features and masks are written onto zeros.
    """
    seat = states[VIEW].viewer
    count = decided
    if decided == 0:
        count = len(rollouts.ended)
    live = 0
    for k in range(count):
        i = k
        if decided:
            i = rollouts.rows[k]
            apply(rollouts.states[i], action_of(rollouts.states[i], rollouts.chosen[k], actions))
        if rollouts.ended[i] == 0:
            n = play_to_decision(rollouts, i, seat, actions, seed, turns)
            if n:
                encode_decision(
                    rollouts.states[i], states[SEEN], actions, n, rollouts.features[live], rollouts.masks[live]
                )
                rollouts.rows[live] = i
                live += 1
    return live


def play_to_decision(rollouts: Rollouts, i: int, seat: int, actions: Row, seed: int, turns: int) -> int:
    """Let chance and forced moves go on in a rollout. Return the number of legal actions of the next decision, 0 where
    the rollout ends: when the game is over, or the seat has begun so many turns."""
    s = rollouts.states[i]
    while True:
        if s.turn != seat:
            rollouts.away[i] = 1
        elif rollouts.away[i] and s.actor == seat:
            rollouts.away[i] = 0
            rollouts.turns[i] += 1
        if s.reason or rollouts.turns[i] == turns:
            rollouts.ended[i] = 1
            return 0
        n = legal(s, actions)
        action = actions[0]
        if s.actor == CHANCE:
            word, _ = game_block(seed, rollouts.numbers[i], rollouts.rolls[i], DICE)
            rollouts.rolls[i] += 1
            action = actions[below(word, n)]
        elif n > 1:
            return n
        apply(s, action)


def encode_decision(s: State, view: State, actions: Row, n: int, features: Row, mask: Row) -> None:
    """Write what the actor may know and choose, onto zeros."""
    hide(s, s.actor, view)
    describe(view, features)
    for k in range(n):
        mask[choice_of(view, actions[k])] = 1


def encode_ends(states: Any, rollouts: Rollouts, count: int) -> int:
    """Write the results of those of the first `count` rollouts whose game is over, onto zeros, and the features of what
    the seat sees in the others. Return the number of the others."""
    going = 0
    for i in range(count):
        s = rollouts.states[i]
        if s.reason:
            reward(s, rollouts.results[i])
        else:
            hide(s, states[VIEW].viewer, states[SEEN])
            describe(states[SEEN], rollouts.features[going])
            rollouts.rows[going] = i
            going += 1
    return going
