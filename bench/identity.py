"""From one seed all forms play the same games: digests of every decision and final state, compared in bulk.

    python bench/identity.py [--games 100000] [--cuda 2000000] [--processes N] [--rules R …]

For every game, rule set and number of players: so many random games per rule set compiled for the CPU against the plain
form, and with --cuda so many on the GPU against the CPU. Ends with 1 if any digest differs."""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from tatze.compiled.batch import Batch
from tatze.games import game_named, game_names

SEED = 20261115
CHUNK = 500


def trace(job: tuple[str, str, int, str, int, int]) -> tuple[int, int]:
    name, rules, players, form, first, games = job
    return Batch(name, rules, players, seed=SEED, form=form).trace(games, first)


def add(parts: list[tuple[int, int]]) -> tuple[int, int]:
    return sum(moves for moves, _ in parts), sum(digest for _, digest in parts)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000, help="per rule set, plain against CPU")
    parser.add_argument("--cuda", type=int, default=0, help="per setting, CPU against GPU")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--rules", nargs="+", help="only these rule sets")
    args = parser.parse_args()
    settings = [
        (name, rules, players)
        for name in game_names()
        for rules, rule_set in game_named(name).rule_sets.items()
        for players in rule_set.players
        if args.rules is None or rules in args.rules
    ]
    for name in game_names():
        trace((name, "base", game_named(name).rule_sets["base"].usual, "cpu", 0, 1))  # compile once, into the cache
    wrong = 0
    with ProcessPoolExecutor(args.processes) as pool:
        for name, rules, players in settings:
            begun = time.perf_counter()
            games = -(-args.games // len(game_named(name).rule_sets[rules].players))
            firsts = range(0, games, CHUNK)
            jobs = [(name, rules, players, "plain", first, min(CHUNK, games - first)) for first in firsts]
            plain = add(list(pool.map(trace, jobs)))
            cpu = trace((name, rules, players, "cpu", 0, games))
            same = plain == cpu
            line = f"{name} {rules} {players}: {games:,} games, {cpu[0]:,} moves, plain and CPU "
            line += "agree" if same else f"DIFFER {plain} {cpu}"
            if args.cuda:
                from tatze.compiled.cuda import CudaBatch

                gpu = CudaBatch(name, rules, players, seed=SEED).trace(args.cuda)
                side = args.processes
                cpu = Batch(name, rules, players, seed=SEED, threads=side, size=side).trace(args.cuda)
                line += f"; {args.cuda:,} games, {gpu[0]:,} moves, CPU and GPU "
                line += "agree" if gpu == cpu else f"DIFFER {cpu} {gpu}"
                same = same and gpu == cpu
            wrong += not same
            print(f"{line} ({time.perf_counter() - begun:.1f} s)", flush=True)
    print("all agree" if not wrong else f"{wrong} settings differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
