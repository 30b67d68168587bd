"""The end: the result of a game, the totals of a series, and the last line when somebody leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tatze.core.game import Outcome
from tatze.core.layout import EVERYONE
from tatze.core.series import series_totals
from tatze.core.table import Table
from tatze.terminal.colours import signed
from tatze.terminal.reviewing import offer_review
from tatze.terminal.screen import line_across
from tatze.terminal.session import Session

SENTENCES_ABOVE_RESULT = 6
"""The number of sentences of the log that stand above the result."""
MAX_NAME_WIDTH = 24
"""The number of columns for a name; a longer one is cut off."""


def finish(session: Session, played: Sequence[Table[Any]]) -> None:
    """Print the result, which stays on the ordinary screen; save the game and review it, if that is wanted."""
    screen = session.screen
    screen.print(draw_end(session, [outcome for table in played if (outcome := table.outcome)]))
    last = session.number == session.save_file.games
    if session.save_file.path or (last and session.people and wants_record(session)):
        path = session.save_file.save(session.table)
        screen.console.print(Text(session.say("saved", path=path)), soft_wrap=True)
    if session.people and last:
        offer_review(session)
    if session.people and not last:
        screen.ask(session.say("end.next"))


def wants_record(session: Session) -> bool:
    """Ask whether the record of the game shall be saved."""
    return session.screen.ask(session.say("end.save")).strip().lower() in session.say("yes").split()


def say_goodbye(session: Session, save: bool) -> None:
    """Print one line that says where the game was saved, after saving it if that is wanted."""
    if not session.table.entries and not session.save_file.finished:
        text = session.say("saved.not")
    elif not save:
        text = session.say("unsaved")
    else:
        text = session.say("saved.resume", path=session.save_file.save(session.table))
    session.screen.console.print()
    session.screen.console.print(Text(text), soft_wrap=True)


def draw_end(session: Session, outcomes: Sequence[Outcome]) -> RenderableType:
    """Draw the last table, who won and why, the totals of a series, and how to check the deal."""
    reader = session.people[0] if len(session.people) == 1 else EVERYONE
    parts: list[RenderableType] = [
        session.top(session.scene(reader)),
        line_across(),
        *[Text(f"  {sentence}") for sentence, _ in session.recent_log(reader)[-SENTENCES_ABOVE_RESULT:]],
        line_across(),
        Text(victory(session, outcomes[-1].winners, reader), style="bold"),
        draw_scores(session, outcomes),
    ]
    if session.save_file.games > 1:
        parts.append(Text(series_progress(session, outcomes, reader), style="bold"))
    if session.table.fairness:
        parts.append(Text(session.say("end.fair", short=session.table.fairness.commitment[:12]), style="dim"))
    return Group(*parts)


def victory(session: Session, winners: Sequence[int], reader: int) -> str:
    """Return the sentence that names the winners."""
    if list(winners) == [reader]:
        return session.say("end.you")
    names = session.scene(reader).join([session.table.setup.names[seat] for seat in winners])
    return session.say("end.wins" if len(winners) == 1 else "end.share", names=names)


def draw_scores(session: Session, outcomes: Sequence[Outcome]) -> RenderableType:
    """Draw the scores, the best first; in a series with the totals."""
    totals = series_totals(session.table.setup.players, outcomes).points
    outcome = outcomes[-1]
    in_series = session.save_file.games > 1
    grid = Grid.grid(padding=(0, 2, 0, 2))
    grid.add_column(max_width=MAX_NAME_WIDTH, no_wrap=True, overflow="ellipsis")
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


def series_progress(session: Session, outcomes: Sequence[Outcome], reader: int) -> str:
    """Return the sentence that says how many games of the series were played, or after the last one who won it."""
    games = session.save_file.games
    if len(outcomes) < games:
        return session.say("end.series", game=len(outcomes), games=games)
    leaders = series_totals(session.table.setup.players, outcomes).leaders
    return f"{session.say('end.series.last')}: {victory(session, leaders, reader)}"
