"""`tatze arena GAME`: bots meet over the same deals with rotated seats, and their strength is measured."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tatze.arena.entrants import Entrant, check_entrants, prepare_all, read_entrant
from tatze.arena.figures import MatchFigures, figures_of
from tatze.arena.ledger import Ledger, luck_value
from tatze.arena.match import FORFEITS, FORMATS, Bout, Match, deals_for
from tatze.arena.play import Played, task_of
from tatze.arena.ratings import can_rate
from tatze.arena.report import factor_text, forfeited, ms, shortened
from tatze.arena.run import play_tasks
from tatze.arena.summary import summary_of, write_files
from tatze.bots.spec import ALL_BOTS, FORMS
from tatze.cli.common import add_game, add_setup, options_of, start_of
from tatze.core.errors import SetupError
from tatze.core.setup import make_setup
from tatze.games import game_named
from tatze.review.requirements import LUCK_VALUES, check_luck_value
from tatze.study.intervals import Estimate, Z

MIN_NAME_WIDTH = 13
"""The number of columns that names of bots have at least in a table, however narrow the terminal is."""
FORFEITED = 3
"""The exit code of a match in which a program forfeited a decision."""


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_setup(parser)
    add = parser.add_argument
    add(
        "--bots",
        nargs="+",
        required=True,
        metavar="BOT",
        help=f"who meets: {', '.join(ALL_BOTS)}, {FORMS}; NAME=BOT gives a bot another name",
    )
    add("--games", type=int, default=400, metavar="K", help="games for each meeting, made up to whole deals (400)")
    add("--seed", type=int, default=0, metavar="S", help="where chance begins (%(default)s)")
    add("--format", choices=FORMATS, help="everybody meets everybody, or one meets all others (round-robin)")
    add("--hero", metavar="NAME", help="who meets all others in a gauntlet (the first of the bots)")
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument("--budget", type=float, metavar="SECONDS", help="what a bot that thinks has for a decision")
    budget.add_argument("--playouts", type=int, metavar="N", help="the same in playouts, so that it can be repeated")
    add(
        "--forfeit",
        choices=FORFEITS,
        default=FORFEITS[0],
        help="when a program makes no legal decision in time: lose the game, let thumb decide, or stop (%(default)s)",
    )
    add(
        "--adjust-luck",
        nargs="?",
        choices=LUCK_VALUES,
        const=LUCK_VALUES[0],
        metavar="VALUE",
        help=f"also say the shares without luck, which needs fewer games; VALUE is {' or '.join(LUCK_VALUES)}",
    )
    add("--processes", type=int, default=os.cpu_count() or 1, metavar="P", help="processes (%(default)s)")
    add("--ray", metavar="ADDRESS", help="play on a Ray cluster; local starts one here")
    add("--out", type=Path, metavar="DIR", help="a folder for games.jsonl, arena.json and arena.html")
    add("--resume", action="store_true", help="go on with what is in the folder")
    add("--json", action="store_true", help="the figures as JSON")


def run(args: argparse.Namespace) -> int:
    match = match_of(args)
    if not can_rate():
        print("tatze: no ratings without openskill (pip install 'tatze[arena]')", file=sys.stderr)
    ledger = Ledger(args.out, match, args.resume) if args.out else None
    played: dict[Bout, Played] = ledger.played if ledger else {}
    bouts = list(match.bouts())
    try:
        play(args, match, [bout for bout in bouts if bout not in played], ledger, played)
    except KeyboardInterrupt:
        print(f"tatze: {stopped(args, len(bouts), sum(bout in played for bout in bouts))}", file=sys.stderr)
        return 130
    finally:
        if ledger:
            ledger.close()
    figures = figures_of(match, [played[bout] for bout in bouts])
    report(args, match, figures)
    return name_forfeits(figures)


def name_forfeits(figures: MatchFigures) -> int:
    """Say which programs forfeited decisions, in a line each; return the exit code."""
    forfeiting = [one for one in figures.entrants if one.forfeits]
    for one in forfeiting:
        words = one.trouble.splitlines()[-1:] or [""]
        print(f"tatze: {one.label} forfeited {forfeited(one)}; the last words: {words[0][:200]}", file=sys.stderr)
    return FORFEITED if forfeiting else 0


def match_of(args: argparse.Namespace) -> Match:
    """Return the match that was asked for; a SetupError says what is wrong."""
    game = game_named(args.game)
    setup = make_setup(game, args.rules, args.players, start_of(args), options_of(args))
    for name in ("processes", "playouts", "budget"):
        value = getattr(args, name)
        if value is not None and value <= 0:
            raise SetupError(f"--{name} is above 0, not {value}")
    entrants = [read_entrant(text, args.budget, args.playouts) for text in args.bots]
    hero = _hero(args, entrants)
    check_entrants(game, entrants)
    if args.adjust_luck:
        check_luck_value(game.name, args.adjust_luck)
    if len(entrants) < 2:
        raise SetupError("a match needs two bots at least")
    return Match(
        game=game.name,
        setup=setup,
        seed=args.seed,
        deals=deals_for(args.games, setup.players),
        entrants=tuple(entrants),
        hero=hero,
        forfeit=args.forfeit,
        luck=args.adjust_luck,
    )


def _hero(args: argparse.Namespace, entrants: list[Entrant]) -> str:
    if args.format != "gauntlet":
        if args.hero:
            raise SetupError("--hero goes with --format gauntlet")
        return ""
    if not args.hero:
        return entrants[0].label
    hero = read_entrant(args.hero, args.budget, args.playouts)
    for entrant in entrants:
        if args.hero == entrant.label:
            return args.hero  # type: ignore[no-any-return]  # it is what was typed
    if hero not in entrants:
        entrants.insert(0, hero)
    return hero.label


def play(
    args: argparse.Namespace, match: Match, bouts: list[Bout], ledger: Ledger | None, played: dict[Bout, Played]
) -> None:
    """Play the games that are missing, with a progress bar."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("compiling", total=None)
        if bouts and not args.ray:
            prepare_all(game_named(match.game), match.entrants)
            prepare_luck(match)
        wanted = match.deals * len(match.meetings()) * match.setup.players
        progress.update(task, description="playing", total=wanted, completed=wanted - len(bouts))
        for one in play_tasks((task_of(match, bout) for bout in bouts), args.processes, args.ray):
            if ledger:
                ledger.add(one)
            played[one.bout] = one
            progress.advance(task)


