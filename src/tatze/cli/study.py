"""`tatze study GAME`: bots play very many games; how long they are, who wins, and how sure that is."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tatze.bots import SIMPLE_BOTS, read_spec
from tatze.cli.common import add_game, options_of, start_of
from tatze.core.errors import SetupError, TatzeError
from tatze.core.game import Game
from tatze.core.setup import make_setup
from tatze.core.text import shown
from tatze.games import game_named
from tatze.study.files import FILES, write_files
from tatze.study.findings import Studied
from tatze.study.intervals import Estimate
from tatze.study.ledger import NAME, StudyLedger
from tatze.study.play import Chunk, Setting, play_chunk
from tatze.study.run import check, form_for, play_study


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add = parser.add_argument
    add("--players", type=int, nargs="+", metavar="N", help="how many play; several are compared (all that can)")
    add("--rules", nargs="+", default=["base"], metavar="R", help='the rule sets; "all" for every one (base)')
    add("--start", metavar="SEAT", help="who starts, A for the first seat; by default chance decides")
    add("--option", action="append", default=[], metavar="NAME=VALUE", help="an option; may be repeated")
    add(
        "--bot",
        nargs="+",
        action="extend",
        metavar="NAME",
        help=f"who plays, {', '.join(SIMPLE_BOTS)}; one for all seats or one for each (random)",
    )
    add("--games", type=int, default=10_000, metavar="K", help="how many games for each setting (%(default)s)")
    add("--seed", type=int, default=0, metavar="S", help="where chance begins (%(default)s)")
    add("--out", type=Path, metavar="DIR", help="a folder for tallies.jsonl, study.csv, study.html and study.parquet")
    add("--resume", action="store_true", help="go on with what is in the folder")
    add("--threads", type=int, default=os.cpu_count() or 1, metavar="T", help="threads (%(default)s)")
    add("--device", choices=("auto", "cpu", "cuda"), default="auto", help="where to play (%(default)s)")
    add("--ray", metavar="ADDRESS", help="play on a Ray cluster; local starts one here")


def run(args: argparse.Namespace) -> int:
    from rich.console import Console

    settings = settings_of(args)
    check(args.games, args.seed)
    if args.threads < 1:
        raise SetupError(f"--threads is at least 1, not {args.threads}")
    form = form_for(args.device)
    if form == "plain":
        print("tatze: slow without Numba (pip install 'tatze[compiled]'); the figures are the same", file=sys.stderr)
    ledger = open_ledger(args, settings)
    there = sum(ledger.tally(setting).games for setting in settings) if ledger else 0
    try:
        begun, studied = play(args, settings, form, ledger)
    except KeyboardInterrupt:
        print(f"tatze: {stopped(args)}", file=sys.stderr)
        return 130
    finally:
        if ledger:
            ledger.close()
    seconds = max(time.perf_counter() - begun, 1e-9)
    show(Console(), studied)
    print(speed(studied, there, seconds))
    if args.out:
        for path in write_files(args.out, studied, args.seed):
            print(path)
    return 0


def open_ledger(args: argparse.Namespace, settings: Sequence[Setting]) -> StudyLedger | None:
    """Open the file of played games in the folder for files; refuse to write over the files of another study."""
    if args.out is None:
        if args.resume:
            raise SetupError("--resume goes on with what is in a folder: name it by --out")
        return None
    there = [name for name in (NAME, *FILES) if (args.out / name).exists()]
    if there and not args.resume:
        raise TatzeError(f"{args.out / there[0]} is there already: --resume goes on with it, another --out begins anew")
    if there and NAME not in there:
        raise TatzeError(f"{args.out} has {there[0]} but no {NAME}, so nothing can be resumed: name another --out")
    return StudyLedger(args.out, settings[0].game, args.seed, args.resume)


def stopped(args: argparse.Namespace) -> str:
    if not args.out:
        return "stopped; nothing was kept (--out DIR keeps what was played)"
    return f"stopped; what was played is in {args.out}: the same command with --resume goes on"


def speed(studied: Sequence[Studied], there: int, seconds: float) -> str:
    """Return how many games were played, and how fast; `there` were there before."""
    games, moves = (sum(counts) for counts in zip(*((s.tally.games, s.tally.moves) for s in studied), strict=True))
    if there:
        return f"{games:,} games, {games - there:,} of them played now in {seconds:.1f} s"
    return f"{games:,} games in {seconds:.1f} s: {games / seconds:,.0f} games/s, {moves / seconds:,.0f} moves/s"


def settings_of(args: argparse.Namespace) -> list[Setting]:
    """Return the settings: players × rule sets, as far as the rule sets allow.

    A number of players or a rule set that goes with nothing is refused."""
    game = game_named(args.game)
    names = list(game.rule_sets) if args.rules == ["all"] else list(dict.fromkeys(args.rules))
    pairs = [
        (rules, players)
        for rules in names
        for players in dict.fromkeys(args.players or game.rule_set(rules).players)
        if players in game.rule_set(rules).players
    ]
    for rules in names:
        if rules not in [pair[0] for pair in pairs]:
            make_setup(game, rules, args.players[0])
    for players in args.players or ():
        if players not in [pair[1] for pair in pairs]:
            make_setup(game, names[0], players)
    return [_setting(game, args, rules, players) for rules, players in pairs]


def _setting(game: Game[Any], args: argparse.Namespace, rules: str, players: int) -> Setting:
    bots = args.bot or ["random"]
    for bot in bots:
        if read_spec(bot).name not in SIMPLE_BOTS:
            compiled = f"{', '.join(SIMPLE_BOTS[:-1])} and {SIMPLE_BOTS[-1]}"
            raise SetupError(f"a study compiles its bots, which are {compiled}; tatze arena plays {shown(bot)}")
    if len(bots) not in (1, players):
        raise SetupError(f"{len(bots)} bots for {players} seats: name one for all, or one for each")
    setup = make_setup(game, rules, players, start_of(args), options_of(args))
    return Setting(game.name, setup, tuple(bots * players if len(bots) == 1 else bots))


def play(
    args: argparse.Namespace, settings: Sequence[Setting], form: str, ledger: StudyLedger | None
) -> tuple[float, list[Studied]]:
    """Play with a progress bar; return the time at which the playing began, and what came of it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("compiling", total=None)
        if not args.ray:
            play_chunk(Chunk(settings[0], args.seed, 0, 1, form))
        there = sum(ledger.tally(setting).games for setting in settings) if ledger else 0
        progress.update(task, description="playing", total=args.games * len(settings), completed=there)
        begun = time.perf_counter()
        tallies = play_study(
            settings,
            args.games,
            args.seed,
            args.threads,
            form,
            args.ray,
            lambda count: progress.advance(task, count),
            ledger,
        )
    return begun, [Studied(setting, tally) for setting, tally in zip(settings, tallies, strict=True)]


