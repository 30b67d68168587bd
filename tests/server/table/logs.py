"""Event logs for tests: written row by row, without a server."""

from __future__ import annotations

import msgspec

from tatze.server.table.fold import apply, fold
from tatze.server.table.opening import opening_for
from tatze.server.table.rows import NO_SEAT, LogRow
from tatze.server.table.state import Change, TableState
from tatze.wire import NewTable, SeatPlan


class TableLog:
    """An event log and the state that it leads to. Each row is written one second after the last."""

    def __init__(self, request: NewTable) -> None:
        data = msgspec.json.encode(opening_for(request)).decode()
        self.rows = [LogRow("t", 0, "opened", 0, data, None, 0.0)]
        self.state: TableState = fold(self.rows)

    def add(self, kind: str, seat: int = NO_SEAT, data: str = "", key: str | None = None) -> Change:
        """Write a row, and return what it changed."""
        self.rows.append(LogRow("t", len(self.rows), kind, seat, data, key, float(len(self.rows))))
        return apply(self.state, self.rows[-1])

    def play(self) -> int:
        """Let the seat that decides take its first legal action, and return the seat."""
        assert self.state.current_game
        seat = self.state.actor
        self.add("bot" if self.state.seats[seat].by_bot else "action", seat, self.state.current_game.legal[0])
        return seat


def two_people(game: str = "linko", rules: str = "duel", **choices: object) -> TableLog:
    """A table of two people at which the game has not started."""
    fields = {"game": game, "name": "Ada", "rules": rules, "seed": 1, **choices}
    log = TableLog(msgspec.convert({**fields, "seats": [{"kind": "host"}, {"kind": "open"}]}, NewTable))
    log.add("joined", 1, "Ben")
    return log


def against_bot() -> TableLog:
    """A table of a person and a bot at which the game has not started."""
    return TableLog(NewTable("linko", "Ada", "duel", seats=[SeatPlan("host"), SeatPlan("bot", "cat")], seed=1))
