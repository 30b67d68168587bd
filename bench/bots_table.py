"""How strong all bots and levels are: the tables that lead docs/bots.md, from one JSON file that later runs go on with.

    python -m bench.bots_table --workers 16 --minutes 9 --out bots.json
    python -m bench.bots_table --workers 16 --minutes 9 --out bots.json --part tigers --games 1000
    python -m bench.bots_table --workers 16 --out try.json --seed 7 --pair "verflixxt base 2 search:60 thumb"
    python -m bench.bots_table --read bots.json --write docs/bots.md docs/research/levels.md
    python -m bench.bots_table --read bots.json --tigers    # and write tigers.json into the games' folders

The parts, in the order in which they are played: `tigers`, guided searches within 0.1 s among `learned` in every
setting; `steps`, every level against the one below in two-player games; `yardsticks` and `strong`, every bot among
yardsticks and among `search:300`; `slow`, the same for searches of 200 ms. `--times` measures the CPU time of a
decision. Games of bots that have changed since are played anew. Needs NumPy and Numba alone."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # every process plays games of its own

from bench.bots_page import known_cells, page_parts, tigers_found, write_tigers  # after the number of threads is set
from bench.bots_rows import GAMES, rows_of, rows_of_pairs  # the same
from bench.bots_times import measure_times  # the same
from bench.matches import MatchFile, play  # the same
from tatze.bench.page import write_between  # the same
from tatze.games import game_names  # the same


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--part", nargs="+", choices=GAMES, default=list(GAMES), help="what to play (everything)")
    add("--pair", nargs="+", metavar="PAIR", help="only pairs of any bots: GAME RULES PLAYERS BOT OTHERS in one word")
    add("--seed", type=int, default=7, help="the seed of such pairs (%(default)s)")
    add("--game", choices=game_names(), help="only one of the games")
    add("--bot", nargs="+", metavar="BOT", help="only rows of these bots")
    add("--main", action="store_true", help="tigers in the settings of the summary alone")
    add("--games", type=int, help="games of a row, instead of the usual number of its part")
    add("--workers", type=int, default=1, help="number of processes (%(default)s)")
    add("--minutes", type=float, default=1e9, help="begin no game after so many")
    add("--out", type=Path, metavar="FILE", help="the JSON file; a run goes on with what it holds")
    add("--times", action="store_true", help="measure the CPU time of decisions before anything is played")
    add("--read", type=Path, metavar="FILE", help="play nothing: show the tables of this file")
    add("--known", nargs="+", type=Path, default=[], metavar="PAGE", help="take cells of the summary from these pages")
    add("--write", nargs="+", type=Path, default=[], metavar="PAGE", help="put them between the markers of these pages")
    add("--tigers", action="store_true", help="write the tigers of the settings into the games' folders")
    args = parser.parse_args()
    if not args.read and not args.out:
        parser.error("a file is needed: --out to play, --read for the tables")
    return args


def show(args: argparse.Namespace, file: MatchFile) -> None:
    """Print the tables or write each into the pages that have its markers; write the tigers of the settings where that
    was asked for."""
    known = {pairing: cell for page in args.known for pairing, cell in known_cells(page.read_text("utf-8")).items()}
    for mark, text in page_parts(file, known).items():
        if not args.write:
            print(text)
        for page in pages_with(args.write, mark):
            write_between(page, text, mark)
    if args.tigers:
        for game, found in tigers_found(file.rows).items():
            print(f"{game}: {write_tigers(game, found)}")


def pages_with(pages: Sequence[Path], mark: str) -> list[Path]:
    """Return which of the pages have the markers of a table."""
    return [page for page in pages if f"<!-- {mark}: begin -->" in page.read_text("utf-8")]


def main() -> None:
    args = arguments()
    pairs = rows_of_pairs(args.pair or [], args.games, args.seed)
    rows = pairs or rows_of(args.part, args.games, args.game, not args.main)
    file = MatchFile(args.read or args.out, [row for row in rows if row.pairing.bot in (args.bot or [row.pairing.bot])])
    if args.read:
        show(args, file)
        return
    if args.times:
        file.data["times"] = measure_times(
            {(bot, row.pairing.setting.game) for row in file.rows for bot in row.pairing[1:]}
        )
    play(file, args.workers, args.minutes)


if __name__ == "__main__":
    main()