def show(console: Any, studied: Sequence[Studied]) -> None:
    """Print the main figures as tables; the number after ± is half a 95 % interval."""
    console.print(_table("Length and score", studied, [_lengths(one) for one in studied]))
    places = [_percent({of.removeprefix("place "): e for of, e in one.win_shares().items()}) for one in studied]
    console.print(_table("Victories by place in the order of turns, in %", studied, places))
    if any(one.bot_win_shares() for one in studied):
        by_bot = [_percent(one.bot_win_shares()) for one in studied]
        console.print(_table("Victories of a seat, by bot, in %", studied, by_bot))
    console.print(_table("Games ended, in %", studied, [_percent(one.endings()) for one in studied]))


def _lengths(one: Studied) -> dict[str, str]:
    moves, scores = one.moves(), one.scores()
    middle = f"{moves['5 %'].value:g} to {moves['95 %'].value:g}"
    return {
        "moves": around(moves["mean"]),
        "spread": f"{moves['spread'].value:.1f}",
        "nine in ten": middle,
        "longest": f"{moves['longest'].value:g}",
        "score": around(scores["mean"]),
    }


def _table(title: str, studied: Sequence[Studied], cells: Sequence[Mapping[str, str]]) -> Any:
    from rich import box
    from rich.table import Table

    heads = list(dict.fromkeys(head for row in cells for head in row))
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("rules", no_wrap=True)
    for head in ("players", *heads):
        table.add_column(head, justify="right", no_wrap=True)
    for one, row in zip(studied, cells, strict=True):
        table.add_row(one.setting.rules, str(one.players), *(row.get(head, "") for head in heads))
    return table


def _percent(estimates: Mapping[str, Estimate]) -> dict[str, str]:
    return {of: around(Estimate(*(100 * number for number in estimate))) for of, estimate in estimates.items()}


def around(estimate: Estimate) -> str:
    """Return a figure and half its interval as text, the larger half."""
    half = max(estimate.high - estimate.value, estimate.value - estimate.low)
    value = f"{estimate.value:.1f}".removesuffix(".0") if half == 0 else f"{estimate.value:.1f}±{half:.1f}"
    return value.replace("-", "−")
