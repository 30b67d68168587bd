"""The state of a table. It follows from the table's event log and from nothing else (see fold.py)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from tatze.core.game import Game
from tatze.core.layout import EVERYONE, Event, State
from tatze.core.table import Table
from tatze.core.undo import undo_answer
from tatze.server.table.rows import NO_SEAT, Opening, SeatKind
from tatze.wire import ANIMALS, COLOURS, AwayReason, Cause, Hints, Status

BOT_NAMES = ("Mira", "Jonas", "Tariq", "Lena", "Emil", "Yuki", "Ida", "Anton", "Nora", "Ravi", "Selma", "Oskar")


@dataclass(slots=True)
class SeatState:
    """A seat as it is now."""

    kind: SeatKind
    name: str = ""
    level: str = ""
    animal: str = ""
    """The face of a person."""
    colour: str = ""
    away: bool = False
    """Whether the person left, ran out of time or is absent, so that the substitute plays."""
    reason: AwayReason = ""
    """Why the person is away."""
    stand_in: bool = False
    """Whether a simpler bot made the last decision of the seat's bot."""
    owner: int = 0
    """The version at which whoever has the seat got it. Only tokens of this owner are valid."""

    @property
    def by_bot(self) -> bool:
        """Whether a bot decides for this seat: its own, or the substitute for a person who is away or yet to come."""
        return self.kind == "bot" or self.substituted

    @property
    def substituted(self) -> bool:
        """Whether the substitute plays on this seat until a person comes."""
        return self.away or (self.kind == "open" and bool(self.level))

    @property
    def free(self) -> bool:
        """Whether anybody may sit down."""
        return self.kind == "open" and not self.reserved

    @property
    def reserved(self) -> bool:
        """Whether the seat is open for one person, who sat there before a rematch."""
        return self.kind == "open" and bool(self.name) and not self.level


class Change(Struct, frozen=True, gc=False):
    """What one version changed."""

    by: Cause
    events: tuple[Event, ...] = ()
    """The events of the game."""
    table: bool = True
    """Whether anything about the table changed, apart from the game."""


class Decision(Struct, frozen=True, gc=False):
    """An action that has not been undone."""

    seat: int
    asked: float
    """When the seat was asked to decide, in seconds since 1970."""
    by_bot: bool
    """Whether a bot decided. A person who returns cannot undo what the substitute did."""


class BotEntry(NamedTuple):
    """An entry of a game's record that a bot decided on."""

    entry: int
    """The index of the entry among the game's entries."""
    seat: int
    level: str
    stand_in: bool = False
    """Whether a simpler bot decided in place of the one of that level."""


@dataclass(frozen=True, slots=True)
class ScheduledAction:
    """What the server has to do by itself at a table, and when."""

    kind: Literal["start", "bot", "clock"]
    """Start the game, let a bot decide, or let the substitute take over from a person whose time has run out."""
    at: float
    """When to do it, in seconds since 1970."""
    seat: int = NO_SEAT
    level: str = ""
    """For a bot: its level."""


