"""How strong the thumb and search bots are: duplicate deals with rotated seats, 95 % intervals, JSON.

    PYTHONPATH=src python3 bench/search.py --threads 16 --out strength.json

Searches get numbers of playouts, so the figures do not depend on the machine. `--measure` says how many playouts a
time gives on this one. Needs NumPy and Numba alone."""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from math import sqrt
from pathlib import Path
from typing import Any

from tatze.bots import bot_named
from tatze.bots.search import SearchBot
from tatze.bots.search_match import Deal, Match, Pairing
from tatze.core.chance import Fairness
from tatze.core.setup import agree
from tatze.core.table import Table
from tatze.games import game_named

SEED = 20_000
"""No figure in the code was chosen with deals of this seed."""
PLAYOUTS = 8000
"""About what 200 ms gave on a shared core of a cloud machine: in openings 6,400 (Linko) and 8,600 (Verflixxt); over
whole games 50 ms gave 2,700 in both. `--measure` looks again."""
PER_MS = PLAYOUTS // 200
Z = 1.96

Part = list[tuple[Pairing, int]]
"""Pairings, and how many games of each."""


def search(milliseconds: int) -> str:
    return f"search:{milliseconds * PER_MS}"


def main_part(games: int, playouts: int = PLAYOUTS) -> Part:
    """The settings with a figure to reach."""
    rows = (("linko", "base", 4), ("linko", "duel", 2), ("verflixxt", "base", 4), ("verflixxt", "base", 2))
    return [(Pairing(*row, f"search:{playouts}", "yardstick"), games) for row in rows]


def thumb_part(games: int) -> Part:
    return [(Pairing(*row, "thumb", "yardstick"), 10 * games) for row in settings()]


def other_part(games: int) -> Part:
    """All the other settings, with a fifth of the games and a quarter of the time."""
    named = {(p.game, p.rules, p.players) for p, _ in main_part(1)}
    return [(Pairing(*row, search(50), "yardstick"), games // 5) for row in settings() if row not in named]


def step_part(games: int) -> Part:
    """Does more time help? Each budget among three of the one before, and among three thumb bots."""
    part: Part = []
    for game in ("linko", "verflixxt"):
        part += [(Pairing(game, "base", 4, search(ms), "thumb"), games // 5) for ms in (10, 50, 250)]
        for less, more in ((10, 50), (50, 250)):
            part.append((Pairing(game, "base", 4, search(more), search(less)), games // 5))
    return part


def settings() -> Iterator[tuple[str, str, int]]:
    for name in ("linko", "verflixxt"):
        for rule_set in game_named(name).rule_sets.values():
            for players in rule_set.players:
                yield name, rule_set.name, players


PARTS = {"main": main_part, "thumb": thumb_part, "others": other_part, "steps": step_part}


def play(pool: ThreadPoolExecutor, threads: int, pairing: Pairing, games: int) -> dict[str, Any]:
    """A figure: the bot's share of the victories, and how far it is ahead of the best of the others."""
    deals = max(2, games // pairing.players)
    begun = time.perf_counter()
    matches = [Match(pairing) for _ in range(threads)]
    shares = pool.map(lambda i: [matches[i].deal(SEED, n) for n in range(i, deals, threads)], range(threads))
    played: list[Deal] = [deal for share in shares for deal in share]
    seconds = time.perf_counter() - begun
    return {
        "game": pairing.game, "rules": pairing.rules, "players": pairing.players,
        "bot": pairing.bot, "others": pairing.others, "games": deals * pairing.players,
        "wins": interval([deal.share for deal in played]), "margin": interval([deal.margin for deal in played]),
        "decisions": sum(deal.decisions for deal in played), "seconds": round(seconds, 1),
    }  # fmt: skip


def interval(values: Sequence[float]) -> dict[str, float]:
    """The mean and its 95 % interval; a deal counts as one, for its games are not independent."""
    mean, half = statistics.fmean(values), Z * statistics.stdev(values) / sqrt(len(values))
    return {"mean": round(mean, 4), "low": round(mean - half, 4), "high": round(mean + half, 4)}


def measure(game: str, seconds: float, games: int = 3) -> dict[str, Any]:
    """What a time gives here, in games of thumb bots with four players: playouts, and how exactly the time is kept."""
    room = game_named(game)
    bot, thumb = SearchBot(game, seconds, seed=1), bot_named(game, "thumb")
    bot.prepare()
    times, playouts = [], []
    for number in range(games):
        table = Table.open(room, agree(room, "base", 4), Fairness.from_seed(SEED, number))
        while not table.over:
            view, legal = table.view(table.actor), table.legal_actions
            if len(legal) > 1:
                begun = time.perf_counter()
                bot.choose(view, legal)
                times.append(time.perf_counter() - begun)
                playouts.append(bot.made)
            table.play(thumb.choose(view, legal))
    times.sort()
    return {
        "game": game, "seconds": seconds, "decisions": len(times), "playouts": int(statistics.median(playouts)),
        "playouts_per_s": round(sum(playouts) / sum(times)), "median_s": round(times[len(times) // 2], 5),
        "p99_s": round(times[int(len(times) * 0.99)], 5), "most_s": round(times[-1], 5),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--games", type=int, default=1000, help="in a setting of the main part (%(default)s)")
    parser.add_argument("--playouts", type=int, default=PLAYOUTS, help="of a search in the main part (%(default)s)")
    parser.add_argument("--part", nargs="+", choices=PARTS, default=list(PARTS), help="what to play (everything)")
    parser.add_argument("--game", choices=("linko", "verflixxt"), help="only one of the games")
    parser.add_argument("--measure", action="store_true", help="how many playouts 10, 50 and 200 ms give here")
    parser.add_argument("--out", type=Path, help="a file for the JSON; without one it is printed")
    args = parser.parse_args()
    machine = f"{platform.machine()}, Python {platform.python_version()}"
    found: dict[str, Any] = {"day": datetime.now(UTC).date().isoformat(), "machine": machine, "seed": SEED}
    names = [args.game] if args.game else ["linko", "verflixxt"]
    if args.measure:
        found["budgets"] = [measure(name, seconds) for name in names for seconds in (0.01, 0.05, 0.2)]
    else:
        found["figures"] = []
        with ThreadPoolExecutor(args.threads) as pool:
            for part in args.part:
                rows = main_part(args.games, args.playouts) if part == "main" else PARTS[part](args.games)
                for pairing, games in rows:
                    if pairing.game in names:
                        figure = {"part": part, **play(pool, args.threads, pairing, games)}
                        found["figures"].append(figure)
                        print(json.dumps(figure), file=sys.stderr, flush=True)
                        if args.out:
                            args.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    text = json.dumps(found, indent=1) + "\n"
    if args.out:
        args.out.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
