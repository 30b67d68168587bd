"""How strong the thumb and search bots are: duplicate deals with rotated seats, 95 % intervals, JSON, a table.

    PYTHONPATH=src python3 bench/search.py --threads 16 --minutes 9 --out strength.json
    PYTHONPATH=src python3 bench/search.py --threads 16 --minutes 9 --resume strength.json --out strength.json
    python bench/search.py --read strength.json --write docs/bots.md

Searches get numbers of playouts, so the figures do not depend on the machine; bench/budgets.py says how many playouts
a time gives on this one. What was played is written down again and again, and `--resume` goes on from there. Every
pairing first gets a fifth of its games, so that a run that is cut short says something about all. Needs NumPy and
Numba alone."""

from __future__ import annotations

import argparse
import json
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from typing import Any

from tatze.arena.figures import clustered_mean, clustered_share
from tatze.bench.machine import machine
from tatze.bench.page import write_between
from tatze.bots.search.match import Deal, Match, Pairing
from tatze.games import game_named, game_names

SEED = 20_000
"""No figure in the code was chosen with deals of this seed."""
PLAYOUTS = 8000
"""On the safe side of what 200 ms gave, as the median of decisions in games of four: 9,850 in Linko and 11,258 in
Verflixxt. bench/budgets.py looks again."""
STEPS = (10, 50, 250)
"""Milliseconds, at so many playouts each."""
PER_MS = PLAYOUTS // 200
MAIN = (("linko", "base", 4), ("linko", "duel", 2), ("verflixxt", "base", 4), ("verflixxt", "base", 2))
"""The settings that have to be surest."""
STEP_GAMES = ((200, 160), (200, 300), (400, 200), (1000, 600))
"""Games of a step in these settings, of 1,000: small differences need more."""
HEAD = "| game | players | bot | others | games | wins | equal | ahead of the best other |"
SAVE_EVERY = 15.0


@dataclass
class Figure:
    """A pairing, and what came of its deals so far. They are played in order of their numbers."""

    part: str
    pairing: Pairing
    games: int
    deals: list[Deal] = field(default_factory=list)

    @property
    def wanted(self) -> int:
        """How many deals make up the games; an interval needs two."""
        return max(2, ceil(self.games / self.pairing.players))

    @property
    def key(self) -> tuple[str, ...]:
        p = self.pairing
        return self.part, p.game, p.rules, str(p.players), p.bot, p.others


def figures(args: argparse.Namespace) -> list[Figure]:
    made = {"thumb": thumb_part, "main": main_part, "steps": step_part, "others": other_part}
    return [
        Figure(part, pairing, games)
        for part in args.part
        for pairing, games in made[part](args)
        if args.game in (None, pairing.game)
    ]


def thumb_part(args: argparse.Namespace) -> Iterator[tuple[Pairing, int]]:
    for setting in settings():
        yield Pairing(*setting, "thumb", "yardstick"), args.games * (10 if setting in MAIN else 1)


def main_part(args: argparse.Namespace) -> Iterator[tuple[Pairing, int]]:
    for setting in MAIN:
        yield Pairing(*setting, f"search:{args.playouts}", "yardstick"), args.games


def step_part(args: argparse.Namespace) -> Iterator[tuple[Pairing, int]]:
    """Does more time help? One with more among others with less."""
    budgets = [f"search:{milliseconds * PER_MS}" for milliseconds in STEPS]
    for step in range(2):
        for setting, games in zip(MAIN, STEP_GAMES, strict=True):
            yield Pairing(*setting, budgets[step + 1], budgets[step]), games[step] * args.games // 1000


def other_part(args: argparse.Namespace) -> Iterator[tuple[Pairing, int]]:
    for setting in settings():
        if setting not in MAIN:
            yield Pairing(*setting, f"search:{args.others}", "yardstick"), args.games // 5


def settings() -> Iterator[tuple[str, str, int]]:
    for game in game_names():
        for rule_set in game_named(game).rule_sets.values():
            for players in rule_set.players:
                yield game, rule_set.name, players


def play(found: Sequence[Figure], threads: int, minutes: float, save: Callable[[], None]) -> None:
    """Play what is missing, as long as there is time to begin a deal."""
    begun = saved = time.monotonic()
    own = threading.local()
    for game in {figure.pairing.game for figure in found}:
        Match(Pairing(game, "base", 4, "search:1", "thumb")).deal(0, 0)  # compiled once, not by all threads at once

    def one(task: tuple[Figure, int]) -> Deal | None:
        if time.monotonic() - begun > 60 * minutes:
            return None
        if getattr(own, "key", None) != task[0].key:
            own.key, own.match = task[0].key, Match(task[0].pairing)
        deal: Deal = own.match.deal(SEED, task[1])
        return deal

    with ThreadPoolExecutor(threads) as pool:
        todo = list(tasks(found))
        for (figure, number), deal in zip(todo, pool.map(one, todo), strict=True):
            if deal and number == len(figure.deals):
                figure.deals.append(deal)
            if time.monotonic() - saved > SAVE_EVERY:
                saved = time.monotonic()
                save()
    save()


