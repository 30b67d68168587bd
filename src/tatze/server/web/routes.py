"""The routes of the HTTP API: each address with what it takes, what it gives, and which refusals it may answer with.

The OpenAPI document is made from these."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal

from tatze.review.status import GamePuzzles, ReviewStatus
from tatze.server.web import handlers
from tatze.server.web.handlers import ApiRequest
from tatze.server.web.stream import stream
from tatze.wire import (
    About,
    Ack,
    Act,
    ChanceAsked,
    ChanceInfo,
    Command,
    Done,
    Find,
    Found,
    GameReplay,
    GameWords,
    Join,
    Listing,
    NewTable,
    Opened,
    PastAdvice,
    PastHint,
    PositionAsked,
    PositionShown,
    PushState,
    PushSubscription,
    Redeem,
    Seated,
    TableInfo,
    Transfer,
    Undo,
    Webhook,
)


@dataclass(frozen=True, slots=True)
class Route:
    """One address of the API."""

    method: Literal["GET", "POST"]
    path: str
    handle: Callable[[ApiRequest], Awaitable[Any]]
    gives: Any
    """The type of the answer; str for plain text."""
    summary: str
    takes: Any = None
    """The type of the body; None if there is none."""
    token: Literal["", "may", "must"] = ""
    """Whether the request may or must have a token."""
    codes: tuple[str, ...] = ()
    """The refusals that are particular to this address."""
    query: tuple[str, ...] = ()
    """The names of the query parameters."""


_TABLE_CODES = ("table/unknown", "table/removed", "table/broken")
_TOKEN_CODES = ("token/missing", "token/wrong", "seat/freed", "seat/removed")
_ACT_CODES = (
    *_TABLE_CODES,
    *_TOKEN_CODES,
    "seat/not-yours",
    "table/status",
    "seat/away",
    "action/stale",
)

ROUTES = (
    Route(
        method="GET",
        path="/api/about",
        handle=handlers.about,
        gives=About,
        summary="What this server offers",
    ),
    Route(
        method="GET",
        path="/api/words/{game}/{lang}",
        handle=handlers.words,
        gives=GameWords,
        summary="The sentences of a game in one language",
        codes=("path/unknown",),
    ),
    Route(
        method="POST",
        path="/api/chance",
        handle=handlers.chance,
        gives=ChanceInfo,
        summary="What chance decides in a game of these settings, to check it",
        takes=ChanceAsked,
        codes=("table/setup",),
    ),
    Route(
        method="GET",
        path="/api/puzzles/{game}",
        handle=handlers.puzzles,
        gives=GamePuzzles,
        summary="The puzzles that come with a game",
        codes=("path/unknown",),
    ),
    Route(
        method="POST",
        path="/api/position",
        handle=handlers.show_position,
        gives=PositionShown,
        summary="A position as a board shows it to one seat",
        takes=PositionAsked,
        codes=("position/bad",),
    ),
    Route(
        method="POST",
        path="/api/tables",
        handle=handlers.open_table,
        gives=Opened,
        summary="Open a table",
        takes=NewTable,
        codes=(
            "table/setup",
            "position/bad",
            "name/bad",
            "open/password",
            "open/local",
            "rate/tables",
            "rate/tries",
        ),
    ),
    Route(
        method="GET",
        path="/api/tables",
        handle=handlers.list_tables,
        gives=Listing,
        summary="The public tables that wait or are being played",
    ),
    Route(
        method="GET",
        path="/api/tables/{table}",
        handle=handlers.show_table,
        gives=TableInfo,
        summary="A table; a private one for its people alone",
        token="may",
        codes=(*_TABLE_CODES, "table/private", *_TOKEN_CODES[1:]),
    ),
    Route(
        method="POST",
        path="/api/find",
        handle=handlers.find,
        gives=Found,
        summary="Look a table up by its code",
        takes=Find,
        codes=("code/wrong", "rate/tries"),
    ),
    Route(
        method="POST",
        path="/api/join",
        handle=handlers.join,
        gives=Seated,
        summary="Sit down at a table",
        takes=Join,
        codes=(
            *_TABLE_CODES,
            "table/full",
            "table/private",
            "table/status",
            "seat/taken",
            "seat/unknown",
            "name/bad",
            "code/wrong",
            "rate/tries",
        ),
    ),
    Route(
        method="POST",
        path="/api/transfer",
        handle=handlers.redeem,
        gives=Seated,
        summary="Take a seat to this device",
        takes=Redeem,
        codes=(*_TABLE_CODES, "code/wrong", "rate/tries"),
    ),
    Route(
        method="POST",
        path="/api/tables/{table}/transfer",
        handle=handlers.transfer,
        gives=Transfer,
        summary="A code that takes the seat to another device",
        token="must",
        codes=(*_TABLE_CODES, *_TOKEN_CODES, "seat/not-yours"),
    ),
    Route(
        method="POST",
        path="/api/tables/{table}/command",
        handle=handlers.command,
        gives=Done,
        summary="Start, leave, return, pause and so on",
        takes=Command,
        token="must",
        codes=(
            *_ACT_CODES,
            "host/only",
            "key/used",
            "seat/online",
            "seat/taken",
            "seat/unknown",
            "seat/busy",
            "name/bad",
            "table/setup",
            "rate/tables",
        ),
    ),
    Route(
        method="POST",
        path="/api/tables/{table}/act",
        handle=handlers.act,
        gives=Ack,
        summary="Do something in the game",
        takes=Act,
        token="must",
        codes=(*_ACT_CODES, "action/illegal", "action/unknown", "action/not-your-turn"),
    ),
    Route(
        method="POST",
        path="/api/tables/{table}/undo",
        handle=handlers.undo,
        gives=Ack,
        summary="Take the last action back",
        takes=Undo,
        token="must",
        codes=(*_ACT_CODES, "undo/refused"),
    ),
    Route(
        method="GET",
        path="/api/tables/{table}/record/{game}",
        handle=handlers.record,
        gives=str,
        summary="The record of a finished game",
        token="may",
        codes=(*_TABLE_CODES, "table/private", *_TOKEN_CODES[1:], "game/unknown"),
        query=("format",),
    ),
    Route(
        method="GET",
        path="/api/tables/{table}/replay/{game}",
        handle=handlers.replay,
        gives=GameReplay,
        summary="A finished game with every card open",
        token="may",
        codes=(*_TABLE_CODES, "table/private", *_TOKEN_CODES[1:], "game/unknown", "rate/tries"),
        query=("code",),
    ),
    Route(
        method="GET",
        path="/api/tables/{table}/review/{game}",
        handle=handlers.review,
        gives=ReviewStatus,
        summary="The review of a finished game, or how far it has come; ask again until it is ready",
        token="may",
        codes=(
            *_TABLE_CODES,
            "table/private",
            *_TOKEN_CODES[1:],
            "game/unknown",
            "seat/unknown",
            "rate/tries",
            "review/off",
            "review/none",
            "review/busy",
            "review/failed",
        ),
        query=("depth", "seat", "code"),
    ),
    Route(
        method="POST",
        path="/api/tables/{table}/replay/{game}/hint",
        handle=handlers.past_hint,
        gives=PastAdvice,
        summary="What a strong bot would have done at a version of a finished game",
        takes=PastHint,
        token="must",
        codes=(*_TABLE_CODES, *_TOKEN_CODES, "game/unknown", "hint/none", "hint/off"),
    ),
    Route(
        method="POST",
        path="/api/tables/{table}/push",
        handle=handlers.push,
        gives=PushState,
        summary="A browser's push subscription, which is told when it is the seat's turn",
        takes=PushSubscription,
        token="must",
        codes=(*_TABLE_CODES, *_TOKEN_CODES, "seat/not-yours", "push/off", "push/bad"),
    ),
    Route(
        method="POST",
        path="/api/tables/{table}/hook",
        handle=handlers.hook,
        gives=Webhook,
        summary="An address that is told when it is the seat's turn",
        takes=Webhook,
        token="must",
        codes=(*_TABLE_CODES, *_TOKEN_CODES, "seat/not-yours", "hook/off", "hook/bad"),
    ),
)

STREAM_ROUTE = Route(
    method="GET",
    path="/api/tables/{table}/stream",
    handle=stream,
    gives=str,
    summary="The table as it happens: each event's data is a frame as on the socket",
    token="may",
    codes=("table/unknown", "table/private", "watch/off", "token/wrong", "rate/sockets"),
)
