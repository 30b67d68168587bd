"""What the server and the process that reviews tell each other: one JSON object on each line."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tatze.review.results import Depth


class ReviewJob(Struct, frozen=True):
    """A game to review."""

    record: str
    depth: Depth
    seats: list[int] | None = None
    """The seats whose decisions are evaluated; None for all."""
    seconds: float = 60.0
    """Seconds that a deep review may take."""


class ReviewReply(Struct, frozen=True, omit_defaults=True):
    """How far a review has come, its result, or why there is none."""

    progress: float = 0.0
    result: Any = None
    """The reviewed game, as JSON."""
    refused: str = ""
    """Why the game cannot be reviewed."""
    missing: str = ""
    """What has to be installed first."""
