"""The HTTP API: each address once, with what it takes, what it gives and who may ask. OpenAPI is made from this."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal

from tatze.bots import LEVELS
from tatze.core.game import Game
from tatze.core.version import __version__
from tatze.games import game_named, game_names
from tatze.server.chance import chance_of
from tatze.server.codes import Refused
from tatze.server.hooks import BadHook
from tatze.server.live import Live
from tatze.server.server import Server
from tatze.server.store import NO_SEAT, Grant
from tatze.wire import (
    EMOTES,
    PROTOCOL,
    About,
    Ack,
    Act,
    ChanceAsked,
    ChanceInfo,
    Command,
    Done,
    Find,
    Found,
    GameInfo,
    GameReplay,
    Join,
    Listing,
    NewTable,
    Opened,
    Redeem,
    RuleSetInfo,
    Seated,
    TableInfo,
    Transfer,
    Undo,
    Webhook,
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, as far as handlers need it."""

    server: Server
    address: str
    path: dict[str, str]
    query: dict[str, str]
    token: str
    body: Any

    @property
    def table(self) -> str:
        return self.path["table"]

    async def grant(self) -> Grant:
        return await self.server.grant(self.token, self.table)

    async def seat(self) -> Grant:
        grant = await self.grant()
        if grant.seat == NO_SEAT:
            raise Refused("seat/not-yours")
        return grant

    async def live(self) -> Live:
        """The table, for those who may know of it."""
        live = await self.server.hub.get(self.table)
        if self.token:
            await self.grant()
        elif not live.room.opening.public:
            raise Refused("table/private")
        return live


@dataclass(frozen=True, slots=True)
class Text:
    """An answer that is plain text."""

    text: str


@dataclass(frozen=True, slots=True)
class Route:
    """One address of the API."""

    method: Literal["GET", "POST"]
    path: str
    handle: Callable[[Asked], Awaitable[Any]]
    gives: Any
    about: str
    takes: Any = None
    token: Literal["", "may", "must"] = ""
    codes: tuple[str, ...] = ()
    query: tuple[str, ...] = ()


async def about(asked: Asked) -> About:
    settings = asked.server.settings
    return About(
        __version__,
        PROTOCOL,
        [_game(name) for name in game_names()],
        list(LEVELS),
        list(EMOTES),
        settings.imprint,
        settings.privacy,
        settings.hooks,
        settings.address,
    )


def _game(name: str) -> GameInfo:
    return GameInfo(name, [_rule_set(game_named(name), rules) for rules in game_named(name).rule_sets])


def _rule_set(game: Game[Any], rules: str) -> RuleSetInfo:
    chosen = game.rule_set(rules)
    defaults = {option: game.default(rules, option) for option in chosen.options}
    return RuleSetInfo(rules, list(chosen.players), chosen.usual, list(chosen.options), defaults)


async def chance(asked: Asked) -> ChanceInfo:
    return chance_of(asked.body)


async def open_table(asked: Asked) -> Opened:
    if not asked.server.openings.take(asked.address):
        raise Refused("rate/tables")
    return await asked.server.desk.open(asked.body)


async def list_tables(asked: Asked) -> Listing:
    return Listing(await asked.server.desk.listed())


async def show_table(asked: Asked) -> TableInfo:
    live = await asked.live()
    return live.info() if asked.token else live.info_outside()


async def find(asked: Asked) -> Found:
    return Found((await _try_code(asked, asked.server.desk.find(asked.body.code))).info_outside())


async def join(asked: Asked) -> Seated:
    return await _try_code(asked, asked.server.desk.join(asked.body))  # type: ignore[no-any-return]  # what it was given


async def redeem(asked: Asked) -> Seated:
    return await _try_code(asked, asked.server.desk.redeem(asked.body.code))  # type: ignore[no-any-return]  # the same


async def _try_code(asked: Asked, work: Any) -> Any:
    """Whoever tries codes gets slow."""
    if asked.server.tries.of(asked.address).empty:
        work.close()
        raise Refused("rate/tries")
    try:
        return await work
    except Refused as refusal:
        if refusal.code == "code/wrong":
            asked.server.tries.take(asked.address)
        raise


async def command(asked: Asked) -> Done:
    return await asked.server.desk.command(await asked.grant(), asked.body)


async def transfer(asked: Asked) -> Transfer:
    return await asked.server.desk.transfer(await asked.seat())


async def act(asked: Asked) -> Ack:
    body: Act = asked.body
    kept = await asked.server.desk.act(await asked.seat(), body.key, body.on, body.action)
    return Ack(body.key, kept.version)


