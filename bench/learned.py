"""How strong the learned bots are, and how quick: duplicate deals with rotated seats, 95 % intervals, JSON, tables.

    PYTHONPATH=src python3 -m bench.learned --threads 16 --minutes 9 --out learned.json
    PYTHONPATH=src python3 -m bench.learned --threads 16 --minutes 9 --resume learned.json --out learned.json
    python -m bench.learned --read learned.json --write docs/research/learned.md
    python -m bench.learned --times

Matches are played as in bench/search.py: searches get numbers of playouts, results are written to the file every few
seconds, and every match first gets a fifth of its games. Needs NumPy and Numba alone."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # every thread plays a match of its own

import numpy as np

from bench.search import PLAYOUTS, Pairing, Row, compile_for, page_text, run
from tatze.arena.settings import every_setting, main_settings
from tatze.bench.page import write_between
from tatze.bots import bot_named
from tatze.core.chance import Fairness
from tatze.core.setup import make_setup
from tatze.core.table import Table
from tatze.games import game_named, game_names

GUIDED_PLAYOUTS = {"linko": 600, "verflixxt": 8000}
"""Number of playouts of a guided search in about 200 ms."""
TITLES = {
    "searches": "One learned among searches of 8,000 playouts",
    "both": "One guided search of 8,000 playouts among searches of 8,000 playouts",
    "guided": "One guided search of 8,000 playouts among learned",
    "others": "One learned among searches of 8,000 playouts, all the other settings",
    "yardsticks": "One learned among yardsticks",
    "clock": "One learned among searches of 200 ms by the clock",
}
TIMES_HEAD = "| game | decisions | ms of its own, median | 99 % within | 99 % within, by the clock |"
GAMES_PART = {"others": 0.2}
"""The part of `--games` that a pairing gets, where it is not the whole."""
CLOCK_PLAYOUTS = {"linko": 10_300, "verflixxt": 14_700}
"""Number of playouts of a search in 200 ms of a quiet core."""


def pairings(part: str) -> Iterator[Pairing]:
    for setting in every_setting():
        main, guided = setting in main_settings(), f"guided:{GUIDED_PLAYOUTS.get(setting.game)}"
        if part == "searches" and main:
            yield Pairing(setting, "learned", f"search:{PLAYOUTS}")
        elif part == "both" and main:
            yield Pairing(setting, guided, f"search:{PLAYOUTS}")
        elif part == "guided" and main:
            yield Pairing(setting, guided, "learned")
        elif part == "others" and not main:
            yield Pairing(setting, "learned", f"search:{PLAYOUTS}")
        elif part == "yardsticks":
            yield Pairing(setting, "learned", "yardstick")
        elif part == "clock" and main:
            yield Pairing(setting, "learned", f"search:{CLOCK_PLAYOUTS[setting.game]}")


def rows_of(args: argparse.Namespace) -> list[Row]:
    return [
        Row(part, pairing, int(args.games * GAMES_PART.get(part, 1.0)))
        for part in args.part
        for pairing in pairings(part)
        if args.game in (None, pairing.setting.game)
    ]


def times(decisions: int) -> Iterator[str]:
    """Yield the table's row of each game: the time from view to action of the policy alone, in games that it plays."""
    for name in game_names():
        game, bot, random = game_named(name), bot_named(name, "learned"), Random(1)
        walls: list[float] = []
        own: list[float] = []
        while len(walls) < decisions:
            rules = random.choice(list(game.rule_sets.values()))
            setup = make_setup(game, rules.name, random.choice(list(rules.players)))
            table = Table.open(game, setup, Fairness.from_seed(random.getrandbits(30)))
            while not table.over:
                view, legal = table.view(table.actor), table.legal_actions
                wall, mine = time.perf_counter(), time.thread_time()
                action = bot.choose(view, legal)
                if len(legal) > 1:
                    walls.append(time.perf_counter() - wall)
                    own.append(time.thread_time() - mine)
                table.play(action)
        walls, own = walls[1:], own[1:]  # the first one loads the weights
        middle, most, busy = (1000 * np.quantile(row, q) for row, q in ((own, 0.5), (own, 0.99), (walls, 0.99)))
        yield f"| {name.capitalize()} | {len(own):,} | {middle:.2f} | {most:.2f} | {busy:.2f} |"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1e9, help="begin no deal after so many")
    parser.add_argument("--games", type=int, default=1000, help="of a pairing; a fifth in the others (%(default)s)")
    parser.add_argument("--part", nargs="+", choices=TITLES, default=list(TITLES), help="what to play (everything)")
    parser.add_argument("--game", choices=game_names(), help="only one of the games")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with what is in this file")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where the JSON goes")
    parser.add_argument("--read", type=Path, nargs="+", metavar="FILE", help="play nothing: make the tables of these")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put them between the learned markers of this page")
    parser.add_argument("--times", action="store_true", help="only measure how long decisions take")
    return parser.parse_args()


def main() -> None:
    args = arguments()
    if args.times:
        print(TIMES_HEAD, "|---|---:|---:|---:|---:|", *times(3000), sep="\n")
    elif args.read:
        text = page_text(args.read, TITLES)
        if args.write:
            write_between(args.write, text, "learned")
        else:
            print(text)
    else:
        rows = rows_of(args)
        compile_for(rows, "guided:2", "learned")
        run(rows, args)


if __name__ == "__main__":
    main()
