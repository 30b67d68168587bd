"""The trail of a finished game: its record replayed and checked, and every state of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tatze.core.errors import RecordError, SetupError, TatzeError
from tatze.core.layout import CHANCE
from tatze.core.record import Record, read_record
from tatze.core.table import Table
from tatze.core.text import shown
from tatze.games import game_named
from tatze.review.chance_events import seed_of
from tatze.review.decisions import ReviewedDecision
from tatze.review.judge import Judge

MAX_REVIEWED_ENTRIES = 2000
"""Records with more entries than this are refused."""


class Trail(NamedTuple):
    """The entries of a game that were not undone, and the states between them."""

    entries: list[int]
    """The number of each entry in the record."""
    actors: list[int]
    actions: list[int]
    states: Any
    """An array of states: the opening, then the state after each entry."""
    seed: int
    """A seed that follows from the game."""


def finished_table(record: Record | Table[Any] | str) -> Table[Any]:
    """Return the table of a finished game, replayed from its record; a RecordError says why it cannot be reviewed."""
    given: Any = record
    if isinstance(given, str):
        given = read_record(given)
    if not isinstance(given, Record | Table):
        raise RecordError(f"record is a record, its text or a table, not {shown(repr(given))}")
    name = given.name if isinstance(given, Record) else "table"
    if len(given.entries) > MAX_REVIEWED_ENTRIES:
        raise RecordError(f"{name}: {len(given.entries)} entries: a review takes at most {MAX_REVIEWED_ENTRIES}")
    table = _replayed(given) if isinstance(given, Record) else given
    if not table.over:
        raise RecordError(f"{name}: the game is not finished; only finished games are reviewed")
    return table


def _replayed(record: Record) -> Table[Any]:
    try:
        game = game_named(record.game)
    except SetupError as error:
        raise RecordError(f"{record.name}: {error}") from None
    return record.replay(game)


def trail_of(judge: Judge, table: Table[Any]) -> Trail:
    """Return the trail of a finished game."""
    kept = table.log.kept
    done = [table.entries[number] for number in kept]
    actions = [entry.action for entry in done]
    states = np.repeat(judge.record(table.state_after(0)), len(actions) + 1)
    for number, action in enumerate(actions):
        states[number + 1] = judge.applied(states[number : number + 1], [action])[0]
    seed = seed_of(table.game.name, table.deal, table.position, actions)
    return Trail(list(kept), [entry.actor for entry in done], actions, states, seed)


def decisions_of(judge: Judge, trail: Trail) -> dict[int, ReviewedDecision]:
    """Return the decisions with more than one legal action, by their place on the trail."""
    found = {}
    for place, (entry, seat, chosen) in enumerate(zip(trail.entries, trail.actors, trail.actions, strict=True)):
        if seat == CHANCE:
            continue
        legal = judge.legal(trail.states, place)
        if len(legal) > 1:
            state = trail.states[place : place + 1]
            found[place] = ReviewedDecision(entry, seat, state, legal, chosen, seed_of(trail.seed, place, "draws"))
    return found


def checked_seats(seats: Sequence[int] | None, players: int) -> tuple[int, ...]:
    """Return the seats whose decisions are reviewed, ascending; all of them where none are named."""
    if seats is None:
        return tuple(range(players))
    given: Any = seats
    if isinstance(given, str | int) or any(seat not in range(players) for seat in given):
        raise TatzeError(f"seats is a list of seats from 0 to {players - 1}, not {shown(repr(seats))}")
    return tuple(sorted({int(seat) for seat in seats}))
