"""Plays one bot among others of one kind for tables: in processes, within a time limit, and on from one JSON file.

Every deal is played once from each seat. Every row first gets a fifth of its games, so that a run that is cut short
says something about all. Results of bots that have changed since the file was written are played anew."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from bench.bot_digest import bot_digest
from bench.search import Pairing, joined
from tatze.arena.entrants import read_entrant
from tatze.arena.figures import AdjustedFigures, adjusted_figures, clustered_share
from tatze.arena.match import Bout, Match, deals_for
from tatze.arena.play import Played, Task, task_of
from tatze.arena.run import play_tasks
from tatze.bench.machine import machine
from tatze.cli.warm import warm_game
from tatze.core.setup import make_setup
from tatze.games import game_named
from tatze.review.luck import luck_judge
from tatze.review.requirements import LuckValue
from tatze.study.intervals import Estimate

SEED = 50_000
"""The seed of all deals, where no other is named. Nothing was tuned on it."""
SAVE_SECONDS = 15.0
"""Time between two writes of the file."""
PORTIONS = 5
"""A row gets its deals in so many portions, in turn with other rows."""


class GameResult(NamedTuple):
    """What the bot of a row got from one game, or from all games of a deal on average."""

    share: float
    """Share of the victory."""
    luck: float
    """Its luck; 0 where luck is not measured."""


class RowFigures(NamedTuple):
    """What the games of a row say."""

    games: int
    wins: Estimate
    """The share of the victories."""
    adjusted: AdjustedFigures | None
    """The share without luck; None where luck was not measured."""

    @property
    def best(self) -> Estimate:
        """The share without luck where it was measured, otherwise the share."""
        return self.adjusted.wins if self.adjusted else self.wins


@dataclass
class MatchRow:
    """One row of a table: a bot among others, and the results of its games so far."""

    part: str
    pairing: Pairing
    games: int
    """Number of games that are wanted."""
    luck: LuckValue | None = None
    """The value function by which luck is measured."""
    seed: int = SEED
    """The seed of the deals."""
    results: dict[tuple[int, int], GameResult] = field(default_factory=dict)
    """(Number of the deal, the bot's seat) → the result."""

    @property
    def deals(self) -> int:
        """Number of deals that are wanted."""
        return deals_for(self.games, self.pairing.setting.players)

    @property
    def about(self) -> dict[str, Any]:
        """What the results depend on, as plain data."""
        (game, rules, players), *bots = self.pairing
        where = {
            "part": self.part,
            "game": game,
            "rules": rules,
            "players": players,
            "luck": self.luck,
            "seed": self.seed,
        }
        return {**where, "bots": bots, "played_by": [bot_digest(bot, self.pairing.setting) for bot in bots]}

    def match(self, name: str) -> Match:
        """Return the row's match; the labels of its entrants begin with a name."""
        (game, rules, players), bot, others = self.pairing
        hero = replace(read_entrant(bot), label=f"{name} hero")
        other = replace(read_entrant(others), label=f"{name} field")
        setup = make_setup(game_named(game), rules, players)
        return Match(game, setup, self.seed, self.deals, (hero, other), hero.label, luck=self.luck)

    def tasks(self, name: str, first: int, last: int) -> Iterator[Task]:
        """Yield the missing games of the deals from `first` to before `last`."""
        match = self.match(name)
        hero, other = match.meetings()[0]
        for deal in range(first, last):
            for seat in range(self.pairing.setting.players):
                if (deal, seat) not in self.results:
                    yield task_of(match, Bout(hero, other, deal, seat))

    def add(self, played: Played) -> None:
        """Add the result of a game."""
        seat = played.bout.rotation
        luck = round(played.luck[seat], 5) if played.luck else 0.0
        self.results[played.bout.deal, seat] = GameResult(round(played.share(seat), 5), luck)

    def whole_deals(self) -> list[GameResult]:
        """Return the means of each deal, up to the first that misses a game: a choice among them could be one-sided."""
        players, found = self.pairing.setting.players, []
        for deal in count():
            games = [self.results[deal, seat] for seat in range(players) if (deal, seat) in self.results]
            if len(games) < players:
                break
            found.append(GameResult(fmean(one.share for one in games), fmean(one.luck for one in games)))
        return found

    def figures(self) -> RowFigures | None:
        """Return what the games so far say; None if there are less than two whole deals."""
        found = self.whole_deals()
        if len(found) < 2:
            return None
        shares, games = [one.share for one in found], len(found) * self.pairing.setting.players
        adjusted = adjusted_figures(shares, [one.luck for one in found]) if self.luck else None
        return RowFigures(games, clustered_share(shares, games), adjusted)


class MatchFile:
    """The JSON file of some rows. What it holds of other rows is kept."""

    def __init__(self, path: Path, rows: Sequence[MatchRow]) -> None:
        """Read the results of these rows, if the file is there."""
        self.path, self.rows = path, rows
        data = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"conditions": {}, "rows": []}
        self.data: dict[str, Any] = {name: value for name, value in data.items() if name != "rows"}
        """What the file holds beside the rows: under `conditions` on which days and machines they were played."""
        known = {_key(row.about): row for row in rows}
        self.others: list[dict[str, Any]] = [one for one in data["rows"] if _key(one) not in known]
        for one in data["rows"]:
            if _key(one) in known:
                results = {(deal, seat): GameResult(share, luck) for deal, seat, share, luck in one["games"]}
                known[_key(one)].results = results

    def note_conditions(self) -> None:
        """Add today and this machine to the conditions."""
        here, before = machine(), self.data["conditions"]
        self.data["conditions"] = {
            name: joined([*filter(None, [before.get(name)]), here[name]]) for name in ("day", "processor")
        }

    def save(self) -> None:
        """Print how far the rows are, and replace the file as a whole, so that it can be read at any moment."""
        played = sum(len(row.results) for row in self.rows)
        wanted = sum(row.deals * row.pairing.setting.players for row in self.rows)
        print(f"{time.strftime('%H:%M:%S')} {played:,} of {wanted:,} games", file=sys.stderr, flush=True)
        rows = [
            {**row.about, "games": [[*key, *result] for key, result in sorted(row.results.items())]}
            for row in self.rows
            if row.results
        ]
        new = self.path.with_suffix(".new")
        new.write_text(json.dumps({**self.data, "rows": self.others + rows}) + "\n", encoding="utf-8")
        new.replace(self.path)


