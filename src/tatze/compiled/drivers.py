"""What batches do with games, in the rules' style: they play, step and look at games of any kind in any form.

The game's own functions are left open here, and the copying of states with them; the builder fills them in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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


def deal_game(s: State, template: State, deal: Row, seed: int, number: int) -> None:
    """Begin the game of this number: the template holds the agreement, and −1 as the start where chance chooses."""
    copy_state(template, s)
    if s.start < 0:
        word, _ = game_block(seed, number, 0, START)
        s.start = below(word, s.players)
    n = stock(s, deal)
    shuffle(deal, n, seed, number, DEAL)
    begin(s, deal, n)


def pick(s: State, actions: Row, n: int, seed: int, number: int, move: int) -> int:
    """One of n actions, each as likely: a roll if chance decides, otherwise what a random player would choose."""
    purpose = CHOICE
    if s.actor == CHANCE:
        purpose = DICE
    word, _ = game_block(seed, number, move, purpose)
    return actions[below(word, n)]


def play_out(s: State, actions: Row, seed: int, number: int) -> int:
    """Play at random to the end; how many moves that took."""
    moves = 0
    while s.reason == 0:
        n = legal(s, actions)
        apply(s, pick(s, actions, n, seed, number, moves))
        moves += 1
    return moves


COUNTERS = 32
"""What `play_games` counts: moves at 0, games by reason from 1, wins by seat from 8, scores from 16."""


def play_games(
    s: State, template: State, deal: Row, actions: Row, seed: int, first: int, end: int, stride: int, totals: Row
) -> None:
    """Play whole random games, every stride-th from the first number on, and add up what comes of them."""
    for number in range(first, end, stride):
        deal_game(s, template, deal, seed, number)
        totals[0] += play_out(s, actions, seed, number)
        totals[s.reason] += 1
        won = winners(s)
        for seat in range(s.players):
            totals[8 + seat] += won >> seat & 1
            totals[16 + seat] += score(s, seat)


def fold(digest: int, number: int) -> int:
    """Mix one more number into a digest (FNV-1a)."""
    return ((digest ^ (number & MASK)) * 16777619) & MASK


def trace_games(
    s: State, template: State, deal: Row, actions: Row, seed: int, first: int, end: int, stride: int, totals: Row
) -> None:
    """Play like `play_games`; add moves at 0, and at 1 a digest of every game: who decided, how many actions were
    legal, what was chosen, and the whole state at the end."""
    for number in range(first, end, stride):
        deal_game(s, template, deal, seed, number)
        digest = fold_state(s, 2166136261)
        moves = 0
        while s.reason == 0:
            n = legal(s, actions)
            action = pick(s, actions, n, seed, number, moves)
            digest = fold(fold(fold(digest, s.actor), n), action)
            apply(s, action)
            moves += 1
        totals[0] += moves
        totals[1] += fold_state(s, digest)


def roll_dice(s: State, actions: Row, seed: int, number: int, rolls: int) -> int:
    """Let chance decide until a seat has to; how many rolls there have been by then."""
    while s.actor == CHANCE:
        n = legal(s, actions)
        word, _ = game_block(seed, number, rolls, DICE)
        apply(s, actions[below(word, n)])
        rolls += 1
    return rolls


def look(s: State, view: State, mask: Row, observation: Row, actions: Row) -> None:
    """Write what the actor may see and do."""
    hide(s, s.actor, view)
    observe(view, observation)
    clear(mask, len(mask))
    for i in range(legal(s, actions)):
        mask[actions[i]] = 1


# --- Entries: the same for games that lie in arrays, called from Python ---------------------------------------------


def play_many(
    states: Any, i: int, templates: Any, deal: Row, actions: Row, seed: int, first: int, end: int, totals: Row
) -> None:
    play_games(states[i], templates[0], deal, actions, seed, first, end, 1, totals)


def trace_many(
    states: Any, i: int, templates: Any, deal: Row, actions: Row, seed: int, first: int, end: int, totals: Row
) -> None:
    trace_games(states[i], templates[0], deal, actions, seed, first, end, 1, totals)


def play_on(states: Any, i: int, actions: Row, seed: int, number: int) -> int:
    """Play the i-th game at random to its end."""
    return play_out(states[i], actions, seed, number)


def list_legal(states: Any, i: int, actions: Row) -> int:
    return legal(states[i], actions)


def refuse(states: Any, i: int, action: int) -> int:
    return refusal(states[i], action)


def make_move(states: Any, i: int, action: int) -> int:
    """Carry out an action in the i-th game; who decides then."""
    s: State = states[i]
    apply(s, action)
    return s.actor


def copy_game(states: Any, i: int, j: int) -> None:
    copy_state(states[i], states[j])


def hide_game(states: Any, i: int, viewer: int, j: int) -> None:
    hide(states[i], viewer, states[j])


def reset_games(
    states: Any, low: int, high: int, templates: Any, deal: Row, actions: Row, seed: int, numbers: Row, rolls: Row
) -> None:
    """Begin the games low to high − 1, each of its number, up to the first decision of a seat."""
    for i in range(low, high):
        deal_game(states[i], templates[0], deal, seed, numbers[i])
        rolls[i] = roll_dice(states[i], actions, seed, numbers[i], 0)


def look_games(
    states: Any, low: int, high: int, views: Any, actions: Row, masks: Any, observations: Any, actors: Row
) -> None:
    for i in range(low, high):
        actors[i] = states[i].actor
        look(states[i], views[0], masks[i], observations[i], actions)


def first_illegal(states: Any, low: int, high: int, chosen: Row, most: int) -> int:
    """The first game whose chosen action is not legal; −1 if there is none."""
    for i in range(low, high):
        if chosen[i] < 0 or chosen[i] >= most or refusal(states[i], chosen[i]) != 0:
            return i
    return -1


def step_games(
    states: Any,
    low: int,
    high: int,
    templates: Any,
    deal: Row,
    actions: Row,
    seed: int,
    size: int,
    numbers: Any,
    rolls: Row,
    chosen: Row,
    rewards: Any,
    done: Row,
) -> None:
    for i in range(low, high):
        step_game(states, i, templates[0], deal, actions, seed, size, numbers, rolls, chosen, rewards, done)


def step_game(
    states: Any,
    i: int,
    template: State,
    deal: Row,
    actions: Row,
    seed: int,
    size: int,
    numbers: Any,
    rolls: Row,
    chosen: Row,
    rewards: Any,
    done: Row,
) -> None:
    """Carry out the chosen action. If it ends the game that is noted, and a new one begins in its place at once."""
    s = states[i]
    apply(s, chosen[i])
    rolls[i] = roll_dice(s, actions, seed, numbers[i], rolls[i])
    done[i] = s.reason
    for seat in range(s.players):
        rewards[i][seat] = 0
    if s.reason:
        reward(s, rewards[i])
        numbers[i] += size
        deal_game(s, template, deal, seed, numbers[i])
        rolls[i] = roll_dice(s, actions, seed, numbers[i], 0)


def winners(s: State) -> int:
    """The winners of a finished game, as bits by seat."""
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
    """Whether a seat is among the winners of a finished game."""
    return winners(s) >> seat & 1 == 1


def reward(s: State, out: Any) -> None:
    """One victory, shared by its winners."""
    won = winners(s)
    count = 0
    for seat in range(s.players):
        count += won >> seat & 1
    for seat in range(s.players):
        if won >> seat & 1:
            out[seat] = 1 / count


def choose_random(
    states: Any, low: int, high: int, actions: Row, seed: int, numbers: Row, move: int, chosen: Row
) -> None:
    """A random legal action for each game."""
    for i in range(low, high):
        n = legal(states[i], actions)
        chosen[i] = pick(states[i], actions, n, seed, numbers[i], move)
