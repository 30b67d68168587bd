"""How much of what random choices would lose the decisions of each level lose: the scale on which players are placed.

    python -m bench.review_levels linko --players 4 --games 80 --out levels.jsonl
    python -m bench.review_levels --read levels.jsonl            # shares with 95 % intervals over games
    python -m bench.review_levels --read levels.jsonl --write    # and write the scales into the games' folders
    python -m bench.review_levels --read levels.jsonl --page docs/review.md    # and write the table into this page

A scale is written where the interval of each level lies above that of the next stronger one. Every level has a seat, as
far as there are seats; who sits where changes from game to game. Games that the file has are not played again."""

from __future__ import annotations

import argparse
import json
import os
import time
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from bench.review_tasks import play_game  # after the number of threads is set
from tatze.bench.page import write_between  # the same
from tatze.bots import LEVELS  # the same
from tatze.games import game_names  # the same
from tatze.review.decisions import instant_values, judged  # the same
from tatze.review.grades import student  # the same
from tatze.review.judge import judge_of  # the same
from tatze.review.level_scale import Loss, file_of, loss_of  # the same
from tatze.review.trail import decisions_of, trail_of  # the same

Scale = dict[str, tuple[float, float, float]]
"""The share of each level with the ends of its interval."""
FIRST_SEED = 960_000


def game_losses(game: str, rules: str, players: int, number: int) -> dict[str, Loss]:
    """Return what the decisions of each level lost in one game, and what random choices would have lost there."""
    random = Random(FIRST_SEED + number)
    levels = [LEVELS[(number + seat) % len(LEVELS)] for seat in range(players)]
    random.shuffle(levels)
    table = play_game(game, rules, players, levels, FIRST_SEED + number)
    judge = judge_of(game)
    lost, random_loss = dict.fromkeys(levels, 0.0), dict.fromkeys(levels, 0.0)
    for decision in decisions_of(judge, trail_of(judge, table)).values():
        loss = loss_of(judged(judge, decision, instant_values(judge, decision)).review)
        lost[levels[decision.seat]] += loss.error
        random_loss[levels[decision.seat]] += loss.random
    return {level: Loss(round(lost[level], 5), round(random_loss[level], 5)) for level in levels}


def play(args: argparse.Namespace) -> None:
    """Play and judge games until there are as many as asked for, and write each to the file."""
    known = read(args.out) if args.out.exists() else []
    where = {"game": args.game, "rules": args.rules, "players": args.players}
    done = {one["number"] for one in known if where.items() <= one.items()}
    begun = time.monotonic()
    for number in range(args.games):
        if number in done:
            continue
        losses = game_losses(args.game, args.rules, args.players, number)
        with args.out.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**where, "number": number, "losses": losses}) + "\n")
        print(f"{args.game} {args.rules} {args.players}: game {number}, {time.monotonic() - begun:.0f} s", flush=True)


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def scales_of(found: list[dict[str, Any]]) -> dict[str, Scale]:
    """Return the share of each level with its interval over games, by setting."""
    settings: dict[str, dict[str, list[Loss]]] = {}
    for one in found:
        here = settings.setdefault(f"{one['rules']} {one['players']}", {level: [] for level in LEVELS})
        for level, loss in one["losses"].items():
            here[level].append(Loss(*loss))
    return {
        setting: {level: share_over_games(losses) for level, losses in levels.items()}
        for setting, levels in settings.items()
    }


def share_over_games(losses: list[Loss]) -> tuple[float, float, float]:
    """Return the share of all games together with its 95 % interval, by leaving out one game after the other."""
    error, random = sum(one.error for one in losses), sum(one.random for one in losses)
    share, games = error / random, len(losses)
    without = [(error - one.error) / (random - one.random) for one in losses]
    mean = sum(without) / games
    half = student(games) * ((games - 1) / games * sum((one - mean) ** 2 for one in without)) ** 0.5
    return round(share, 4), round(max(0.0, share - half), 4), round(share + half, 4)


def are_apart(scale: Scale) -> bool:
    """Return whether every level's interval lies above that of the next stronger one."""
    return all(scale[weaker][1] > scale[stronger][2] for weaker, stronger in pairwise(LEVELS))


def show(args: argparse.Namespace) -> None:
    found = read(args.read)
    for game in game_names():
        here = [one for one in found if one["game"] == game]
        scales = scales_of(here)
        for setting, scale in scales.items():
            games = sum(f"{one['rules']} {one['players']}" == setting for one in here)
            verdict = "apart" if are_apart(scale) else "not apart"
            levels = ", ".join(
                f"{level} {100 * share:.1f} ({100 * low:.1f} to {100 * high:.1f})"
                for level, (share, low, high) in scale.items()
            )
            print(f"{game} {setting}, {games} games, {verdict}: {levels}")
        if args.write and here:
            write_scales(file_of(game), {setting: scale for setting, scale in scales.items() if are_apart(scale)})
    if args.page:
        write_between(args.page, table_of(found), "levels")


def table_of(found: list[dict[str, Any]]) -> str:
    """Return the scales of all games as a Markdown table."""
    lines = [f"| game, rule set, players | games | {' | '.join(LEVELS)} |", f"|---|---:|{'---|' * len(LEVELS)}"]
    for game in game_names():
        here = [one for one in found if one["game"] == game]
        for setting, scale in sorted(scales_of(here).items()):
            games = sum(f"{one['rules']} {one['players']}" == setting for one in here)
            shares = [f"{100 * share:.0f} ({100 * low:.0f} to {100 * high:.0f})" for share, low, high in scale.values()]
            known = "" if are_apart(scale) else ", not apart"
            lines.append(f"| {game} {setting}{known} | {games} | {' | '.join(shares)} |")
    return "\n".join([*lines, ""])


def write_scales(path: Path, scales: dict[str, Scale]) -> None:
    """Write the scales into a game's file, and leave what else was measured there as it is."""
    known = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    path.write_text(json.dumps({**known, "levels": scales}, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("game", nargs="?", choices=game_names())
    add("--rules", default="base")
    add("--players", type=int, default=4)
    add("--games", type=int, default=80)
    add("--out", type=Path, default=Path("levels.jsonl"))
    add("--read", type=Path)
    add("--write", action="store_true")
    add("--page", type=Path)
    args = parser.parse_args()
    if args.read:
        show(args)
    elif args.game:
        play(args)
    else:
        parser.error("name a game, or a file with --read")


if __name__ == "__main__":
    main()
