"""Makes everything anew that depends on weights and levels, part by part, within a time limit, and on from a folder.

    python -m tools.remake --out FOLDER --workers 16 --minutes 9     # measures; the same command goes on
    python -m tools.remake --out FOLDER --workers 16 --minutes 9 --part scale puzzles
    python -m tools.remake --read FOLDER                             # writes what was measured into the tree

The parts, in order, because each depends on the ones before it:

- `tigers`: which bot is the strongest in every setting; `tigers.json` is written into the games' folders at once;
- `steps`: every level against the one below; `yardsticks`, `strong` and `slow`: all bots among the references; these
  and the tigers write the tables of docs/bots.md and docs/research/levels.md;
- `scale`: what the decisions of each level lose; writes `review.json` into the games' folders, and docs/review.md;
- `puzzles`: puzzles, and which levels find them; writes `puzzles.json` into the games' folders.

What was measured with other bots or weights is measured anew. Needs NumPy and Numba alone."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
BOTS_PARTS = ("tigers", "steps", "yardsticks", "strong", "slow")
"""The parts that `bench.bots_table` measures."""
PARTS = (*BOTS_PARTS, "scale", "puzzles")
"""All parts, in order."""
BOTS, SCALE, PUZZLES = "bots.json", "levels.jsonl", "puzzles.jsonl"
"""The files of the folder."""
LEAST_MINUTES = 0.3
"""No part is begun with less time than this."""


def measuring(part: str, folder: Path) -> list[str]:
    """Return the module that measures a part, and its arguments."""
    if part in BOTS_PARTS:
        times = ["--times"] if part == "yardsticks" else []
        return ["bench.bots_table", "--part", part, *times, "--out", str(folder / BOTS)]
    if part == "scale":
        return ["bench.review_levels", "--out", str(folder / SCALE)]
    return ["tools.make_puzzles", "--out", str(folder / PUZZLES)]


def writing(part: str, folder: Path) -> list[str]:
    """Return the module that writes what was measured for a part into the tree, and its arguments."""
    if part in BOTS_PARTS:
        tigers = ["--tigers"] if part == "tigers" else ["--write", "docs/bots.md", "docs/research/levels.md"]
        return ["bench.bots_table", "--read", str(folder / BOTS), *tigers]
    if part == "scale":
        return ["bench.review_levels", "--read", str(folder / SCALE), "--write", "--page", "docs/review.md"]
    return ["tools.make_puzzles", "--read", str(folder / PUZZLES)]


def run(words: list[str]) -> None:
    """Run a module from the root of the tree; end if it fails."""
    print("·", *words, flush=True)
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    done = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def measure(args: argparse.Namespace) -> None:
    """Measure the parts one after another as long as there is time."""
    end = time.monotonic() + 60 * args.minutes
    args.out.mkdir(parents=True, exist_ok=True)
    for part in args.part:
        left = (end - time.monotonic()) / 60
        if left < LEAST_MINUTES:
            print(f"no time is left for {part} and what follows; the same command goes on", flush=True)
            return
        run([*measuring(part, args.out.resolve()), "--workers", str(args.workers), "--minutes", f"{left:.2f}"])
        if part == "tigers":
            run(writing(part, args.out.resolve()))
    print("every part has had its turn; the same command goes on where games are missing", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--part", nargs="+", choices=PARTS, default=list(PARTS), help="what to measure or to write (everything)")
    add("--out", type=Path, metavar="FOLDER", help="measure, and go on with what is in the folder")
    add("--workers", type=int, default=os.cpu_count() or 1, help="number of processes (%(default)s)")
    add("--minutes", type=float, default=1e6, help="begin no game after so many")
    add("--read", type=Path, metavar="FOLDER", help="write what was measured into the tree")
    args = parser.parse_args()
    args.part.sort(key=PARTS.index)
    if args.out:
        measure(args)
    elif args.read:
        for words in dict.fromkeys(tuple(writing(part, args.read.resolve())) for part in args.part):
            run(list(words))
    else:
        parser.error("a folder is needed: --out to measure, --read to write what was measured")


if __name__ == "__main__":
    main()
