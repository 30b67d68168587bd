"""How strong the bots are among yardsticks, by `tatze arena`: plays what is missing and writes the tables of a page.

    python bench/strength.py --out strength --write docs/research/strength.md
    python bench/strength.py --out strength --bots search:20000 --main 1000 --games 200

Every match has a folder of its own, as `tatze arena` makes it, so that matches may be played on several machines and
their folders put together. Without --bots nothing is played: the tables are made of the folders there are."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tatze.arena.settings import every_setting, main_settings
from tatze.bench.machine import machine
from tatze.bench.page import write_between
from tatze.cli import main as tatze
from tatze.games import game_named, game_names

SEED = 20_261_115
"""The seed of all deals. Nothing was tuned on it."""
HEAD = "| rules | players | bot | games | wins | equal | score difference | ms a decision, 99th percentile |"


def play(args: argparse.Namespace) -> None:
    for setting in every_setting():
        game, rules, players = setting
        games = args.main if setting in main_settings() else args.games
        for bot in args.bots if games else ():
            folder = args.out / f"{game}-{rules}-{players}-{bot.replace(':', '-')}"
            print(folder.name, flush=True)
            words = ["arena", game, "--rules", rules, "--players", str(players), "--games", str(games)]
            words += ["--seed", str(SEED), "--format", "gauntlet", "--bots", bot, "yardstick", "--json"]
            words += ["--processes", str(args.processes), "--out", str(folder), "--resume"]
            with contextlib.redirect_stdout(io.StringIO()):
                code = tatze(words)
            if code:
                raise SystemExit(code)


def page_text(folder: Path) -> str:
    """All tables, after the machine."""
    found = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*/arena.json"))]
    about = machine()
    lines = [f"- {name}: {about[name]}" for name in ("day", "processor", "system", "versions")]
    lines.append(f"- seed: {', '.join(sorted({str(one['seed']) for one in found}))}")
    for game in game_names():
        lines += ["", f"## {game.capitalize()}", "", HEAD, "|---|---:|---|---:|---:|---:|---:|---:|"]
        order = list(game_named(game).rule_sets)
        rows = [row for one in found if one["game"] == game for row in rows_of(one, order)]
        lines += [text for _, text in sorted(rows)]
    return "\n".join(lines) + "\n"


def rows_of(one: dict[str, Any], order: list[str]) -> Iterator[tuple[tuple[int, int, float], str]]:
    times = {bot["label"]: bot["time"]["p99_ms"] for bot in one["bots"]}
    for met in one["meetings"]:
        if met["field"] == "yardstick":
            wins, margin = (between(met[kind], scale) for kind, scale in (("wins", 100), ("margin", 1)))
            text = (
                f"| {one['rules']} | {one['players']} | `{met['hero']}` | {met['games']:,} | {wins} % "
                f"| {100 * one['fair']:.3g} % | {margin} | {times[met['hero']]:.3g} |"
            )
            yield (order.index(one["rules"]), one["players"], met["wins"]["value"]), text


def between(estimate: dict[str, float], scale: int) -> str:
    value, low, high = (f"{scale * estimate[key]:.1f}".replace("-", "−") for key in ("value", "low", "high"))
    return f"{value} ({low} to {high})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder of the matches' folders")
    parser.add_argument("--bots", nargs="+", default=[], metavar="BOT", help="who meets yardsticks")
    parser.add_argument("--main", type=int, default=1000, metavar="K", help="games of the main settings (1000)")
    parser.add_argument("--games", type=int, default=200, metavar="K", help="games of the others (200); 0 for none")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="P")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the tables between the markers of this page")
    args = parser.parse_args()
    play(args)
    text = page_text(args.out)
    if args.write:
        write_between(args.write, text)
    else:
        print(text)


if __name__ == "__main__":
    main()
