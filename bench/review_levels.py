"""The errors of the levels, by the instant and by the deep review, for the scale on which players are placed.

    python -m bench.review_levels linko --players 4 --games 60 --out levels.jsonl
    python -m bench.review_levels linko --depths instant         # a deep review of a game of Linko takes two minutes
    python -m bench.review_levels --read levels.jsonl            # mean errors with 95 % intervals over games
    python -m bench.review_levels --read levels.jsonl --write    # and write the scales into the games' folders

A scale is written where the interval of each level lies above that of the next stronger one.

Every level has a seat, as far as there are seats; who sits where changes from game to game. Deep evaluations make 128
draws, the fewest. Games that the file has already are not played again."""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from bench.review_tasks import play_game  # after the number of threads is set
from tatze.bots import LEVELS  # the same
from tatze.games import game_names  # the same
from tatze.review.decisions import instant_values, judged  # the same
from tatze.review.deep import deep_verdict  # the same
from tatze.review.game import mean_error  # the same
from tatze.review.judge import judge_of  # the same
from tatze.review.level_scale import file_of  # the same
from tatze.review.trail import decisions_of, trail_of  # the same

Scale = dict[str, tuple[float, float, float]]
"""The mean error of each level with the ends of its interval."""
DEPTHS = ("instant", "deep")
FIRST_SEED = 960_000


def game_errors(game: str, rules: str, players: int, number: int, depths: Sequence[str]) -> dict[str, Any]:
    """Return the errors of each level's decisions in one game by depth, in fractions."""
    random = Random(FIRST_SEED + number)
    first = number % len(LEVELS)
    levels = [LEVELS[(first + seat) % len(LEVELS)] for seat in range(players)]
    random.shuffle(levels)
    table = play_game(game, rules, players, levels, FIRST_SEED + number)
    judge = judge_of(game)
    errors: dict[str, dict[str, list[float]]] = {depth: {level: [] for level in levels} for depth in depths}
    for decision in decisions_of(judge, trail_of(judge, table)).values():
        instant = judged(judge, decision, instant_values(judge, decision))
        for depth in depths:
            verdict = deep_verdict(judge, decision, instant, 0.0) if depth == "deep" else instant
            errors[depth][levels[decision.seat]].append(round(verdict.review.error, 5))
    return {"game": game, "rules": rules, "players": players, "number": number, "errors": errors}


def play(args: argparse.Namespace) -> None:
    """Play and judge games until there are as many as asked for, and write each to the file."""
    known = read(args.out) if args.out.exists() else []
    where = {"game": args.game, "rules": args.rules, "players": args.players}
    done = {one["number"] for one in known if where.items() <= one.items()}
    begun = time.monotonic()
    for number in range(args.first, args.first + args.games):
        if number in done:
            continue
        found = game_errors(args.game, args.rules, args.players, number, args.depths)
        with args.out.open("a", encoding="utf-8") as file:
            file.write(json.dumps(found) + "\n")
        print(f"{args.game} {args.rules} {args.players}: game {number}, {time.monotonic() - begun:.0f} s", flush=True)


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def scales_of(found: list[dict[str, Any]], depth: str) -> dict[str, Scale]:
    """Return the mean error of each level with its interval over games, by setting."""
    settings: dict[str, dict[str, list[float]]] = {}
    for one in found:
        here = settings.setdefault(f"{one['rules']} {one['players']}", {level: [] for level in LEVELS})
        for level, errors in one["errors"].get(depth, {}).items():
            if errors:
                here[level].append(sum(errors) / len(errors))
    scales = {}
    for setting, levels in settings.items():
        means = {level: mean_error(errors) for level, errors in levels.items()}
        scales[setting] = {
            level: (round(mean, 5), round(max(0.0, mean - half), 5), round(mean + half, 5))
            for level, (mean, half) in means.items()
        }
    return scales


def are_apart(scale: Scale) -> bool:
    """Return whether every level's interval lies above that of the next stronger one."""
    return all(scale[weaker][1] > scale[stronger][2] for weaker, stronger in pairwise(LEVELS))


def show(args: argparse.Namespace) -> None:
    found = read(args.read)
    for game in game_names():
        here = [one for one in found if one["game"] == game]
        shipped: dict[str, dict[str, Scale]] = {}
        for depth in DEPTHS:
            played = [one for one in here if depth in one["errors"]]
            scales = scales_of(played, depth)
            for setting, scale in scales.items():
                games = sum(f"{one['rules']} {one['players']}" == setting for one in played)
                levels = ", ".join(f"{level} {shown(*error)}" for level, error in scale.items())
                verdict = "apart" if are_apart(scale) else "not apart"
                print(f"{game} {setting}, {depth}, {games} games, {verdict}: {levels}")
            shipped[depth] = {name: one for name, one in scales.items() if are_apart(one)}
        if args.write and here:
            write_scales(file_of(game), shipped)


def shown(mean: float, low: float, high: float) -> str:
    return f"{100 * mean:.2f} ({100 * low:.2f} to {100 * high:.2f})"


def write_scales(path: Path, scales: dict[str, dict[str, Scale]]) -> None:
    """Write the scales, by depth and setting, into a game's file, and leave what else was measured there as it is."""
    known = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    path.write_text(json.dumps({**known, "levels": scales}, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("game", nargs="?", choices=game_names())
    add("--rules", default="base")
    add("--players", type=int, default=4)
    add("--games", type=int, default=60)
    add("--first", type=int, default=0, help="the number of the first game")
    add("--depths", nargs="+", choices=DEPTHS, default=DEPTHS)
    add("--out", type=Path, default=Path("levels.jsonl"))
    add("--read", type=Path)
    add("--write", action="store_true")
    args = parser.parse_args()
    if args.read:
        show(args)
    elif args.game:
        play(args)
    else:
        parser.error("name a game, or a file with --read")


if __name__ == "__main__":
    main()
