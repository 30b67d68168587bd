"""Gives seats back to people who reconnect, where the substitute stepped in because they were absent or out of time."""

from __future__ import annotations

from functools import partial

from tatze.server.live.hub import Hub
from tatze.server.live.live_table import LiveTable
from tatze.server.table.decide import give_back
from tatze.server.table.rows import NO_SEAT


class SeatReturns:
    """Listens to connections, and to the versions of the hub's tables."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    def entered(self, live: LiveTable, seat: int) -> None:
        """Give a seat back to the person who has just connected."""
        if seat != NO_SEAT and live.state.seats[seat].reason in ("absent", "clock"):
            self.hub.start_task(self._give_back(live, seat))

    def table_moved(self, live: LiveTable, _: bool) -> None:
        """Give a seat back that another node took for absent, though its person is connected here."""
        absent = [number for number, seat in enumerate(live.state.seats) if seat.reason == "absent"]
        for seat in live.local_presence().seats.intersection(absent) if absent else ():
            self.hub.start_task(self._give_back(live, seat))

    async def _give_back(self, live: LiveTable, seat: int) -> None:
        await self.hub.commit(live.state.id, None, NO_SEAT, partial(give_back, seat=seat))
