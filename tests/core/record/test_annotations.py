"""Comments, chances, errors and variations in records."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from tatze.cli import main
from tatze.core.errors import RecordError
from tatze.core.record import (
    Annotation,
    EntryError,
    VariationAction,
    annotated_text,
    read_record,
    record_data,
    record_text,
)
from tatze.core.record.annotations import KINDS, MAX_COMMENT_LENGTH, MAX_VARIATION_ACTIONS
from tatze.core.record.syntax import actor_letter
from tatze.core.table import Table
from tatze.games import game_named
from tests.core.record.examples import TEXT, resigned
from tests.core.record.mutations import annotations_for
from tests.helpers import random_table

LINKO = game_named("linko")
SETTINGS = [("linko", "duel", 2), ("linko", "base", 5), ("verflixxt", "combined", 3)]


def with_header(header: str, text: str = TEXT) -> str:
    """The record with one more header below its headers, signed again."""
    return resigned(text.replace("\n\n", f"\n{header}\n\n", 1))


def annotated(table: Table[Any]) -> tuple[str, tuple[Annotation, ...]]:
    said = annotations_for(table)
    return record_text(table, day="2026-01-31", annotations=said), said


@pytest.mark.parametrize("setting", SETTINGS)
def test_what_was_written_is_read_and_written_again_letter_for_letter(setting: tuple[str, str, int]) -> None:
    table = random_table(*setting, seed=4)
    table.undo(0, 3)
    table.play(table.legal[0])
    text, said = annotated(table)
    record = read_record(text)
    again = record.replay(game_named(setting[0]))
    assert record.annotations == said
    assert any(one.variations for one in said)
    assert annotated_text(record, again) == text
    assert again == table


def test_a_record_without_annotations_comes_back_letter_for_letter_too() -> None:
    record = read_record(TEXT)
    assert record.annotations == ()
    assert annotated_text(record, record.replay(LINKO)) == TEXT


def test_headers_that_nobody_knows_are_kept_and_annotations_replaced() -> None:
    record = read_record(with_header('[Comment.1 "first"]', with_header('[Weather "rain"]')))
    text = annotated_text(record, record.replay(LINKO), [Annotation(2, "second")])
    assert '[Weather "rain"]' in text
    assert "first" not in text
    assert read_record(text).annotations == (Annotation(2, "second"),)


def test_an_older_reader_that_skips_unknown_headers_finds_the_same_game() -> None:
    """The format stays number 1: without the headers the game and its digest are those of the plain record."""
    table = random_table("verflixxt", "base", 3, seed=2)
    text, _ = annotated(table)
    assert text.startswith('[Tatze "1"]\n')
    lines = [line for line in text.split("\n") if not line.startswith(tuple(f"[{kind}." for kind in KINDS))]
    plain = record_text(table, day="2026-01-31")
    assert "\n".join(lines[:-2]) == "\n".join(plain.split("\n")[:-2])
    assert read_record(text).entries[-1][:2] == read_record(plain).entries[-1][:2]


def test_annotations_stand_below_the_turn_that_they_belong_to() -> None:
    table = random_table("linko", "base", 3, seed=1)
    lines = record_text(table, annotations=[Annotation(0, "Go!"), Annotation(1, "Hm")]).split("\n")
    assert lines[lines.index('[Comment.0 "Go!"]') + 1].startswith("1. ")
    assert lines[lines.index('[Comment.1 "Hm"]') - 1].startswith("1. ")


def test_the_json_form_has_everything() -> None:
    table = random_table("linko", "base", 3, seed=1)
    step = VariationAction("B", "pass")
    said = Annotation(3, "Oh!", (10.0, 20.5, 69.5), EntryError(4.0, 1.0, 7.0, 24.5), ((step,), (step, step)))
    data = record_data(table, annotations=[said, Annotation(4, "")])["annotations"]
    assert json.loads(json.dumps(data)) == [
        {
            "entry": 3,
            "comment": "Oh!",
            "chances": [10.0, 20.5, 69.5],
            "error": {"points": 4.0, "low": 1.0, "high": 7.0, "best": 24.5},
            "variations": [[{"seat": 1, "action": "pass"}], [{"seat": 1, "action": "pass"}] * 2],
        },
        {"entry": 4, "comment": None, "chances": None, "error": None, "variations": []},
    ]


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ('[Comment.9999 "x"]', "Comment.9999 is of no entry"),
        ('[Comment.01 "x"]', "Comment.01 is of no entry"),
        ('[Comment.x "x"]', "Comment.x is of no entry"),
        ('[Comment.1 ""]', "1 to 500 printable"),
        (f'[Comment.1 "{"x" * (MAX_COMMENT_LENGTH + 1)}"]', "1 to 500 printable"),
        ('[Chances.1 "50.0 50.0"]', "3 percentages with one decimal"),
        ('[Chances.1 "50.0 50.0 50.0"]', "add up to 100"),
        ('[Chances.1 "50 25 25"]', "3 percentages with one decimal"),
        ('[Chances.1 "033.3 33.3 33.4"]', "3 percentages with one decimal"),
        ('[Chances.1 "٣٣.٣ 33.3 33.4"]', "3 percentages with one decimal"),
        ('[Error.1 "5.0 6.0 7.0 20.0"]', "the error, the two ends of its interval"),
        ('[Error.1 "5.0 4.0 7.0"]', "the error, the two ends of its interval"),
        ('[Error.0 "5.0 4.0 7.0 20.0"]', "Error.0 is of no entry"),
        ('[Variation.0 "A 7"]', "Variation.0 is of no entry"),
        ('[Variation.1 "7"]', "is written B 7x3 | B 9 A take"),
        ('[Variation.1 "A"]', "is written B 7x3 | B 9 A take"),
        ('[Variation.1 "A 7 |"]', "is written B 7x3 | B 9 A take"),
        ('[Variation.1 ""]', "is written B 7x3 | B 9 A take"),
        ('[Variation.1 "A nonsense"]', "Variation.1: "),
        ('[Variation.1 "A take"]', "is not legal there"),
        ('[Variation.1 "* take"]', "is not legal there"),
        (f'[Variation.1 "A {"7 " * 10_000}7"]', f"more than {MAX_VARIATION_ACTIONS} actions"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(header: str, said: str) -> None:
    with pytest.raises(RecordError) as refused:
        read_record(with_header(header), "game.tatze").replay(LINKO)
    assert said in str(refused.value)
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 400
    assert "game.tatze" in str(refused.value)


@pytest.mark.parametrize("sign", ["\x1b[2J", "\x07", "\u202e", "\u2028"])
def test_control_characters_in_comments_are_refused(sign: str) -> None:
    with pytest.raises(RecordError, match="not printable"):
        read_record(with_header(f'[Comment.1 "a{sign}b"]'))
    with pytest.raises(RecordError, match="printable"):
        record_text(random_table("linko", "base", 3, seed=1), annotations=[Annotation(1, f"a{sign}b")])


def test_what_a_record_could_not_hold_is_not_written() -> None:
    table = random_table("linko", "base", 3, seed=1)
    for wrong in (Annotation(1, 'say "x"'), Annotation(1, "x" * 501), Annotation(table.version + 1, "x")):
        with pytest.raises(RecordError):
            record_text(table, annotations=[wrong])
    with pytest.raises(RecordError, match=r"Chances\.1 has 3 percentages"):
        record_text(table, annotations=[Annotation(1, chances=(50.0, 50.0))])


def test_a_variation_goes_on_by_the_rules_and_past_the_other_seats() -> None:
    table = random_table("verflixxt", "base", 2, seed=3)
    record = read_record(record_text(table))
    told = table.restarted()
    steps = []
    for entry in table.entries[:6]:
        steps.append(VariationAction(actor_letter(entry.actor), table.game.write(entry.action)))
        told.play(entry.action)
    text = annotated_text(record, table, [Annotation(1, variations=(tuple(steps),))])
    assert read_record(text).replay(table.game) == table
    with pytest.raises(RecordError, match="is not legal there"):
        read_record(annotated_text(record, table, [Annotation(2, variations=(tuple(steps),))])).replay(table.game)


def test_reading_and_replaying_stays_linear_with_as_many_annotations_as_there_are_entries() -> None:
    table = random_table("linko", "base", 5, seed=9)
    text, _ = annotated(table)
    plain = record_text(table)

    def seconds(one: str) -> float:
        begun = time.thread_time()
        read_record(one).replay(LINKO)
        return time.thread_time() - begun

    seconds(plain)
    assert min(seconds(text) for _ in range(3)) < 6 * min(seconds(plain) for _ in range(3))


def test_commands_accept_annotated_records_and_replay_shows_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = random_table("linko", "duel", 2, seed=5)
    said = [
        Annotation(0, "Before it all"),
        Annotation(
            1,
            "A slip.",
            (40.0, 60.0),
            EntryError(4.5, 1.0, 8.0, 44.5),
            ((VariationAction(actor_letter(table.entries[0].actor), table.game.write(table.entries[0].action)),),),
        ),
    ]
    file = tmp_path / "game.tatze"
    file.write_text(record_text(table, annotations=said), encoding="utf-8")
    assert main(["verify", str(file)]) == 0
    assert main(["show", str(file)]) == 0
    assert "2 annotated entries" in capsys.readouterr().out
    assert main(["show", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["annotations"][0]["comment"] == "Before it all"
    assert main(["replay", str(file), "--plain", "--lang", "en"]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == "# Before it all"
    better = table.game.write(table.entries[0].action)
    place = lines.index("# A slip.")
    assert lines[place + 1] == f"# Better: {better}, by 4.5 percentage points (1.0 to 8.0); chance to win 44.5 %."
    first, second = table.setup.names
    assert lines[place + 2] == f"# Chances to win: {first} 40.0 %, {second} 60.0 %."
    assert any(line.startswith("2. ") for line in lines[place:])
    assert main(["replay", str(file), "--plain", "--lang", "de"]) == 0
    assert "# Besser: " in capsys.readouterr().out
