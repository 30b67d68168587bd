"""What all drivers do with a game, in the rules' style: deal it, let chance decide, find the winners.

The functions of the game and the copying of states are left open here; the builder fills them in.

A driver takes states, views and templates as separate arguments and everything else in named tuples: CUDA's simulator
cannot take arrays of records inside a tuple."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tatze.core.layout import CHANCE, Row, State
from tatze.core.threefry import CHOICE, DEAL, DICE, MASK, START, below, game_block, shuffle

stock: Callable[[Any, Row], int]
begin: Callable[[Any, Row, int], None]
legal: Callable[[Any, Row], int]
apply: Callable[[Any, int], None]
refusal: Callable[[Any, int], int]
standing: Callable[[Any, int], int]
hide: Callable[[Any, int, Any], None]
copy_state: Callable[[Any, Any], None]

DIGEST_PRIME = 16777619


class Scratch(NamedTuple):
    """Arrays that one thread overwrites while it plays."""

    deal: Any
    """The cards or tiles of the game that is being dealt."""
    actions: Any
    """The legal actions of one position."""


def deal_game(s: State, template: State, deal: Row, seed: int, number: int) -> None:
    """Begin the game of this number. The template holds the agreement, and −1 as the start where chance chooses."""
    copy_state(template, s)
    draw_start(s, seed, number)
    n = stock(s, deal)
    shuffle(deal, n, seed, number, DEAL)
    begin(s, deal, n)


def draw_start(s: State, seed: int, number: int) -> None:
    """Let chance choose who starts, where nobody else does."""
    if s.start < 0:
        word, _ = game_block(seed, number, 0, START)
        s.start = below(word, s.players)


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


def fold(digest: int, number: int) -> int:
    """Return a digest with one more number mixed into it (FNV-1a)."""
    return ((digest ^ (number & MASK)) * DIGEST_PRIME) & MASK


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
