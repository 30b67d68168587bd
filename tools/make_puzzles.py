"""Makes the puzzles that ship with a game, from games of strong bots.

    python tools/make_puzzles.py linko --games 40 --count 200
    python tools/make_puzzles.py linko --found puzzles.json --count 200
    python tools/make_puzzles.py linko --games 40 --seed 970000 --add

The second form takes what `bench.review_device` has found. The file is written into the game's folder."""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from time import monotonic

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from tatze.games import game_named  # after the number of threads is set
from tatze.review.files import read_data  # the same
from tatze.review.puzzle_maker import named, puzzles_in  # the same
from tatze.review.puzzles import FILE, Puzzle, puzzles_of  # the same


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=930_000)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--found", type=Path)
    parser.add_argument("--add", action="store_true", help="keep the puzzles that there are")
    args = parser.parse_args()
    game = game_named(args.game)
    path = Path(str(files(game.package))) / FILE
    found: list[Puzzle] = list(puzzles_of(game.name)) if args.add else []
    if args.found:
        found += [read_data(Puzzle, one) for one in json.loads(args.found.read_text())[game.name]]
    else:
        settings = [(rules.name, players) for rules in game.rule_sets.values() for players in rules.players]
        end = monotonic() + args.seconds
        for number in range(args.games):
            if monotonic() > end:
                break
            found += puzzles_in(game.name, *settings[number % len(settings)], args.seed + number)
    lines = [json.dumps(asdict(puzzle), ensure_ascii=False) for puzzle in named(found, args.count)]
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    print(f"{len(lines)} puzzles in {path.name}")


if __name__ == "__main__":
    main()
