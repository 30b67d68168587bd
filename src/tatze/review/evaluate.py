"""What a seat's view of a running game is worth."""

from __future__ import annotations

from typing import Any

from tatze.core.arguments import seat_number
from tatze.core.errors import TatzeError
from tatze.core.table import Table
from tatze.core.text import shown
from tatze.review.chance_events import seed_of
from tatze.review.decisions import ReviewedDecision, instant_values, judged
from tatze.review.judge import judge_of
from tatze.review.results import Evaluation


def evaluate(table: Table[Any], seat: int) -> Evaluation:
    """Evaluate the game at a table as a seat sees it now: everybody's chances and, if it decides, its actions."""
    given: Any = table
    if not isinstance(given, Table):
        raise TatzeError(f"table is a table, not {shown(repr(given))}")
    seat = seat_number(seat, table.setup.players)
    judge = judge_of(table.game.name)
    state = judge.record(table.state)
    chances = tuple(judge.seen(state, seat)[0].tolist())
    legal = table.legal_actions if table.actor == seat else []
    if not legal:
        return Evaluation(seat, chances, ())
    view = table.game.layout.pack(table.view(seat))
    decision = ReviewedDecision(table.version, seat, state, legal, legal[0], seed_of(view))
    return Evaluation(seat, chances, judged(judge, decision, instant_values(judge, decision)).review.candidates)
