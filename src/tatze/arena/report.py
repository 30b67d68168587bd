"""The report of a match: one HTML page that needs nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from html import escape

from tatze.arena.figures import AdjustedFigures, EntrantFigures, MatchFigures, MeetingFigures
from tatze.arena.ledger import luck_value
from tatze.arena.match import Match
from tatze.study.intervals import Estimate, Z
from tatze.study.plots import Rows, dots, figure, histograms
from tatze.study.report import html_page, section

LONGEST_LABEL = 30
"""The largest number of characters of a label in tables and plots."""
HEADS = ("bot", "rating", "decisions", "mean ms", "99th percentile ms", "forfeited")


def report_page(match: Match, figures: MatchFigures) -> str:
    """Return the whole page."""
    title = f"Arena: {match.game.capitalize()}, {match.setup.rules}, {match.setup.players} players"
    body = [f"<h1>{escape(title)}</h1>", f"<p>{escape(intro(match))}</p>"]
    body.append(_wins(match, figures))
    if match.luck:
        body.append(_adjusted(match, figures))
    body.append(_margins(match, figures))
    if any(one.rating for one in figures.entrants):
        body.append(_ratings(figures))
    body.append(_bots(figures))
    body += [_trouble(one) for one in figures.entrants if one.forfeits]
    return html_page(title, body)


def intro(match: Match) -> str:
    """Return what was played, in two or three sentences."""
    players = match.setup.players
    each = f"{match.deals * players} games ({match.deals} deals, each played {players} times with the seats rotated)"
    options = "".join(f", {name} {text}" for name, text in match.setup.options.items())
    field = "one against one" if players == 2 else f"one seat among {players - 1}"
    who = f"a gauntlet of {match.hero}" if match.hero else "a round robin"
    return (
        f"{match.game.capitalize()}, {match.setup.rules}{options}, {players} players, {who}: {each} for each meeting, "
        f"{field}, seed {match.seed}. Intervals are 95 % and count a deal as one observation."
    )


def among(match: Match, label: str) -> str:
    """Return the field of a meeting in words."""
    return f"{'against' if match.setup.players == 2 else 'among'} {shortened(label)}"


def _rows(match: Match, figures: MatchFigures, chosen: Callable[[MeetingFigures], Estimate | None]) -> Rows:
    heroes = dict.fromkeys(one.meeting.hero for one in figures.meetings)
    return [
        (
            shortened(hero),
            {
                among(match, one.meeting.field): estimate
                for one in figures.meetings
                if one.meeting.hero == hero and (estimate := chosen(one))
            },
        )
        for hero in heroes
    ]


def _wins(match: Match, figures: MatchFigures) -> str:
    rows = _rows(match, figures, lambda one: one.wins)
    plot = dots("Shares of victories", rows, True, {title: match.fair for title, _ in rows})
    text = "How often one seat of a bot wins among seats of another; the dashed line is where both are equal."
    return section("Who wins?", f"{text} A shared victory counts in parts.", plot, rows, True)


def _adjusted(match: Match, figures: MatchFigures) -> str:
    rows = _rows(match, figures, lambda one: one.adjusted.wins if one.adjusted else None)
    plot = dots("Shares of victories without luck", rows, True, {title: match.fair for title, _ in rows})
    text = (
        "The same shares less everybody's luck, whose mean is 0: the same bots are compared, with less chance in the "
        f"result. Luck is measured by the value function {luck_value(match)}, which was fixed before the match."
    )
    return section("Who wins without luck?", text, plot, rows, True) + _factors(match, figures)


def _factors(match: Match, figures: MatchFigures) -> str:
    head = "".join(f'<th scope="col">{name}</th>' for name in ("meeting", "mean luck", "factor"))
    lines = "\n".join(
        f'<tr><th scope="row">{escape(shortened(one.meeting.hero))}, {escape(among(match, one.meeting.field))}</th>'
        f"<td>{figure(one.adjusted.luck.value, True)}</td><td>{factor_text(one.adjusted)}</td></tr>"
        for one in figures.meetings
        if one.adjusted
    )
    text = "The factor is how many times as many deals the plain share would need for an interval of the same width."
    return f'<p>{text}</p>\n<div class="wide"><table>\n<tr>{head}</tr>\n{lines}\n</table></div>'


def factor_text(figures: AdjustedFigures) -> str:
    """Return how many times as many deals the plain share would need, with the digits that matter."""
    return "–" if figures.factor is None else f"{figures.factor:.2f}"


def _margins(match: Match, figures: MatchFigures) -> str:
    spread = [
        (
            f"{shortened(one.meeting.hero)}, {among(match, one.meeting.field)}",
            Counter(round(margin) for margin in one.margins),
        )
        for one in figures.meetings
    ]
    rows = _rows(match, figures, lambda one: one.margin)
    plot = dots("Differences of scores", rows, False, {title: 0.0 for title, _ in rows})
    text = "The score less the mean score of the others. Below the table: how often each difference came, deal by deal."
    return section("By how much?", text, plot, rows, False) + histograms("Differences of scores by deal", spread)


def _ratings(figures: MatchFigures) -> str:
    rated = {
        shortened(one.label): Estimate(mu, mu - Z * sigma, mu + Z * sigma)
        for one in figures.entrants
        if one.rating
        for mu, sigma in [one.rating]
    }
    rows = [("rating", dict(sorted(rated.items(), key=lambda pair: -pair[1].value)))]
    text = "Plackett and Luce's model as openskill fits it, game by game; everybody begins at 25."
    return section("Ratings", f"{text} The interval is the model's own.", dots("Ratings", rows, False), rows, False)


def _bots(figures: MatchFigures) -> str:
    head = "".join(f'<th scope="col">{name}</th>' for name in HEADS)
    lines = "\n".join(_line(one) for one in figures.entrants)
    text = "Time is what one decision took where there was more than one legal action, on a machine with other work."
    return (
        f"<h2>Time and forfeits</h2>\n<p>{text} A decision is forfeited by a crash, a silence past the "
        f'budget, a line that cannot be read, or an illegal action.</p>\n<div class="wide"><table>\n<tr>{head}</tr>\n'
        f"{lines}\n</table></div>"
    )


def _line(one: EntrantFigures) -> str:
    rating = figure(one.rating.mu, False) if one.rating else "–"
    cells = (rating, f"{one.decisions:,}", ms(one.mean_ms), ms(one.p99_ms), forfeited(one))
    return f'<tr><th scope="row">{escape(one.label)}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'


def ms(value: float) -> str:
    """Return milliseconds with the digits that matter."""
    return f"{value:.1f}" if value >= 10 else f"{value:.3f}"


def forfeited(one: EntrantFigures) -> str:
    """Return the number of forfeited decisions, by kind of failure."""
    total = sum(one.forfeits.values())
    why = ", ".join(f"{count} {kind}" for kind, count in one.forfeits.items())
    lost = f", {one.lost} {'game' if one.lost == 1 else 'games'} lost" if one.lost else ""
    return f"{total} ({why}{lost})" if total else "0"


def _trouble(one: EntrantFigures) -> str:
    return f"<h3>{escape(one.label)}: what went wrong last</h3>\n<pre>{escape(one.trouble)}</pre>"


def shortened(label: str) -> str:
    """Return a label that fits into a table."""
    return label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 1]}…"
