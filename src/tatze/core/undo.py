"""The undo policy: a player may take back the own last decision while nothing new has become known since."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal, NamedTuple

from tatze.core.arguments import seat_number
from tatze.core.layout import CHANCE, NOBODY, State
from tatze.core.table import Table


class UndoAnswer(NamedTuple):
    """Whether a seat may undo its last decision."""

    actions: int = 0
    """Number of actions that the undo takes back; 0 if it is refused."""
    refusal: Literal["", "nothing", "chance", "other", "hidden"] = ""
    """Why the undo is refused: the seat has not decided yet; chance decided since; another player decided since;
    or the seat has seen something that was hidden."""
    other: int = NOBODY
    """For the refusal "other": the seat that decided since."""


HIDDEN = UndoAnswer(refusal="hidden")
LAST_ACTION = UndoAnswer(actions=1)


def undo_answer(table: Table[Any], seat: int, binding: Collection[int]) -> UndoAnswer:
    """Return whether a seat may take back its last decision and everything that followed it.

    `binding` are the seats whose later decisions must not be taken back: all seats at a server, the people at a
    terminal. An undo never goes back behind a roll, nor behind anything that showed the seat a hidden card or tile."""
    seat = seat_number(seat, table.setup.players)
    if table.entries and table.entries[-1].actor == seat and table.entries[-1].action >= 0:  # the usual case, quickly
        return HIDDEN if _reveals(table, table.version - 1) else LAST_ACTION
    later: list[int] = []
    for version in reversed(table.log.kept):
        actor = table.entries[version].actor
        if actor == seat:
            return _answer(table, seat, version, binding, later)
        later.append(actor)
    return UndoAnswer(refusal="nothing")


def _answer(table: Table[Any], seat: int, version: int, binding: Collection[int], later: list[int]) -> UndoAnswer:
    """Decide on the undo of the decision of this version; `later` are the actors since then, the newest first."""
    if CHANCE in later:
        return UndoAnswer(refusal="chance")
    for actor in reversed(later):
        if actor in binding:
            return UndoAnswer(refusal="other", other=actor)
    learned = _learned(table, seat, 1 + len(later)) if later else _reveals(table, version)
    return HIDDEN if learned else UndoAnswer(1 + len(later))


def _reveals(table: Table[Any], version: int) -> bool:
    """Return whether an entry brought something to light that nobody knew."""
    kinds = table.game.events
    return any(kinds[event[0]].reveals for event in table.happened[version])


def _learned(table: Table[Any], seat: int, actions: int) -> bool:
    """Return whether a seat has seen more than it had before the last `actions` actions."""
    before = table.state_after(len(table.log.kept) - actions)
    return _unseen(table, table.view(seat)) != _unseen(table, table.game.view(before, seat))


def _unseen(table: Table[Any], view: State) -> list[int]:
    out = [0] * table.game.deal_size
    return out[: table.game.unseen(view, out)]
