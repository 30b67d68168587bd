"""The figures of docs/review.md, from the files that `bench.review_device` has written.

    python -m bench.review_figures FOLDER

A planted mistake is at least six points worse than the best action by full playouts. A finding is a decision that a
review grades as an inaccuracy or worse."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from tatze.bots.analysis import share_interval

PLANTED_GAP = 0.06
"""How much worse than the best action a planted mistake is at least, by the reference."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    args = parser.parse_args()
    planted, gains, kitten = (
        json.loads((args.folder / f"{name}.json").read_text()) for name in ("planted", "gains", "kitten")
    )
    for game in gains:
        print(f"## {game}")
        show_planted([one for one in planted if one["game"] == game])
        show_gains(gains[game])
        show_kitten(kitten[game])
    show_luck(args.folder / "luck.npz")


def show_planted(found: list[dict[str, Any]]) -> None:
    """Show how many planted mistakes are found, how many best actions are called a mistake, and the review's error."""
    mistakes, best = [], []
    for one in found:
        for verdict in one["verdicts"]:
            gap, error = one["gaps"][str(verdict["action"])]
            if verdict["action"] == one["best"]:
                runners_up = [1.96 * e < g for a, (g, e) in one["gaps"].items() if int(a) != one["best"]]
                best.append((verdict, all(runners_up)))
            elif gap >= PLANTED_GAP:
                mistakes.append((verdict, gap, error))
    for depth in ("deep", "instant"):
        hits = sum(verdict[depth]["grade"] != "fine" for verdict, _, _ in mistakes)
        alarms = sum(verdict[depth]["grade"] != "fine" for verdict, _ in best)
        sure = [verdict for verdict, clear in best if clear]
        clear_alarms = sum(verdict[depth]["grade"] != "fine" for verdict in sure)
        differences = np.array([verdict[depth]["error"] - gap for verdict, gap, _ in mistakes])
        print(
            f"{depth}: planted mistakes found {share(hits, len(mistakes))}; best actions called a mistake "
            f"{share(alarms, len(best))}, of those clearly best {share(clear_alarms, len(sure))}; error minus "
            f"reference {100 * differences.mean():+.2f} points, rms {100 * np.sqrt((differences**2).mean()):.2f}"
        )


def share(count: int, of: int) -> str:
    low, high = share_interval(count / of, of) if of else (0.0, 1.0)
    return f"{count} of {of} ({100 * count / max(1, of):.1f} %, {100 * low:.1f} to {100 * high:.1f})"


def show_gains(found: list[dict[str, Any]]) -> None:
    """Show the gain that came for each gain that was promised."""
    for depth in ("deep", "instant"):
        called = [one[depth] for one in found if one[depth]["grade"] != "fine"]
        promised = np.array([one["error"] for one in called])
        came = np.array([one["came"] for one in called])
        ratio = came.sum() / promised.sum()
        spread = 1.96 * np.std(came - ratio * promised, ddof=1) * np.sqrt(len(called)) / promised.sum()
        print(
            f"{depth}: {len(called)} called mistakes, promised {100 * promised.mean():.2f} points, came "
            f"{100 * came.mean():.2f}: ratio {ratio:.2f} ± {spread:.2f}"
        )


def show_kitten(found: list[list[float]]) -> None:
    luck = np.array(found)
    half = 3.29 * luck.std(axis=0, ddof=1) / np.sqrt(len(luck))
    seats = ", ".join(f"{100 * m:+.2f} ± {100 * h:.2f}" for m, h in zip(luck.mean(axis=0), half, strict=True))
    print(f"mean luck of one kitten among learned bots, {len(luck)} games, the kitten first, 99.9 %: {seats}")


def show_luck(path: Path) -> None:
    """Show the mean luck in games between equals, and what subtracting it saves."""
    arrays = np.load(path)
    for name in sorted(key.removesuffix("_result") for key in arrays.files if key.endswith("_result")):
        result, luck = arrays[f"{name}_result"], arrays[f"{name}_luck"]
        all_luck = luck + arrays[f"{name}_deal"]
        half = 3.29 * luck.std(axis=0, ddof=1) / np.sqrt(len(luck))
        seats = ", ".join(f"{100 * m:+.2f} ± {100 * h:.2f}" for m, h in zip(luck.mean(axis=0), half, strict=True))
        ratio = result.var(axis=0).mean() / (result - all_luck).var(axis=0).mean()
        after = result.var(axis=0).mean() / (result - luck).var(axis=0).mean()
        print(
            f"{name}: {len(result)} games, mean luck after the deal, 99.9 %: {seats}; variance / {ratio:.2f} "
            f"({after:.2f} without the luck of the deal)"
        )


if __name__ == "__main__":
    main()
