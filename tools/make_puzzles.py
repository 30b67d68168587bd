"""Makes the puzzles that ship with a game, from games of strong bots, in processes and within a time limit.

    python -m tools.make_puzzles --workers 16 --minutes 9 --out puzzles.jsonl    # all games, and on from the file
    python -m tools.make_puzzles --read puzzles.jsonl --count 200                # writes them into the games' folders
    python -m tools.make_puzzles --read puzzles.jsonl --add                      # and keeps those that there are
    python -m tools.make_puzzles --grade --workers 2    # asks the present levels about the puzzles that there are

A game of strong bots is looked through once; games that were played with other bots or weights are played anew."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import partial
from importlib.resources import files
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from bench.bot_digest import levels_digest  # after the number of threads is set
from bench.review_tasks import puzzles, warm  # the same
from bench.worker_pool import ResultFile, Task  # the same
from tatze.arena.settings import MatchSetting, network_settings  # the same
from tatze.games import game_named, game_names  # the same
from tatze.review.files import read_data  # the same
from tatze.review.puzzle_maker import graded_again, named  # the same
from tatze.review.puzzles import FILE, Puzzle, puzzles_of  # the same

FIRST_SEED = 930_000
GAMES = 800
"""Number of games of each of our games that are looked through, over all settings together."""
COUNT = 200
"""Number of puzzles of a game."""


def tasks(games: int) -> Iterator[tuple[str, Task]]:
    """Yield the games to look through with their digests, the settings in turn."""
    settings: dict[str, list[MatchSetting]] = {}
    for setting in network_settings():
        settings.setdefault(setting.game, []).append(setting)
    digests = {setting: levels_digest(setting) for setting in network_settings()}
    for number in range(games):
        for here in settings.values():
            setting = here[number % len(here)]
            yield digests[setting], (*setting, FIRST_SEED + number)


def found_in(file: ResultFile, game: str) -> list[Puzzle]:
    """Return the puzzles of a game that were found with the present bots."""
    digests = {setting: levels_digest(setting) for setting in network_settings()}
    return [
        read_data(Puzzle, one)
        for (known, task), result in sorted(file.known.items())
        if task[0] == game and known == digests[MatchSetting(*task[:3])]
        for one in result
    ]


def write(file: ResultFile, count: int, keep: bool) -> None:
    """Write the puzzles into the games' folders, with `keep` those that are there too."""
    for game in game_names():
        found = [*(puzzles_of(game) if keep else ()), *found_in(file, game)]
        if not found:
            continue
        chosen = named(found, count)
        write_file(game, chosen)
        print(f"{game}: {len(chosen)} puzzles of {len(found)}")


def write_file(game: str, puzzles: Sequence[Puzzle]) -> None:
    """Write a game's puzzles into its folder."""
    lines = [json.dumps(asdict(puzzle), ensure_ascii=False) for puzzle in puzzles]
    path = Path(str(files(game_named(game).package))) / FILE
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def grade_again(workers: int) -> None:
    """Ask the present levels about the puzzles that there are, and write them with their new grades."""
    for game in filter(puzzles_of, game_names()):
        warm(game)
        before = puzzles_of(game)
        with ProcessPoolExecutor(workers) as pool:
            after = list(pool.map(partial(graded_again, game), before, chunksize=4))
        write_file(game, after)
        moved = sum(one.level != other.level for one, other in zip(before, after, strict=True))
        print(f"{game}: {moved} of {len(after)} puzzles have another grade")


def play(file: ResultFile, games: int, workers: int, minutes: float) -> None:
    """Look through the games that are missing, within the time limit."""
    for game in dict.fromkeys(setting.game for setting in network_settings()):
        print(f"{game} compiled in {warm(game):.0f} s", flush=True)
    file.fill(puzzles, tasks(games), workers, minutes)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--games", type=int, default=GAMES, help="games of each game to look through (%(default)s)")
    add("--workers", type=int, default=1)
    add("--minutes", type=float, default=1e9, help="begin no game after so many")
    add("--out", type=Path, metavar="FILE", help="look through games, and add what is found to this file")
    add("--read", type=Path, metavar="FILE", help="write the puzzles of this file into the games' folders")
    add("--count", type=int, default=COUNT, help="puzzles of each game (%(default)s)")
    add("--add", action="store_true", help="keep the puzzles that there are")
    add("--grade", action="store_true", help="ask the present levels about the puzzles that there are")
    args = parser.parse_args()
    if not (args.read or args.out or args.grade):
        parser.error("--out FILE looks for puzzles, --read FILE writes them, --grade grades those that there are again")
    return args


def main() -> None:
    args = arguments()
    if args.grade:
        grade_again(args.workers)
    elif args.read:
        write(ResultFile(args.read), args.count, args.add)
    else:
        play(ResultFile(args.out), args.games, args.workers, args.minutes)


if __name__ == "__main__":
    main()
