"""Tells webhooks whose turn it is."""

from __future__ import annotations

from tatze.server.live.hub import Hub
from tatze.server.live.live_table import LiveTable
from tatze.server.table.rows import NO_SEAT
from tatze.server.web.webhooks.caller import WebhookCall, WebhookCaller


class TurnNotifier:
    """Listens to the versions of the hub's tables, and calls the webhook of the person who decides now."""

    def __init__(self, hub: Hub, caller: WebhookCaller) -> None:
        self.hub = hub
        self.caller = caller

    def table_moved(self, live: LiveTable, here: bool) -> None:
        """Call the webhook of the seat that decides now, if another seat caused the version."""
        state = live.state
        seat = state.actor
        if here and seat != NO_SEAT and not state.seats[seat].by_bot and state.changes[-1].by.seat != seat:
            self.hub.start_task(self._call(live, seat))

    def nudge(self, live: LiveTable, _: int, seat: int) -> None:
        """Call the webhook of a person who is absent and was nudged."""
        self.hub.start_task(self._call(live, seat))

    async def _call(self, live: LiveTable, seat: int) -> None:
        version = live.state.version
        if url := (await self.hub.store.webhooks(live.state.id)).get(seat):
            self.caller.enqueue(WebhookCall(url, live.state.id, seat, version))