def tasks(found: Sequence[Figure]) -> Iterator[tuple[Figure, int]]:
    """A fifth of everything, then the rest."""
    for figure in found:
        yield from ((figure, number) for number in range(len(figure.deals), -(-figure.wanted // 5)))
    for figure in found:
        first = max(len(figure.deals), -(-figure.wanted // 5))
        yield from ((figure, number) for number in range(first, figure.wanted))


def as_data(figure: Figure) -> dict[str, Any]:
    """A figure: the bot's share of the victories, and how far it is ahead of the best of the others."""
    p, deals = figure.pairing, figure.deals
    games = len(deals) * p.players
    return {
        "part": figure.part,
        "game": p.game,
        "rules": p.rules,
        "players": p.players,
        "bot": p.bot,
        "others": p.others,
        "games": games,
        "wanted": figure.wanted * p.players,
        "wins": clustered_share([deal.share for deal in deals], games)._asdict(),
        "margin": clustered_mean([deal.margin for deal in deals])._asdict(),
        "deals": [[deal.share, deal.margin, deal.decisions] for deal in deals],
    }


def resume(found: Sequence[Figure], path: Path) -> list[dict[str, Any]]:
    """Take over the deals of a file, where its pairings are asked for again; the other rows are given back."""
    known = {figure.key: figure for figure in found}
    rest = []
    for row in json.loads(path.read_text(encoding="utf-8"))["figures"]:
        key = (row["part"], row["game"], row["rules"], str(row["players"]), row["bot"], row["others"])
        if key in known:
            known[key].deals = [Deal(*deal) for deal in row["deals"]]
        else:
            rest.append(row)
    return rest


def conditions(path: Path | None) -> dict[str, Any]:
    """The machine and the seed. Where a file of another machine is gone on with, that one stays named."""
    here = machine()
    if path and path.exists():
        before = json.loads(path.read_text(encoding="utf-8"))["machine"]["processor"]
        here["processor"] = joined([before, here["processor"]])
    return {"machine": here, "seed": SEED}


def joined(names: Iterable[str]) -> str:
    """Each once; what was joined before is taken apart."""
    return "; ".join(sorted({one for name in names for one in name.split("; ")}))


def write_down(found: Sequence[Figure], rest: list[dict[str, Any]], about: dict[str, Any], out: Path | None) -> None:
    """The file is replaced as a whole, so that it can be read at any moment."""
    rows = [as_data(figure) for figure in found if len(figure.deals) > 1]
    played, wanted = sum(row["games"] for row in rows), sum(f.wanted * f.pairing.players for f in found)
    print(f"{time.strftime('%H:%M:%S')} {played:,} of {wanted:,} games", file=sys.stderr, flush=True)
    if out:
        new = out.with_suffix(".new")
        new.write_text(json.dumps({**about, "figures": rest + rows}) + "\n", encoding="utf-8")
        new.replace(out)


# --- The page -------------------------------------------------------------------------------------------------------


def page_text(paths: Sequence[Path], titles: Mapping[str, str]) -> str:
    """The tables of these files, part by part; where a pairing is in several, the one with more games counts."""
    files = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    best: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in (row for file in files for row in file["figures"]):
        key = tuple(row[name] for name in ("part", "game", "rules", "players", "bot", "others"))
        if key not in best or best[key]["games"] < row["games"]:
            best[key] = row
    lines = [f"- {joined(file['machine'][name] for file in files)}" for name in ("day", "processor")]
    lines += [f"- seed: {joined(str(file['seed']) for file in files)}, with which nothing was tuned"]
    for part, title in titles.items():
        rows = [table_row(row) for row in best.values() if row["part"] == part]
        if rows:
            lines += ["", f"#### {title}", "", HEAD, "|---|---:|---|---|---:|---:|---:|---:|", *rows]
    return "\n".join(lines) + "\n"


TITLES = {
    "main": "Among yardsticks",
    "thumb": "The thumb bot among yardsticks, with more games",
    "steps": "More playouts against fewer",
    "others": "All the other settings",
}


def table_row(row: dict[str, Any]) -> str:
    wins, margin = between(row["wins"], 100), between(row["margin"], 1)
    return (
        f"| {row['game'].capitalize()} {row['rules']} | {row['players']} | `{row['bot']}` | `{row['others']}` "
        f"| {row['games']:,} | {wins} % | {100 / row['players']:.3g} % | {margin} |"
    )


def between(estimate: dict[str, float], scale: int) -> str:
    value, low, high = (f"{scale * estimate[key]:.1f}".replace("-", "−") for key in ("value", "low", "high"))
    return f"{value} ({low} to {high})"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1e9, help="begin no deal after so many")
    parser.add_argument("--games", type=int, default=1000, help="in a setting of the main part (%(default)s)")
    parser.add_argument("--playouts", type=int, default=PLAYOUTS, help="of a search in the main part (%(default)s)")
    parser.add_argument("--others", type=int, default=50 * PER_MS, help="the same in the other settings (%(default)s)")
    parts = ("thumb", "main", "steps", "others")
    parser.add_argument("--part", nargs="+", choices=parts, default=list(parts), help="what to play (everything)")
    parser.add_argument("--game", choices=game_names(), help="only one of the games")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with what is in this file")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where the JSON goes")
    parser.add_argument("--read", type=Path, nargs="+", metavar="FILE", help="play nothing: make the tables of these")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put them between the search markers of this page")
    return parser.parse_args()


def main() -> None:
    args = arguments()
    if args.read:
        if args.write:
            write_between(args.write, page_text(args.read, TITLES), "search")
        else:
            print(page_text(args.read, TITLES))
        return
    found = figures(args)
    rest = resume(found, args.resume) if args.resume and args.resume.exists() else []
    about = conditions(args.resume)
    play(found, args.threads, args.minutes, lambda: write_down(found, rest, about, args.out))


if __name__ == "__main__":
    main()
