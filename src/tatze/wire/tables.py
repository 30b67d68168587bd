"""Messages about tables and seats: opening, finding, joining, commands, transfers, webhooks and push subscriptions."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from tatze.wire.common import (
    MAX_CODE_LENGTH,
    MAX_ENDPOINT_LENGTH,
    MAX_PASSWORD_LENGTH,
    MAX_URL_LENGTH,
    Animal,
    AwayReason,
    Colour,
    Hints,
    Key,
    Name,
    PositionText,
    Request,
    Seconds,
    SecretKey,
    Status,
    Word,
)


class SeatPlan(Request, frozen=True):
    """Who shall sit on a seat: the host, a person who joins, or a bot."""

    kind: Literal["host", "open", "bot"]
    level: str = ""
    """For a bot: its level, such as "lynx"."""


class NewTable(Request, frozen=True):
    """A table to be opened."""

    game: str
    name: Name
    """The host's name."""
    rules: str = "base"
    options: dict[str, str] = field(default_factory=dict)
    seats: list[SeatPlan] = field(default_factory=list)
    """One plan for each seat. Without plans the host sits first, and bots fill the rule set's usual number of seats."""
    public: bool = False
    """Whether the table is listed. A table that is not listed can only be found with its code."""
    clock: Seconds | None = None
    """Seconds for each decision; None for no limit."""
    substitute: str = ""
    """The bot that plays for a person who left or whose time ran out; empty for the server's usual one."""
    watching: Literal["live", "delayed", "off"] = "live"
    """Whether spectators see what everybody may see at once, a few moves later, or not at all."""
    aid: bool = True
    """Whether the page shows which cards are known to be in a hand."""
    hints: Hints | None = None
    """Whether there are hints. None leaves it to the server: "off" if more than one person plays, otherwise "on"."""
    messages: bool = True
    """Whether people at the table may send each other short messages."""
    games: Annotated[int, Meta(ge=1, le=12)] = 1
    """Number of games in the series."""
    start: Literal["full", "host"] = "full"
    """Whether a game starts as soon as every seat is taken ("full"), or when the host starts it ("host"). Players may
    add words to the deal until the game starts."""
    pace: Annotated[float, Meta(ge=0, le=10)] = 0.8
    """Seconds between two decisions of bots, so that people can follow."""
    lesson: str = ""
    """Name of a lesson. A lesson fixes everything except the name, `aid`, `watching` and `pace`."""
    position: PositionText = ""
    """A position to practise from, whole or as the host's seat sees it: what the seat cannot see is drawn anew. It has
    rule set, options and number of players itself. Only bots play with the host, and there is one game."""
    seed: int | None = None
    """Makes the deals repeatable. Refused where the operator has not allowed seeds."""
    key: SecretKey | None = None
    """A request that is sent again with the same key gets the same table."""
    animal: Animal | None = None
    """The host's face; None lets the server choose."""
    colour: Colour | None = None
    """The host's colour; None lets the server choose."""
    password: Annotated[str, Meta(max_length=MAX_PASSWORD_LENGTH)] = ""
    """The operator's password, where only those who know it may open tables. It is not stored."""


class SeatInfo(Struct, frozen=True):
    """A seat as everybody at the table sees it."""

    kind: Literal["person", "open", "bot"]
    name: str
    """The name of the person or bot. An open seat has a name if it is reserved for somebody after a rematch, or if it
    has a level too: then the bot of that name plays there until somebody sits down."""
    level: str = ""
    """The level of the bot that sits there, or that plays for an absent person or on an open seat."""
    away: bool = False
    """Whether the person left, ran out of time or is absent. The substitute plays until the person returns."""
    online: bool = False
    host: bool = False
    reason: AwayReason = ""
    """Why the person is away."""
    animal: str = ""
    """The face of a person; empty for a bot, whose face is that of its level."""
    colour: str = ""
    """The colour of a person or bot. No two seats of a table have the same."""
    stand_in: bool = False
    """Whether a simpler bot made the last decision of this seat's bot, which could not decide yet."""


class SeriesInfo(Struct, frozen=True):
    """The standing of a series of games."""

    games: int
    """Number of games that were agreed on."""
    number: int
    """Number of the present game, counted from 1."""
    totals: list[int]
    """Points of each seat in the finished games."""
    leaders: list[int]
    """Seats that lead; empty before the first game is finished."""


class FairnessInfo(Struct, frozen=True):
    """The commitment to a game's secret, and after the game the secret itself."""

    commitment: str
    words: list[str]
    """Words that players added after the commitment was published."""
    secret: str | None = None
    """The secret, once the game is over."""


