"""Tells people who may not be looking at their table that it waits for them."""

from __future__ import annotations

from tatze.server.live.hub import Hub
from tatze.server.live.live_table import LiveTable
from tatze.server.table.rows import NO_SEAT
from tatze.server.web.webhooks.caller import Notice, WebhookCall, WebhookCaller


class SeatNotifier:
    """Listens to the versions of the hub's tables, and notifies the person who decides now."""

    def __init__(self, hub: Hub, webhooks: WebhookCaller | None) -> None:
        self.hub = hub
        self.webhooks = webhooks
        """Calls webhooks; None where the operator does not allow them."""

    def table_moved(self, live: LiveTable, here: bool) -> None:
        """Notify the seat that decides now, if another seat caused the version."""
        state = live.state
        seat = state.actor
        if here and seat != NO_SEAT and not state.seats[seat].by_bot and state.changes[-1].by.seat != seat:
            self.notify(live, seat, "turn")

    def notify(self, live: LiveTable, seat: int, notice: Notice) -> None:
        """Notify a seat in every way that its person has chosen: "turn" says that it is the seat's turn, "nudge" that
        somebody at the table asks the person to come back. Returns at once; what fails is not repeated."""
        if self.webhooks:
            self.hub.start_task(self._call_webhook(self.webhooks, live, seat, notice))

    async def _call_webhook(self, webhooks: WebhookCaller, live: LiveTable, seat: int, notice: Notice) -> None:
        version = live.state.version
        if url := (await self.hub.store.webhooks(live.state.id)).get(seat):
            webhooks.enqueue(WebhookCall(url, live.state.id, seat, version, notice))
