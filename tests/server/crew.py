"""Clients that play whole games at random, each in a thread, and what must be true of them afterwards."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tatze.client import Seat, Server
from tatze.core.record import read_record
from tatze.core.table import Table
from tatze.games import game_named
from tatze.wire import Moment
from tests.server.services import Node


@dataclass
class Player(threading.Thread):
    """One seat: acts when it may, and remembers what was acknowledged."""

    seat: Seat
    random: Random
    pace: float = 0.0
    acknowledged: dict[int, str] = field(default_factory=dict)
    """The action of each version that the server promised to keep."""
    failure: BaseException | None = None

    def __post_init__(self) -> None:
        super().__init__(daemon=True)

    __hash__ = threading.Thread.__hash__

    def run(self) -> None:
        try:
            for turn in self.seat.turns():
                assert turn.own
                action = self.random.choice(turn.own.legal).action
                self.acknowledged[self.seat.act(action)] = action
                time.sleep(self.pace)
        except BaseException as error:  # noqa: BLE001  # told to the test, in its own thread
            self.failure = error
        finally:
            self.seat.close()


class Crew:
    """One table full of players."""

    def __init__(self, urls: list[str], game: str, rules: str, players: int, seed: int = 1, pace: float = 0.0) -> None:
        """Each seat gets one of the addresses, in turn."""
        servers = [Server(urls[seat % len(urls)]) for seat in range(players)]
        seats: list[dict[str, Any]] = [{"kind": "host"}, *[{"kind": "open"}] * (players - 1)]
        host = servers[0].open(game, "Ada", rules=rules, seats=seats)
        others = [servers[seat].join(host.code, f"P{seat}", seat) for seat in range(1, players)]
        self.host = host
        self.game = game
        self.players = [Player(seat, Random(seed * 100 + at), pace) for at, seat in enumerate([host, *others])]

    def start(self, quiet: float = 30.0) -> None:
        for player in self.players:
            player.seat.quiet_seconds = quiet
            player.start()

    def reach(self, version: int, seconds: float = 60.0) -> int:
        """Wait until somebody has seen this version; the newest that anybody has seen then."""
        end = time.monotonic() + seconds
        while (newest := max(player.seat.version for player in self.players)) < version:
            assert time.monotonic() < end, f"still at version {newest}"
            time.sleep(0.002)
        return newest

    def join(self, seconds: float) -> None:
        """Wait until the game is over; whatever went wrong in a thread goes wrong here."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and any(player.is_alive() for player in self.players):
            time.sleep(0.02)
            for player in self.players:
                if player.failure:
                    raise player.failure
        stuck = [player.seat.number for player in self.players if player.is_alive()]
        assert not stuck, f"seats {stuck} are still playing, at versions {[p.seat.version for p in self.players]}"

    def check(self) -> Table[Any]:
        """Nothing acknowledged was lost, nothing was done twice, all saw the same, and the record replays."""
        logs = [[(entry.version, entry.by) for entry in player.seat.log] for player in self.players]
        assert all(log == logs[0] for log in logs)
        actions = {version: by.action for version, by in logs[0] if by.kind == "action"}
        promised: dict[int, str] = {}
        for player in self.players:
            assert not promised.keys() & player.acknowledged.keys()
            promised |= player.acknowledged
        assert promised == actions
        table = read_record(self.host.record()).replay(game_named(self.game))
        assert table.over
        played = [table.game.write(entry.action) for entry in table.entries if entry.actor >= 0]
        assert played == list(actions.values())
        return table


class Party:
    """Seats that play in one thread: everybody catches up, then whoever may decides."""

    def __init__(self, *seats: Seat) -> None:
        self.moments = [(seat, seat.moments()) for seat in seats]
        self.latest: dict[Seat, Moment] = {}
        self.version = -1

    def play(self, decisions: int = 1) -> int:
        """So many decisions, each the first legal action; the version after them."""
        for _ in range(decisions):
            self.catch_up()
            seat, legal = next((seat, m.own.legal) for seat, m in self.latest.items() if m.own and m.own.legal)
            self.version = seat.act(legal[0].action)
        return self.version

    def catch_up(self) -> None:
        """Everybody sees the newest version that anybody knows of."""
        for seat, moments in self.moments * 2:
            while seat not in self.latest or self.latest[seat].version < self.version:
                self.latest[seat] = next(moments)
            self.version = max(self.version, self.latest[seat].version)


class Lazarus(threading.Thread):
    """Starts a server that kills itself again and again, until it has died often enough; then it lives on unharmed."""

    def __init__(self, node: Node, deaths: int) -> None:
        super().__init__(daemon=True)
        self.node = node
        self.wanted = deaths
        self.deaths = 0
        self.done = threading.Event()

    def run(self) -> None:
        while not self.done.is_set():
            process = self.node.process
            if process is None or process.poll() is None:
                time.sleep(0.005)
                continue
            assert process.returncode == -signal.SIGKILL, self.node.log_text()
            self.deaths += 1
            if self.deaths >= self.wanted:
                self.node.environment = {**(self.node.environment or {}), "FAULTS": "0"}
            with contextlib.suppress(RuntimeError):  # it died again before it was ready
                self.node.start()
