"""What came of many games that were played out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tatze.compiled.playout_drivers import MOVES_COUNTER, SCORES_COUNTER, WINS_COUNTER
from tatze.core.game import Game


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums over many games."""

    games: int
    """Number of games."""
    moves: int
    """Number of decisions and rolls in all of them."""
    reasons: dict[str, int]
    """Number of games that ended for each reason."""
    wins: tuple[int, ...]
    """Victories of each seat; a shared victory counts for each winner."""
    scores: tuple[int, ...]
    """Points of each seat, added up."""


def totals_of(game: Game[Any], players: int, games: int, counts: Sequence[int]) -> Totals:
    """Return the counters of `play_games` by name."""
    return Totals(
        games=games,
        moves=int(counts[MOVES_COUNTER]),
        reasons={name: int(counts[number]) for number, name in game.reasons.items()},
        wins=tuple(int(n) for n in counts[WINS_COUNTER : WINS_COUNTER + players]),
        scores=tuple(int(n) for n in counts[SCORES_COUNTER : SCORES_COUNTER + players]),
    )
