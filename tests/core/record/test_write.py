"""Writing a record."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from tatze import linko
from tatze.core.errors import RecordError
from tatze.core.record import SubstituteEntries, read_record, record_text
from tatze.core.record.syntax import MAX_LINE_LENGTH
from tatze.core.table import Table
from tatze.games import game_named
from tests.core.record.examples import TEXT
from tests.helpers import open_table, random_table

LINKO = game_named("linko")


def body(text: str) -> list[str]:
    return text.split("\n\n")[1].splitlines()[:-1]


def test_an_undo_is_an_entry_of_its_own() -> None:
    table = random_table("linko", "base", 3, seed=1, stop=9)
    table.undo(0, 2)
    table.play(table.legal[-1])
    text = record_text(table)
    assert "undo:2" in text
    again = read_record(text).replay(LINKO)
    assert again.version == table.version == 11
    assert LINKO.layout.pack(again.state) == LINKO.layout.pack(table.state)
    assert record_text(again) == text


def test_options_names_and_seats_come_back() -> None:
    table = linko(rules="duel", seed=1, names=["Änne", "O'Neill <b>"], shadow_part=True)
    record = read_record(record_text(table, ["you", "thumb"]))
    again = record.replay(LINKO)
    assert again.setup == table.setup
    assert again.setup.options == {"shadow_part": "yes"}
    assert record.seats == ("you", "thumb")


def test_a_new_numbered_line_begins_when_the_turn_passes() -> None:
    table = open_table("linko", "base", 3, seed=1)
    turns = []
    for _ in range(40):
        turns.append(table.turn)
        table.play(table.legal_actions[0])
    lines = [line for line in body(record_text(table)) if not line.startswith(" ")]
    assert len(lines) == 1 + sum(before != after for before, after in pairwise(turns))
    assert [line.partition(".")[0] for line in lines] == [str(number) for number in range(1, len(lines) + 1)]


def test_a_long_turn_is_folded() -> None:
    table = open_table("linko", "base", 3, seed=1)
    for _ in range(30):
        table.play(table.legal_actions[0])
        table.undo(0)
    lines = body(record_text(table))
    assert len(lines) > 1
    assert all(len(line) <= MAX_LINE_LENGTH for line in lines)
    assert all(line.startswith("   ") for line in lines[1:])


def test_the_series_and_the_day_are_headers() -> None:
    table = random_table("linko", "base", 3, seed=1, stop=3)
    headers = read_record(record_text(table, series="2/3", day="2026-01-31")).headers
    assert (headers["Series"], headers["Date"]) == ("2/3", "2026-01-31")
    assert "Date" not in read_record(record_text(table, day="")).headers
    assert "Series" not in read_record(TEXT).headers


def test_without_a_secret_nothing_of_it_is_written() -> None:
    dealt = open_table("linko", "base", 3, seed=1)
    table = Table(dealt.game, dealt.setup, dealt.start, dealt.deal)
    headers = read_record(record_text(table)).headers
    assert not {"Secret", "Commitment"} & headers.keys()
    assert "Word.1" not in headers


def test_which_entries_a_bot_decided_on_comes_back() -> None:
    table = random_table("linko", "base", 3, seed=1, stop=12)
    told = (SubstituteEntries(0, "thumb", (1,)), SubstituteEntries(2, "cat", (3, 6, 7, 8, 12)))
    text = record_text(table, substitutes=[*told, SubstituteEntries(1, "cat", ())])
    assert '[Substitute.A "thumb 1"]\n[Substitute.C "cat 3 6-8 12"]' in text
    record = read_record(text)
    assert record.substitutes == told
    assert record.replay(LINKO).version == table.version
    assert read_record(TEXT).substitutes == ()


@pytest.mark.parametrize("wrong", ["", "cat", "cat 0", "cat 3 3", "cat 5-4", "cat 13", "cat 1-13", "cat x", "cat 1 -"])
def test_a_header_of_substitutes_that_makes_no_sense_is_refused(wrong: str) -> None:
    table = random_table("linko", "base", 3, seed=1, stop=12)
    text = record_text(table, substitutes=[SubstituteEntries(2, "cat", (3,))]).replace('"cat 3"', f'"{wrong}"')
    record = read_record(re.sub(r"^(end \d+) .*", r"\1", text, flags=re.MULTILINE))
    with pytest.raises(RecordError, match=r"Substitute\.C"):
        _ = record.substitutes
