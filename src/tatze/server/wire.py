"""The wire types: every message that enters or leaves the server, over HTTP and over sockets, and nothing else.

The OpenAPI document, docs/protocol.md and the page's TypeScript are made from these. Unknown fields are refused where
people send something, so that a slip of the pen is not silently ignored."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct

from tatze.core.text import MAX_NAME_LENGTH, MAX_WORD_LENGTH

PROTOCOL = 1
"""Raised when a page or a bot of yesterday would misunderstand the server of today."""

MAX_CODE_LENGTH = 16
"""Maximum number of characters of a table's code as a person types it."""
MAX_URL_LENGTH = 500
"""Maximum number of characters of a webhook's address."""

Emote = Literal["hello", "well-played", "thanks", "oops", "ouch", "hurry", "wow", "again"]
EMOTES: tuple[str, ...] = get_args(Emote)
"""Every emote, in the order in which a page offers them."""

Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_LENGTH)]
"""A display name; checked further by the server (printable, no quotation mark)."""
Word = Annotated[str, Meta(min_length=1, max_length=MAX_WORD_LENGTH)]
Key = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
"""What a client calls one of its requests: the same key is the same request, sent again."""
SecretKey = Annotated[str, Meta(min_length=22, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
"""The key of a request that brings a token: random, of 22 characters or more, and kept to oneself, because whoever
sends it again gets the same token."""
ActionText = Annotated[str, Meta(min_length=1, max_length=40)]
Seconds = Annotated[int, Meta(ge=5, le=1_209_600)]
Version = Annotated[int, Meta(ge=0)]

Status = Literal["waiting", "playing", "paused", "over"]


class Request(Struct, forbid_unknown_fields=True, frozen=True):
    """What people and programs send."""


# --- Tables ---


class SeatPlan(Request, frozen=True):
    """Who shall sit on a seat: the host, somebody who joins, or a bot of a level."""

    kind: Literal["host", "open", "bot"]
    level: str = ""
    """The bot, where it is one: a level such as "lynx"."""


class NewTable(Request, frozen=True):
    """A table to be opened."""

    game: str
    name: Name
    """The host's."""
    rules: str = "base"
    options: dict[str, str] = {}
    seats: list[SeatPlan] = []
    """One for each seat; without them the host sits first and the usual number of bots around."""
    public: bool = False
    """Whether it is listed; otherwise only the invite leads to it."""
    clock: Seconds | None = None
    """Seconds for each decision; without it nobody is hurried."""
    substitute: str = "cat"
    """The bot that plays on for somebody whose time ran out or who left."""
    watching: Literal["live", "delayed", "off"] = "live"
    """Spectators see what everybody may see: at once, a few moves later, or not at all."""
    aid: bool = True
    """Whether the page shows which cards are known to be in a hand."""
    games: Annotated[int, Meta(ge=1, le=12)] = 1
    """A series of so many games."""
    start: Literal["full", "host"] = "full"
    """Whether a game starts by itself as soon as every seat is taken, or only when the host says so; until it starts,
    players may add words to chance."""
    pace: Annotated[float, Meta(ge=0, le=10)] = 0.8
    """Seconds between two decisions of bots, so that people can follow."""
    lesson: str = ""
    """A lesson's name: a first game that is laid out. Then of all the rest only names, `aid` and `pace` count."""
    seed: int | None = None
    """A deal that can be repeated; refused where the operator has not allowed it."""
    key: SecretKey | None = None
    """Sent again with the same key, it is the same table: for when no answer came."""


class SeatInfo(Struct, frozen=True):
    """A seat as everybody at the table sees it."""

    kind: Literal["person", "open", "bot"]
    name: str
    """Of an open seat: whom it is kept for, after a rematch; otherwise empty."""
    level: str = ""
    """The bot that sits there, or that plays on for the person just now."""
    away: bool = False
    """The person left or ran out of time: the substitute plays on until the seat is taken back."""
    online: bool = False
    host: bool = False


class Standing(Struct, frozen=True):
    """A series so far."""

    games: int
    """How many are agreed."""
    number: int
    """Which one is being played, from 1."""
    totals: list[int]
    """Points of the finished games."""
    leaders: list[int]


class Fair(Struct, frozen=True):
    """The promise made before the deal, and after the game what it was about."""

    commitment: str
    words: list[str]
    """What players added, after the commitment was published."""
    secret: str | None = None
    """Shown when the game is over."""


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
    series: Standing
    fair: Fair
    version: int
    created: int
    """Seconds since 1970."""
    next: str | None = None
    """The table of the rematch, once somebody opened it."""
    lesson: str = ""
    turn: int | None = None
    """The seat that decides at this version; None while nobody does."""


class Seated(Struct, frozen=True):
    """A seat that somebody got: the token is the only proof of it."""

    table: TableInfo
    seat: int
    token: str


class Opened(Struct, frozen=True):
    """What the host gets."""

    table: TableInfo
    seat: int | None
    """None where only bots play."""
    token: str
    """Of the host; also removes the table."""
    code: str
    """The short code by which others join: read out, or in a link's fragment, or as a QR code."""


class Join(Request, frozen=True):
    """Sit down at a table: by its code, or at a listed one by its id alone."""

    name: Name
    code: Annotated[str, Meta(min_length=4, max_length=MAX_CODE_LENGTH)] = ""
    table: str = ""
    seat: int | None = None
    key: SecretKey | None = None
    """Sent again with the same key, it is the same seat: for when no answer came."""


class Find(Request, frozen=True):
    """Look a table up by its code."""

    code: Annotated[str, Meta(min_length=4, max_length=MAX_CODE_LENGTH)]


class Found(Struct, frozen=True):
    """A table found by its code, before one sits down."""

    table: TableInfo


class Listing(Struct, frozen=True):
    tables: list[TableInfo]


class Transfer(Struct, frozen=True):
    """A one-time code that takes the seat to another device."""

    code: str
    expires: int


class Redeem(Request, frozen=True):
    code: Annotated[str, Meta(min_length=8, max_length=64)]


class Command(Request, frozen=True):
    """What a seat or the host does beside the game. Needs the table's token."""

    do: Literal["start", "leave", "return", "pause", "resume", "rematch", "next", "seat", "word", "remove"]
    key: Key
    seat: int | None = None
    """For "seat": which one the host changes."""
    plan: SeatPlan | None = None
    """For "seat": who shall sit there."""
    word: Word | None = None
    """For "word": what this player adds to chance before the game starts."""


class Done(Struct, frozen=True):
    """A command was carried out, and kept."""

    key: str
    version: int
    table: TableInfo
    opened: Opened | None = None
    """After "rematch": the new table, with this seat's token for it."""


class Hook(Request, frozen=True):
    """An address that is told when it is this seat's turn; empty to stop it."""

    url: Annotated[str, Meta(max_length=MAX_URL_LENGTH)]


# --- The game, as it is sent ---


class Legal(Struct, frozen=True):
    """A legal action, and what it would publicly bring about."""

    action: str
    foresight: dict[str, Any]


class Why(Struct, frozen=True):
    """Why an action is not possible: a key of the words files, its parameters, and the rule's number."""

    key: str
    params: dict[str, Any]
    rule: str


class By(Struct, frozen=True):
    """Who caused a version, and how."""

    kind: Literal[
        "opened",
        "joined",
        "left",
        "returned",
        "away",
        "seat",
        "word",
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
    """Whether a bot decided, on its own seat or for somebody."""


class Happened(Struct, frozen=True):
    """One event of the game: its name and its numbers; a number the receiver may not know is 0."""

    kind: str
    data: dict[str, int]


class Own(Struct, frozen=True):
    """What one seat alone gets with a version."""

    seat: int
    view: dict[str, Any]
    """What it sees beyond what everybody sees, such as its cards."""
    events: list[Happened]
    """The events of this version again, with the numbers that only this seat may know; empty if there are none."""
    legal: list[Legal]
    """What it may do now; empty while others decide."""
    undo: bool
    """Whether it may take its last action back; in a lesson, with everything that followed."""
    lesson: LessonStep | None = None
    """In a lesson: where the learner stands."""


class LessonStep(Struct, frozen=True):
    """Where a lesson stands."""

    step: int | None
    """How many entries of its script were followed; None once the learner went another way."""
    of: int
    """How many it has."""
    action: str | None
    """What the script has next, where this seat decides."""


class Moment(Struct, frozen=True):
    """One version of a table as one receiver sees it."""

    version: int
    by: By
    table: TableInfo | None
    """Sent where it changed."""
    events: list[Happened]
    view: dict[str, Any] | None
    """What everybody sees; None before the first game."""
    deadline: float | None
    """When the clock runs out, in seconds since 1970."""
    outcome: Outcome | None
    own: Own | None = None
    """None for spectators, and before the first game. Last, so that it can be put behind what everybody gets."""


class Outcome(Struct, frozen=True):
    winners: list[int]
    scores: list[int]
    reason: str


class Entry(Struct, frozen=True):
    """One line of the log."""

    version: int
    by: By
    events: list[Happened]


# --- Sockets: from the client ---


class Hello(Request, frozen=True, tag="hello", tag_field="t"):
    """The first frame: protocol, table, and the token of a seat or none to watch."""

    protocol: int
    table: str
    token: str = ""
    code: Annotated[str, Meta(max_length=MAX_CODE_LENGTH)] = ""
    """The invite's code, which lets one watch a private table."""
    since: Version | None = None
    """The last version the client has, when it comes back: it then gets the log from there on."""


class Act(Request, frozen=True, tag="act", tag_field="t"):
    """An action of this seat, decided on the version that the client saw."""

    key: Key
    on: Version
    action: ActionText


class Undo(Request, frozen=True, tag="undo", tag_field="t"):
    key: Key
    on: Version


class Ask(Request, frozen=True, tag="ask", tag_field="t"):
    """Why is this action not possible? Answered without changing anything."""

    key: Key
    action: ActionText


class Hint(Request, frozen=True, tag="hint", tag_field="t"):
    """What would a strong bot do here? Answered when it has thought."""

    key: Key


class Cheer(Request, frozen=True, tag="emote", tag_field="t"):
    emote: Emote


class Resync(Request, frozen=True, tag="resync", tag_field="t"):
    """Send the present moment again."""


class Ping(Request, frozen=True, tag="ping", tag_field="t"):
    pass


FromClient = Hello | Act | Undo | Ask | Hint | Cheer | Resync | Ping


# --- Sockets: from the server ---


class Welcome(Struct, frozen=True, tag="welcome", tag_field="t"):
    """The answer to hello: where the table stands, and the log from `since` on (all of it without)."""

    protocol: int
    seat: int | None
    host: bool
    moment: Moment
    log: list[Entry]


class Update(Struct, frozen=True, tag="update", tag_field="t"):
    """A new version. Versions come without gaps; who misses one asks for a resync."""

    moment: Moment


class Now(Struct, frozen=True, tag="now", tag_field="t"):
    """The present moment again, after a resync."""

    moment: Moment
    log: list[Entry]


class Ack(Struct, frozen=True, tag="ack", tag_field="t"):
    """An action or undo was kept, as this version. The same answer comes again if it is sent again."""

    key: str
    version: int


class Refused(Struct, frozen=True, tag="refused", tag_field="t"):
    """Something was not done, and nothing was lost."""

    key: str
    code: str
    """A stable word such as "action/stale"; docs/protocol.md lists them."""
    version: int
    """Where the table stands."""
    why: Why | None = None


class Answer(Struct, frozen=True, tag="answer", tag_field="t"):
    """To ask: why the action is not possible, or None if it is."""

    key: str
    why: Why | None


class Advice(Struct, frozen=True, tag="advice", tag_field="t"):
    """To hint: an action, on which version, and by which bot."""

    key: str
    version: int
    action: str
    bot: str
    chances: list[float] | None = None
    """Every seat's chance to win as the asking seat sees it before the action, 0 to 1; None where nobody can say."""


class Cheered(Struct, frozen=True, tag="emoted", tag_field="t"):
    seat: int
    emote: str


class Presence(Struct, frozen=True, tag="presence", tag_field="t"):
    """Who is connected, by seat, and how many watch."""

    online: list[bool]
    watching: int


class Goodbye(Struct, frozen=True, tag="goodbye", tag_field="t"):
    """The last frame: the connection is about to be closed, with the reason; `again` says whether to come back."""

    code: str
    again: bool


class Pong(Struct, frozen=True, tag="pong", tag_field="t"):
    pass


FromServer = Welcome | Update | Now | Ack | Refused | Answer | Advice | Cheered | Presence | Goodbye | Pong


# --- After the game ---


class Replay(Struct, frozen=True):
    """A finished game, moment by moment, with every card open: for those who were there."""

    table: TableInfo
    game: int
    moments: list[Moment]


# --- The server ---


class Problem(Struct, frozen=True):
    """Every HTTP answer that is no success."""

    code: str
    """A stable word such as "table/unknown"; docs/protocol.md lists them."""
    detail: str = ""
    """One English sentence for developers."""
    why: Why | None = None


class RuleSetInfo(Struct, frozen=True):
    name: str
    players: list[int]
    usual: int
    options: list[str]


class GameInfo(Struct, frozen=True):
    name: str
    rule_sets: list[RuleSetInfo]


class About(Struct, frozen=True):
    """What a page needs to know of the server before anything else."""

    version: str
    protocol: int
    games: list[GameInfo]
    levels: list[str]
    """Bots that people may choose, from the weakest to the strongest."""
    emotes: list[str]
    imprint: str
    privacy: str
    """Addresses of the host's own pages; empty where there are none."""
    hooks: bool
    """Whether seats may name an address to be told when it is their turn."""
    address: str
    """How other devices reach this server, where the operator said so: for invites."""
