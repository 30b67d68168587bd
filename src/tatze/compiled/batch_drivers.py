"""Games in steps, in the rules' style: many games in arrays, of which each thread plays those from low to high − 1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tatze.compiled.drivers import Scratch, deal_game, pick, reward, roll_dice
from tatze.core.layout import Row, State, clear

legal: Callable[[Any, Row], int]
apply: Callable[[Any, int], None]
refusal: Callable[[Any, int], int]
hide: Callable[[Any, int, Any], None]
observe: Callable[[Any, Row], None]


class BatchArrays(NamedTuple):
    """What is known of the games of a batch besides their states; one row for each game."""

    numbers: Any
    """The game's number, which decides its random numbers together with the seed."""
    rolls: Any
    """How often chance has decided so far."""
    chosen: Any
    """The action to carry out."""
    rewards: Any
    """What the last step brought each seat (games × seats): one victory, shared by the winners."""
    done: Any
    """The reason of the end if the last step ended the game, otherwise 0."""


class Observations(NamedTuple):
    """What the actors of a batch may see and do; one row for each game."""

    masks: Any
    """1 for every legal action (games × actions)."""
    rows: Any
    """The numbers that describe the actor's view (games × features)."""
    actors: Any
    """The seat that decides."""


def reset_games(
    states: Any, low: int, high: int, templates: Any, scratch: Scratch, seed: int, arrays: BatchArrays
) -> None:
    """Begin each game of its number, up to the first decision of a seat."""
    for i in range(low, high):
        deal_game(states[i], templates[0], scratch.deal, seed, arrays.numbers[i])
        arrays.rolls[i] = roll_dice(states[i], scratch.actions, seed, arrays.numbers[i], 0)


def step_games(
    states: Any, low: int, high: int, templates: Any, scratch: Scratch, seed: int, arrays: BatchArrays
) -> None:
    """Carry out the chosen action in each game. If that ends a game, note how, and begin a new game in its place.

    The new game has the number of the old one plus the size of the batch, so that no game is played twice."""
    for i in range(low, high):
        s = states[i]
        apply(s, arrays.chosen[i])
        arrays.rolls[i] = roll_dice(s, scratch.actions, seed, arrays.numbers[i], arrays.rolls[i])
        arrays.done[i] = s.reason
        for seat in range(s.players):
            arrays.rewards[i][seat] = 0
        if s.reason:
            reward(s, arrays.rewards[i])
            arrays.numbers[i] += len(states)
            deal_game(s, templates[0], scratch.deal, seed, arrays.numbers[i])
            arrays.rolls[i] = roll_dice(s, scratch.actions, seed, arrays.numbers[i], 0)


def observe_games(states: Any, low: int, high: int, views: Any, actions: Row, out: Observations) -> None:
    """Write what the actor of each game may see and do."""
    for i in range(low, high):
        out.actors[i] = states[i].actor
        observe_game(states[i], views[0], actions, out.masks[i], out.rows[i])


def observe_game(s: State, view: State, actions: Row, mask: Row, observation: Row) -> None:
    """Write what the actor of one game may see and do. Where the row of the observation is empty, none is written."""
    if len(observation):
        hide(s, s.actor, view)
        observe(view, observation)
    clear(mask, len(mask))
    for i in range(legal(s, actions)):
        mask[actions[i]] = 1


def choose_random(states: Any, actions: Row, seed: int, numbers: Row, move: int, chosen: Row) -> None:
    """Choose a random legal action for each game; `move` is the number of the choice in its stream."""
    for i in range(len(states)):
        n = legal(states[i], actions)
        chosen[i] = pick(states[i], actions, n, seed, numbers[i], move)


def first_illegal(states: Any, chosen: Row, action_count: int) -> int:
    """Return the first game whose chosen action is not legal; −1 if there is none."""
    for i in range(len(states)):
        if chosen[i] < 0 or chosen[i] >= action_count or refusal(states[i], chosen[i]) != 0:
            return i
    return -1
