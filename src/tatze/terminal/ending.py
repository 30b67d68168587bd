"""The result of a game and the totals of a series."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tatze.core.game import Outcome
from tatze.core.layout import EVERYONE
from tatze.core.series import standing
from tatze.terminal.colours import signed
from tatze.terminal.screen import line_across
from tatze.terminal.session import Session

LAST = 6
"""So many sentences of what happened stand above the result."""


def draw_end(session: Session, outcomes: Sequence[Outcome]) -> RenderableType:
    """The last table, who won and why, the totals of a series, and how to check the deal."""
    reader = session.people[0] if len(session.people) == 1 else EVERYONE
    parts: list[RenderableType] = [
        session.top(session.scene(reader)),
        line_across(),
        *[Text(f"  {line}") for line, _ in session.log(reader)[-LAST:]],
        line_across(),
        Text(victory(session, outcomes[-1].winners, reader), style="bold"),
        scores(session, outcomes),
    ]
    if session.keeper.games > 1:
        parts.append(Text(series(session, outcomes, reader), style="bold"))
    if session.table.fairness:
        parts.append(Text(session.say("end.fair", short=session.table.fairness.commitment[:12]), style="dim"))
    return Group(*parts)


def victory(session: Session, winners: Sequence[int], reader: int) -> str:
    if list(winners) == [reader]:
        return session.say("end.you")
    names = session.scene(reader).join([session.table.setup.names[seat] for seat in winners])
    return session.say("end.wins" if len(winners) == 1 else "end.share", names=names)


def scores(session: Session, outcomes: Sequence[Outcome]) -> RenderableType:
    """The scores, the best first; in a series with the totals."""
    totals = standing(session.table.setup.players, outcomes).totals
    outcome = outcomes[-1]
    in_series = session.keeper.games > 1
    grid = Grid.grid(padding=(0, 2, 0, 2))
    grid.add_column(max_width=24, no_wrap=True, overflow="ellipsis")
    grid.add_column(justify="right")
    grid.add_column(justify="right")
    if in_series:
        grid.add_row("", Text(session.say("end.score"), style="dim"), Text(session.say("end.total"), style="dim"))
    ranked = totals if in_series else outcome.scores
    for seat in sorted(range(len(ranked)), key=lambda seat: -ranked[seat]):
        style = "bold" if seat in outcome.winners else ""
        name = Text(session.table.setup.names[seat], style=style)
        grid.add_row(name, signed(outcome.scores[seat]), signed(totals[seat]) if in_series else "")
    return grid


def series(session: Session, outcomes: Sequence[Outcome], reader: int) -> str:
    """How the series stands."""
    games = session.keeper.games
    if len(outcomes) < games:
        return session.say("end.series", game=len(outcomes), games=games)
    leaders = standing(session.table.setup.players, outcomes).leaders
    return f"{session.say('end.series.last')}: {victory(session, leaders, reader)}"
