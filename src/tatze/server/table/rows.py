"""The rows of a table's event log, and what a token grants. A table's state is the fold of its rows."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct

from tatze.core.layout import EVERYONE
from tatze.wire import Hints

NO_SEAT = EVERYONE
"""Stands in place of a seat's number for a spectator, for a host who does not play, and for the server itself."""

ANY_OWNER = -1
"""Stands in place of an owner's number in tokens that were stored before owners had numbers."""

SeatKind = Literal["person", "open", "bot"]

ActionKind = Literal["action", "bot", "stand-in"]
"""The kinds of rows with an action: of a person, of a bot, or of a simpler bot in place of another."""


class LogRow(NamedTuple):
    """One row of an event log: one version of a table."""

    table_id: str
    version: int
    kind: str
    """What happened; `fold.APPLY` has a function for each kind."""
    seat: int
    """The seat that caused it, or NO_SEAT."""
    data: str
    """The rest of the row: an action's text, a name, or JSON, depending on the kind."""
    key: str | None
    """The idempotency key of the client's request; None where the server acted by itself."""
    at: float
    """When the row was written, in seconds since 1970."""


class DraftRow(NamedTuple):
    """A row that was decided on but has no version yet."""

    kind: str
    seat: int
    data: str = ""


class Grant(NamedTuple):
    """What a token allows: a seat of a table, and the host's commands."""

    table_id: str
    seat: int
    host: bool
    owner: int = ANY_OWNER
    """The owner of the seat to whom the token was given: the version at which that person sat down."""


class AgreedSeat(Struct, frozen=True):
    """A seat as it was agreed on when the table was opened."""

    kind: SeatKind
    name: str = ""
    """The name of the person or bot; for an open seat, the person it is reserved for."""
    level: str = ""
    animal: str = ""
    """The face that the person chose; empty lets the server choose."""
    colour: str = ""
    """The colour that the person chose; empty lets the server choose."""


class Opening(Struct, frozen=True):
    """The data of a table's first row: what was agreed on, and the secret of the first game."""

    game: str
    rules: str
    options: dict[str, str]
    seats: list[AgreedSeat]
    host: int
    """The host's seat, or NO_SEAT."""
    secret: str
    """The secret of the first game, in hexadecimal."""
    public: bool = False
    clock: int | None = None
    substitute: str = "cat"
    watching: str = "live"
    aid: bool = True
    hints: Hints = "on"
    messages: bool = True
    games: int = 1
    start: str = "full"
    pace: float = 0.8
    lesson: str = ""
    position: str = ""
    """The position in which the game begins; empty if it begins with a deal."""
    seed: int | None = None
    previous: list[str] = []
    """The ids of the tables of which this one is a rematch, the latest first. Whoever may watch them may watch this."""


class Newcomer(Struct, frozen=True):
    """The data of a row by which a person sat down."""

    name: str
    animal: str = ""
    colour: str = ""


def read_newcomer(data: str) -> Newcomer:
    """Return who sat down. The data is JSON or, without a face, the bare name, in which no quotation mark can be."""
    return msgspec.json.decode(data, type=Newcomer) if '"' in data else Newcomer(data)


def write_newcomer(newcomer: Newcomer) -> str:
    """Return the data of a row by which a person sits down."""
    return msgspec.json.encode(newcomer).decode()


class SettingsChange(Struct, frozen=True):
    """The data of a row by which the host changed settings; None leaves one as it is."""

    hints: Hints | None = None
    messages: bool | None = None
    code: bool = False
    """Whether the table got another code."""


class SeatChange(Struct, frozen=True):
    """The data of a row by which the host freed a seat or gave it to a bot."""

    seat: int
    kind: SeatKind
    level: str = ""
    reason: Literal["freed", "removed"] = "freed"
    """Whether the seat was freed, so that its person may sit down again, or its person was removed for good."""
