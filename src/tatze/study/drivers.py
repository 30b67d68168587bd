"""How a study plays, in the rules' style: whole games with a bot at every seat, and codes for what came of them.

A bot is given by its number in tatze.bots.SIMPLE_BOTS, one for each seat. Bots get a view and never the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tatze.compiled.drivers import Scratch, deal_game, pick
from tatze.core.layout import CHANCE, Row, State

legal: Callable[[Any, Row], int]
apply: Callable[[Any, int], None]
wins: Callable[[Any, int], bool]
score: Callable[[Any, int], int]
hide: Callable[[Any, int, Any], None]
thumb: Callable[[Any, Row, int], int]
yardstick: Callable[[Any, Row, int], int]

RANDOM, THUMB, YARDSTICK = range(3)

REASON_CODES = 8
"""Reasons of an end are numbers below this."""
SEAT_CODES = 8
"""Seats and numbers of winners are numbers below this."""
SCORE_CODES = 2048
"""Scores lie between minus and plus half of this."""


class GameCodes(NamedTuple):
    """What came of the games of a study, as codes; one row for each game."""

    endings: Any
    """Length and reason of the end, as `ending_code` writes them."""
    seats: Any
    """What each seat got (games × seats), as `seat_code` writes it."""


def study_many(
    states: Any, templates: Any, scratch: Scratch, bots: Row, seed: int, first: int, codes: GameCodes
) -> None:
    """Play as many games as `codes` has rows, from the number `first` on. The second state is used for views."""
    for i in range(len(codes.endings)):
        moves = play_studied(states[0], states[1], templates[0], scratch, bots, seed, first + i)
        write_codes(states[0], moves, codes, i)


def play_studied(s: State, view: State, template: State, scratch: Scratch, bots: Row, seed: int, number: int) -> int:
    """Play the game of this number to its end; return the number of moves."""
    deal_game(s, template, scratch.deal, seed, number)
    actions = scratch.actions
    moves = 0
    while s.reason == 0:
        n = legal(s, actions)
        apply(s, choose(s, view, actions, n, bots, seed, number, moves))
        moves += 1
    return moves


def choose(s: State, view: State, actions: Row, n: int, bots: Row, seed: int, number: int, move: int) -> int:
    """Return the action of chance or of the bot whose turn it is."""
    if n == 1:
        return actions[0]
    if s.actor == CHANCE or bots[s.actor] == RANDOM:
        return pick(s, actions, n, seed, number, move)
    hide(s, s.actor, view)
    if bots[s.actor] == THUMB:
        return thumb(view, actions, n)
    return yardstick(view, actions, n)


def write_codes(s: State, moves: int, codes: GameCodes, i: int) -> None:
    """Write the codes of a finished game into row i."""
    codes.endings[i] = ending_code(moves, s.reason)
    winners = count_winners(s)
    for seat in range(s.players):
        share = 0
        if wins(s, seat):
            share = winners
        codes.seats[i][seat] = seat_code(seat, s.start, share, score(s, seat))


def ending_code(moves: int, reason: int) -> int:
    """Return a number that holds the length of a game and the reason of its end."""
    return moves * REASON_CODES + reason


def seat_code(seat: int, start: int, winners: int, points: int) -> int:
    """Return a number that holds what a game brought one seat.

    `winners` is how many share the victory with it, itself included; 0 if it did not win."""
    return ((seat * SEAT_CODES + start) * SEAT_CODES + winners) * SCORE_CODES + points + SCORE_CODES // 2


def count_winners(s: State) -> int:
    """Return how many seats share the victory."""
    winners = 0
    for seat in range(s.players):
        if wins(s, seat):
            winners += 1
    return winners
