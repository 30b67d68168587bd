"""Variants of the guided search by rollouts, each of them once among `learned`: duplicate deals, 95 % intervals, JSON.

    PYTHONPATH=src python3 -m bench.guided linko --variants "playouts=128" "playouts=128 policy_lead=0.05" \\
        --settings base:4 duel:2 --workers 16 --minutes 4 --out guided.json

A variant names the number of playouts of a decision and the `RolloutParameters` that differ; `belief` is the file of
another belief, and `belief=` draws evenly. Every process plays deals of all variants in turn. With the same --out a
later run goes on. Seeds from 30000 on are for tuning; 20000 is that of the tables."""

from __future__ import annotations

import argparse
import json
import os
import time
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import cache
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # every process plays on one thread

import numpy as np

from tatze.arena.compiled.games import CompiledGames
from tatze.arena.figures import clustered_share
from tatze.arena.settings import MatchSetting, one_against
from tatze.bench.machine import machine
from tatze.bots.guided.rollouts import RolloutSearcher
from tatze.bots.learned.belief import Belief

SEED = 30_000
"""The default seed of the deals."""
LEAST_DEALS = 4
"""Number of deals before something is said."""


class TimedSearcher(RolloutSearcher):
    """A search that counts its decisions and the seconds that it takes of its own."""

    decisions = 0
    seconds = 0.0

    def search(self, first: int, count: int) -> None:
        begun = time.thread_time()
        super().search(first, count)
        self.decisions += 1
        self.seconds += time.thread_time() - begun


@cache
def games_of(game: str, rules: str, players: int, variant: str, seed: int) -> tuple[CompiledGames, TimedSearcher]:
    """Return a backend that plays the games of a variant, and its search."""
    figures: dict[str, Any] = dict(word.split("=") for word in variant.split())
    playouts = int(figures.pop("playouts"))
    games = CompiledGames(one_against(MatchSetting(game, rules, players), f"guided:{playouts}", "learned", seed))
    searcher = TimedSearcher(game)
    if "belief" in figures:
        file = figures.pop("belief")
        searcher.belief = Belief.load(Path(file), game) if file else None
    searcher.parameters = searcher.parameters._replace(**{name: float(value) for name, value in figures.items()})
    for seat in games.network_seats.values():
        if seat.searcher:
            seat.searcher = searcher
    return games, searcher


def play(key: tuple[str, str, int, str, int], number: int) -> tuple[float, int, float]:
    """Play a deal. Return the share of the victory, and the decisions and seconds of the search."""
    games, searcher = games_of(*key)
    searcher.decisions, searcher.seconds = 0, 0.0
    share = games.play_deal(number).share
    return share, searcher.decisions, searcher.seconds


def line(key: tuple[str, str, int, str, int], deals: dict[str, list[float]]) -> dict[str, Any]:
    """Return what the deals of a variant say."""
    rows = np.array(list(deals.values()))
    games = len(rows) * key[2]
    share = clustered_share(rows[:, 0].tolist(), games)
    return {
        "setting": f"{key[1]} {key[2]}",
        "variant": key[3],
        "games": games,
        "wins": share._asdict(),
        "ms": round(1000 * float(rows[:, 2].sum() / rows[:, 1].sum()), 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--settings", nargs="+", default=["base:4"], metavar="RULES:PLAYERS")
    parser.add_argument("--variants", nargs="+", default=["playouts=128"], metavar="VARIANT")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--games", type=int, default=1000, help="of each variant in each setting (%(default)s)")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1e9, help="begin no deal after so many")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE")
    args = parser.parse_args()
    settings = [(rules, int(players)) for rules, _, players in (text.partition(":") for text in args.settings)]
    keys = [(args.game, rules, players, v, args.seed) for v in args.variants for rules, players in settings]
    found = json.loads(args.out.read_text())["deals"] if args.out.exists() else {}
    run(args, keys, {repr(key): found.get(repr(key), {}) for key in keys} | found)


def run(args: argparse.Namespace, keys: list[tuple[str, str, int, str, int]], found: dict[str, Any]) -> None:
    """Play what is missing, write it down every few seconds, and print it at the end."""
    end = time.monotonic() + 60 * args.minutes
    play(keys[0], 0)  # compiled once, before all processes need it
    wanted = ((key, number) for number in range(args.games) for key in keys if number * key[2] < args.games)
    todo = ((key, number) for key, number in wanted if str(number) not in found[repr(key)])
    saved = time.monotonic()
    with ProcessPoolExecutor(args.workers) as pool:
        running: dict[Future[Any], Any] = {}
        while True:
            while len(running) < 2 * args.workers and time.monotonic() < end:
                task = next(todo, None)
                if task is None:
                    break
                key, number = task
                running[pool.submit(play, key, number)] = key, number
            if not running:
                break
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                key, number = running.pop(done)
                found[repr(key)][str(number)] = done.result()
            if time.monotonic() - saved > 10 or not running:
                saved = time.monotonic()
                write(args.out, keys, found)
    write(args.out, keys, found)
    for key in keys:
        if len(found[repr(key)]) >= LEAST_DEALS:
            print(json.dumps(line(key, found[repr(key)])), flush=True)


def write(out: Path, keys: list[tuple[str, str, int, str, int]], found: dict[str, Any]) -> None:
    """Replace the file as a whole, so that it can be read at any moment."""
    figures = [line(key, found[repr(key)]) for key in keys if len(found[repr(key)]) >= LEAST_DEALS]
    new = out.with_suffix(".new")
    new.write_text(json.dumps({"machine": machine(), "figures": figures, "deals": found}, indent=1) + "\n")
    new.replace(out)


if __name__ == "__main__":
    main()
