"""The handlers of the HTTP API: each takes a request and returns a wire type, a text, or a Starlette response.

A handler's name is its operation's id in the OpenAPI document, so it stays as it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from tatze.core.game import Game
from tatze.core.version import __version__
from tatze.core.words import LANGUAGES, game_words
from tatze.games import game_named, game_names
from tatze.lessons import lesson_minutes, lessons
from tatze.review.puzzles import puzzles_of
from tatze.review.results import Depth
from tatze.review.status import GamePuzzles, ReviewStatus
from tatze.server.live.live_table import LiveTable
from tatze.server.live.reviews.reviews import ReviewKey
from tatze.server.table.chance import chance_of
from tatze.server.table.practice import shown_position
from tatze.server.table.refusals import Refused
from tatze.server.table.rows import NO_SEAT, Grant
from tatze.server.web.actions import carry_out
from tatze.server.web.admission import check_opening, grant_of, knows_code, try_code
from tatze.server.web.services import Services
from tatze.server.web.webhooks.targets import BadWebhook
from tatze.wire import (
    EMOTES,
    PROTOCOL,
    About,
    Ack,
    ChanceInfo,
    Done,
    Found,
    GameInfo,
    GameReplay,
    GameWords,
    LessonInfo,
    Listing,
    Opened,
    PastAdvice,
    PositionShown,
    PushState,
    RuleSetInfo,
    Seated,
    TableInfo,
    Transfer,
    Webhook,
)

MAX_GAME_DIGITS = 3
"""Maximum number of digits of a game's number in a path."""


@dataclass(frozen=True, slots=True)
class ApiRequest:
    """A request, as far as handlers need it."""

    services: Services
    address: str
    """The client's address, as it is counted for limits."""
    local: bool
    """Whether the request comes from this machine itself, and not through a proxy on it."""
    path: dict[str, str]
    query: dict[str, str]
    token: str
    body: Any
    """The decoded body: the type that the route takes."""

    @property
    def table(self) -> str:
        """The id of the table in the path."""
        return self.path["table"]

    @property
    def game_number(self) -> int:
        """The number of the game in the path, counted from 1."""
        text = self.path["game"]
        if not (text.isascii() and text.isdigit() and len(text) <= MAX_GAME_DIGITS):
            raise Refused("game/unknown")
        return int(text)

    async def grant(self) -> Grant:
        """Return what the request's token grants at the table."""
        return await grant_of(self.services, self.token, self.table)

    async def seat_grant(self) -> Grant:
        """Return what the request's token grants, and refuse a token without a seat."""
        grant = await self.grant()
        if grant.seat == NO_SEAT:
            raise Refused("seat/not-yours")
        return grant

    def take_replay(self) -> None:
        """Refuse an address that asks for many records and replays, which take long to make."""
        if not self.services.limits.replays.take(self.address):
            raise Refused("rate/limited")

    async def live_table(self, code: str = "") -> LiveTable:
        """Return the table, if the client may know of it. The code of a private table that may be watched is enough."""
        live = await self.services.hub.get(self.table)
        if self.token:
            await self.grant()
        elif not live.state.opening.public and not await self._may_watch(live, code):
            raise Refused("table/private")
        return live

    async def _may_watch(self, live: LiveTable, code: str) -> bool:
        """Return whether a private table may be watched by whoever knows a code."""
        return live.state.opening.watching != "off" and await knows_code(self.services, self.address, code, live)


@dataclass(frozen=True, slots=True)
class PlainText:
    """An answer that is plain text."""

    text: str


async def about(request: ApiRequest) -> About:
    settings = request.services.settings
    return About(
        version=__version__,
        protocol=PROTOCOL,
        games=[_game_info(name) for name in game_names()],
        levels=list(settings.bot_offer.shown),
        emotes=list(EMOTES),
        imprint=settings.imprint,
        privacy=settings.privacy,
        hooks=settings.webhooks,
        address=settings.address,
        push=request.services.push.public_key if request.services.push else "",
        reviews=request.services.reviews.games,
        opening=_opening(request),
        banner=settings.banner,
        report=settings.report,
    )


def _opening(request: ApiRequest) -> Literal["everybody", "password", "nobody"]:
    """Return what somebody has to know who wants to open a table from where the request comes."""
    who = request.services.settings.opening
    if who == "local":
        return "everybody" if request.local else "nobody"
    return who


def _game_info(name: str) -> GameInfo:
    game = game_named(name)
    return GameInfo(
        name=name,
        rule_sets=[_rule_set_info(game, rules) for rules in game.rule_sets],
        lessons=[LessonInfo(lesson, lesson_minutes(lesson)) for lesson in lessons(name)],
        puzzles=len(puzzles_of(name)),
        limited_rules={game.rule(number): list(held) for number, held in game.limited_rules.items()},
    )


