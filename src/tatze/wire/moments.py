"""A game as it is sent: versions of a table, what each receiver sees of them, and the log.

What is made with every version is without reference cycles and says so (`gc=False`): the garbage collector need not
look at it."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from tatze.wire.common import PositionText, Request, Version
from tatze.wire.tables import TableInfo


class Legal(Struct, frozen=True, gc=False):
    """A legal action, and what it would publicly bring about."""

    action: str
    foresight: dict[str, Any]


class Why(Struct, frozen=True):
    """Why an action is not possible: a key of the words files, its parameters, and the rule's number."""

    key: str
    params: dict[str, Any]
    rule: str


class Cause(Struct, frozen=True, gc=False):
    """Who caused a version, and how."""

    kind: Literal[
        "opened",
        "joined",
        "left",
        "returned",
        "away",
        "seat",
        "word",
        "settings",
        "started",
        "action",
        "undo",
        "paused",
        "resumed",
        "next",
        "rematch",
        "removed",
    ]
    seat: int | None = None
    action: str | None = None
    bot: bool = False
    """Whether a bot decided, for its own seat or as a substitute."""
    substitute: str = ""
    """For an action that a bot chose in a person's place: the bot's level."""
    name: str = ""
    """For "joined", "left" and "seat": the name of the person who got or lost the seat."""
    reason: str = ""
    """For "away" and "left": why the person is away. For "seat": whether the seat was freed or its person removed."""
    stand_in: bool = False
    """For an action of a bot: whether a simpler bot decided, because the seat's own could not yet."""


class Happened(Struct, frozen=True, gc=False):
    """One event of the game: its name and its numbers. A number that the receiver may not know is 0."""

    kind: str
    data: dict[str, int]


class LessonStep(Struct, frozen=True):
    """How far a lesson has come."""

    step: int | None
    """Number of entries of the script that were followed; None once the learner left the script."""
    of: int
    """Number of entries of the script."""
    action: str | None
    """The script's next action, if this seat decides."""
    asks: bool = False
    """Whether this is a key decision: the learner is asked what to do, and nothing points at the action."""


class Own(Struct, frozen=True, gc=False):
    """What one seat alone gets with a version."""

    seat: int
    view: dict[str, Any]
    """What the seat sees beyond what everybody sees, such as its cards."""
    events: list[Happened]
    """The version's events with the numbers that only this seat may know; empty if there are no such numbers."""
    legal: list[Legal]
    """What the seat may do now; empty while others decide."""
    undo: bool
    """Whether the seat may take its last action back. In a lesson, what followed is taken back with it."""
    lesson: LessonStep | None = None
    """In a lesson: how far the learner has come."""


class OutcomeInfo(Struct, frozen=True):
    """The result of a finished game."""

    winners: list[int]
    scores: list[int]
    reason: str


class Moment(Struct, frozen=True, gc=False):
    """One version of a table as one receiver sees it."""

    version: int
    by: Cause
    table: TableInfo | None
    """The table, if anything about it changed with this version."""
    events: list[Happened]
    view: dict[str, Any] | None
    """What everybody sees of the game; None before the first game."""
    deadline: float | None
    """When the time for this decision runs out, in seconds since 1970."""
    outcome: OutcomeInfo | None
    own: Own | None = None
    """What only this seat sees; None for spectators and before the first game. This field is the last one, because the
    server appends it to the bytes that everybody gets."""


class LogEntry(Struct, frozen=True, gc=False):
    """One version in the log."""

    version: int
    by: Cause
    events: list[Happened]


class PastHint(Request, frozen=True):
    """Ask what a strong bot would have done at a version of a finished game."""

    version: Version


class PastAdvice(Struct, frozen=True):
    """What a strong bot would have done in place of the seat that decided, from what that seat could see then."""

    version: int
    seat: int
    choice: Legal
    bot: str
    chances: list[float] | None = None
    """Each seat's chance to win before the decision, from 0 to 1, as the deciding seat saw it; None if unknown."""
    stand_in: bool = False
    """Whether a simpler bot chose, because the named one could not yet."""


class GameReplay(Struct, frozen=True):
    """A finished game, moment by moment, with every card open. Versions that were undone are left out."""

    table: TableInfo
    game: int
    moments: list[Moment]


class PositionAsked(Request, frozen=True):
    """A position that is to be shown as a board."""

    position: PositionText


class PositionShown(Struct, frozen=True):
    """A position as a board shows it to the seat that sees it, or to the seat that decides in a whole position."""

    game: str
    rules: str
    options: dict[str, str]
    players: int
    seat: int
    view: Any
    """What everybody sees, in the game's own form."""
    own: dict[str, Any]
    """What the seat sees beyond it."""
    legal: list[Legal]
    """What the seat may do; empty if another one decides."""
