"""Seconds until a bot that searches has decided for the first time on a new machine, of several source trees in turns.

    python -m bench.first_minute OTHER_CHECKOUT . --rounds 3

Each time a new process with an empty cache is started; the bot decides itself, without a stand-in. The row `warm` is
`tatze warm`, which compiles all searches of all games. Prints a line of JSON for each; the seconds are those of the
wall clock, from the start of the process to its end."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tatze.games import game_names

DECIDE = """
import sys
from tatze.bots import bot_named
from tatze.core.setup import make_setup
from tatze.core.table import Table
from tatze.games import game_named

game = game_named(sys.argv[1])
table = Table.open(game, make_setup(game))
while len(table.legal_actions) < 2:
    table.play(table.legal_actions[0])
bot_named(game.name, sys.argv[2], seed=1).choose(table.view(table.actor), table.legal_actions)
"""
"""Opens a table, and lets a bot make the first decision that leaves a choice."""


def seconds(tree: Path, *words: str) -> float:
    """Return how long a new process takes that has nothing in its cache."""
    with tempfile.TemporaryDirectory() as cache:
        environment = os.environ | {"TATZE_CACHE": cache, "PYTHONPATH": str(tree / "src")}
        begun = time.perf_counter()
        subprocess.run([sys.executable, *words], env=environment, check=True, stdout=subprocess.DEVNULL)
        return time.perf_counter() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", type=Path, nargs="*", default=[Path()])
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    works: dict[str, tuple[str, ...]] = {
        f"{game} {bot}:64": ("-c", DECIDE, game, f"{bot}:64") for game in game_names() for bot in ("search", "guided")
    }
    works["warm"] = ("-m", "tatze", "warm")
    for name, words in works.items():
        found: dict[Path, list[float]] = {tree: [] for tree in args.trees}
        for _ in range(args.rounds):
            for tree in args.trees:
                found[tree].append(round(seconds(tree.resolve(), *words), 1))
        for tree, took in found.items():
            row = {"tree": str(tree), "what": name, "median": statistics.median(took), "seconds": took}
            print(json.dumps(row | {"load": round(os.getloadavg()[0], 1)}), flush=True)


if __name__ == "__main__":
    main()
