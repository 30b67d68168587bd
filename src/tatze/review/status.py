"""What a server answers to whoever asks for a review or for puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tatze.review.puzzles import Puzzle
from tatze.review.results import GameReview


@dataclass(frozen=True)
class ReviewedGame:
    """The review of a finished game, with the positions of its decisions."""

    review: GameReview
    positions: dict[int, str]
    """By entry: the position before a decision, as the seat that decided saw it. A board can be shown and a table can
    be opened from it."""


@dataclass(frozen=True)
class ReviewStatus:
    """A review, or how far it has come."""

    state: Literal["waiting", "working", "ready"]
    progress: float
    """The part that is done, from 0 to 1."""
    result: ReviewedGame | None = None
    """The review, once it is ready."""


@dataclass(frozen=True)
class GamePuzzles:
    """The puzzles that come with a game."""

    puzzles: tuple[Puzzle, ...]
