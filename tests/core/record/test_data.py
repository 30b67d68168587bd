"""The JSON form of a record."""

from __future__ import annotations

from tatze.core.record import legal_counts, record_data
from tatze.core.table import Table
from tatze.games import game_named
from tests.helpers import open_table, random_table

LINKO = game_named("linko")


def test_a_record_names_everything_needed_to_play_it_again() -> None:
    table = random_table("linko", "duel", 2, seed=3)
    data = record_data(table)
    assert data["game"] == "linko"
    assert data["rules"] == "duel"
    assert data["players"] == 2
    assert len(data["deal"]) == 105
    first, legal = table.entries[0], open_table("linko", "duel", 2, seed=3).legal_actions
    assert data["actions"][0] == {"seat": table.start, "action": LINKO.write(first.action), "legal": len(legal)}
    assert all(action["legal"] >= 1 for action in data["actions"])
    assert data["scores"] == list(table.outcome.scores)  # type: ignore[union-attr]
    assert data["reason"] in ("hand-empty", "cards-gone")
    assert data["secret"] == table.fairness.secret.hex()  # type: ignore[union-attr]


def test_a_running_game_without_a_secret_has_neither_result_nor_proof() -> None:
    table = open_table("linko", "base", 3)
    data = record_data(Table(table.game, table.setup, table.start, table.deal))
    assert [data[key] for key in ("scores", "winners", "reason", "commitment", "secret")] == [None] * 5
    assert data["words"] == []


def test_legal_actions_are_counted_as_they_were_when_each_entry_was_made() -> None:
    table = open_table("verflixxt", "base", 3, seed=2)
    counts: list[int] = [6] * table.version
    for step in range(40):
        counts.append(len(table.legal_actions))
        table.play(table.legal_actions[step % len(table.legal_actions)])
        counts += [6] * (table.version - len(counts))
        if step % 9 == 8:
            table.undo(0, 1)
            counts += [0, *[6] * (table.version - len(counts) - 1)]
    assert legal_counts(table) == counts