def _key(about: dict[str, Any]) -> str:
    return json.dumps({name: value for name, value in about.items() if name != "games"}, sort_keys=True)


def play(file: MatchFile, workers: int, minutes: float) -> None:
    """Play the games that are missing in processes, and begin none after so many minutes."""
    begun = saved = time.monotonic()
    prepare(file.rows)
    file.note_conditions()
    for played in play_tasks(_until(begun + 60 * minutes, missing_tasks(file.rows)), workers):
        file.rows[int(played.bout.hero.split()[0])].add(played)
        if time.monotonic() - saved > SAVE_SECONDS:
            saved = time.monotonic()
            file.save()
    file.save()


def prepare(rows: Sequence[MatchRow]) -> None:
    """Compile what is needed, so that processes that start later find it in the cache."""
    for game in sorted({row.pairing.setting.game for row in rows}):
        warm_game(game)
        for value in {row.luck for row in rows if row.luck and row.pairing.setting.game == game}:
            luck_judge(game, value)


def missing_tasks(rows: Sequence[MatchRow]) -> Iterator[Task]:
    """Yield the missing games: a fifth of every row first, then the rest part by part, a fifth of each row in turn."""
    yield from _portion(rows, 0)
    for part in dict.fromkeys(row.part for row in rows):
        for number in range(1, PORTIONS):
            yield from _portion(rows, number, part)


def _portion(rows: Sequence[MatchRow], number: int, part: str | None = None) -> Iterator[Task]:
    """Yield the missing games of one portion of every row, or of every row of a part."""
    for name, row in enumerate(rows):
        if part in (None, row.part):
            first, last = (-(-row.deals * end // PORTIONS) for end in (number, number + 1))
            yield from row.tasks(str(name), first, last)


def _until(deadline: float, tasks: Iterator[Task]) -> Iterator[Task]:
    for task in tasks:
        if time.monotonic() > deadline:
            return
        yield task
