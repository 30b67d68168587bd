"""The frames of a socket. Each frame is a JSON object whose field `t` says which one it is."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tatze.wire.common import MAX_CODE_LENGTH, ActionText, Emote, Key, Request, Version
from tatze.wire.moments import LogEntry, Moment, Why

# --- From the client ---


class Hello(Request, frozen=True, tag="hello", tag_field="t"):
    """The first frame: protocol, table, and the token of a seat; without a token the client is a spectator."""

    protocol: int
    table: str
    token: str = ""
    code: Annotated[str, Meta(max_length=MAX_CODE_LENGTH)] = ""
    """The table's code, which lets a spectator watch a private table."""
    since: Version | None = None
    """The last version that the client has, if it reconnects. It then gets the log from there on."""


class Act(Request, frozen=True, tag="act", tag_field="t"):
    """An action of this seat, decided on the version that the client saw."""

    key: Key
    on: Version
    action: ActionText


class Undo(Request, frozen=True, tag="undo", tag_field="t"):
    """Take the last action of this seat back."""

    key: Key
    on: Version


class Ask(Request, frozen=True, tag="ask", tag_field="t"):
    """Ask why an action is not possible. The answer changes nothing."""

    key: Key
    action: ActionText


class Hint(Request, frozen=True, tag="hint", tag_field="t"):
    """Ask what a strong bot would do here."""

    key: Key


class ShowEmote(Request, frozen=True, tag="emote", tag_field="t"):
    """Show an emote to everybody at the table."""

    emote: Emote


class Say(Request, frozen=True, tag="say", tag_field="t"):
    """Send a message to everybody who plays at the table. It is sent on once for each key."""

    key: Key
    text: str


class Resync(Request, frozen=True, tag="resync", tag_field="t"):
    """Ask for the present moment and the whole log."""


class Ping(Request, frozen=True, tag="ping", tag_field="t"):
    """Ask for a pong."""


FromClient = Hello | Act | Undo | Ask | Hint | ShowEmote | Say | Resync | Ping


# --- From the server ---


class Welcome(Struct, frozen=True, tag="welcome", tag_field="t"):
    """The answer to hello: the present moment, and the log after the version that the client has."""

    protocol: int
    seat: int | None
    host: bool
    moment: Moment
    log: list[LogEntry]


class Update(Struct, frozen=True, tag="update", tag_field="t", gc=False):
    """A new version. Versions come without gaps; a client that misses one asks for a resync."""

    moment: Moment


class Now(Struct, frozen=True, tag="now", tag_field="t"):
    """The answer to resync: the present moment and the whole log."""

    moment: Moment
    log: list[LogEntry]


class Ack(Struct, frozen=True, tag="ack", tag_field="t", gc=False):
    """An action or undo was stored, as this version. The same key always gets the same answer."""

    key: str
    version: int


class RefusedFrame(Struct, frozen=True, tag="refused", tag_field="t"):
    """A request was refused, and nothing changed."""

    key: str
    code: str
    """A stable code such as "action/stale"; docs/protocol.md lists them."""
    version: int
    """The table's present version."""
    why: Why | None = None


class Answer(Struct, frozen=True, tag="answer", tag_field="t"):
    """The answer to ask: why the action is not possible, or None if it is."""

    key: str
    why: Why | None


class Advice(Struct, frozen=True, tag="advice", tag_field="t"):
    """The answer to hint: an action, the version it is for, and the bot that chose it."""

    key: str
    version: int
    action: str
    bot: str
    chances: list[float] | None = None
    """Each seat's chance to win before the action, from 0 to 1, as the asking seat sees it; None if it is unknown."""
    stand_in: bool = False
    """Whether a simpler bot chose the action, because the named one could not yet."""


class EmoteShown(Struct, frozen=True, tag="emoted", tag_field="t"):
    """A seat shows an emote."""

    seat: int
    emote: str


class Said(Struct, frozen=True, tag="said", tag_field="t"):
    """A seat's message. Only seats get messages, and nothing stores them."""

    seat: int
    name: str
    """The name of the person who sat there then."""
    text: str
    at: int
    """When it was sent, in seconds since 1970."""
    key: str
    """The key of the request, by which its sender recognises the message."""


class RecentMessages(Struct, frozen=True, tag="messages", tag_field="t"):
    """The last messages at the table, the oldest first, for a seat that connects. They replace what the client has."""

    messages: list[Said]


class Presence(Struct, frozen=True, tag="presence", tag_field="t"):
    """Whether each seat is connected, and the number of spectators."""

    online: list[bool]
    watching: int
    absent: list[float | None] = []
    """Seconds for which each seat's person has been without a connection; None for who is connected, and for bots."""
    absent_after: float = 30.0
    """Seconds of absence after which others may nudge the person, or let the substitute play."""


class Goodbye(Struct, frozen=True, tag="goodbye", tag_field="t"):
    """The last frame before the server closes the connection: the reason, and whether to reconnect (`again`)."""

    code: str
    again: bool


class Pong(Struct, frozen=True, tag="pong", tag_field="t"):
    """The answer to ping."""


FromServer = (
    Welcome
    | Update
    | Now
    | Ack
    | RefusedFrame
    | Answer
    | Advice
    | EmoteShown
    | Said
    | RecentMessages
    | Presence
    | Goodbye
    | Pong
)
