"""A table as it stands. It follows from its log and nothing else (see fold.py). No input or output here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from msgspec import Struct

from tatze.core.chance import Fairness
from tatze.core.game import Game
from tatze.core.layout import EVERYONE, Event, State
from tatze.core.series import series_totals
from tatze.core.table import Table
from tatze.server.store import NO_SEAT
from tatze.wire import Cause, FairnessInfo, SeatInfo, SeriesInfo, Status, TableInfo

BOT_NAMES = ("Mira", "Jonas", "Tariq", "Lena", "Emil", "Yuki", "Ida", "Anton", "Nora", "Ravi", "Selma", "Oskar")

Kind = Literal["person", "open", "bot"]


class Plan(Struct, frozen=True):
    """A seat as it was agreed when the table was opened."""

    kind: Kind
    name: str = ""
    """Of an open seat: whom it is kept for."""
    level: str = ""


class Opening(Struct, frozen=True):
    """The data of a table's first row: what was agreed, and the secret of the first game."""

    game: str
    rules: str
    options: dict[str, str]
    seats: list[Plan]
    host: int
    """The host's seat, or NO_SEAT."""
    secret: str
    public: bool = False
    clock: int | None = None
    substitute: str = "cat"
    watching: str = "live"
    aid: bool = True
    games: int = 1
    start: str = "full"
    pace: float = 0.8
    lesson: str = ""
    seed: int | None = None


class Reseat(Struct, frozen=True):
    """The data of a row by which the host changed a seat."""

    seat: int
    kind: Kind
    level: str = ""


@dataclass(slots=True)
class Seat:
    """A seat as it is now."""

    kind: Kind
    name: str = ""
    level: str = ""
    away: bool = False

    @property
    def by_bot(self) -> bool:
        return self.kind == "bot" or self.away


@dataclass(frozen=True, slots=True)
class Change:
    """What one row brought about."""

    by: Cause
    events: tuple[Event, ...] = ()
    info: bool = True
    """Whether the table's own facts changed, beside the game."""


@dataclass(frozen=True, slots=True)
class Made:
    """An action that has not been taken back."""

    seat: int
    asked: float
    """When the decision was asked for."""
    final: bool
    """Whether something came to light with it, or a bot decided: then it stays."""


@dataclass(frozen=True, slots=True)
class Duty:
    """What the server has to do by itself, and when."""

    kind: Literal["start", "bot", "clock"]
    at: float
    seat: int = NO_SEAT
    level: str = ""


@dataclass
class Room:
    """A table. Only `fold` makes one, and only `apply` moves it on."""

    id: str
    opening: Opening
    created: float
    game: Game[Any]
    seats: list[Seat]
    secret: str
    status: Status = "waiting"
    version: int = -1
    position: int = 0
    """The version since which the game stands as it does."""
    at: float = 0.0
    """When it last moved on."""
    number: int = 1
    """Which game of the series is being played or waited for, from 1."""
    table: Table[Any] | None = None
    """The game: the running one, or the last one until the next starts."""
    words: list[str] = field(default_factory=list)
    spoken: list[int] = field(default_factory=list)
    """Who said each of the words."""
    finished: list[Table[Any]] = field(default_factory=list)
    days: list[float] = field(default_factory=list)
    """When each game started."""
    made: list[Made] = field(default_factory=list)
    asked: float = 0.0
    """When the present decision was asked for."""
    host: int = NO_SEAT
    """The host's seat."""
    came: set[int] = field(default_factory=set)
    """Seats that were kept for somebody after a rematch, and taken by him."""
    next: str | None = None
    removed: bool = False
    keys: dict[tuple[int, str], int] = field(default_factory=dict)
    """The versions of the requests that were carried out, by seat and key."""
    changes: list[Change] = field(default_factory=list)
    """What each version brought about."""

    @property
    def actor(self) -> int:
        """The seat that decides now, while a game is being played; otherwise NO_SEAT."""
        return self.table.actor if self.table and self.status == "playing" else NO_SEAT

    @property
    def full(self) -> bool:
        return all(seat.kind != "open" for seat in self.seats)

    @property
    def deadline(self) -> float | None:
        """When the time of the person who decides now runs out."""
        clock = self.opening.clock
        if clock is None or self.status != "playing" or self.seats[self.actor].by_bot:
            return None
        return self.asked + clock

    @property
    def duty(self) -> Duty | None:
        if self.status == "waiting" and self.opening.start == "full" and self.full:
            return Duty("start", self.at)
        if self.status != "playing":
            return None
        seat = self.seats[self.actor]
        if seat.by_bot:
            level = seat.level if seat.kind == "bot" else self.opening.substitute
            return Duty("bot", self.at + self.opening.pace, self.actor, level)
        return Duty("clock", self.deadline, self.actor) if self.deadline is not None else None

    def may_undo(self, seat: int) -> bool:
        """Only an own action, only before anybody else's, and never past what came to light or chance decided. Whoever
        learns may always go back, also over what others did since."""
        if self.opening.lesson:
            return self.status == "playing" and any(made.seat == seat for made in self.made)
        return self.status == "playing" and bool(self.made) and self.made[-1].seat == seat and not self.made[-1].final

    def info(self, online: Iterable[int] = ()) -> TableInfo:
        """What everybody who may know of the table sees of it."""
        agreed, present = self.opening, set(online)
        seats = [
            SeatInfo(seat.kind, seat.name, self._level(seat), seat.away, number in present, number == self.host)
            for number, seat in enumerate(self.seats)
        ]
        outcomes = [table.outcome for table in self.finished]
        totals = series_totals(len(seats), [outcome for outcome in outcomes if outcome])
        leaders = list(totals.leaders) if outcomes else []
        return TableInfo(
            self.id,
            agreed.game,
            agreed.rules,
            agreed.options,
            self.status,
            seats,
            agreed.public,
            agreed.clock,
            agreed.substitute,
            agreed.watching,
            agreed.aid,
            SeriesInfo(agreed.games, self.number, list(totals.points), leaders),
            self._fair(),
            self.version,
            int(self.created),
            self.next,
            agreed.lesson,
            self.actor if self.actor != NO_SEAT else None,
        )

    def _fair(self) -> FairnessInfo:
        """The promise; a lesson makes none, for its deal is laid out."""
        if self.opening.lesson:
            return FairnessInfo("", [])
        commitment = Fairness(bytes.fromhex(self.secret)).commitment
        return FairnessInfo(commitment, list(self.words), self.secret if self.status == "over" else None)

    def _level(self, seat: Seat) -> str:
        return self.opening.substitute if seat.away else seat.level

    def bot_name(self) -> str:
        taken = {seat.name for seat in self.seats}
        return next(name for name in BOT_NAMES if name not in taken)

    def public(self) -> Any:
        """What everybody sees of the game, as plain data; None before the first."""
        if self.table is None:
            return None
        place = _place(self.game)
        self.game.hide(self.table.state, EVERYONE, place)
        return self.game.show(place)

    def free(self, seat: int) -> None:
        """Nobody sits there any more; a host who did is one who does not play."""
        self.seats[seat] = Seat("open")
        self.came.discard(seat)
        if self.host == seat:
            self.host = NO_SEAT

    def put_bot(self, seat: int, level: str) -> None:
        self.seats[seat] = Seat("bot", self.bot_name(), level)


@cache
def _place(game: Game[Any]) -> State:
    """A place for what everybody sees of a table of this game, written anew, whole, each time."""
    place: State = game.layout.new()
    return place
