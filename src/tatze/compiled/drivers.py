"""What batches do with games, in the rules' style: deal, play, step and observe games of any kind in any form.

The functions of the game and the copying of states are left open here; the builder fills them in.

A driver takes states, views and templates as separate arguments and everything else in named tuples: CUDA's simulator
cannot take arrays of records inside a tuple."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tatze.core.layout import CHANCE, Row, State, clear
from tatze.core.threefry import CHOICE, DEAL, DICE, MASK, START, below, game_block, shuffle

stock: Callable[[Any, Row], int]
begin: Callable[[Any, Row, int], None]
legal: Callable[[Any, Row], int]
apply: Callable[[Any, int], None]
refusal: Callable[[Any, int], int]
standing: Callable[[Any, int], int]
score: Callable[[Any, int], int]
hide: Callable[[Any, int, Any], None]
observe: Callable[[Any, Row], None]
copy_state: Callable[[Any, Any], None]
fold_state: Callable[[Any, int], int]

COUNTERS = 32
"""Length of the array of totals that `play_games` adds to."""
MOVES_COUNTER = 0
"""Place of the number of moves; the games that ended for reason r are counted at place r, from 1 on."""
DIGEST_COUNTER = 1
"""Place of the sum of digests in the totals of `trace_games`."""
WINS_COUNTER = 8
"""Place of the first seat's victories; the other seats follow."""
SCORES_COUNTER = 16
"""Place of the first seat's points; the other seats follow."""
DIGEST_START = 2166136261
DIGEST_PRIME = 16777619


class Scratch(NamedTuple):
    """Arrays that one thread overwrites while it plays."""

    deal: Any
    """The cards or tiles of the game that is being dealt."""
    actions: Any
    """The legal actions of one position."""


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


def deal_game(s: State, template: State, deal: Row, seed: int, number: int) -> None:
    """Begin the game of this number. The template holds the agreement, and −1 as the start where chance chooses."""
    copy_state(template, s)
    if s.start < 0:
        word, _ = game_block(seed, number, 0, START)
        s.start = below(word, s.players)
    n = stock(s, deal)
    shuffle(deal, n, seed, number, DEAL)
    begin(s, deal, n)


def pick(s: State, actions: Row, n: int, seed: int, number: int, move: int) -> int:
    """Return one of n actions, each as likely: a roll if chance decides, otherwise what a random player chooses."""
    purpose = CHOICE
    if s.actor == CHANCE:
        purpose = DICE
    word, _ = game_block(seed, number, move, purpose)
    return actions[below(word, n)]


def roll_dice(s: State, actions: Row, seed: int, number: int, rolls: int) -> int:
    """Let chance decide until a seat has to; return how often chance has decided in this game by then."""
    while s.actor == CHANCE:
        n = legal(s, actions)
        word, _ = game_block(seed, number, rolls, DICE)
        apply(s, actions[below(word, n)])
        rolls += 1
    return rolls


# --- Whole games ----------------------------------------------------------------------------------------------------


def play_randomly(s: State, actions: Row, seed: int, number: int) -> int:
    """Play a game at random to its end; return the number of moves."""
    moves = 0
    while s.reason == 0:
        n = legal(s, actions)
        apply(s, pick(s, actions, n, seed, number, moves))
        moves += 1
    return moves


def play_games(
    s: State, template: State, scratch: Scratch, seed: int, first: int, end: int, stride: int, totals: Row
) -> None:
    """Play the random games number first, first + stride … below end; add their moves, reasons, wins and scores."""
    for number in range(first, end, stride):
        deal_game(s, template, scratch.deal, seed, number)
        totals[MOVES_COUNTER] += play_randomly(s, scratch.actions, seed, number)
        totals[s.reason] += 1
        won = winners(s)
        for seat in range(s.players):
            totals[WINS_COUNTER + seat] += won >> seat & 1
            totals[SCORES_COUNTER + seat] += score(s, seat)


def fold(digest: int, number: int) -> int:
    """Return a digest with one more number mixed into it (FNV-1a)."""
    return ((digest ^ (number & MASK)) * DIGEST_PRIME) & MASK


