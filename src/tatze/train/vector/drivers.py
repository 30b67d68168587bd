"""What training does with games, in the rules' style: many games of several settings, side by side in arrays.

Every game is dealt from the template of its setting, and a network learns of it through a view only. The features and
the simple bots of the game are left open here.

A *choice* is a number of the network's output; `action_of` turns it into an action. A *learning seat* is one at which
a network decides; a *scripted seat* is one at which the `thumb` bot does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tatze.compiled.drivers import Scratch, deal_game, pick, reward, roll_dice
from tatze.core.layout import Row, State

legal: Callable[[Any, Row], int]
apply: Callable[[Any, int], None]
score: Callable[[Any, int], int]
hide: Callable[[Any, int, Any], None]
describe: Callable[[Any, Row], None]
choice_of: Callable[[Any, int], int]
action_of: Callable[[Any, int, Row], int]
hidden_items: Callable[[Any, Any, Row, Row], int]
thumb: Callable[[Any, Row, int], int]
yardstick: Callable[[Any, Row, int], int]

LOWEST_SCORE = -(10**6)
"""A number below every score."""


class VectorArrays(NamedTuple):
    """What is known of vectorised games besides their states; one row for each game."""

    settings: Any
    """Index of the game's setting, and so of its template."""
    scripted: Any
    """Scripted seats, as bits by seat."""
    numbers: Any
    """The game's number, which decides its random numbers together with the seed."""
    rolls: Any
    """How often chance has decided so far."""
    chosen: Any
    """The choice to carry out; −1 for none."""
    done: Any
    """The reason of the end if the last step ended the game, otherwise 0."""
    shares: Any
    """Each seat's share of the victory in the game that ended last (games × seats)."""
    leads: Any
    """Each seat's lead in points over the best other seat in the game that ended last (games × seats)."""
    afterstates: Any
    """The features of what the decider sees right after its decision; the array has a single row if unwanted."""


def deal_vector_game(
    s: State, view: State, template: State, scratch: Scratch, seed: int, number: int, scripted: int
) -> int:
    """Begin a game, up to the first decision of a learning seat; return how often chance has decided by then."""
    deal_game(s, template, scratch.deal, seed, number)
    return advance_to_learner(s, view, scratch.actions, seed, number, 0, scripted)


def advance_to_learner(s: State, view: State, actions: Row, seed: int, number: int, rolls: int, scripted: int) -> int:
    """Let chance and the scripted seats act until a learning seat has to decide or the game is over.

    Return how often chance has decided in this game by then."""
    rolls = roll_dice(s, actions, seed, number, rolls)
    while s.reason == 0 and scripted >> s.actor & 1:
        n = legal(s, actions)
        hide(s, s.actor, view)
        apply(s, thumb(view, actions, n))
        rolls = roll_dice(s, actions, seed, number, rolls)
    return rolls


def write_result(s: State, shares: Any, leads: Any) -> None:
    """Write what a finished game brought each seat: its share of the victory, and its lead over the best other."""
    for seat in range(s.players):
        shares[seat] = 0
        best = LOWEST_SCORE
        for other in range(s.players):
            if other != seat:
                best = max(best, score(s, other))
        leads[seat] = score(s, seat) - best
    reward(s, shares)


def step_vector_game(
    s: State, view: State, template: State, scratch: Scratch, seed: int, i: int, arrays: VectorArrays
) -> None:
    """Carry out the choice of the i-th game, then let chance and the scripted seats act.

    If the game goes on right after the choice, its afterstate is written, onto zeros. If the game ends, its result is
    written, and a new game begins in its place."""
    seat = s.actor
    apply(s, action_of(s, arrays.chosen[i], scratch.actions))
    if s.reason == 0 and i < len(arrays.afterstates):
        hide(s, seat, view)
        describe(view, arrays.afterstates[i])
    scripted = arrays.scripted[i]
    arrays.rolls[i] = advance_to_learner(s, view, scratch.actions, seed, arrays.numbers[i], arrays.rolls[i], scripted)
    arrays.done[i] = s.reason
    if s.reason:
        write_result(s, arrays.shares[i], arrays.leads[i])
        arrays.numbers[i] += len(arrays.numbers)
        arrays.rolls[i] = deal_vector_game(s, view, template, scratch, seed, arrays.numbers[i], scripted)