async def undo(asked: Asked) -> Ack:
    body: Undo = asked.body
    kept = await asked.server.desk.undo(await asked.seat(), body.key, body.on)
    return Ack(body.key, kept.version)


async def record(asked: Asked) -> Any:
    live, number = await asked.live(), _number(asked)
    if asked.query.get("format") == "json":
        return await asked.server.desk.record_data(live, number)
    return Text(await asked.server.desk.record(live, number))


async def replay(asked: Asked) -> GameReplay:
    live, number = await asked.live(), _number(asked)
    return await asked.server.desk.replay(live, number)


def _number(asked: Asked) -> int:
    text = asked.path["game"]
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise Refused("game/unknown")
    return int(text)


async def hook(asked: Asked) -> Webhook:
    grant = await asked.seat()
    if not asked.server.settings.hooks:
        raise Refused("hook/off")
    url = asked.body.url
    try:
        if url:
            asked.server.hooks.check(url)
    except BadHook as error:
        raise Refused("hook/bad", detail=str(error)) from None
    await asked.server.desk.hook(grant, url)
    return Webhook(url)


_TABLE = ("table/unknown", "table/removed")
_TOKEN = ("token/missing", "token/wrong")
_ACT = (*_TABLE, *_TOKEN, "seat/not-yours", "table/status", "seat/away", "action/stale", "server/busy")

ROUTES = (
    Route("GET", "/api/about", about, About, "What this server offers"),
    Route(
        "POST",
        "/api/chance",
        chance,
        ChanceInfo,
        "What chance decides in a game of these settings, to check it",
        ChanceAsked,
        codes=("table/setup",),
    ),
    Route(
        "POST",
        "/api/tables",
        open_table,
        Opened,
        "Open a table",
        NewTable,
        codes=("table/setup", "name/bad", "rate/tables", "server/busy"),
    ),
    Route("GET", "/api/tables", list_tables, Listing, "The public tables that wait or are being played"),
    Route(
        "GET",
        "/api/tables/{table}",
        show_table,
        TableInfo,
        "A table; a private one for its people alone",
        token="may",
        codes=(*_TABLE, "table/private", "token/wrong"),
    ),
    Route("POST", "/api/find", find, Found, "Look a table up by its code", Find, codes=("code/wrong", "rate/tries")),
    Route(
        "POST",
        "/api/join",
        join,
        Seated,
        "Sit down at a table",
        Join,
        codes=(
            *_TABLE,
            "table/full",
            "table/private",
            "table/status",
            "seat/taken",
            "seat/unknown",
            "name/bad",
            "code/wrong",
            "rate/tries",
            "server/busy",
        ),
    ),
    Route(
        "POST",
        "/api/transfer",
        redeem,
        Seated,
        "Take a seat to this device",
        Redeem,
        codes=(*_TABLE, "code/wrong", "rate/tries"),
    ),
    Route(
        "POST",
        "/api/tables/{table}/transfer",
        transfer,
        Transfer,
        "A code that takes the seat to another device",
        token="must",
        codes=(*_TABLE, *_TOKEN, "seat/not-yours"),
    ),
    Route(
        "POST",
        "/api/tables/{table}/command",
        command,
        Done,
        "Start, leave, return, pause and so on",
        Command,
        token="must",
        codes=(*_ACT, "host/only", "seat/taken", "seat/unknown", "seat/busy", "name/bad", "table/setup"),
    ),
    Route(
        "POST",
        "/api/tables/{table}/act",
        act,
        Ack,
        "Do something in the game",
        Act,
        token="must",
        codes=(*_ACT, "action/illegal", "action/unknown", "action/not-your-turn"),
    ),
    Route(
        "POST",
        "/api/tables/{table}/undo",
        undo,
        Ack,
        "Take the last action back",
        Undo,
        token="must",
        codes=(*_ACT, "undo/refused"),
    ),
    Route(
        "GET",
        "/api/tables/{table}/record/{game}",
        record,
        str,
        "The record of a finished game",
        token="may",
        codes=(*_TABLE, "table/private", "token/wrong", "game/unknown"),
        query=("format",),
    ),
    Route(
        "GET",
        "/api/tables/{table}/replay/{game}",
        replay,
        GameReplay,
        "A finished game with every card open",
        token="may",
        codes=(*_TABLE, "table/private", "token/wrong", "game/unknown"),
    ),
    Route(
        "POST",
        "/api/tables/{table}/hook",
        hook,
        Webhook,
        "An address that is told when it is the seat's turn",
        Webhook,
        token="must",
        codes=(*_TABLE, *_TOKEN, "seat/not-yours", "hook/off", "hook/bad"),
    ),
)
