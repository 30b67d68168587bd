"""The tables that lead docs/bots.md, made of what `bench.bots_table` measured, and the tigers that follow from it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from bench.bots_rows import QUICK_BOTS, REFERENCES, SLOW_BOTS
from bench.matches import MatchFile, MatchRow
from bench.search import Pairing
from tatze.arena.settings import MatchSetting, main_settings
from tatze.bots import STRONG_LEVELS, read_spec
from tatze.bots.simple import RANDOM_RATES
from tatze.core.strategy import TIGERS_FILE
from tatze.games import game_named
from tatze.study.intervals import Estimate

ALGORITHMS = {
    "random": "uniformly random",
    "yardstick": "rule-based; never changes",
    "thumb": "rule-based",
    "search": "information-set Monte-Carlo tree search (MCTS) with rule-based playouts",
    "learned": "policy network trained by self-play with proximal policy optimisation (PPO)",
    "guided": "Linko: Monte-Carlo rollouts by a policy network; Verflixxt: MCTS with a network's values",
}
"""Bot → its algorithm by the name that the field has for it."""
KNOWN_ROW = r"\| (\w+) ([\w-]+) \| (\d+) \| `(\S+)` \| `(\S+)` \| ([\d,]+) \| ([\d.]+) \(([\d.]+) to ([\d.]+)\) % \|"
"""A row of a table of `bench.search` or `bench.learned`: setting, players, bot, others, games, wins."""
SUMMARY_PARTS = ("yardsticks", "strong", "slow")


class Cell(NamedTuple):
    """A cell of the summary."""

    wins: Estimate
    """The share of the victories."""
    games: int
    """Number of games."""


Cells = dict[Pairing, Cell]
"""Who met whom where → the cell."""


def page_parts(file: MatchFile, known: Cells | None = None) -> dict[str, str]:
    """Return what goes between the markers of the pages, by the name of the marker; nothing for tables without rows.

    `known` are cells of the summary that were measured before, for bots that were not measured now."""
    tables = {
        "summary": summary(file, known or {}),
        "steps": steps(file.rows),
        "tigers": tigers(file.rows, in_summary=True),
        "other-tigers": tigers(file.rows, in_summary=False),
    }
    if file.data["conditions"] and len(tables["summary"]) > 2:
        tables["summary"] += ["", f"All tables: {'; '.join(file.data['conditions'].values())}."]
    return {mark: "\n".join([*table, ""]) for mark, table in tables.items() if len(table) > 2}


# --- The summary ----------------------------------------------------------------------------------------------------


def summary(file: MatchFile, known: Cells) -> list[str]:
    """Return the table of all bots: a row for each, and for each setting a column for each reference."""
    found = known | {
        row.pairing: Cell(figures.wins, figures.games)
        for row in file.rows
        if row.part in SUMMARY_PARTS and (figures := row.figures())
    }
    columns = [(setting, others) for setting in main_settings() for others in REFERENCES]
    heads = [f"{named(setting)}: {others[0].upper()}" for setting, others in columns]
    lines = [
        f"| bot | algorithm | CPU, ms | games of a cell | {' | '.join(heads)} |",
        f"|---|---|---:|---:|{'---:|' * len(heads)}",
    ]
    for bots in shown_bots():
        cells = {pairing: found.get(pairing) for pairing in (Pairing(one, bots[one.game], by) for one, by in columns)}
        if games := [cell.games for cell in cells.values() if cell]:
            name = " / ".join(dict.fromkeys(f"`{bot}`" for bot in bots.values()))
            texts = ["equal" if one.bot == one.others else short(cell) for one, cell in cells.items()]
            lines.append(f"| {name} | {algorithm(bots)} | {times(file, bots)} | {span(games)} | {' | '.join(texts)} |")
    return lines


def known_cells(page: str) -> Cells:
    """Return what the tables of a page of research say about bots among the references in the main settings."""
    found = {}
    for line in page.splitlines():
        if line.startswith("| ") and (row := re.match(KNOWN_ROW, line)):
            game, rules, players, bot, others, games, *wins = row.groups()
            pairing = Pairing(MatchSetting(game.lower(), rules, int(players)), bot, others)
            if pairing.setting in main_settings() and others in REFERENCES:
                found[pairing] = Cell(Estimate(*(float(number) / 100 for number in wins)), int(games.replace(",", "")))
    return found


def shown_bots() -> Iterator[dict[str, str]]:
    """Yield the bot of each game for every row of the summary."""
    for bot in QUICK_BOTS:
        yield dict.fromkeys(SLOW_BOTS, bot)
    for bots in zip(*SLOW_BOTS.values(), strict=True):
        yield dict(zip(SLOW_BOTS, bots, strict=True))


def algorithm(bots: Mapping[str, str]) -> str:
    """Return how the bots of a row play: the algorithm, or for a level the bots behind it."""
    name = read_spec(next(iter(bots.values()))).name
    if name in STRONG_LEVELS:
        return "; ".join(f"{game.capitalize()}: {behind(game, name)}" for game in bots)
    if name in RANDOM_RATES:
        return f"`thumb`, {100 * RANDOM_RATES[name]:.0f} % of its decisions random"
    return f"`thumb`: {ALGORITHMS['thumb']}" if name == "wildcat" else ALGORITHMS[name]


def behind(game: str, level: str) -> str:
    """Return the bots behind a strong level of a game in the settings of the summary."""
    levels = game_named(game).levels
    bots = dict.fromkeys(levels.bot(level, one.rules, one.players) for one in main_settings() if one.game == game)
    rate = levels.thumb_rates.get(level)
    return " or ".join(f"`{bot}`" for bot in bots) + (
        f", {100 * rate:.0f} % of its decisions by `thumb`" if rate else ""
    )


def times(file: MatchFile, bots: Mapping[str, str]) -> str:
    """Return the CPU times of the bots of a row, one for each game, where they were measured."""
    known = file.data.get("times", {})
    found = [known[bot][game] for game, bot in bots.items() if game in known.get(bot, {})]
    return " / ".join(f"{ms:.0f}" if ms >= 10 else f"{ms:.2g}" for ms in found)


# --- Steps and tigers -----------------------------------------------------------------------------------------------


def steps(rows: Sequence[MatchRow]) -> list[str]:
    """Return the table of levels against the one below."""
    lines = ["| setting | level | against | games | wins | without luck |", "|---|---|---|---:|---:|---:|"]
    for row in rows:
        if row.part in ("steps", "pairs") and (figures := row.figures()):
            adjusted = between(figures.adjusted.wins) if figures.adjusted else ""
            bots = f"`{row.pairing.bot}` | `{row.pairing.others}`"
            lines.append(
                f"| {named(row.pairing.setting)} | {bots} | {figures.games:,} | {between(figures.wins)} | {adjusted} |"
            )
    return lines


def tigers(rows: Sequence[MatchRow], in_summary: bool) -> list[str]:
    """Return the table of the guided searches among `learned`, with the tigers that follow from it: in the settings of
    the summary or in all others."""
    lines = [
        "| setting | guided search | games | wins among `learned` | equal | tiger |",
        "|---|---|---:|---:|---:|---|",
    ]
    for setting, here in rows_of_tigers(rows).items():
        for row in here if (setting in main_settings()) == in_summary else []:
            figures = row.figures()
            assert figures
            lines.append(
                f"| {named(setting)} | `{row.pairing.bot}` | {figures.games:,} | {between(figures.best)} "
                f"| {100 / setting.players:.3g} % | `{tiger_of(here)}` |"
            )
    return lines


def rows_of_tigers(rows: Sequence[MatchRow]) -> dict[MatchSetting, list[MatchRow]]:
    """Return by setting the rows of the candidates for the tiger that were played."""
    found: dict[MatchSetting, list[MatchRow]] = {}
    for row in rows:
        if row.part == "tigers" and row.figures():
            found.setdefault(row.pairing.setting, []).append(row)
    return found


def tiger_of(rows: Sequence[MatchRow]) -> str:
    """Return the tiger of a setting from the rows of its candidates.

    The best candidate that is stronger than `learned` outside its interval, `learned` if all are weaker outside theirs,
    and otherwise the usual tiger."""
    game, equal = rows[0].pairing.setting.game, 1 / rows[0].pairing.setting.players
    found = {row.pairing.bot: figures.best for row in rows if (figures := row.figures())}
    stronger = [bot for bot, wins in found.items() if wins.low > equal]
    if stronger:
        return max(stronger, key=lambda bot: found[bot].value)
    return "learned" if all(wins.high < equal for wins in found.values()) else game_named(game).levels.tiger


def tigers_found(rows: Sequence[MatchRow]) -> dict[str, dict[str, str]]:
    """Return by game the tigers of the measured settings in which another bot than the usual tiger is the strongest."""
    found: dict[str, dict[str, str]] = {}
    for setting, here in rows_of_tigers(rows).items():
        tigers = found.setdefault(setting.game, {})
        if tiger_of(here) != game_named(setting.game).levels.tiger:
            tigers[f"{setting.rules} {setting.players}"] = tiger_of(here)
    return found


def write_tigers(game: str, found: Mapping[str, str]) -> str:
    """Write the tigers of a game's settings into its folder, and return them in words."""
    path = Path(str(files(game_named(game).package))) / TIGERS_FILE
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    usual = game_named(game).levels.tiger
    return ", ".join([f"{usual} is the usual tiger", *(f"{setting}: {bot}" for setting, bot in found.items())])


# --- Words ----------------------------------------------------------------------------------------------------------


def named(setting: MatchSetting) -> str:
    """Return a setting in words."""
    return f"{setting.game.capitalize()} {setting.rules}, {setting.players}"


def short(cell: Cell | None) -> str:
    """Return a share and half of its interval in percent."""
    if not cell:
        return ""
    value, low, high = cell.wins
    return f"{100 * value:.0f} ± {max(1.0, 50 * (high - low)):.0f}"


def span(numbers: Sequence[int]) -> str:
    """Return the smallest and the largest of some numbers."""
    return " to ".join(f"{number:,}" for number in dict.fromkeys([min(numbers), max(numbers)]))


def between(estimate: Estimate) -> str:
    """Return a share and its interval in percent."""
    value, low, high = (f"{100 * number:.1f}".replace("-", "−") for number in estimate)
    return f"{value} ({low} to {high}) %"
