"""What a review does with states, in the rules' style: it draws what is hidden or undrawn anew, and steps and encodes.

A *stretch* is what follows an action up to the next turn of the seat that took it. The game's functions, its features
and its statistics are left open here; the builder fills them in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tatze.compiled.drivers import Scratch, deal_game, reward
from tatze.core.layout import CHANCE, Row
from tatze.core.threefry import DICE, GUESS, below, game_block, shuffle

legal: Callable[[Any, Row], int]
apply: Callable[[Any, int], None]
hide: Callable[[Any, int, Any], None]
unseen: Callable[[Any, Row], int]
fill: Callable[[Any, Row], None]
undrawn: Callable[[Any, Row], int]
redraw: Callable[[Any, Row], None]
copy_state: Callable[[Any, Any], None]
describe: Callable[[Any, Row], None]
choice_of: Callable[[Any, int], int]
action_of: Callable[[Any, int, Row], int]
measure: Callable[[Any, Any, int, Row], None]

OVER, AWAY = 1, 2
"""Marks of a playout: the stretch has ended; the turn has passed from the seat."""


def deal_many(states: Any, template: Any, deal: Row, seed: int) -> None:
    """Deal every state, the i-th as the game number i of the seed."""
    for i in range(len(states)):
        deal_game(states[i], template[0], deal, seed, i)


def determinize_many(view: Any, states: Any, hidden: Row, seed: int) -> None:
    """Write whole states that fit the view in `view[0]`, the i-th from the random numbers number i of the seed."""
    for i in range(len(states)):
        copy_state(view[0], states[i])
        n = unseen(states[i], hidden)
        shuffle(hidden, n, seed, i, GUESS)
        fill(states[i], hidden)


def shuffle_undrawn(states: Any, items: Row, seed: int) -> None:
    """Put the undrawn items of every state into a random order, the i-th by the random numbers number i of the seed."""
    for i in range(len(states)):
        n = undrawn(states[i], items)
        shuffle(items, n, seed, i, GUESS)
        redraw(states[i], items)


def list_undrawn(states: Any, i: int, items: Row) -> int:
    """Write the undrawn items of the i-th state, the next one first; return their number."""
    return undrawn(states[i], items)


def put_first(states: Any, i: int, items: Row, place: int) -> None:
    """Put the undrawn item of this place first in the i-th state; `items` is overwritten."""
    undrawn(states[i], items)
    item = items[place]
    items[place] = items[0]
    items[0] = item
    redraw(states[i], items)


def apply_many(states: Any, actions: Row) -> None:
    """Carry out an action in every state."""
    for i in range(len(states)):
        apply(states[i], actions[i])


def expand_rolls(states: Any, actions: Row, out: Any, parents: Row) -> int:
    """Write the states after every roll of each state where chance decides, and the others as they are, with the number
    of the state that each comes from; return their number."""
    count = 0
    for i in range(len(states)):
        rolls = 1
        chance = states[i].actor == CHANCE and states[i].reason == 0
        if chance:
            rolls = legal(states[i], actions)
        for k in range(rolls):
            copy_state(states[i], out[count])
            if chance:
                apply(out[count], actions[k])
            parents[count] = i
            count += 1
    return count


def share_victories(states: Any, shares: Any) -> None:
    """Write each seat's share of the victory of every finished game, onto zeros."""
    for i in range(len(states)):
        if states[i].reason:
            reward(states[i], shares[i])


def encode_views(states: Any, views: Any, seats: Row, features: Any) -> None:
    """Write what the i-th of these seats may know of the i-th state, onto zeros."""
    for i in range(len(states)):
        hide(states[i], seats[i], views[0])
        describe(views[0], features[i])


def encode_choices(states: Any, views: Any, scratch: Scratch, features: Any, masks: Any) -> None:
    """Write what the actor of every state may know and choose, onto zeros."""
    for i in range(len(states)):
        hide(states[i], states[i].actor, views[0])
        describe(views[0], features[i])
        for k in range(legal(states[i], scratch.actions)):
            masks[i][choice_of(views[0], scratch.actions[k])] = 1


def make_choices(states: Any, scratch: Scratch, chosen: Row) -> None:
    """Carry out a choice of the policy in every state."""
    for i in range(len(states)):
        apply(states[i], action_of(states[i], chosen[i], scratch.actions))


def advance(
    states: Any, marked: Any, seats: Row, marks: Row, scratch: Scratch, seed: int, numbers: Row, rolls: Row
) -> None:
    """Let chance and forced moves go on in every stretch that has not ended, up to a decision of the policy or its end.

    A stretch ends at the end of the game or where the seat decides in a later turn of its own. `marked` gets the state
    in which the turn first passes from the seat. The n-th roll of a stretch has its own random number, the same for all
    stretches of one number."""
    actions = scratch.actions
    for i in range(len(states)):
        s = states[i]
        while marks[i] & OVER == 0:
            if marks[i] & AWAY == 0 and (s.turn != seats[i] or s.reason):
                copy_state(s, marked[i])
                marks[i] |= AWAY
            if s.reason or (marks[i] & AWAY and s.actor == seats[i] and s.turn == seats[i]):
                marks[i] |= OVER
            else:
                n = legal(s, actions)
                if n > 1 and s.actor != CHANCE:
                    break
                if s.actor == CHANCE:
                    word, _ = game_block(seed, numbers[i], rolls[i], DICE)
                    apply(s, actions[below(word, n)])
                    rolls[i] += 1
                else:
                    apply(s, actions[0])


def measure_many(marked: Any, states: Any, seats: Row, out: Any) -> None:
    """Write the game's statistics of every stretch: from where the turn passed on to where the stretch ended."""
    for i in range(len(states)):
        measure(marked[i], states[i], seats[i], out[i])


def measure_nothing(s: Any, later: Any, seat: int, out: Row) -> None:  # the signature of `measure`
    """Stand for the statistics of a game that has none."""
