"""CPU time of a move in the server's own code, without sockets and database: decide, apply, publish to four seats.

    python -m bench.server_moves linko --moves 20000
    python -m bench.server_moves verflixxt --profile

Games of four people who play random legal actions. The median of several rounds, with the lowest and the highest, is
printed as a line of JSON; `--profile` says where the time goes."""

from __future__ import annotations

import argparse
import cProfile
import json
import pstats
import statistics
import time
from random import Random

import msgspec

from tatze.core.setup import make_setup
from tatze.games import game_named
from tatze.server.live.connection import Connection
from tatze.server.live.live_table import LiveTable
from tatze.server.table import decide
from tatze.server.table.fold import fold
from tatze.server.table.rows import AgreedSeat, DraftRow, LogRow, Opening

START = 1_700_000_000.0
"""The time of the first row of each table."""


class Tables:
    """Tables at which one game after another is played."""

    def __init__(self, game: str, seed: int, tables: int) -> None:
        self.game = game
        self.random = Random(seed)
        self.live = [self.open() for _ in range(tables)]

    def open(self) -> LiveTable:
        """Open a table with four connected people, and start the game."""
        seats = [AgreedSeat("person", name) for name in ("Ada", "Ben", "Cleo", "Dan")]
        secret = self.random.randbytes(32).hex()
        options = make_setup(game_named(self.game), "base", len(seats)).options
        opening = Opening(self.game, "base", dict(options), seats, 0, secret, start="host")
        row = LogRow("T" * 10, 0, "opened", 0, msgspec.json.encode(opening).decode(), None, START)
        live = LiveTable(fold([row]))
        for seat in range(4):
            live.enter(Connection(seat, False, 256))
        self.write(live, DraftRow("started", 0), None)
        return live

    def write(self, live: LiveTable, draft: DraftRow, key: str | None) -> None:
        """Advance a table by a row, as if it had been committed, and empty all queues."""
        version = live.state.version + 1
        live.advance(LogRow(live.state.id, version, draft.kind, draft.seat, draft.data, key, START + version))
        for connection in live.connections:
            connection.queue.clear()

    def move(self, number: int) -> None:
        """Play a random action at one of the tables."""
        index = number % len(self.live)
        live = self.live[index]
        current = live.state.current_game
        assert current is not None
        action = self.random.choice(current.legal_actions)
        seat = live.state.actor
        draft = decide.act(live.state, seat, live.state.version, live.state.game.write(action))
        self.write(live, draft, f"k{number}")
        if live.state.status == "over":
            self.live[index] = self.open()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="linko")
    parser.add_argument("--moves", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--profile", action="store_true")
    args = parser.parse_args()
    tables = Tables(args.game, seed=1, tables=args.tables)
    for number in range(2_000):
        tables.move(number)
    if args.profile:
        profile = cProfile.Profile()
        profile.enable()
        for number in range(args.moves):
            tables.move(number)
        profile.disable()
        pstats.Stats(profile).sort_stats("tottime").print_stats(35)
        return
    rounds = []
    for _ in range(args.rounds):
        before = time.process_time()
        for number in range(args.moves):
            tables.move(number)
        rounds.append(1e6 * (time.process_time() - before) / args.moves)
    print(
        json.dumps(
            {
                "game": args.game,
                "us_per_move": round(statistics.median(rounds), 1),
                "lowest": round(min(rounds), 1),
                "highest": round(max(rounds), 1),
            }
        )
    )


if __name__ == "__main__":
    main()
