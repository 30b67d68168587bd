"""How exactly the searches keep their time, and how many playouts they make in it.

    python bench/budgets.py --decisions 300 --write docs/research/search.md

Positions come from games of thumb bots with four players. All budgets search every position in turn, so that a busy
moment of the machine affects all of them. Decisions during which the system took the core away are reported apart,
because no program can keep its time then. Needs NumPy and Numba alone."""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import time
from collections.abc import Iterator, Sequence
from math import ceil
from pathlib import Path
from typing import Any

from tatze.bench.machine import machine
from tatze.bench.page import write_between
from tatze.bots import bot_named
from tatze.bots.guided.bot import GuidedBot
from tatze.bots.search.bot import SearchBot
from tatze.core.chance import Fairness
from tatze.core.setup import make_setup
from tatze.core.table import Table
from tatze.games import game_named, game_names

SEED = 41
BUDGETS = (0.01, 0.05, 0.2)
"""Seconds."""
QUANTILES = {"median": 0.5, "90 %": 0.9, "99 %": 0.99, "most": 1.0}
BOTS = {"search": SearchBot, "guided": GuidedBot}
HEAD = (
    "| game | bot | budget | decisions | 99 % within | undisturbed | 99 % of these | all of these | playouts, median |"
)


def measure(game: str, name: str, decisions: int) -> list[dict[str, Any]]:
    """Return the figures of every budget of one bot."""
    bot = BOTS[name](game, seed=1)
    bot.prepare()
    found: dict[float, list[tuple[float, int, int]]] = {seconds: [] for seconds in BUDGETS}
    for view, legal in positions(game, decisions):
        for seconds, spent in found.items():
            lost, begun = interruptions(), time.perf_counter()
            bot.choose(view, legal, seconds)
            spent.append((time.perf_counter() - begun, interruptions() - lost, bot.playouts_made))
    return [{"game": game, "bot": name, "seconds": seconds, **kept(spent)} for seconds, spent in found.items()]


def kept(found: Sequence[tuple[float, int, int]]) -> dict[str, Any]:
    """Return the figures of a budget, with and without the decisions that were disturbed."""
    alone = [spent for spent, lost, _ in found if not lost]
    made = [playouts for *_, playouts in found]
    return {
        "decisions": len(found),
        "undisturbed": len(alone),
        "playouts": {"fewest": min(made), "median": statistics.median(made), "most": max(made)},
        "spent": percentiles([spent for spent, *_ in found]),
        "spent_undisturbed": percentiles(alone),
    }


def positions(game: str, count: int) -> Iterator[tuple[Any, list[int]]]:
    """Yield views and legal actions of this number of decisions in games between thumb bots."""
    known, thumb = game_named(game), bot_named(game, "thumb")
    number = 0
    while count > 0:
        table = Table.open(known, make_setup(known, "base", 4), Fairness.from_seed(SEED, number))
        number += 1
        while not table.over and count > 0:
            view, legal = table.view(table.actor), table.legal_actions
            if len(legal) > 1:
                count -= 1
                yield view, legal
            table.play(thumb.choose(view, legal))


def interruptions() -> int:
    """Return how often the system has taken the core away from this thread so far."""
    return resource.getrusage(resource.RUSAGE_THREAD).ru_nivcsw


def percentiles(times: list[float]) -> dict[str, float]:
    """Return quantiles of times, in milliseconds."""
    if not times:
        return {}
    ordered = sorted(times)
    return {name: round(1000 * ordered[ceil(len(ordered) * part) - 1], 2) for name, part in QUANTILES.items()}


def table(rows: Sequence[dict[str, Any]], about: dict[str, str]) -> str:
    lines = [f"- {name}: {about[name]}" for name in ("day", "processor", "system", "versions", "load")]
    lines += ["", HEAD, "|---|---|---:|---:|---:|---:|---:|---:|---:|"]
    for row in rows:
        alone = row["spent_undisturbed"] or {"99 %": "–", "most": "–"}
        lines.append(
            f"| {row['game'].capitalize()} | `{row['bot']}` | {1000 * row['seconds']:.0f} ms | {row['decisions']} "
            f"| {row['spent']['99 %']} ms | {row['undisturbed']} | {alone['99 %']} ms | {alone['most']} ms "
            f"| {row['playouts']['median']:,.0f} |"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=300, help="positions of each game and bot (%(default)s)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where the JSON goes")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the table between the budgets markers")
    args = parser.parse_args()
    about = machine()
    rows = [row for game in game_names() for name in BOTS for row in measure(game, name, args.decisions)]
    print(table(rows, about))
    if args.out:
        args.out.write_text(json.dumps({"machine": about, "budgets": rows}, indent=1) + "\n", encoding="utf-8")
    if args.write:
        write_between(args.write, table(rows, about), "budgets")


if __name__ == "__main__":
    main()
