"""Tells people who may not be looking at their table that it waits for them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tatze.server.live.hub import Hub
from tatze.server.live.live_table import LiveTable
from tatze.server.table.rows import NO_SEAT
from tatze.server.web.webhooks.caller import Notice, WebhookCall, WebhookCaller

if TYPE_CHECKING:
    from tatze.server.web.push.sender import PushSender

PATIENCE_SECONDS = 30.0
"""Seconds that a person whose page is open may think before a push message is sent. The page itself tells at once."""


class SeatNotifier:
    """Listens to the versions of the hub's tables, and notifies the person who decides now."""

    def __init__(self, hub: Hub, webhooks: WebhookCaller | None, push: PushSender | None) -> None:
        self.hub = hub
        self.webhooks = webhooks
        """Calls webhooks; None where the operator does not allow them."""
        self.push = push
        """Sends push messages; None where the operator does not want them."""
        self._timers: dict[str, asyncio.TimerHandle] = {}
        """By table: when the person who decides there is sent a push message."""

    def table_moved(self, live: LiveTable, here: bool) -> None:
        """Notify the seat that decides now, if another seat caused the version."""
        state = live.state
        if timer := self._timers.pop(state.id, None):
            timer.cancel()
        seat = state.actor
        if here and seat != NO_SEAT and not state.seats[seat].by_bot and state.changes[-1].by.seat != seat:
            self.notify(live, seat, "turn")

    def notify(self, live: LiveTable, seat: int, notice: Notice) -> None:
        """Notify a seat in every way that its person has chosen: "turn" says that it is the seat's turn, "nudge" that
        somebody at the table asks the person to come back. Returns at once; what fails is not repeated."""
        if self.webhooks:
            self.hub.start_task(self._call_webhook(self.webhooks, live, seat, notice))
        if self.push:
            self._push(self.push, live, seat, notice)

    async def _call_webhook(self, webhooks: WebhookCaller, live: LiveTable, seat: int, notice: Notice) -> None:
        version = live.state.version
        if url := (await self.hub.store.webhooks(live.state.id)).get(seat):
            webhooks.enqueue(WebhookCall(url, live.state.id, seat, version, notice))

    def _push(self, push: PushSender, live: LiveTable, seat: int, notice: Notice) -> None:
        """Send a push message at once to a person whose page is closed; to others if they do not act for a while."""
        online = live.is_connected(seat)
        if notice == "turn" and online:
            loop, table = asyncio.get_running_loop(), live.state.id
            self._timers[table] = loop.call_later(PATIENCE_SECONDS, self._push_late, push, live, seat)
        else:
            self.hub.start_task(push.send(live, seat, notice))

    def _push_late(self, push: PushSender, live: LiveTable, seat: int) -> None:
        """Send a push message to the seat that still decides. Any version since would have cancelled this."""
        del self._timers[live.state.id]
        self.hub.start_task(push.send(live, seat, "turn"))
