"""The lobby: opening, finding and joining tables, rematches, commands, transfers of seats to other devices."""

from __future__ import annotations

import time
from functools import partial
from weakref import WeakKeyDictionary

import msgspec

from tatze.server.live.hub import Decide, Hub
from tatze.server.live.live_table import LiveTable
from tatze.server.live.token_bucket import TokenBucket
from tatze.server.logs import log
from tatze.server.settings import Settings
from tatze.server.stores.engine import Statement, Write
from tatze.server.stores.statements import (
    delete_push,
    delete_seat_pushes,
    delete_table_pushes,
    end_tokens,
    insert_push,
    insert_table,
    insert_token,
    insert_transfer,
    set_code,
    set_webhook,
)
from tatze.server.stores.store import Store
from tatze.server.table import commands
from tatze.server.table.fold import fold
from tatze.server.table.identifiers import (
    codes_from_secret,
    new_table_id,
    new_token,
    rematch_token,
    stored_join_key,
    table_id_from_key,
    token_from_key,
)
from tatze.server.table.info import seat_or_none
from tatze.server.table.opening import opening_for, rematch_opening
from tatze.server.table.refusals import Refused
from tatze.server.table.rows import ANY_OWNER, NO_SEAT, DraftRow, Grant, LogRow, Newcomer, Opening, SeatChange
from tatze.server.table.state import TableState
from tatze.wire import Command, Done, Join, NewTable, Opened, PushSubscription, Seated, TableInfo, Transfer

TRANSFER_SECONDS = 900
"""Seconds for which a transfer's code is valid."""
NUDGE_SECONDS = 20.0
"""Seconds between two nudges of one seat."""
NEW_CODES = 10
"""Number of new codes that a table may get in a minute."""
MAX_LISTED_TABLES = 100
"""Maximum number of tables in a listing."""


