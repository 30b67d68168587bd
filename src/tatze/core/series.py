"""Several games in a row: scores are added, and the start moves one seat to the left each game."""  # L-29

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tatze.core.game import Outcome, leaders
from tatze.core.setup import Setup


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a series after some games."""

    totals: tuple[int, ...]
    leaders: tuple[int, ...]
    """Whoever has the most points; equal totals share the lead, and in the end the victory."""


def standing(players: int, outcomes: Iterable[Outcome]) -> Standing:
    totals = [0] * players
    for outcome in outcomes:
        for seat, score in enumerate(outcome.scores):
            totals[seat] += score
    return Standing(tuple(totals), leaders(totals))


def next_game(setup: Setup, start: int) -> Setup:
    """The agreement for the game after one that this seat started."""
    return replace(setup, start=(start + 1) % setup.players)
