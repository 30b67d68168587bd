"""Tells people who may not be looking at their table that it waits for them."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, NamedTuple

from tatze.server.live.hub import Hub
from tatze.server.live.live_table import LiveTable
from tatze.server.table.rows import NO_SEAT
from tatze.server.web.webhooks.caller import Notice, WebhookCall, WebhookCaller

if TYPE_CHECKING:
    from tatze.server.web.push.sender import PushSender

PATIENCE_SECONDS = 30.0
"""Seconds that a person whose page is open may think before a push message is sent. The page itself tells at once."""


class Reminder(NamedTuple):
    """A push message that is sent unless the table changes before."""

    at: float
    """When it is due, on the monotonic clock."""
    push: PushSender
    live: LiveTable
    seat: int


class SeatNotifier:
    """Listens to the versions of the hub's tables, and notifies the person who decides now."""

    def __init__(self, hub: Hub, webhooks: WebhookCaller | None, push: PushSender | None) -> None:
        self.hub = hub
        self.webhooks = webhooks
        """Calls webhooks; None where the operator does not allow them."""
        self.push = push
        """Sends push messages; None where the operator does not want them."""
        self._waiting: dict[str, Reminder] = {}
        """By table: the push message for the person who decides there, in the order in which they are due."""
        self._timer: asyncio.TimerHandle | None = None
        """Fires when the first of them may be due. A timer for each would be set and cancelled with every move."""

    def table_moved(self, live: LiveTable, here: bool) -> None:
        """Notify the seat that decides now, if another seat caused the version."""
        state = live.state
        self._waiting.pop(state.id, None)
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
        if notice == "turn" and live.is_connected(seat):
            self._waiting[live.state.id] = Reminder(time.monotonic() + PATIENCE_SECONDS, push, live, seat)
            if self._timer is None or self._timer.when() > asyncio.get_running_loop().time() + PATIENCE_SECONDS:
                self._watch(PATIENCE_SECONDS)
        else:
            self.hub.start_task(push.send(live, seat, notice))

    def _watch(self, seconds: float) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._remind)

    def _remind(self) -> None:
        """Send what is due to the seats that still decide, and look again when the next message is due."""
        self._timer = None
        for table, reminder in list(self._waiting.items()):
            left = reminder.at - time.monotonic()
            if left > 0:
                self._watch(left)
                return
            del self._waiting[table]
            self.hub.start_task(reminder.push.send(reminder.live, reminder.seat, "turn"))