@dataclass
class TableState:
    """The state of a table at one version. Only `fold` makes one, and only `fold.apply` changes it."""

    id: str
    opening: Opening
    created: float
    game: Game[Any]
    """The rules of the game that is played at this table."""
    seats: list[SeatState]
    secret: str
    """The secret of the present game, in hexadecimal."""
    status: Status = "waiting"
    version: int = -1
    game_version: int = 0
    """The version that last changed the game. A decision made on this version or a later one is not stale."""
    at: float = 0.0
    """When the present version was written, in seconds since 1970."""
    number: int = 1
    """Number of the game in the series that is played or awaited, counted from 1."""
    current_game: Table[Any] | None = None
    """The running game; between two games, the last one; None before the first."""
    words: list[str] = field(default_factory=list)
    """Words that players added to the next deal."""
    word_seats: list[int] = field(default_factory=list)
    """The seat that added each of the words."""
    finished_games: list[Table[Any]] = field(default_factory=list)
    start_times: list[float] = field(default_factory=list)
    """When each game started, in seconds since 1970."""
    decisions: list[Decision] = field(default_factory=list)
    """The actions of the present game that have not been undone."""
    bot_entries: list[list[BotEntry]] = field(default_factory=list)
    """For each game that has started: the entries of its record that bots decided on."""
    undo_count: int = 0
    """Number of undos in the present game."""
    asked: float = 0.0
    """When the present decision was asked for, in seconds since 1970; later by all the time for which its clock stood
    still."""
    clock_stopped: float | None = None
    """Since when the clock of the present decision stands still, in seconds since 1970; None while it runs."""
    host: int = NO_SEAT
    """The host's seat, or NO_SEAT."""
    hints: Hints = "on"
    """Whether there are hints."""
    messages: bool = True
    """Whether people may send each other short messages."""
    came_back: set[int] = field(default_factory=set)
    """Seats that were reserved for a rematch and taken by the person they were reserved for."""
    next: str | None = None
    """The id of the rematch's table."""
    wants_rematch: set[int] = field(default_factory=set)
    """Seats that asked for the rematch."""
    invitation: int = 1
    """Number of the table's code. Each removal of a person replaces the code."""
    removed: bool = False
    keys: dict[tuple[int, str], int] = field(default_factory=dict)
    """The versions of the requests that were carried out, by seat and idempotency key."""
    changes: list[Change] = field(default_factory=list)
    """What each version changed."""

    @property
    def actor(self) -> int:
        """The seat that decides now, while a game is played; otherwise NO_SEAT."""
        return self.current_game.actor if self.current_game and self.status == "playing" else NO_SEAT

    @property
    def full(self) -> bool:
        """Whether every seat is taken, by a person or a bot."""
        return all(seat.kind != "open" or seat.substituted for seat in self.seats)

    @property
    def deadline(self) -> float | None:
        """When the time of the person who decides now runs out, in seconds since 1970; None without a limit."""
        clock = self.opening.clock
        if clock is None or self.status != "playing" or self.seats[self.actor].by_bot:
            return None
        return self.asked + clock

    @property
    def scheduled(self) -> ScheduledAction | None:
        """What the server has to do by itself next; None while it waits for people."""
        if self.status == "waiting" and self.opening.start == "full" and self.full:
            return ScheduledAction("start", self.at)
        if self.status != "playing":
            return None
        seat = self.seats[self.actor]
        if seat.by_bot:
            level = seat.level if seat.kind == "bot" else self.opening.substitute
            return ScheduledAction("bot", self.at + self.opening.pace, self.actor, level)
        return ScheduledAction("clock", self.deadline, self.actor) if self.deadline is not None else None

    def may_undo(self, seat: int) -> bool:
        """Return whether a seat may take its last action back. A learner always may, also behind others' actions."""
        if self.status != "playing" or self.current_game is None or not self.decisions:
            return False
        if self.opening.lesson:
            return any(decision.seat == seat for decision in self.decisions)
        last = self.decisions[-1]
        if last.seat != seat or last.by_bot:
            return False
        return undo_answer(self.current_game, seat, range(len(self.seats))).actions > 0

    def public_view(self) -> Any:
        """Return what everybody sees of the game, as plain data; None before the first game."""
        if self.current_game is None:
            return None
        view = _scratch_view(self.game)
        self.game.hide(self.current_game.state, EVERYONE, view)
        return self.game.show(view)

    def unused_bot_name(self) -> str:
        """Return a bot's name that nobody at the table has."""
        taken = {seat.name for seat in self.seats}
        return next(name for name in BOT_NAMES if name not in taken)

    def free_seat(self, seat: int, version: int) -> None:
        """Make a seat open; once a game has begun, the substitute plays there until somebody sits down. A host who sat
        there becomes a host who does not play."""
        colour = self.seats[seat].colour
        self.seats[seat] = SeatState("open", owner=version)
        if self.current_game is not None:
            name, level = self.unused_bot_name(), self.opening.substitute
            self.seats[seat] = SeatState("open", name, level, colour=colour, owner=version)
        self.came_back.discard(seat)
        if self.host == seat:
            self.host = NO_SEAT

    def seat_bot(self, seat: int, level: str, version: int) -> None:
        """Give a seat to a bot."""
        self.seats[seat] = SeatState("bot", self.unused_bot_name(), level, owner=version)
        give_face(self.seats, seat)


def give_face(seats: Sequence[SeatState], number: int) -> None:
    """Make a seat's face and colour its own. A colour belongs to the person who had it first, and a bot gives way."""
    seat, others = seats[number], [seat for index, seat in enumerate(seats) if index != number]
    people = [other for other in others if other.kind != "bot"]
    if seat.kind != "bot" and not seat.animal:
        seat.animal = _unused(ANIMALS, {other.animal for other in people})
    if not seat.colour or any(other.colour == seat.colour for other in people):
        seat.colour = _unused(COLOURS, {other.colour for other in others})
    for other in others:
        if other.colour == seat.colour:
            other.colour = _unused(COLOURS, {one.colour for one in seats})


def _unused(values: Sequence[str], taken: Collection[str]) -> str:
    """Return the first value that is not taken; the first of all if every one is."""
    return next((value for value in values if value not in taken), values[0])


@cache
def _scratch_view(game: Game[Any]) -> State:
    """Return a state that is overwritten each time everybody's view of a table of this game is made."""
    view: State = game.layout.new()
    return view
