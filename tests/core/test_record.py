"""Records: what they hold, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tatze import linko
from tatze.core.errors import RecordError, TatzeError
from tatze.core.record import read_file, read_record, read_records, record_data, record_text, save
from tatze.games import game_named
from tests.helpers import open_table, random_table

LINKO = game_named("linko")
TEXT = record_text(random_table("linko", "base", 3, seed=1), day="2026-01-31")


def resigned(text: str) -> str:
    """The text with a last line that fits it, as a forger would write it."""
    body = text[: text.rindex("end ")]
    entries = len([w for w in body.split("]\n\n")[1].split() if not re.fullmatch(r"\d+\.|[A-F*]", w)])
    return f"{body}end {entries}\n"


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


def test_an_undo_is_an_entry_of_its_own() -> None:
    table = random_table("linko", "base", 3, seed=1, stop=9)
    table.undo(0, 2)
    table.play(table.legal[-1])
    text = record_text(table)
    assert "undo:2" in text
    again = read_record(text).replay(LINKO)
    assert again.version == table.version == 11
    assert LINKO.layout.pack(again.state) == LINKO.layout.pack(table.state)


def test_options_names_and_seats_come_back() -> None:
    table = linko(rules="duel", seed=1, names=["Änne", "O'Neill <b>"], shadow_part=True)
    record = read_record(record_text(table, ["you", "thumb"]))
    again = record.replay(LINKO)
    assert again.setup == table.setup
    assert again.setup.options == {"shadow_part": "yes"}
    assert record.seats == ("you", "thumb")


def test_a_series_is_several_records_in_one_file() -> None:
    both = TEXT + "\n" + record_text(random_table("linko", "first", 2, seed=2))
    assert [record.headers["Rules"] for record in read_records(both)] == ["base", "first"]
    with pytest.raises(RecordError, match="2 records in one file"):
        read_record(both)


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


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "new" / "game.tatze"
    save(path, TEXT)
    assert read_file(path)[0].entries
    with pytest.raises(UnicodeEncodeError):
        save(path, "\ud800")
    assert path.read_text(encoding="utf-8") == TEXT
    assert [file.name for file in path.parent.iterdir()] == ["game.tatze"]


def test_a_file_that_cannot_be_read_or_written_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="No such file"):
        read_file(tmp_path / "missing")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match="UTF-8"):
        read_file(tmp_path / "binary")
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordError, match="cannot be written"):
        save(tmp_path / "file" / "game.tatze", TEXT)
