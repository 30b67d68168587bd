"""How strong the thumb and search bots are: duplicate deals with rotated seats, 95 % intervals, JSON, a table.

    PYTHONPATH=src python3 bench/search.py --threads 16 --minutes 9 --out strength.json
    PYTHONPATH=src python3 bench/search.py --threads 16 --minutes 9 --resume strength.json --out strength.json
    python bench/search.py --read strength.json --write docs/research/search.md

Searches get numbers of playouts, so the figures do not depend on the machine; bench/budgets.py says how many playouts
a time gives on this one. Results are written to the file every few seconds, and `--resume` goes on from there. Every
match first gets a fifth of its games, so that a run that is cut short says something about all. Needs NumPy and Numba
alone."""

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
from typing import Any, NamedTuple

from tatze.arena.compiled.games import CompiledGames, DealResult
from tatze.arena.figures import HeroFigures, clustered_mean, clustered_share
from tatze.arena.settings import LEAST_DEALS, MatchSetting, every_setting, main_settings, one_against
from tatze.bench.machine import machine
from tatze.bench.page import write_between
from tatze.games import game_names

SEED = 20_000
"""The seed of all deals. Nothing was tuned on it."""
PLAYOUTS = 8000
"""Number of playouts that stands for 200 ms. It is a little less than the median of decisions in games of four: 9,850
in Linko and 11,258 in Verflixxt, by bench/budgets.py."""
PLAYOUTS_PER_MS = PLAYOUTS // 200
STEP_MILLISECONDS = (10, 50, 250)
"""The budgets of the part `steps`, in milliseconds; each meets the one before."""
STEP_GAMES = {
    MatchSetting("linko", "base", 4): (200, 160),
    MatchSetting("linko", "duel", 2): (200, 300),
    MatchSetting("verflixxt", "base", 4): (400, 200),
    MatchSetting("verflixxt", "base", 2): (1000, 600),
}
"""Setting → games of the first and the second step, of 1,000 games asked for. Small differences need more games."""
HEAD = "| game | players | bot | others | games | wins | equal | ahead of the best other |"
SAVE_SECONDS = 15.0
"""Time between two writes of the file."""


class Pairing(NamedTuple):
    """One bot among others of one kind, in one setting. Bots are written as in `tatze arena`."""

    setting: MatchSetting
    bot: str
    others: str


@dataclass
class Row:
    """One row of a table: a pairing, and the results of its deals so far, in order of their numbers."""

    part: str
    pairing: Pairing
    games: int
    """Number of games that are wanted."""
    deals: list[DealResult] = field(default_factory=list)

    @property
    def wanted(self) -> int:
        """Number of deals that are wanted."""
        return max(LEAST_DEALS, ceil(self.games / self.pairing.setting.players))

    @property
    def key(self) -> tuple[str, ...]:
        """What identifies the row in a file."""
        (game, rules, players), bot, others = self.pairing
        return self.part, game, rules, str(players), bot, others

    def new_games(self) -> CompiledGames:
        """Return a backend that plays the row's deals."""
        setting, bot, others = self.pairing
        return CompiledGames(one_against(setting, bot, others, SEED, self.wanted))

    def figures(self) -> HeroFigures:
        """Return what the deals so far say."""
        setting, bot, others = self.pairing
        games = len(self.deals) * setting.players
        return HeroFigures(
            one_against(setting, bot, others, SEED, self.wanted),
            games,
            clustered_share([deal.share for deal in self.deals], games),
            clustered_mean([deal.lead for deal in self.deals]),
        )


def rows_of(args: argparse.Namespace) -> list[Row]:
    parts = {"thumb": thumb_part, "main": main_part, "steps": step_part, "others": other_part}
    return [
        Row(part, pairing, games)
        for part in args.part
        for pairing, games in parts[part](args)
        if args.game in (None, pairing.setting.game)
    ]


def thumb_part(args: argparse.Namespace) -> Iterator[tuple[Pairing, int]]:
    for setting in every_setting():
        yield Pairing(setting, "thumb", "yardstick"), args.games * (10 if setting in main_settings() else 1)


def main_part(args: argparse.Namespace) -> Iterator[tuple[Pairing, int]]:
    for setting in main_settings():
        yield Pairing(setting, f"search:{args.playouts}", "yardstick"), args.games


def step_part(args: argparse.Namespace) -> Iterator[tuple[Pairing, int]]:
    """One search with a larger budget among searches with a smaller one."""
    budgets = [f"search:{milliseconds * PLAYOUTS_PER_MS}" for milliseconds in STEP_MILLISECONDS]
    for step in range(2):
        for setting, games in STEP_GAMES.items():
            yield Pairing(setting, budgets[step + 1], budgets[step]), games[step] * args.games // 1000


def other_part(args: argparse.Namespace) -> Iterator[tuple[Pairing, int]]:
    for setting in every_setting():
        if setting not in main_settings():
            yield Pairing(setting, f"search:{args.others}", "yardstick"), args.games // 5


def compile_for(rows: Sequence[Row], bot: str, others: str) -> None:
    """Have the games of these rows compiled once, before several threads need them at once."""
    for game in {row.pairing.setting.game for row in rows}:
        setting = MatchSetting(game, "base", 4)
        CompiledGames(one_against(setting, bot, others, 0)).play_deal(0)