def trace_games(
    s: State, template: State, scratch: Scratch, seed: int, first: int, end: int, stride: int, totals: Row
) -> None:
    """Play like `play_games`, but add up moves and a digest of every game.

    A digest takes in the state at the beginning and at the end, and for every move who decided, how many actions were
    legal and which was chosen."""
    for number in range(first, end, stride):
        deal_game(s, template, scratch.deal, seed, number)
        digest = fold_state(s, DIGEST_START)
        moves = 0
        while s.reason == 0:
            n = legal(s, scratch.actions)
            action = pick(s, scratch.actions, n, seed, number, moves)
            digest = fold(fold(fold(digest, s.actor), n), action)
            apply(s, action)
            moves += 1
        totals[MOVES_COUNTER] += moves
        totals[DIGEST_COUNTER] += fold_state(s, digest)


def play_many(states: Any, templates: Any, scratch: Scratch, seed: int, first: int, end: int, totals: Row) -> None:
    """Play the games number first to end − 1 in the first state."""
    play_games(states[0], templates[0], scratch, seed, first, end, 1, totals)


def trace_many(states: Any, templates: Any, scratch: Scratch, seed: int, first: int, end: int, totals: Row) -> None:
    """Trace the games number first to end − 1 in the first state."""
    trace_games(states[0], templates[0], scratch, seed, first, end, 1, totals)


def winners(s: State) -> int:
    """Return the winners of a finished game, as bits by seat."""
    best = standing(s, 0)
    won = 1
    for seat in range(1, s.players):
        mine = standing(s, seat)
        if mine > best:
            best = mine
            won = 0
        if mine == best:
            won |= 1 << seat
    return won


def wins(s: State, seat: int) -> bool:
    """Return whether a seat is among the winners of a finished game."""
    return winners(s) >> seat & 1 == 1


def reward(s: State, out: Any) -> None:
    """Share one victory among the winners of a finished game; the places of the others are left as they are."""
    won = winners(s)
    count = 0
    for seat in range(s.players):
        count += won >> seat & 1
    for seat in range(s.players):
        if won >> seat & 1:
            out[seat] = 1 / count


# --- Games in steps: low to high − 1 are the games of one thread ------------------------------------------------------


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
    """Carry out the chosen action in each game."""
    for i in range(low, high):
        step_game(states, i, templates[0], scratch, seed, arrays)


def step_game(states: Any, i: int, template: State, scratch: Scratch, seed: int, arrays: BatchArrays) -> None:
    """Carry out the chosen action in one game. If that ends it, note how, and begin a new game in its place.

    The new game has the number of the old one plus the size of the batch, so that no game is played twice."""
    s = states[i]
    apply(s, arrays.chosen[i])
    arrays.rolls[i] = roll_dice(s, scratch.actions, seed, arrays.numbers[i], arrays.rolls[i])
    arrays.done[i] = s.reason
    for seat in range(s.players):
        arrays.rewards[i][seat] = 0
    if s.reason:
        reward(s, arrays.rewards[i])
        arrays.numbers[i] += len(states)
        deal_game(s, template, scratch.deal, seed, arrays.numbers[i])
        arrays.rolls[i] = roll_dice(s, scratch.actions, seed, arrays.numbers[i], 0)


def observe_games(states: Any, low: int, high: int, views: Any, actions: Row, out: Observations) -> None:
    """Write what the actor of each game may see and do."""
    for i in range(low, high):
        out.actors[i] = states[i].actor
        observe_game(states[i], views[0], actions, out.masks[i], out.rows[i])


def observe_game(s: State, view: State, actions: Row, mask: Row, observation: Row) -> None:
    """Write what the actor of one game may see and do."""
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


# --- The rules, one state at a time, called from Python ---------------------------------------------------------------


def list_legal(states: Any, i: int, actions: Row) -> int:
    """Write the legal actions of the i-th state; return how many there are."""
    return legal(states[i], actions)


def refuse(states: Any, i: int, action: int) -> int:
    """Return the number of the rule that forbids an action in the i-th state; 0 if it is legal."""
    return refusal(states[i], action)


def make_move(states: Any, i: int, action: int) -> int:
    """Carry out an action in the i-th state; return who decides then."""
    s: State = states[i]
    apply(s, action)
    return s.actor


def hide_game(states: Any, i: int, viewer: int, j: int) -> None:
    """Write what the viewer may know of the i-th state into the j-th."""
    hide(states[i], viewer, states[j])
