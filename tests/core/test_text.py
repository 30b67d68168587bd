"""Text that people type: how long it may be, and what may be in it."""

from __future__ import annotations

import pytest

from tatze.core.text import MAX_MESSAGE_LENGTH, MAX_NAME_LENGTH, is_message, is_printable


@pytest.mark.parametrize("text", ["A", "Ada Lovelace", "Jörg", "王小明", "x" * MAX_NAME_LENGTH])
def test_names_of_people_are_printable(text: str) -> None:
    assert is_printable(text, MAX_NAME_LENGTH)


@pytest.mark.parametrize("text", ["", 'A"B', "line\nbreak", "\x1b[31m", "x" * (MAX_NAME_LENGTH + 1)])
def test_what_would_break_a_record_or_a_terminal_is_not(text: str) -> None:
    assert not is_printable(text, MAX_NAME_LENGTH)


@pytest.mark.parametrize(
    "text", ["Hi", 'She said "no"', "<b>bold</b>", "שלום", "👨\u200d👩\u200d👧", "x" * MAX_MESSAGE_LENGTH]
)
def test_a_message_may_say_anything_on_one_line(text: str) -> None:
    assert is_message(text)


@pytest.mark.parametrize(
    "text",
    ["", "   ", "\u200d", "two\nlines", "\x1b[31m", "\u202eevil", "\x00", "\ud800", "x" * (MAX_MESSAGE_LENGTH + 1)],
)
def test_what_has_no_shape_or_breaks_a_line_is_no_message(text: str) -> None:
    assert not is_message(text)
