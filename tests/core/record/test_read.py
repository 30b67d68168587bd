"""Reading a record's text, before anything is replayed."""

from __future__ import annotations

import re

import pytest

from tatze.core.errors import RecordError
from tatze.core.record import read_record, read_records, record_text
from tatze.core.record.syntax import MAX_ENTRIES, MAX_RECORD_LENGTH, MAX_RECORDS
from tests.core.record.examples import TEXT, resigned
from tests.helpers import random_table


def test_a_series_is_several_records_in_one_file() -> None:
    both = TEXT + "\n" + record_text(random_table("linko", "first", 2, seed=2))
    assert [record.headers["Rules"] for record in read_records(both)] == ["base", "first"]
    with pytest.raises(RecordError, match="2 records in one file"):
        read_record(both)


def test_lines_are_counted_through_the_whole_file() -> None:
    broken = resigned(TEXT).replace("[Game", "[Game ", 1)
    number = TEXT.count("\n") + 1 + broken[: broken.index("[Game")].count("\n") + 1
    with pytest.raises(RecordError, match=f"game.tatze, line {number}: a header is written"):
        read_records(TEXT + "\n" + broken, "game.tatze")


def test_a_text_that_no_game_could_fill_is_refused_unread() -> None:
    with pytest.raises(RecordError, match="too long for a record"):
        read_records(TEXT + " " * MAX_RECORD_LENGTH)


@pytest.mark.parametrize(
    ("version", "message"),
    [("2", "please update it"), ("²", "is not a record format"), ("0", "is not a record format"), ("", "not a record")],
)
def test_another_format_is_named(version: str, message: str) -> None:
    whole = TEXT.replace('Tatze "1"', f'Tatze "{version}"')
    for text in (whole, whole[: len(whole) // 2]):
        with pytest.raises(RecordError, match=message):
            read_record(text)


@pytest.mark.parametrize("version", ["9" * 5000, "²", "٢", "\x1b[2J"])
def test_a_format_that_is_no_number_is_refused_in_one_short_line(version: str) -> None:
    with pytest.raises(RecordError) as refused:
        read_record(TEXT.replace('Tatze "1"', f'Tatze "{version}"'))
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 200


def test_there_is_a_limit_on_entries_and_on_records() -> None:
    with pytest.raises(RecordError, match="more than 10000 entries"):
        read_record(resigned(TEXT.replace("end ", "undo " * MAX_ENTRIES + "\nend ", 1)))
    with pytest.raises(RecordError, match="1000 records in one file: at most 999"):
        read_records(TEXT * (MAX_RECORDS + 1) if len(TEXT) * 1000 < MAX_RECORD_LENGTH else '[Tatze "1"]\n' * 1000)


def test_an_action_needs_somebody_who_makes_it() -> None:
    nobody = resigned(re.sub(r"\n1\. \w", "\n1.", TEXT))
    with pytest.raises(RecordError, match="stands before anybody is named"):
        read_record(nobody)


def test_the_last_line_has_a_number() -> None:
    with pytest.raises(RecordError, match='the last line is "end", the number of entries and a digest, not "end x"'):
        read_record(TEXT[: TEXT.rindex("end ")] + "end x\n")


def test_a_file_that_ends_within_its_first_line_is_truncated() -> None:
    with pytest.raises(RecordError, match="truncated"):
        read_record(TEXT[:8])
