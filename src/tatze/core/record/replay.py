"""Replaying a record: its actions are played again, and everything that it claims is checked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tatze.core.chance import Fairness
from tatze.core.errors import IllegalAction, RecordError, TatzeError
from tatze.core.game import LETTERS, Game
from tatze.core.layout import CHANCE
from tatze.core.record.annotations import check_variations
from tatze.core.record.syntax import CHANCE_LETTER, actor_letter, result_headers
from tatze.core.table import Table, draw_deal, draw_roll, draw_start
from tatze.core.text import shown

if TYPE_CHECKING:
    from tatze.core.record.record import Record

_UNDO = re.compile(r"undo(?::([0-9]{1,6}))?")


def replay(record: Record, game: Game[Any]) -> Table[Any]:
    """Play a recorded game again. Legality, result, secret, start, deal and rolls are checked."""
    setup = record.setup(game)
    record.check_facts(setup)
    fairness = record.fairness()
    table = record.opening(game, setup)
    if fairness:
        _check_secret(record, table, fairness)
    for number, (who, text, line) in enumerate(record.entries, 1):
        check_variations(record, number, game, table.state)
        try:
            _repeat(table, fairness, who, text)
        except TatzeError as error:
            raise RecordError(f"{record.name}, line {line}: {error}") from None
    _check_result(record, table)
    table.fairness = fairness
    table.roll()
    return table


def _check_secret(record: Record, table: Table[Any], fairness: Fairness) -> None:
    """Derive commitment, start and deal from the secret and compare them with the record."""
    if record.headers.get("Commitment", fairness.commitment) != fairness.commitment:
        raise RecordError(f"{record.name}: the secret is not the one that was promised")
    if table.position:
        return
    if table.setup.start is None and table.start != draw_start(table.setup, fairness):
        raise RecordError(f"{record.name}: the start is not the one that follows from the secret")
    if list(table.deal) != draw_deal(table.game, table.setup, fairness):
        raise RecordError(f"{record.name}: the deal is not the one that follows from the secret")


def _repeat(table: Table[Any], fairness: Fairness | None, who: str, text: str) -> None:
    """Carry out one entry of a record; a TatzeError says what is wrong with it."""
    if undo := _UNDO.fullmatch(text):
        if who == CHANCE_LETTER or LETTERS.index(who) >= table.setup.players:
            raise IllegalAction(f"{who} cannot undo: only the players can")
        table.undo(LETTERS.index(who), int(undo[1] or 1))
        return
    if table.over:
        raise IllegalAction(f'"{shown(text)}" comes after the end of the game')
    actor = actor_letter(table.actor)
    if who != actor:
        raise IllegalAction(f'"{shown(text)}" is given to {who}, but {actor} decides')
    roll = draw_roll(fairness, table.rolls, table.legal_actions) if fairness and table.actor == CHANCE else None
    table.play(text)
    if roll is not None and table.entries[-1].action != roll:
        raise IllegalAction(f"the roll {text} is not the one that follows from the secret")


def _check_result(record: Record, table: Table[Any]) -> None:
    """Compare the result that the record claims with the one that its actions lead to."""
    claimed = {key: record.headers.get(key) for key in ("Winners", "Scores", "Reason")}
    played = result_headers(table)
    if claimed != {key: played.get(key) for key in claimed}:
        said = " ".join(shown(text) for text in claimed.values() if text) or "unfinished"
        found = " ".join(played.values()) or "unfinished"
        raise RecordError(f"{record.name}: the record says the result is {said}, but the actions give {found}")
