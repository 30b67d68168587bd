"""How much of what random choices would lose the decisions of each level lose: the scale on which players are placed.

    python -m bench.review_levels --workers 16 --minutes 9 --out levels.jsonl    # all settings, and on from the file
    python -m bench.review_levels --out levels.jsonl --games 600 --unclear       # more where levels are not yet apart
    python -m bench.review_levels --read levels.jsonl            # shares with 95 % intervals over games
    python -m bench.review_levels --read levels.jsonl --write    # and write the scales into the games' folders
    python -m bench.review_levels --read levels.jsonl --page docs/review.md    # and write the table into this page

The scale of a setting has the largest set of levels whose intervals are apart. Every level has a seat, as far as there
are seats; who sits where changes from game to game. Games that were played with other bots or weights do not count."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from bench.bot_digest import levels_digest  # after the number of threads is set
from bench.review_tasks import play_game, warm  # the same
from bench.worker_pool import ResultFile, Task  # the same
from tatze.arena.settings import MatchSetting, network_settings  # the same
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
GAMES = 240
"""Number of games of a setting with three and more players; twice as many with two, where fewer levels have seats."""
LEAST_LEVELS = 3
"""Number of levels that a scale has at least."""
LEAST_GAMES = 20
"""Number of games that the interval of a level needs."""


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


def tasks(settings: Sequence[MatchSetting], games: int) -> Iterator[tuple[str, Task]]:
    """Yield the games of some settings with their digests, a game of each setting in turn."""
    digests = {setting: levels_digest(setting) for setting in settings}
    for number in range(2 * games):
        for setting in settings:
            if number < games * (2 if setting.players == 2 else 1):
                yield digests[setting], (*setting, number)


def losses(file: ResultFile, setting: MatchSetting) -> dict[str, list[Loss]]:
    """Return what each level lost in each game of a setting, as far as games with the present bots are in the file."""
    found: dict[str, list[Loss]] = {level: [] for level in LEVELS}
    here = levels_digest(setting)
    for (known, task), result in sorted(file.known.items()):
        if known == here and task[:3] == setting:
            for level, loss in result.items():
                found[level].append(Loss(*loss))
    return found


def scales_of(file: ResultFile) -> dict[MatchSetting, Scale]:
    """Return the share of each level with its interval over games, for settings in which every level played enough."""
    found = {setting: losses(file, setting) for setting in network_settings()}
    return {
        setting: {level: share_over_games(here) for level, here in levels.items()}
        for setting, levels in found.items()
        if min(len(here) for here in levels.values()) >= LEAST_GAMES
    }


def share_over_games(losses: list[Loss]) -> tuple[float, float, float]:
    """Return the share of all games together with its 95 % interval, by leaving out one game after the other."""
    error, random = sum(one.error for one in losses), sum(one.random for one in losses)
    share, games = error / random, len(losses)
    without = [(error - one.error) / (random - one.random) for one in losses]
    mean = sum(without) / games
    half = student(games) * ((games - 1) / games * sum((one - mean) ** 2 for one in without)) ** 0.5
    return round(share, 4), round(max(0.0, share - half), 4), round(share + half, 4)


def apart(scale: Scale) -> Scale:
    """Return the largest part of a scale in which every interval lies above that of the next stronger level.

    Of parts with as many levels it is one with the weakest and the strongest of them, if there is one, and of those the
    one with the narrowest intervals."""
    ends = next(iter(scale)), next(reversed(scale))
    found = [
        levels
        for count in range(1, len(scale) + 1)
        for levels in combinations(scale, count)
        if all(scale[weaker][1] > scale[stronger][2] for weaker, stronger in pairwise(levels))
    ]

    def worth(levels: tuple[str, ...]) -> tuple[int, int, float]:
        width = sum(scale[level][2] - scale[level][1] for level in levels)
        return len(levels), sum(level in levels for level in ends), -width

    best = max(found, key=worth)
    return {level: scale[level] for level in best}


def show(args: argparse.Namespace, file: ResultFile) -> None:
    """Print the scales; write them into the games' folders and into a page where that was asked for."""
    scales = scales_of(file)
    if not scales:
        print("no setting has enough games with the present bots; nothing is written")
        return
    for setting, scale in scales.items():
        levels = ", ".join(
            f"{level} {100 * share:.1f} ({100 * low:.1f} to {100 * high:.1f})"
            for level, (share, low, high) in scale.items()
        )
        print(f"{' '.join(map(str, setting))}, apart: {', '.join(apart(scale))}: {levels}")
    for game in game_names():
        found = {f"{one.rules} {one.players}": apart(scale) for one, scale in scales.items() if one.game == game}
        if args.write and found:
            write_scales(file_of(game), {name: scale for name, scale in found.items() if len(scale) >= LEAST_LEVELS})
    if args.page:
        write_between(args.page, table_of(file, scales), "levels")


def table_of(file: ResultFile, scales: dict[MatchSetting, Scale]) -> str:
    """Return the scales of all games as a Markdown table; levels that are not in the scale stand in brackets."""
    lines = [f"| game, rule set, players | games | {' | '.join(LEVELS)} |", f"|---|---:|{'---|' * len(LEVELS)}"]
    for setting, scale in scales.items():
        kept, players = apart(scale), setting.players
        games = sum(len(here) for here in losses(file, setting).values()) // min(players, len(LEVELS))
        shares = {
            level: f"{100 * share:.0f} ({100 * low:.0f} to {100 * high:.0f})"
            for level, (share, low, high) in scale.items()
        }
        cells = [text if level in kept else f"[{text}]" for level, text in shares.items()]
        lines.append(f"| {' '.join(map(str, setting))} | {games} | {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def write_scales(path: Path, scales: dict[str, Scale]) -> None:
    """Write the scales into a game's file, and leave what else was measured there as it is."""
    known = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    path.write_text(json.dumps({**known, "levels": scales}, indent=1) + "\n", encoding="utf-8")


def play(args: argparse.Namespace, file: ResultFile) -> None:
    """Play and judge the games that are missing, within the time limit."""
    settings = [setting for setting in network_settings() if args.game in (None, setting.game)]
    if args.unclear:
        scales = scales_of(file)
        settings = [one for one in settings if one not in scales or len(apart(scales[one])) < len(LEVELS)]
    for game in dict.fromkeys(setting.game for setting in settings):
        print(f"{game} compiled in {warm(game):.0f} s", flush=True)
    file.fill(game_losses, tasks(settings, args.games), args.workers, args.minutes)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--game", choices=game_names(), help="only one of the games")
    add("--games", type=int, default=GAMES, help="games of a setting, twice as many with two players (%(default)s)")
    add("--unclear", action="store_true", help="only settings in which not all levels are apart yet")
    add("--workers", type=int, default=1)
    add("--minutes", type=float, default=1e9, help="begin no game after so many")
    add("--out", type=Path, metavar="FILE", help="play, and add the games to this file")
    add("--read", type=Path, metavar="FILE", help="play nothing: say what the games of this file show")
    add("--write", action="store_true", help="write the scales into the games' folders")
    add("--page", type=Path, help="write the table into this page")
    args = parser.parse_args()
    if not args.read and not args.out:
        parser.error("a file is needed: --out to play, --read for the scales")
    return args


def main() -> None:
    args = arguments()
    if args.read:
        show(args, ResultFile(args.read))
    else:
        play(args, ResultFile(args.out))


if __name__ == "__main__":
    main()