class Lobby:
    """What people ask for outside a game."""

    def __init__(self, hub: Hub, settings: Settings) -> None:
        self.hub = hub
        self.store: Store = hub.store
        self.settings = settings
        self._new_codes: WeakKeyDictionary[LiveTable, TokenBucket] = WeakKeyDictionary()

    # --- Opening ---

    async def open(self, request: NewTable) -> Opened:
        """Open a table for a host."""
        if request.seed is not None and not self.settings.allow_seeds:
            raise Refused("table/setup", detail="this server does not repeat deals")
        opening, key = opening_for(request, self.settings.bot_offer), request.key
        table = new_table_id() if key is None else table_id_from_key(key)
        token = new_token() if key is None else token_from_key(table, key)
        if await self.store.count_unfinished() >= self.settings.limits.tables and not await self.store.rows(table):
            raise Refused("rate/tables", detail="this server has as many tables as it can hold")
        live, code = await self._open(table, opening, token, key or new_token())
        await self.hub.start_if_full(table)
        return Opened(live.info(), seat_or_none(live.state.opening.host), token, code)

    async def _open(self, table: str, opening: Opening, token: str, secret: str) -> tuple[LiveTable, str]:
        """Open a table under an id, unless it is open, with a token for its host if one is given. Return it, and the
        code that it got by the same secret; empty if its code is another one."""
        while True:
            code, hashed = await self._free_code(table, secret)
            if await self.store.rows(table):
                return await self.hub.get(table), code if await self.store.table_with_code(code) == table else ""
            now = time.time()
            row = LogRow(
                table_id=table,
                version=0,
                kind="opened",
                seat=opening.host,
                data=msgspec.json.encode(opening).decode(),
                key=None,
                at=now,
            )
            grant = insert_token(token, Grant(table, opening.host, host=True, owner=0), now) if token else []
            if await self.hub.write(row, [insert_table(table, hashed, opening.public, now), *grant]):
                self.hub.metrics.opened.labels(opening.game).inc()
                log("table-opened", table=table, game=opening.game, rules=opening.rules)
                return self.hub.add(LiveTable(fold([row])), here=True), code

    async def _free_code(self, table: str, secret: str) -> tuple[str, str]:
        """Return the first code that follows from a secret and that no other table has, and its hash."""
        codes = codes_from_secret(table, secret)
        while True:
            code = next(codes)
            hashed = await self.store.code_hash(code)
            if await self.store.is_free(hashed, table):
                return code, hashed

    # --- Rematches ---

    async def rematch(self, grant: Grant, token: str, key: str) -> Done:
        """Bring a seat to the rematch's table. The first request decides on its id; whoever finds that the table does
        not exist opens it; and every seat gets its own token by asking."""
        wish = partial(commands.want_rematch, seat=grant.seat, table=new_table_id())
        live, version = await self.hub.commit(grant.table_id, key, grant.seat, wish)
        table = live.state.next
        if table is None or live.state.changes[version].by.kind != "rematch":
            raise Refused("key/used")
        fresh, _ = await self._open(table, rematch_opening(live.state), "", new_token())
        code = await self._rematch_code(fresh, grant.seat, f"{token} {key}") if grant.host else ""
        taken = await self._come_back(fresh, grant, rematch_token(table, token, key))
        await self.hub.start_if_full(table)
        opened = Opened(fresh.info(), seat_or_none(grant.seat), taken, code)
        return Done(key, version, live.info(), opened)

    async def _rematch_code(self, fresh: LiveTable, seat: int, secret: str) -> str:
        """Give a rematch's table the code that follows from a secret of its host, whoever opened it, and return it. If
        the host came there before, on another device, the table keeps its code, and it is not known here."""
        table = fresh.state.id
        code, hashed = await self._free_code(table, secret)
        if fresh.state.invitation == 1 and seat not in fresh.state.came_back:
            await self.store.append(Write(None, [set_code(table, hashed)]))
        return code if await self.store.table_with_code(code) == table else ""

    async def _come_back(self, fresh: LiveTable, grant: Grant, token: str) -> str:
        """Take the seat that is reserved at the rematch's table, and return the token that proves it."""
        table, seat, now = fresh.state.id, grant.seat, time.time()
        if await self.store.grant(token):
            return token
        if seat == NO_SEAT or seat in fresh.state.came_back:
            owner = ANY_OWNER if seat == NO_SEAT else fresh.state.seats[seat].owner
            await self.store.append(Write(None, insert_token(token, Grant(table, seat, grant.host, owner), now)))
            return token
        await self.hub.commit(
            table,
            None,
            seat,
            partial(commands.come_back, seat=seat),
            lambda row: insert_token(token, Grant(table, seat, grant.host, row.version), now),
        )
        return token

    # --- Sitting down ---

    async def find(self, code: str) -> LiveTable:
        """Return the table with a code."""
        table = await self.store.table_with_code(code.strip().upper())
        if table is None:
            raise Refused("code/wrong")
        return await self.hub.get(table)

    async def join(self, request: Join) -> Seated:
        """Seat a person at a table, and return a token for the seat."""
        if request.code:
            live = await self.find(request.code)
        else:
            live = await self.hub.get(request.table)
            if not live.state.opening.public:
                raise Refused("table/private")
        table, key, now = live.state.id, request.key, time.time()
        token = new_token() if key is None else token_from_key(table, key)
        newcomer = Newcomer(request.name.strip(), request.animal or "", request.colour or "")
        committed = await self.hub.commit(
            table,
            None if key is None else stored_join_key(key),
            NO_SEAT,
            partial(commands.join, newcomer=newcomer, wanted=request.seat),
            lambda row: insert_token(token, Grant(table, row.seat, host=False, owner=row.version), now),
        )
        if key is not None and await self.store.grant(token) is None:
            raise Refused("seat/not-yours", detail="whoever joined with this key has left")
        await self.hub.start_if_full(table)
        return Seated(live.info(), committed.live.state.changes[committed.version].by.seat or 0, token)

    async def transfer(self, grant: Grant) -> Transfer:
        """Return a one-time code that brings a seat to another device."""
        code, expires = new_token(), int(time.time()) + TRANSFER_SECONDS
        await self.store.append(Write(None, insert_transfer(code, grant, expires)))
        return Transfer(code, expires)

    async def redeem(self, code: str) -> Seated:
        """Exchange a transfer's code for a token."""
        grant = await self.store.take_transfer(code, time.time())
        if grant is None:
            raise Refused("code/wrong")
        live, token = await self.hub.get(grant.table_id), new_token()
        moved = delete_seat_pushes(grant.table_id, grant.seat)
        await self.store.append(Write(None, [*insert_token(token, grant, time.time()), moved]))
        return Seated(live.info(), grant.seat, token)

    async def set_webhook(self, grant: Grant, url: str) -> None:
        """Store the address that is called when it is a seat's turn; an empty one stops the calls."""
        await self.store.append(Write(None, set_webhook(grant.table_id, grant.seat, url)))

    async def set_push(self, grant: Grant, push: PushSubscription) -> None:
        """Store or end a push subscription of a seat."""
        table, seat, now = grant.table_id, grant.seat, time.time()
        statements = insert_push(table, seat, push, now) if push.on else [delete_push(table, seat, push.endpoint)]
        await self.store.append(Write(None, statements))

    # --- At the table ---

    async def command(self, grant: Grant, request: Command, token: str) -> Done:
        """Carry out a command of a seat or the host; `token` is the one with which it was sent."""
        if request.do == "rematch":
            return await self.rematch(grant, token, request.key)
        live = await self.hub.get(grant.table_id)
        if request.do == "nudge":
            return self.nudge(live, grant, request)
        code, hashed = "", ""

        def decide(state: TableState) -> DraftRow:
            return commands.command(state, grant, request, live.missing(), self.settings.bot_offer)

        if request.do == "expel" or (request.settings and request.settings.code):
            await self._check_new_code(live, grant, request.key, decide)
            code, hashed = await self._free_code(grant.table_id, f"{token} {request.key}")
        committed = await self.hub.commit(
            grant.table_id,
            request.key,
            grant.seat,
            decide,
            partial(_token_statements, hashed=hashed),
        )
        if not live.state.removed:
            await self.hub.start_if_full(grant.table_id)
        if code and await self.store.table_with_code(code) != grant.table_id:
            code = ""  # the same request, sent again after the code was replaced
        return Done(request.key, committed.version, committed.live.info(), code=code)

    async def _check_new_code(self, live: LiveTable, grant: Grant, key: str, decide: Decide) -> None:
        """Refuse a new code to whoever may not ask for it, and too many of them, before one is hashed: that takes long,
        and everybody who comes with a code waits for it."""
        await self.hub.reach(live, live.state.version + 1)  # another node may have committed something
        if (grant.seat, key) not in live.state.keys:
            decide(live.state)
        if not self._new_codes.setdefault(live, TokenBucket(NEW_CODES / 60, NEW_CODES)).take():
            raise Refused("rate/limited")

    def nudge(self, live: LiveTable, grant: Grant, request: Command) -> Done:
        """Tell a person who is absent that the table waits, by all ways that lead to that person."""
        commands.check_nudge(live.state, grant, request, live.missing())
        seat, now = request.seat or 0, time.monotonic()
        if now - live.nudged.get(seat, -NUDGE_SECONDS) < NUDGE_SECONDS:
            raise Refused("rate/limited")
        live.nudged[seat] = now
        for listener in self.hub.nudge_listeners:
            listener(live, grant.seat, seat)
        return Done(request.key, live.state.version, live.info())

    async def listing(self) -> list[TableInfo]:
        """Return the public tables at which a game is awaited or played, the newest first."""
        tables = []
        for table in await self.store.public_tables(MAX_LISTED_TABLES):
            try:
                live = await self.hub.get(table)
            except Refused:
                continue
            if live.state.status != "over":
                tables.append(live.public_info())
        return tables


def _token_statements(row: LogRow, hashed: str) -> list[Statement]:
    """Return what is written with a command: a seat that is given up loses its tokens, the table of a person who is
    removed gets the code with the given hash, and a removed table loses its push subscriptions."""
    table = row.table_id
    if row.kind == "left":
        return end_tokens(table, row.seat, "left")
    if row.kind == "removed":
        return [delete_table_pushes(table)]
    if row.kind == "settings" and hashed:
        return [set_code(table, hashed)]
    if row.kind != "seat":
        return []
    change = msgspec.json.decode(row.data, type=SeatChange)
    code = [set_code(table, hashed)] if change.reason == "removed" else []
    return [*end_tokens(table, change.seat, change.reason), *code]