def prepare_luck(match: Match) -> None:
    """Compile what measures luck, so that processes that start later find it in the cache."""
    if match.luck:
        from tatze.review.luck import luck_judge

        luck_judge(match.game, match.luck)


def stopped(args: argparse.Namespace, wanted: int, there: int) -> str:
    if not args.out:
        return "stopped; nothing was kept (--out DIR keeps what was played)"
    return f"stopped; {there} of {wanted} games are in {args.out}: the same command with --resume goes on"


def report(args: argparse.Namespace, match: Match, figures: MatchFigures) -> None:
    paths = write_files(args.out, match, figures) if args.out else []
    if args.json:
        print(json.dumps(summary_of(match, figures), indent=1))
        return
    from rich.console import Console

    console = Console()
    console.print(_meetings(match, figures))
    if match.luck:
        console.print(_adjusted(match, figures))
    console.print(_bots(figures))
    for path in paths:
        print(path)


def _meetings(match: Match, figures: MatchFigures) -> Any:
    players = match.setup.players
    equal = f"{100 * match.fair:.3g} % would be equal"
    title = f"{match.game.capitalize()}, {match.setup.rules}, {players} players: {equal}"
    rows = [
        (
            shortened(one.meeting.hero),
            shortened(one.meeting.field),
            str(one.games),
            between(Estimate(*(100 * value for value in one.wins))),
            between(one.margin, True),
        )
        for one in figures.meetings
    ]
    others = "against" if players == 2 else f"among {players - 1}"
    return _table(title, ("bot", others, "games", "wins in %", "score difference"), rows, 2)


def _adjusted(match: Match, figures: MatchFigures) -> Any:
    others = "against" if match.setup.players == 2 else f"among {match.setup.players - 1}"
    rows = [
        (
            shortened(one.meeting.hero),
            shortened(one.meeting.field),
            between(Estimate(*(100 * value for value in one.adjusted.wins))),
            f"{100 * one.adjusted.luck.value:+.1f}".replace("-", "−"),
            factor_text(one.adjusted),
        )
        for one in figures.meetings
        if one.adjusted
    ]
    title = f"Without luck, as measured by {luck_value(match)}"
    return _table(title, ("bot", others, "wins in %", "luck in %", "factor"), rows, 2)


def _bots(figures: MatchFigures) -> Any:
    rows = [
        (
            shortened(one.label),
            between(Estimate(*(100 * value for value in one.wins))) if one.wins else "",
            f"{one.rating.mu:.1f}±{Z * one.rating.sigma:.1f}".replace("-", "−") if one.rating else "",
            ms(one.mean_ms),
            ms(one.p99_ms),
            forfeited(one),
        )
        for one in figures.entrants
    ]
    return _table("The bots", ("bot", "wins in all", "rating", "ms/move", "99 %", "forfeited"), rows, 1)


def _table(title: str, heads: Iterable[str], rows: Iterable[tuple[str, ...]], left: int) -> Any:
    from rich import box
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    for place, head in enumerate(heads):
        named = place < left
        table.add_column(
            head,
            justify="left" if named else "right",
            no_wrap=not named and head != "forfeited",
            min_width=MIN_NAME_WIDTH if named else None,
            overflow="fold",
        )
    for row in rows:
        table.add_row(*row)
    return table


def between(estimate: Estimate, signed: bool = False) -> str:
    """Return a figure and its interval as text."""
    value, low, high = (f"{number:{'+' if signed else ''}.1f}".replace("-", "−") for number in estimate)
    return f"{value} ({low} to {high})"
