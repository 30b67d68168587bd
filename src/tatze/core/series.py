"""Several games in a row: scores are added, and the start moves one seat to the left each game."""  # L-29

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tatze.core.arguments import number_from, seat_number
from tatze.core.errors import TatzeError
from tatze.core.game import Outcome, leaders
from tatze.core.setup import Setup


@dataclass(frozen=True, slots=True)
class SeriesTotals:
    """The points of a series after some games."""

    points: tuple[int, ...]
    """The sum of the scores of each seat."""
    leaders: tuple[int, ...]
    """The seats with the most points; after the last game they share the victory."""


def series_totals(players: int, outcomes: Iterable[Outcome]) -> SeriesTotals:
    """Add up the scores of several games."""
    totals = [0] * number_from(players, 1, "players")
    for outcome in outcomes:
        if len(outcome.scores) != players:
            raise TatzeError(f"players is {players}, but a game of {len(outcome.scores)} is among the outcomes")
        for seat, score in enumerate(outcome.scores):
            totals[seat] += score
    return SeriesTotals(tuple(totals), leaders(totals))


def next_game(setup: Setup, start: int) -> Setup:
    """Return the setup of the game after one that the seat `start` started."""
    return replace(setup, start=(seat_number(start, setup.players, "start") + 1) % setup.players)
