"""The report of a study: one HTML page without other files, with a table under every plot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from tatze import __version__
from tatze.study.findings import Studied
from tatze.study.intervals import Estimate
from tatze.study.plots import Rows, bars, dots, figure, histograms

STYLE = """
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #22252b; --soft: #62666f; --line: #dcdad3;
  --accent: #2563b0; --area: #9dbde6; --p0: #2563b0; --p1: #d9822b; --p2: #4b8f5b; --p3: #8a5bb0; }
@media (prefers-color-scheme: dark) { :root { --paper: #17191d; --ink: #e8e6e1; --soft: #a3a7b0; --line: #353941;
  --accent: #7fb2f5; --area: #34588a; --p0: #6aa5f0; --p1: #e89a4c; --p2: #74b884; --p3: #b58ad8; } }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { line-height: 1.2; margin-bottom: .2em; } h2 { margin-top: 2.2em; } p { max-width: 44rem; }
svg { display: block; width: 100%; max-width: 36rem; height: auto; font: 12px system-ui, sans-serif; }
svg text { fill: var(--ink); dominant-baseline: middle; } .title { font-weight: 600; }
svg .tick { fill: var(--soft); text-anchor: middle; font-size: 11px; } .grid { stroke: var(--line); fill: none; }
.whisker { stroke: var(--accent); stroke-width: 2; fill: none; } .dot { fill: var(--accent); }
.fair { stroke: var(--soft); stroke-dasharray: 4 4; fill: none; } .area { fill: var(--area); stroke: var(--accent); }
.part0 { fill: var(--p0); } .part1 { fill: var(--p1); } .part2 { fill: var(--p2); } .part3 { fill: var(--p3); }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; }
th, td { padding: .25rem .7rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } td small { color: var(--soft); }
"""


def report_page(studied: Sequence[Studied], seed: int) -> str:
    """Return the page. It names no date and no speed, so that the same study gives the same page."""
    first = studied[0]
    title = f"A study of {first.setting.game.capitalize()}"
    body = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(_intro(studied, seed))}</p>",
        _lengths(studied),
        _win_shares(studied),
        _scores(studied),
        _endings(studied),
    ]
    if len(set(first.setting.bots)) > 1:
        body.append(_bots(studied))
    return html_page(title, body)


def html_page(title: str, body: Sequence[str]) -> str:
    """Return an HTML page without other files, for any report."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + f"\n<p><small>tatze {__version__}</small></p>\n</body>\n</html>\n"
    )


def _intro(studied: Sequence[Studied], seed: int) -> str:
    games = studied[0].tally.games
    bots = list(dict.fromkeys(bot for one in studied for bot in one.setting.bots))
    return (
        f"{games:,} games for each setting, seed {seed}, played by {' and '.join(bots)}. "
        "Every figure comes with its 95 % confidence interval."
    )


def _lengths(studied: Sequence[Studied]) -> str:
    plot = histograms("How many moves games have", [(one.setting.title, one.tally.lengths()) for one in studied])
    text = "A move is a decision of a seat or a roll of the die. The axis ends where one game in a thousand goes on."
    return section("Length of games", text, plot, [(one.setting.title, one.moves()) for one in studied], False)


def _win_shares(studied: Sequence[Studied]) -> str:
    rows = [(one.setting.title, one.win_shares()) for one in studied]
    fair = {one.setting.title: 1 / one.players for one in studied}
    text = (
        "Place 1 has the first turn, place 2 the second and so on. A shared victory counts in parts. "
        "The dashed line is where every place would win equally often."
    )
    plot = dots("Victories by place in the order of turns", rows, True, fair)
    return section("Does the seat matter?", text, plot, rows, True)


def _scores(studied: Sequence[Studied]) -> str:
    rows = [(one.setting.title, one.scores()) for one in studied]
    shown = [(title, {of: e for of, e in figures.items() if of.startswith("place")}) for title, figures in rows]
    plot = dots("Mean scores by place in the order of turns", shown, False)
    return section("Scores", "The mean points of each place in the order of turns.", plot, rows, False)


def _endings(studied: Sequence[Studied]) -> str:
    rows = [(one.setting.title, one.endings()) for one in studied]
    shared = [(one.setting.title, {**one.endings(), "victory shared": one.shared()}) for one in studied]
    plot = bars("Why games end", rows)
    return section("How games end", "Shares of all games by the reason of their end.", plot, shared, True)


def _bots(studied: Sequence[Studied]) -> str:
    rows = [(one.setting.title, one.bot_win_shares()) for one in studied]
    fair = {one.setting.title: 1 / one.players for one in studied}
    text = "Victories of each bot, for one seat of it; chance decides who starts. The dashed line is an equal share."
    plot = dots("Victories by bot", rows, True, fair)
    points = [(one.setting.title, one.bot_scores()) for one in studied]
    return section("Which bot wins?", text, plot, rows, True) + _table(points, False, "mean score")


def section(heading: str, text: str, plot: str, rows: Rows, percent: bool) -> str:
    """Return a part of a page: heading, text, plot and the table of its figures."""
    return f"<h2>{escape(heading)}</h2>\n<p>{escape(text)}</p>\n{plot}\n{_table(rows, percent)}"


def _table(rows: Rows, percent: bool, corner: str = "") -> str:
    """Return a table of figures with their intervals, a line for each setting."""
    names = list(dict.fromkeys(name for _, figures in rows for name in figures))
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    lines = "\n".join(
        f'<tr><th scope="row">{escape(title)}</th>{"".join(_cell(figures, name, percent) for name in names)}</tr>'
        for title, figures in rows
    )
    return f'<div class="wide"><table>\n<tr><td>{escape(corner)}</td>{head}</tr>\n{lines}\n</table></div>'


def _cell(figures: Mapping[str, Estimate], name: str, percent: bool) -> str:
    if name not in figures:
        return "<td></td>"
    value, low, high = (figure(number, percent) for number in figures[name])
    if low == high:
        return f"<td>{value}</td>"
    return f"<td>{value}<br><small>{low} to {high}</small></td>"
