"""Replaying a record: everything that it claims is checked."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tatze.core.errors import RecordError, TatzeError
from tatze.core.record import read_record, record_text
from tatze.games import game_named
from tests.core.record.examples import TEXT, resigned
from tests.helpers import random_table

LINKO = game_named("linko")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t[: len(t) // 2], "truncated"),
        (lambda t: t[: t.rindex("end ")], "truncated"),
        (lambda t: t.replace('Rules "base"', 'Rules "expert"'), "altered"),
        (lambda t: resigned(t.replace('Rules "base"', 'Rules "master"')), 'no rule set "master"'),
        (lambda t: t.replace('Tatze "1"', 'Tatze "2"'), "format 2; this tatze reads up to 1"),
        (lambda t: t.replace('Tatze "1"', 'Tatze "x"'), "not a record format"),
        (lambda t: resigned(t.replace('Players "3"', 'Players "9"')), "missing|players"),
        (lambda t: resigned(re.sub(r'Scores "[^"]*"', 'Scores "99 0 0"', t)), "the record says the result"),
        (lambda t: resigned(re.sub(r'\[Deal "\d+', '[Deal "17', t)), "not a card"),
        (lambda t: resigned(re.sub(r'\[Deal "\d+', '[Deal "j', t)), "not a shuffle"),
        (lambda t: resigned(re.sub(r'Secret "..', 'Secret "zz', t)), "not hexadecimal"),
        (lambda t: resigned(re.sub(r'Commitment "....', 'Commitment "0000', t)), "not the one that was promised"),
        (lambda t: resigned(t.replace("\n1. ", "\n1. A 13x8 ")), "line"),
        (lambda t: resigned(t.replace("\n2. ", "\n2. A fly ")), "line .*fly"),
        (lambda t: resigned(re.sub(r"\[Deal [^\n]*\n", "", t)), "the header Deal is missing"),
        (lambda t: t.replace("[Game", "[Game ", 1), "a header is written"),
        (lambda t: "hello\n" + t, "not a record"),
        (lambda _: "", "not a record"),
        (lambda t: resigned(t.replace('[Game "linko"]\n', '[Game "linko"]\n[Game "linko"]\n')), "stands there twice"),
        (lambda t: t.rstrip("\n").rsplit("\n", 1)[0] + "\nend 3\n", "truncated or altered"),
        (lambda t: resigned(t).replace("end", "undo undo\nend", 1).replace("end ", "end 1", 1), "truncated|altered"),
    ],
)
def test_a_damaged_record_is_refused_with_the_reason(change, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(RecordError, match=message):
        read_record(change(TEXT), "game.tatze").replay(LINKO)


def test_another_shuffle_than_the_secret_gives_is_refused() -> None:
    match = re.search(r'\[Deal "([^"]*)"\]', TEXT)
    assert match
    deal = match[1].split()
    deal[-1], deal[-2] = deal[-2], deal[-1]
    if deal[-1] == deal[-2]:
        deal[-1], deal[-3] = deal[-3], deal[-1]
    forged = resigned(TEXT.replace(match[1], " ".join(deal)))
    with pytest.raises(RecordError, match=r"deal is not the one that follows from the secret|result"):
        read_record(forged).replay(LINKO)


def test_a_record_written_by_hand_may_leave_out_digest_and_secret() -> None:
    text = resigned(re.sub(r"\[(Secret|Commitment) [^\n]*\n", "", TEXT))
    assert read_record(text).replay(LINKO).over


@given(st.integers(0, len(TEXT) - 1), st.characters(codec="utf-8"))
@settings(max_examples=300, deadline=None)
def test_no_single_wrong_character_goes_unnoticed_or_raises_anything_but_a_refusal(place: int, character: str) -> None:
    changed = TEXT[:place] + character + TEXT[place + 1 :]
    try:
        again = read_record(changed).replay(LINKO)
    except TatzeError:
        return
    assert record_text(again, day="2026-01-31") == TEXT


VERFLIXXT = game_named("verflixxt")
DICE = record_text(random_table("verflixxt", "base", 3, seed=1), day="2026-01-31")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t.replace('Players "3"', 'Players "three"'), 'the header Players is a number, not "three"'),
        (lambda t: re.sub(r'Start "."', 'Start "X"', t), 'the header Start is a seat, A to F, not "X"'),
        (lambda t: re.sub(r'Start "."', 'Start "F"', t), "seat F starts, but there are 3 players"),
        (lambda t: re.sub(r'Start "(.)"', lambda m: f'Start "{"BCA"["ABC".index(m[1])]}"', t), "the start is not"),
        (lambda t: re.sub(r'Secret "..', 'Secret "', t), "a secret has 32 bytes, not 31"),
        (lambda t: t.replace("[Secret", '[Word.2 "x"]\n[Secret'), "the header Word.1 is missing"),
        (lambda t: re.sub(r"\* d(\d)", lambda m: f"* d{1 + int(m[1]) % 6}", t, count=1), "the roll d. is not the one"),
        (lambda t: re.sub(r"\n1\. (\S) d", r"\n1. A d", t), "is given to A, but \\* decides"),
        (lambda t: t.replace("end ", "A m1\nend "), "comes after the end of the game"),
        (lambda t: t.replace("\n1. ", "\n1. A undo:3 "), "cannot undo 3 actions: 0 were made"),
        (lambda t: t.replace("\n1. ", "\n1. * undo "), r"\* cannot undo: only the players can"),
        (lambda t: t.replace("\n1. ", "\n1. F undo "), "F cannot undo: only the players can"),
        (lambda t: re.sub('StartBy "[^"]*"', 'StartBy "nobody"', t), 'StartBy is "chance" or "table", not "nobody"'),
        (lambda t: t.replace('Players "3"', 'Players "٣"'), "the header Players is a number"),
        (lambda t: t.replace('Players "3"', f'Players "{"3" * 5000}"'), 'the header Players is a number, not "3{60}…'),
        (
            lambda t: t.replace("[Start ", '[Series "1/many"]\n[Start '),
            'Series is written 2/3, not "1/many"',
        ),
        (lambda t: t.replace("[Start ", '[Series "3/2"]\n[Start '), "the header Series is written 2/3"),
        (lambda t: t.replace("[Start ", '[Seats "you"]\n[Start '), "the header Seats names 1 for 3 players"),
        (lambda t: t.replace("[Start ", '[StandIns "F:1"]\n[Start '), "names a seat that nobody has"),
        (lambda t: t.replace("[Start ", '[StandIns "many"]\n[Start '), "the header StandIns is written"),
        (
            lambda t: t.replace("[Start ", '[Note "\x1b[31m"]\n[Start '),
            r"line \d+: a character that is not printable",
        ),
        (
            lambda t: t.replace("[Secret", "".join(f'[Word.{n} "x"]\n' for n in range(1, 102)) + "[Secret"),
            "at most 100",
        ),
        (lambda t: t.replace("\n1. ", "\n1. A undo:" + "1" * 5000 + " "), 'is given to A|"undo:1'),
        (lambda t: re.sub(r"\[(Winners|Scores|Reason) [^\n]*\n", "", t), "the result is unfinished, but the actions"),
    ],
)
def test_a_forged_record_is_refused_with_the_reason(change, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(RecordError, match=message):
        read_record(resigned(change(DICE))).replay(VERFLIXXT)


def test_a_roll_can_be_undone() -> None:
    table = random_table("verflixxt", "base", 3, seed=1, stop=5)
    table.undo(0, 1)
    again = read_record(record_text(table)).replay(VERFLIXXT)
    assert again.entries == table.entries
    assert VERFLIXXT.layout.pack(again.state) == VERFLIXXT.layout.pack(table.state)


def test_names_of_40_characters_stay_readable_though_new_ones_have_at_most_24() -> None:
    old = resigned(re.sub(r'\[A "[^"]*"', f'[A "{"x" * 40}"', TEXT))
    assert read_record(old).replay(LINKO).setup.names[0] == "x" * 40
    with pytest.raises(RecordError, match="a name has 1 to 40"):
        read_record(resigned(old.replace("x" * 40, "x" * 41))).replay(LINKO)
