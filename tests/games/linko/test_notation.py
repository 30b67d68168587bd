"""Linko's notation: what people may type."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tatze import linko
from tatze.core.errors import IllegalAction
from tatze.games.linko.notation import read, read_card, write, write_card


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("7", "7"),
        ("7x1", "7"),
        ("7X3", "7x3"),
        (" 7x3 + jx2 ", "7x3+jx2"),
        ("13x2+j", "13x2+j"),
        ("7+J", "7+j"),
        ("7x2+jx1", "7x2+j"),
        ("j", "j"),
        ("jx1", "j"),
        ("Jx5", "jx5"),
        ("Take", "take"),
        ("pool:J", "pool:j"),
        ("POOL: 12", "pool:12"),
        ("place:6", "place:6"),
        ("shadow:12", "shadow:12"),
    ],
)
def test_spellings_are_forgiven(typed: str, canonical: str) -> None:
    assert write(read(typed)) == canonical


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "0",
        "14",
        "7x0",
        "7x9",
        "7x3+jx6",
        "7x3+jx0",
        "jx0",
        "jx6",
        "7x",
        "7j",
        "x3",
        "pool:14",
        "pool:0",
        "pool:",
        "place:0",
        "place:7",
        "shadow:13",
        "shadow:0",
        "shadow:x",
        "steal",
        "7x3 take",
        "²",
        "٣",
        "7x٣",
        "-1",
        "a" * 999,
    ],
)
def test_what_is_no_action_is_refused_with_what_would_be_right(typed: str) -> None:
    with pytest.raises(ValueError, match=r"7x3|1 to 13"):
        read(typed)
    with pytest.raises(IllegalAction):
        linko(seed=1).play(typed)


@given(st.text(max_size=12))
def test_no_text_makes_reading_stumble(typed: str) -> None:
    with contextlib.suppress(ValueError):
        assert read(write(read(typed))) == read(typed)


def test_cards_have_texts() -> None:
    assert [read_card(write_card(card)) for card in range(1, 15)] == list(range(1, 15))
