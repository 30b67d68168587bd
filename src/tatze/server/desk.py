"""What people ask for beside the game: tables, seats, tokens, rematches, records."""

from __future__ import annotations

import secrets
import time
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import Any

import msgspec

from tatze.core.record import record_data, record_text
from tatze.core.table import Table
from tatze.server import decide, frames
from tatze.server.codes import Refused
from tatze.server.decide import Draft
from tatze.server.fold import apply, fold
from tatze.server.hub import Hub, Kept
from tatze.server.live import Live
from tatze.server.logs import log
from tatze.server.opening import ALPHABET, id_of, join_key, new_id, new_token, opening_again, opening_of, token_of
from tatze.server.room import Opening, Room
from tatze.server.settings import Settings
from tatze.server.store import (
    NO_SEAT,
    Grant,
    Row,
    Statement,
    Write,
    delete_tokens,
    insert_table,
    insert_token,
    insert_transfer,
    put_hook,
)
from tatze.wire import (
    Command,
    Done,
    GameReplay,
    Join,
    NewTable,
    Opened,
    Seated,
    TableInfo,
    Transfer,
)

CODE = 6
TRANSFER_SECONDS = 900
LISTED = 100
DAY = 86_400.0


class Desk:
    def __init__(self, hub: Hub, settings: Settings) -> None:
        self.hub = hub
        self.store = hub.store
        self.settings = settings

    # --- Opening ---

    async def open(self, asked: NewTable) -> Opened:
        """Open a table for a host."""
        if asked.seed is not None and not self.settings.allow_seeds:
            raise Refused("table/setup", detail="this server does not repeat deals")
        opening, key = opening_of(asked), asked.key
        table, token = (new_id(), new_token()) if key is None else (id_of(key), token_of(id_of(key), key))
        if await self.store.unfinished() >= self.settings.limits.tables and not await self.store.code_of(table):
            raise Refused("rate/tables", detail="this server has as many tables as it can hold")
        live, code = await self._open(table, opening, token)
        await self.hub.settle(table)
        return Opened(live.info(), seat_or_none(live.room.opening.host), token, code)

    async def _open(self, table: str, opening: Opening, token: str = "") -> tuple[Live, str]:
        """Open a table under an id, unless it is there; with a token for its host, if one is given. Also says its
        code. Where the code is another table's, another one is drawn."""
        while True:
            if await self.store.rows(table):
                return await self.hub.get(table), await self.store.code_of(table) or ""
            now, code = time.time(), "".join(secrets.choice(ALPHABET) for _ in range(CODE))
            row = Row(table, 0, "opened", opening.host, msgspec.json.encode(opening).decode(), None, now)
            grant = insert_token(token, Grant(table, opening.host, host=True), now) if token else []
            if await self.hub.keep(row, [insert_table(table, code, opening.public, now), *grant]):
                self.hub.metrics.opened.labels(opening.game).inc()
                log("table-opened", table=table, game=opening.game, rules=opening.rules)
                return self.hub.add(Live(fold([row])), here=True), code

    async def rematch(self, live: Live, grant: Grant, key: str) -> Done:
        """The same people at a new table. The old one says where it is; whoever finds it missing opens it, and every
        seat gets its own token for it by asking."""
        if live.room.status != "over":
            raise Refused("table/status")
        if live.room.next is None:
            place = Draft("rematch", grant.seat, new_id())
            with suppress(Refused):
                await self.hub.commit(live.room.id, key, grant.seat, partial(_say_where, draft=place))
        table = live.room.next
        if table is None:
            raise Refused("server/busy")
        fresh, code = await self._open(table, opening_again(live.room))
        token = await self._sit_again(fresh, grant)
        await self.hub.settle(table)
        opened = Opened(fresh.info(), seat_or_none(grant.seat), token, code if grant.host else "")
        return Done(key, live.room.version, live.info(), opened)

    async def _sit_again(self, fresh: Live, grant: Grant) -> str:
        """A token for the seat that was kept, which its owner takes with it."""
        token, table, seat, now = new_token(), fresh.room.id, grant.seat, time.time()
        tokens = insert_token(token, Grant(table, seat, grant.host), now)
        if seat == NO_SEAT or seat in fresh.room.came:
            await self.store.append(Write(None, tokens))
        else:
            await self.hub.commit(table, None, seat, partial(_come, seat=seat), lambda _: tokens)
        return token

    # --- Sitting down ---

    async def find(self, code: str) -> Live:
        table = await self.store.table_of(code.strip().upper())
        if table is None:
            raise Refused("code/wrong")
        return await self.hub.get(table)

    async def join(self, asked: Join) -> Seated:
        if asked.code:
            live = await self.find(asked.code)
        else:
            live = await self.hub.get(asked.table)
            if not live.room.opening.public:
                raise Refused("table/private")
        table, key, now = live.room.id, asked.key, time.time()
        token = new_token() if key is None else token_of(table, key)
        kept = await self.hub.commit(
            table,
            None if key is None else join_key(key),
            NO_SEAT,
            lambda room: decide.join(room, asked.name.strip(), asked.seat),
            lambda draft: insert_token(token, Grant(table, draft.seat, host=False), now),
        )
        if key is not None and await self.store.grant(token) is None:
            raise Refused("seat/not-yours", detail="whoever joined with this key has left")
        await self.hub.settle(table)
        return Seated(live.info(), kept.live.room.changes[kept.version].by.seat or 0, token)

    async def transfer(self, grant: Grant) -> Transfer:
        code, expires = new_token(), int(time.time()) + TRANSFER_SECONDS
        await self.store.append(Write(None, insert_transfer(code, grant, expires)))
        return Transfer(code, expires)

    async def redeem(self, code: str) -> Seated:
        """Exchange a transfer's code for a token."""
        grant = await self.store.take_transfer(code, time.time())
        if grant is None:
            raise Refused("code/wrong")
        live, token = await self.hub.get(grant.table_id), new_token()
        await self.store.append(Write(None, insert_token(token, grant, time.time())))
        return Seated(live.info(), grant.seat, token)

    async def hook(self, grant: Grant, url: str) -> None:
        await self.store.append(Write(None, put_hook(grant.table_id, grant.seat, url)))

    # --- Commands ---

    async def command(self, grant: Grant, asked: Command) -> Done:
        live = await self.hub.get(grant.table_id)
        if asked.do == "rematch":
            return await self.rematch(live, grant, asked.key)
        kept = await self.hub.commit(
            grant.table_id,
            asked.key,
            grant.seat,
            lambda room: decide.command(room, grant, asked),
            lambda draft: _with(draft, grant.table_id),
        )
        if not live.room.removed:
            await self.hub.settle(grant.table_id)
        return Done(asked.key, kept.version, kept.live.info())

    async def act(self, grant: Grant, key: str, on: int, action: str) -> Kept:
        seat = grant.seat
        return await self.hub.commit(grant.table_id, key, seat, lambda room: decide.act(room, seat, on, action))

    async def undo(self, grant: Grant, key: str, on: int) -> Kept:
        seat = grant.seat
        return await self.hub.commit(grant.table_id, key, seat, lambda room: decide.undo(room, seat, on))

    # --- Looking ---

    async def listed(self) -> list[TableInfo]:
        tables = []
        for table in await self.store.listed(LISTED):
            try:
                live = await self.hub.get(table)
            except Refused:
                continue
            if live.room.status != "over":
                tables.append(live.info_outside())
        return tables

    async def record(self, live: Live, number: int) -> str:
        table = finished(live.room, number)
        seats = ["you" if seat.kind == "person" else seat.level for seat in live.room.seats]
        games = live.room.opening.games
        day = datetime.fromtimestamp(live.room.days[number - 1], UTC).date().isoformat()
        return record_text(table, seats, f"{number}/{games}" if games > 1 else "", day)

    async def record_data(self, live: Live, number: int) -> dict[str, Any]:
        return record_data(finished(live.room, number))

    async def replay(self, live: Live, number: int) -> GameReplay:
        """A finished game version by version, with every card open."""
        finished(live.room, number)
        rows = await self.store.rows(live.room.id)
        room, moments = fold(rows[:1]), []
        for row in rows[1:]:
            change = apply(room, row)
            if room.number == number and change.by.kind in ("started", "action", "undo"):
                moments.append(frames.open_moment(room, change, None))
        return GameReplay(live.info(), number, moments)

    async def forget_old(self) -> int:
        """Remove what nobody has touched for as long as the operator keeps tables, and what hosts removed before
        yesterday; until then other nodes may have to hear of it."""
        await self.store.forget(await self.store.removed(time.time() - DAY))
        if not self.settings.retention_days:
            return 0
        count, before = 0, time.time() - DAY * self.settings.retention_days
        while old := [table for table in await self.store.forgotten(before) if table not in self.hub.tables]:
            await self.store.forget(old)
            count += len(old)
        return count


def _say_where(room: Room, draft: Draft) -> Draft:
    if room.next is not None:
        raise Refused("table/status")
    return draft


def _come(room: Room, seat: int) -> Draft:
    """Whoever the seat was kept for takes it."""
    if room.status != "waiting" or room.seats[seat].kind != "open" or not room.seats[seat].name:
        raise Refused("seat/taken")
    return Draft("came", seat, room.seats[seat].name)


def _with(draft: Draft, table: str) -> list[Statement]:
    """What is written with a command: a seat that is given up loses its tokens."""
    if draft.kind == "left":
        return delete_tokens(table, draft.seat)
    if draft.kind == "seat":
        return delete_tokens(table, msgspec.json.decode(draft.data)["seat"])
    return []


def finished(room: Room, number: int) -> Table[Any]:
    if not 1 <= number <= len(room.finished):
        raise Refused("game/unknown")
    return room.finished[number - 1]


def seat_or_none(seat: int) -> int | None:
    return None if seat == NO_SEAT else seat
