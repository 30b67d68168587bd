"""The JSON form of a record, which is only written, never read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tatze.core.game import LETTERS
from tatze.core.record.annotations import Annotation
from tatze.core.record.substitutes import SubstituteEntries
from tatze.core.record.syntax import CHANCE_LETTER, FORMAT_VERSION
from tatze.core.table import Table


def record_data(
    table: Table[Any], substitutes: Sequence[SubstituteEntries] = (), annotations: Sequence[Annotation] = ()
) -> dict[str, Any]:
    """Return a record as plain data for JSON. The game is replayed once, for the numbers of legal actions.
    `substitutes` says which entries bots decided on in a person's place, `annotations` what is said about them."""
    outcome = table.outcome
    fairness = table.fairness
    return {
        "format": FORMAT_VERSION,
        "game": table.game.name,
        "rules": table.setup.rules,
        "options": dict(table.setup.options),
        "players": table.setup.players,
        "names": list(table.setup.names),
        "start": table.start,
        "deal": [table.game.write_item(item) for item in table.deal],
        "position": table.position or None,
        "actions": _actions(table),
        "substitutes": [{"seat": one.seat, "bot": one.bot, "entries": list(one.entries)} for one in substitutes],
        "annotations": [_annotation_data(one) for one in annotations],
        "scores": list(outcome.scores) if outcome else None,
        "winners": list(outcome.winners) if outcome else None,
        "reason": outcome.reason if outcome else None,
        "commitment": fairness.commitment if fairness else None,
        "secret": fairness.secret.hex() if fairness else None,
        "words": list(fairness.words) if fairness else [],
    }


def _annotation_data(annotation: Annotation) -> dict[str, Any]:
    return {
        "entry": annotation.entry,
        "comment": annotation.comment or None,
        "chances": list(annotation.chances) or None,
        "error": annotation.error._asdict() if annotation.error else None,
        "variations": [[_step_data(*step) for step in variation] for variation in annotation.variations],
    }


def _step_data(actor: str, action: str) -> dict[str, Any]:
    return {"seat": LETTERS.index(actor) if actor != CHANCE_LETTER else None, "action": action}


def legal_counts(table: Table[Any]) -> list[int]:
    """Return, for each entry of a table, how many actions were legal before it; 0 for an undo.

    The game is replayed once for this: a table that is being played has no need of these numbers."""
    replayed = table.restarted()
    counts = []
    for entry in table.entries:
        if entry.action < 0:
            counts.append(0)
            replayed.undo(entry.actor, -entry.action)
        else:
            counts.append(len(replayed.legal_actions))
            replayed.play(entry.action)
    return counts


def _actions(table: Table[Any]) -> list[dict[str, Any]]:
    return [
        {
            "seat": entry.actor if entry.actor >= 0 else None,
            "action": table.game.write(entry.action) if entry.action >= 0 else f"undo:{-entry.action}",
            "legal": legal,
        }
        for entry, legal in zip(table.entries, legal_counts(table), strict=True)
    ]
