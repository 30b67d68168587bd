"""Keeps the tables of several nodes in step: versions, emotes, what people say and presence go over the bus, and a poll
finds versions of which the bus has lost a message."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence

from tatze.core.text import is_message
from tatze.server.live.bus import Bus, LocalBus
from tatze.server.live.catch_up import CatchUp
from tatze.server.live.hub import Hub
from tatze.server.live.live_table import LiveTable
from tatze.server.live.presence import NOBODY_CONNECTED, REPORT_SECONDS, RemotePresence, TablePresence
from tatze.server.logs import log
from tatze.server.table.checks import check_message
from tatze.server.table.refusals import Refused
from tatze.server.table.rows import NO_SEAT
from tatze.wire import Said, Say

POLL_SECONDS = 10.0
"""Mean number of seconds between two polls for versions of which a message was lost."""
POLL_SECONDS_WITHOUT_BUS = 2.0
"""The same where nodes share a database without a bus, so that only the poll finds what others committed."""
TABLES_PER_QUERY = 500
"""Maximum number of tables whose versions are asked for in one query."""


class Cluster:
    """This node's part in a cluster. It listens to the hub and to the bus, and passes on what one says to the other."""

    def __init__(self, hub: Hub, bus: Bus) -> None:
        self.hub = hub
        self.bus = bus
        without_bus = isinstance(bus, LocalBus) and not hub.single_node
        self.poll_seconds: float = POLL_SECONDS_WITHOUT_BUS if without_bus else POLL_SECONDS
        self.remote: RemotePresence = RemotePresence()
        self.catch_up: CatchUp = CatchUp(hub)

    # --- From this node to the others ---

    def table_moved(self, live: LiveTable, here: bool) -> None:
        """Tell the other nodes of a version that was committed here. None of them knows a table that is new."""
        if not here:
            live.set_remote_presence(self.remote.at(live.state.id))
        elif live.state.version > 0:
            self.bus.publish_version(live.state.id, live.state.version, self.remote.nodes_at(live.state.id))

    def presence_changed(self, live: LiveTable) -> None:
        """Tell the other nodes who is connected to a table here."""
        self.bus.publish_presence(live.state.id, live.local_presence())

    def show_emote(self, live: LiveTable, seat: int, emote: str) -> None:
        """Show an emote to everybody at a table, on every node."""
        if not live.conversation.take_emote(seat):
            raise Refused("rate/limited")
        live.show_emote(seat, emote)
        self.bus.publish_emote(live.state.id, seat, emote)

    def show_nudge(self, live: LiveTable, by: int, seat: int) -> None:
        """Show everybody at a table that somebody nudges a person who is absent."""
        if by not in (NO_SEAT, seat):
            self.show_emote(live, by, "hurry")

    def say(self, live: LiveTable, seat: int, request: Say) -> None:
        """Send a seat's message to every seat of a table, on every node."""
        check_message(live.state, request.text)
        if not live.conversation.take_message(seat):
            raise Refused("rate/limited")
        name = live.state.seats[seat].name
        said = Said(seat, name, request.text.strip(), int(time.time()), request.key)
        live.show_message(said)
        self.bus.publish_message(live.state.id, said)

    def _report_presence(self) -> None:
        for live in self.hub.tables.values():
            if (presence := live.local_presence()) != NOBODY_CONNECTED:
                self.bus.publish_presence(live.state.id, presence)

    # --- From the other nodes ---

    def version_committed(self, table: str, version: int) -> None:
        if live := self.hub.tables.get(table):
            if version > live.state.version:
                self.catch_up.want(table, version)
        elif self.hub.is_loading(table):
            self.hub.start_task(self._hear_again(table, version))

    async def _hear_again(self, table: str, version: int) -> None:
        """Take note of a version once its table is loaded, because its rows may have been read before."""
        await self.hub.get(table)
        self.version_committed(table, version)

    def emote_shown(self, table: str, seat: int, emote: str) -> None:
        live = self.hub.tables.get(table)
        if live and seat < len(live.state.seats) and live.conversation.take_emote(seat):
            live.show_emote(seat, emote)

    def message_sent(self, table: str, said: Said) -> None:
        live = self.hub.tables.get(table)
        if not live or not live.state.messages or said.seat >= len(live.state.seats) or not is_message(said.text):
            return
        if live.conversation.take_message(said.seat):
            live.show_message(said)

    def presence_reported(self, node: str, table: str, presence: TablePresence) -> None:
        if self.remote.report(node, table, presence):
            self._show_presence(table)

    def _show_presence(self, table: str) -> None:
        if live := self.hub.tables.get(table):
            live.set_remote_presence(self.remote.at(table))
            live.send_presence()

    def messages_lost(self) -> None:
        self.hub.start_task(self.poll(list(self.hub.tables)))
        self._report_presence()

    # --- Repeated ---

    async def poll(self, tables: Sequence[str]) -> None:
        """Read the versions of tables that other nodes committed, if there are any."""
        for start in range(0, len(tables), TABLES_PER_QUERY):
            part = tables[start : start + TABLES_PER_QUERY]
            for table, version in (await self.hub.store.versions(part)).items():
                self.version_committed(table, version)

    async def run(self) -> None:
        """Unload tables that nobody uses, and find versions of which no message came, until cancelled: a message was
        lost, there is no bus, or an operator removed a table."""
        while True:
            await asyncio.sleep(self.poll_seconds * random.uniform(0.8, 1.2))
            try:
                self.hub.unload()
                await self.poll([table for table, live in self.hub.tables.items() if live.connections])
            except Exception as error:  # noqa: BLE001  # the next round tries again
                log("hub-error", level="error", error=error)

    async def run_presence(self) -> None:
        """Repeat who is connected here, and forget reports of other nodes that have expired, until cancelled."""
        while not self.hub.single_node:
            await asyncio.sleep(REPORT_SECONDS)
            try:
                self._report_presence()
                for table in self.remote.expire():
                    self._show_presence(table)
            except Exception as error:  # noqa: BLE001  # the next round tries again
                log("presence-error", level="error", error=error)