def _rule_set_info(game: Game[Any], rules: str) -> RuleSetInfo:
    chosen = game.rule_set(rules)
    defaults = {option: game.default(rules, option) for option in chosen.options}
    return RuleSetInfo(rules, list(chosen.players), chosen.usual, list(chosen.options), defaults, chosen.variant)


async def words(request: ApiRequest) -> GameWords:
    name, lang = request.path["game"], request.path["lang"]
    if name not in game_names() or lang not in LANGUAGES:
        raise Refused("path/unknown")
    return GameWords(dict(game_words(game_named(name), lang)))


async def chance(request: ApiRequest) -> ChanceInfo:
    return chance_of(request.body)


async def puzzles(request: ApiRequest) -> GamePuzzles:
    name = request.path["game"]
    if name not in game_names():
        raise Refused("path/unknown")
    return GamePuzzles(puzzles_of(name))


async def show_position(request: ApiRequest) -> PositionShown:
    return shown_position(request.body.position)


async def open_table(request: ApiRequest) -> Opened:
    await check_opening(request.services, request.address, request.local, request.body.password)
    if not request.services.limits.openings.take(request.address):
        raise Refused("rate/tables")
    return await request.services.lobby.open(request.body)


async def list_tables(request: ApiRequest) -> Listing:
    return Listing(await request.services.lobby.listing())


async def show_table(request: ApiRequest) -> TableInfo:
    live = await request.live_table()
    return live.info() if request.token else live.public_info()


async def find(request: ApiRequest) -> Found:
    services = request.services
    live = await try_code(services, request.address, lambda: services.lobby.find(request.body.code))
    return Found(live.public_info())


async def join(request: ApiRequest) -> Seated:
    services = request.services
    return await try_code(services, request.address, lambda: services.lobby.join(request.body))


async def redeem(request: ApiRequest) -> Seated:
    services = request.services
    return await try_code(services, request.address, lambda: services.lobby.redeem(request.body.code))


async def command(request: ApiRequest) -> Done:
    if request.body.do == "rematch":
        await _count_rematch(request)
    return await request.services.lobby.command(await request.grant(), request.body, request.token)


async def _count_rematch(request: ApiRequest) -> None:
    """Count a rematch among the tables that an address opens, if it is the first to ask for this one."""
    live = await request.services.hub.get((await request.grant()).table_id)
    if live.state.next is None and not request.services.limits.openings.take(request.address):
        raise Refused("rate/tables")


async def transfer(request: ApiRequest) -> Transfer:
    return await request.services.lobby.transfer(await request.seat_grant())


async def act(request: ApiRequest) -> Ack:
    return await carry_out(request.services.hub, await request.grant(), request.body)


async def undo(request: ApiRequest) -> Ack:
    return await carry_out(request.services.hub, await request.grant(), request.body)


async def record(request: ApiRequest) -> Any:
    request.take_replay()
    live, archive = await request.live_table(), request.services.archive
    if request.query.get("format") == "json":
        return archive.record_data(live, request.game_number)
    return PlainText(archive.record(live, request.game_number))


async def replay(request: ApiRequest) -> GameReplay:
    request.take_replay()
    live = await request.live_table(request.query.get("code", ""))
    return await request.services.archive.replay(live, request.game_number)


async def review(request: ApiRequest) -> ReviewStatus:
    live = await request.live_table(request.query.get("code", ""))
    key = ReviewKey(request.table, request.game_number, *_review_asked(request))
    bucket = request.services.limits.reviews.of(request.address)
    return await request.services.reviews.status(live, key, request.address, bucket)


def _review_asked(request: ApiRequest) -> tuple[Depth, int]:
    """Return the depth of the review, and for a deep one the seat."""
    if request.query.get("depth", "instant") == "instant":
        return "instant", NO_SEAT
    seat = request.query.get("seat", "")
    if request.query["depth"] != "deep" or not (seat.isascii() and seat.isdigit() and len(seat) == 1):
        raise Refused("seat/unknown", detail="the depth is instant, or deep with a seat")
    return "deep", int(seat)


async def past_hint(request: ApiRequest) -> PastAdvice:
    grant = await request.grant()
    live = await request.services.hub.get(request.table)
    return await request.services.past_hints.hint(live, grant, request.game_number, request.body.version)


async def hook(request: ApiRequest) -> Webhook:
    grant, services, url = await request.seat_grant(), request.services, request.body.url
    if not services.settings.webhooks:
        raise Refused("hook/off")
    try:
        if url:
            services.webhooks.check(url)
    except BadWebhook as error:
        raise Refused("hook/bad", detail=str(error)) from None
    await services.lobby.set_webhook(grant, url)
    return Webhook(url)


async def push(request: ApiRequest) -> PushState:
    grant, services = await request.seat_grant(), request.services
    if not services.push:
        raise Refused("push/off")
    services.push.check(request.body)
    await services.lobby.set_push(grant, request.body)
    return PushState(request.body.on)
