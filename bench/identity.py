"""Checks in bulk that all forms play the same games: compares digests of every decision and final state.

    python bench/identity.py [--games 100000] [--cuda 2000000] [--processes N] [--rules R …]

For every game, rule set and number of players, random games compiled for the CPU are compared with the plain form, and
with --cuda games on the GPU with the CPU, played out and stepped. The exit status is 1 if any digest differs."""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from tatze.compiled.batch import Batch, PlainBatch
from tatze.games import game_named, game_names

SEED = 20261115
CHUNK_GAMES = 500
"""Number of games that one process plays at a time in the plain form."""
STEPPED = ("actor", "mask", "observation", "reward", "done", "numbers", "rolls")
"""The arrays that stepped batches are compared by."""
STEPPED_GAMES = 1001
"""Number of games in a stepped batch; not whole groups of those that lie together on a GPU."""
STEPPED_MOVES = 300
"""Number of steps: more than most games have, so that others follow them."""

Setting = tuple[str, str, int]
"""Game, rule set and number of players."""
Trace = tuple[int, int]
"""Number of moves, and the sum of the games' digests."""


def trace(job: tuple[str, str, int, str, int, int]) -> Trace:
    """Play games of one setting in one form: game, rule set, players, form, first number, number of games."""
    name, rules, players, form, first, games = job
    kind = PlainBatch if form == "plain" else Batch
    return kind(name, rules, players, seed=SEED).trace(games, first)


def added(parts: list[Trace]) -> Trace:
    """Return the sum of several traces."""
    return sum(moves for moves, _ in parts), sum(digest for _, digest in parts)


def settings_of(wanted: list[str] | None) -> list[Setting]:
    """Return all settings, or those of the wanted rule sets."""
    return [
        (name, rules, players)
        for name in game_names()
        for rules, rule_set in game_named(name).rule_sets.items()
        for players in rule_set.players
        if wanted is None or rules in wanted
    ]


def verdict(games: int, moves: int, forms: str, one: Trace, other: Trace) -> str:
    """Return whether two forms agree, in words."""
    return f"{games:,} games, {moves:,} moves, {forms} " + ("agree" if one == other else f"DIFFER {one} {other}")


def compare_plain(pool: ProcessPoolExecutor, setting: Setting, games: int) -> tuple[bool, str]:
    """Compare the plain form with the CPU; return whether they agree, and that in words."""
    firsts = range(0, games, CHUNK_GAMES)
    jobs = [(*setting, "plain", first, min(CHUNK_GAMES, games - first)) for first in firsts]
    plain, cpu = added(list(pool.map(trace, jobs))), trace((*setting, "cpu", 0, games))
    return plain == cpu, verdict(games, cpu[0], "plain and CPU", plain, cpu)


def compare_cuda(setting: Setting, games: int, threads: int) -> tuple[bool, str]:
    """Compare the CPU with the GPU; return whether they agree, and that in words."""
    from tatze.compiled.cuda import CudaBatch

    gpu = CudaBatch(*setting, seed=SEED).trace(games)
    cpu = Batch(*setting, seed=SEED, threads=threads, size=threads).trace(games)
    return gpu == cpu, verdict(games, gpu[0], "CPU and GPU", cpu, gpu)


def compare_steps(setting: Setting, games: int, moves: int) -> tuple[bool, str]:
    """Step batches on the CPU and on the GPU with the same actions; return whether all their arrays agree, in words."""
    from tatze.compiled.cuda import CudaBatch

    cpu, gpu = Batch(*setting, size=games, seed=SEED), CudaBatch(*setting, size=games, seed=SEED)
    wrong = set()
    for move in range(moves):
        chosen = gpu.choose_random(move)
        same = {"chosen": (chosen.copy_to_host() == cpu.choose_random(move)).all()}
        gpu.step(chosen)
        cpu.step(chosen.copy_to_host())
        same |= {name: (getattr(gpu, name).copy_to_host() == getattr(cpu, name)).all() for name in STEPPED}
        wrong |= {name for name, agree in same.items() if not agree}
    return not wrong, f"{moves} steps of {games} games " + (f"DIFFER in {sorted(wrong)}" if wrong else "agree")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000, help="per rule set, plain against CPU")
    parser.add_argument("--cuda", type=int, default=0, help="per setting, CPU against GPU")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--rules", nargs="+", help="only these rule sets")
    args = parser.parse_args()
    for name in game_names():
        trace((name, "base", game_named(name).rule_sets["base"].usual, "cpu", 0, 1))  # compile once, into the cache
    wrong = 0
    with ProcessPoolExecutor(args.processes) as pool:
        for name, rules, players in settings_of(args.rules):
            begun, setting = time.perf_counter(), (name, rules, players)
            games = -(-args.games // len(game_named(name).rule_sets[rules].players))
            results = [compare_plain(pool, setting, games)]
            if args.cuda:
                results.append(compare_cuda(setting, args.cuda, args.processes))
                results.append(compare_steps(setting, STEPPED_GAMES, STEPPED_MOVES))
            wrong += not all(same for same, _ in results)
            text = "; ".join(text for _, text in results)
            print(f"{name} {rules} {players}: {text} ({time.perf_counter() - begun:.1f} s)", flush=True)
    print("all agree" if not wrong else f"{wrong} settings differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
