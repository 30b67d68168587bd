"""Whole random games, in the rules' style: played out and counted, or traced with a digest of every game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tatze.compiled.drivers import Scratch, deal_game, fold, pick, winners
from tatze.core.layout import Row, State

legal: Callable[[Any, Row], int]
apply: Callable[[Any, int], None]
score: Callable[[Any, int], int]
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