def play(rows: Sequence[Row], threads: int, minutes: float, save: Callable[[], None]) -> None:
    """Play the deals that are missing; begin none after so many minutes."""
    begun = saved = time.monotonic()
    own = threading.local()
    compile_for(rows, "search:1", "thumb")

    def one(task: tuple[Row, int]) -> DealResult | None:
        row, number = task
        if time.monotonic() - begun > 60 * minutes:
            return None
        if getattr(own, "key", None) != row.key:
            own.key, own.games = row.key, row.new_games()
        deal: DealResult = own.games.play_deal(number)
        return deal

    with ThreadPoolExecutor(threads) as pool:
        todo = list(tasks(rows))
        for (row, number), deal in zip(todo, pool.map(one, todo), strict=True):
            if deal and number == len(row.deals):
                row.deals.append(deal)
            if time.monotonic() - saved > SAVE_SECONDS:
                saved = time.monotonic()
                save()
    save()


def tasks(rows: Sequence[Row]) -> Iterator[tuple[Row, int]]:
    """Yield rows and the numbers of their missing deals: a fifth of every row first, then the rest."""
    for row in rows:
        yield from ((row, number) for number in range(len(row.deals), -(-row.wanted // 5)))
    for row in rows:
        first = max(len(row.deals), -(-row.wanted // 5))
        yield from ((row, number) for number in range(first, row.wanted))


def as_data(row: Row) -> dict[str, Any]:
    """Return a row as plain data: its `margin` is the lead over the best of the others."""
    (game, rules, players), bot, others = row.pairing
    figures = row.figures()
    return {
        "part": row.part,
        "game": game,
        "rules": rules,
        "players": players,
        "bot": bot,
        "others": others,
        "games": figures.games,
        "wanted": row.wanted * players,
        "wins": figures.wins._asdict(),
        "margin": figures.lead._asdict(),
        "deals": [list(deal) for deal in row.deals],
    }


def resume(rows: Sequence[Row], path: Path) -> list[dict[str, Any]]:
    """Take the deals of these rows from a file, and return the file's other rows as plain data."""
    known = {row.key: row for row in rows}
    rest = []
    for data in json.loads(path.read_text(encoding="utf-8"))["figures"]:
        key = (data["part"], data["game"], data["rules"], str(data["players"]), data["bot"], data["others"])
        if key in known:
            known[key].deals = [DealResult(*deal) for deal in data["deals"]]
        else:
            rest.append(data)
    return rest


def conditions(path: Path | None) -> dict[str, Any]:
    """Return the machine and the seed. The machines of a file that is resumed stay named."""
    here = machine()
    if path and path.exists():
        before = json.loads(path.read_text(encoding="utf-8"))["machine"]["processor"]
        here["processor"] = joined([before, here["processor"]])
    return {"machine": here, "seed": SEED}


def joined(names: Iterable[str]) -> str:
    """Join names by semicolons, each once; names that are joined already are taken apart first."""
    return "; ".join(sorted({one for name in names for one in name.split("; ")}))


def write_file(rows: Sequence[Row], rest: list[dict[str, Any]], about: dict[str, Any], out: Path | None) -> None:
    """Print how far the matches are, and replace the file as a whole, so that it can be read at any moment."""
    data = [as_data(row) for row in rows if len(row.deals) >= LEAST_DEALS]
    played, wanted = sum(one["games"] for one in data), sum(row.wanted * row.pairing.setting.players for row in rows)
    print(f"{time.strftime('%H:%M:%S')} {played:,} of {wanted:,} games", file=sys.stderr, flush=True)
    if out:
        new = out.with_suffix(".new")
        new.write_text(json.dumps({**about, "figures": rest + data}) + "\n", encoding="utf-8")
        new.replace(out)


# --- The page -------------------------------------------------------------------------------------------------------


def page_text(paths: Sequence[Path], titles: Mapping[str, str]) -> str:
    """Return the tables of these files, one for each part. Of a row that several files have, the one with more games
    counts."""
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
            lines += ["", f"### {title}", "", HEAD, "|---|---:|---|---|---:|---:|---:|---:|", *rows]
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
    others = 50 * PLAYOUTS_PER_MS
    parser.add_argument("--others", type=int, default=others, help="the same in the other settings (%(default)s)")
    parts = ("thumb", "main", "steps", "others")
    parser.add_argument("--part", nargs="+", choices=parts, default=list(parts), help="what to play (everything)")
    parser.add_argument("--game", choices=game_names(), help="only one of the games")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with what is in this file")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where the JSON goes")
    parser.add_argument("--read", type=Path, nargs="+", metavar="FILE", help="play nothing: make the tables of these")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put them between the search markers of this page")
    return parser.parse_args()


def run(rows: Sequence[Row], args: argparse.Namespace) -> None:
    """Resume a file if there is one, play what is missing, and write the file."""
    rest = resume(rows, args.resume) if args.resume and args.resume.exists() else []
    about = conditions(args.resume)
    play(rows, args.threads, args.minutes, lambda: write_file(rows, rest, about, args.out))


def main() -> None:
    args = arguments()
    if args.read:
        if args.write:
            write_between(args.write, page_text(args.read, TITLES), "search")
        else:
            print(page_text(args.read, TITLES))
        return
    run(rows_of(args), args)


if __name__ == "__main__":
    main()