class TableInfo(Struct, frozen=True):
    """A table as everybody who may know of it sees it."""

    id: str
    game: str
    rules: str
    options: dict[str, str]
    status: Status
    seats: list[SeatInfo]
    public: bool
    clock: int | None
    substitute: str
    watching: str
    aid: bool
    series: SeriesInfo
    fair: FairnessInfo
    version: int
    created: int
    """When the table was opened, in seconds since 1970."""
    next: str | None = None
    """The id of the rematch's table, once somebody asked for one."""
    lesson: str = ""
    turn: int | None = None
    """The seat that decides at this version; None while nobody does."""
    invitation: int = 1
    """Number of the table's code. It grows when the host removes a person or asks for another code."""
    again: list[int] = []
    """After the last game: the seats that want a rematch."""
    hints: Hints = "on"
    """Whether there are hints."""
    messages: bool = True
    """Whether people at the table may send each other short messages."""
    start: str = "full"
    """Whether a game starts as soon as every seat is taken ("full"), or when the host starts it ("host")."""
    practice: bool = False
    """Whether the game begins in a position that the host chose, to practise."""


class Seated(Struct, frozen=True):
    """A seat that a person got. The token is the only proof of it."""

    table: TableInfo
    seat: int
    token: str


class Opened(Struct, frozen=True):
    """A table that was opened, as its host gets it."""

    table: TableInfo
    seat: int | None
    """The host's seat; None where the host does not play."""
    token: str
    """The host's token. It also allows the host's commands, such as removing the table."""
    code: str
    """The short code by which others join."""


class Join(Request, frozen=True):
    """Sit down at a table: at any table by its code, or at a listed table by its id."""

    name: Name
    code: Annotated[str, Meta(min_length=4, max_length=MAX_CODE_LENGTH)] = ""
    table: str = ""
    seat: int | None = None
    key: SecretKey | None = None
    """A request that is sent again with the same key gets the same seat."""
    animal: Animal | None = None
    """The face; None lets the server choose."""
    colour: Colour | None = None
    """The colour; the server chooses another one if somebody at the table has it already, or if it is None."""


class Find(Request, frozen=True):
    """Look a table up by its code."""

    code: Annotated[str, Meta(min_length=4, max_length=MAX_CODE_LENGTH)]


class Found(Struct, frozen=True):
    """A table that was found by its code."""

    table: TableInfo


class Listing(Struct, frozen=True):
    """The public tables at which a game is awaited or played."""

    tables: list[TableInfo]


class Transfer(Struct, frozen=True):
    """A one-time code that brings a seat to another device."""

    code: str
    expires: int
    """When the code expires, in seconds since 1970."""


class Redeem(Request, frozen=True):
    """Exchange a transfer's code for a token of the seat."""

    code: Annotated[str, Meta(min_length=8, max_length=64)]


class TableSettings(Request, frozen=True):
    """Settings that the host changes after a table was opened; None leaves one as it is."""

    hints: Hints | None = None
    """Whether there are hints. Only changed while no game runs."""
    messages: bool | None = None
    """Whether people at the table may send each other short messages. Changed at any time."""
    code: bool = False
    """Whether the table gets another code, which the answer has. The former one leads nowhere then."""


class Command(Request, frozen=True):
    """What a seat or the host does at the table outside the game. Needs a token of the table."""

    do: Literal[
        "start",
        "leave",
        "return",
        "pause",
        "resume",
        "rematch",
        "next",
        "seat",
        "expel",
        "substitute",
        "nudge",
        "word",
        "settings",
        "remove",
    ]
    key: Key
    seat: int | None = None
    """For "seat" and "expel": the seat that the host changes; for "substitute" and "nudge": an absent person's seat."""
    plan: SeatPlan | None = None
    """For "seat": who shall sit there."""
    word: Word | None = None
    """For "word": what this player adds to the deal before the game starts."""
    settings: TableSettings | None = None
    """For "settings": what the host changes."""


class Done(Struct, frozen=True):
    """A command was carried out and stored."""

    key: str
    version: int
    table: TableInfo
    opened: Opened | None = None
    """After "rematch": the new table, with this seat's token for it."""
    code: str = ""
    """After "expel": the table's new code, in place of the one that the removed person knows."""


class Webhook(Request, frozen=True):
    """An address that the server calls when it is this seat's turn; empty to stop the calls."""

    url: Annotated[str, Meta(max_length=MAX_URL_LENGTH)]


class PushSubscription(Request, frozen=True):
    """A browser's push subscription, which is told when it is this seat's turn; the fields come from the Push API."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=MAX_ENDPOINT_LENGTH)]
    p256dh: Annotated[str, Meta(max_length=120, pattern=r"^[A-Za-z0-9_-]*$")] = ""
    """The browser's public key, in base64url."""
    auth: Annotated[str, Meta(max_length=40, pattern=r"^[A-Za-z0-9_-]*$")] = ""
    """The browser's authentication secret, in base64url."""
    lang: Literal["en", "de"] = "en"
    """The language of the notifications."""
    on: bool = True
    """Whether to begin or to stop. To stop, the endpoint is enough."""


class PushState(Struct, frozen=True):
    """Whether a browser is told when it is this seat's turn."""

    on: bool