def encode_actor(s: State, view: State, actions: Row, features: Row, mask: Row) -> int:
    """Write what the actor may know and choose, onto zeros; return the actor. A finished game writes nothing."""
    if s.reason:
        return 0
    hide(s, s.actor, view)
    describe(view, features)
    n = legal(s, actions)
    for k in range(n):
        mask[choice_of(view, actions[k])] = 1
    return s.actor


def encode_seat(s: State, view: State, seat: int, features: Row) -> None:
    """Write what a seat may know, onto zeros; nothing for a seat that the game does not have."""
    if seat < s.players:
        hide(s, seat, view)
        describe(view, features)


def step_among_yardsticks(
    s: State, view: State, actions: Row, seed: int, i: int, learner: int, arrays: VectorArrays
) -> None:
    """Carry out the choice of the i-th game, if there is one; then `yardstick` bots act until the learner has to choose
    again. The result is written when the game ends; it is not dealt again."""
    if s.reason:
        return
    if arrays.chosen[i] >= 0:
        apply(s, action_of(s, arrays.chosen[i], actions))
        arrays.rolls[i] = roll_dice(s, actions, seed, arrays.numbers[i], arrays.rolls[i])
    while s.actor != learner and not is_over(s):
        n = legal(s, actions)
        hide(s, s.actor, view)
        apply(s, yardstick(view, actions, n))
        arrays.rolls[i] = roll_dice(s, actions, seed, arrays.numbers[i], arrays.rolls[i])
    arrays.done[i] = s.reason
    if s.reason:
        write_result(s, arrays.shares[i], arrays.leads[i])


def is_over(s: State) -> bool:
    """Return whether a game has ended."""
    return s.reason != 0


def random_choice(s: State, actions: Row, seed: int, number: int, move: int) -> int:
    """Return a random legal choice; `move` is its number in the game's stream of choices."""
    n = legal(s, actions)
    return choice_of(s, pick(s, actions, n, seed, number, move))


# --- The same for all games, called from Python -----------------------------------------------------------------------


def deal_vector(states: Any, views: Any, templates: Any, scratch: Scratch, seed: int, arrays: VectorArrays) -> None:
    """Begin every game."""
    for i in range(len(states)):
        template = templates[arrays.settings[i]]
        number = arrays.numbers[i]
        arrays.rolls[i] = deal_vector_game(states[i], views[0], template, scratch, seed, number, arrays.scripted[i])


def step_vector(states: Any, views: Any, templates: Any, scratch: Scratch, seed: int, arrays: VectorArrays) -> None:
    """Carry out the choice of every game."""
    for i in range(len(states)):
        step_vector_game(states[i], views[0], templates[arrays.settings[i]], scratch, seed, i, arrays)


def encode_actors(states: Any, views: Any, actions: Row, actors: Row, features: Any, masks: Any) -> None:
    """Write what the actor of every game may know and choose, and who that is."""
    for i in range(len(states)):
        actors[i] = encode_actor(states[i], views[0], actions, features[i], masks[i])


def encode_seats(states: Any, views: Any, seats: Row, first: int, interval: int, features: Any) -> None:
    """Write what the j-th of these seats may know of the game first + j × interval."""
    for j in range(len(seats)):
        encode_seat(states[first + j * interval], views[0], seats[j], features[j])


def step_vector_among_yardsticks(
    states: Any, views: Any, actions: Row, seed: int, learners: Row, arrays: VectorArrays
) -> None:
    """Carry out the learner's choice in every game, and let `yardstick` bots act up to its next one."""
    for i in range(len(states)):
        step_among_yardsticks(states[i], views[0], actions, seed, i, learners[i], arrays)


def choose_vector_randomly(states: Any, actions: Row, seed: int, move: int, arrays: VectorArrays) -> None:
    """Write a random legal choice for every game."""
    for i in range(len(states)):
        arrays.chosen[i] = random_choice(states[i], actions, seed, arrays.numbers[i], move)


def count_hidden_items(states: Any, views: Any, items: Row, seats: Row, counts: Any) -> None:
    """Count the items that the actor of every state does not see, onto zeros (states × seats × items).

    Seats are counted from the actor's; what no seat has stands at 0."""
    for i in range(len(states)):
        s = states[i]
        hide(s, s.actor, views[0])
        for k in range(hidden_items(s, views[0], items, seats)):
            step = 0
            if seats[k] >= 0:
                step = (seats[k] - s.actor + s.players) % s.players
            counts[i][step][items[k]] += 1
