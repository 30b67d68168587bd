"""How a study plays, in the rules' style: whole games with a bot at every seat, and two short codes for each result.

Bots are the numbers of tatze.bots.SIMPLE_BOTS, one a seat. They get a view and never the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tatze.compiled.drivers import deal_game, pick
from tatze.core.layout import CHANCE, Row, State

legal: Callable[[Any, Row], int]
apply: Callable[[Any, int], None]
wins: Callable[[Any, int], bool]
score: Callable[[Any, int], int]
hide: Callable[[Any, int, Any], None]
thumb: Callable[[Any, Row, int], int]
yardstick: Callable[[Any, Row, int], int]

RANDOM, THUMB, YARDSTICK = range(3)

REASONS = 8
SEATS = 8
SCORES = 2048
"""Scores lie between minus and plus half of this."""


def play_studied(s: State, view: State, actions: Row, bots: Row, seed: int, number: int) -> int:
    """Play to the end; how many moves that took."""
    moves = 0
    while s.reason == 0:
        n = legal(s, actions)
        apply(s, choose(s, view, actions, n, bots, seed, number, moves))
        moves += 1
    return moves


def choose(s: State, view: State, actions: Row, n: int, bots: Row, seed: int, number: int, move: int) -> int:
    if n == 1:
        return actions[0]
    if s.actor == CHANCE or bots[s.actor] == RANDOM:
        return pick(s, actions, n, seed, number, move)
    hide(s, s.actor, view)
    if bots[s.actor] == THUMB:
        return thumb(view, actions, n)
    return yardstick(view, actions, n)


def ending_code(moves: int, reason: int) -> int:
    return moves * REASONS + reason


def seat_code(seat: int, start: int, winners: int, points: int) -> int:
    """What a game brought one seat; `winners` is how many share the victory with it, 0 if it did not win."""
    return ((seat * SEATS + start) * SEATS + winners) * SCORES + points + SCORES // 2


def count_winners(s: State) -> int:
    winners = 0
    for seat in range(s.players):
        if wins(s, seat):
            winners += 1
    return winners


def study_one(
    s: State,
    view: State,
    template: State,
    deal: Row,
    actions: Row,
    bots: Row,
    seed: int,
    number: int,
    i: int,
    endings: Row,
    seats: Any,
) -> None:
    """Play the game of this number; write its codes at place i."""
    deal_game(s, template, deal, seed, number)
    moves = play_studied(s, view, actions, bots, seed, number)
    endings[i] = ending_code(moves, s.reason)
    winners = count_winners(s)
    for seat in range(s.players):
        share = 0
        if wins(s, seat):
            share = winners
        seats[i][seat] = seat_code(seat, s.start, share, score(s, seat))


def study_many(
    states: Any, templates: Any, deal: Row, actions: Row, bots: Row, seed: int, first: int, endings: Row, seats: Any
) -> None:
    """Play as many games as `endings` is long, from the number `first` on. Of the two states one is the view."""
    for i in range(len(endings)):
        study_one(states[0], states[1], templates[0], deal, actions, bots, seed, first + i, i, endings, seats)
