"""A review inside a record: written, read back, replayed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tatze.cli import main
from tatze.core.record import annotated_text, read_file, read_record
from tatze.games import game_named
from tatze.review.annotate import annotations_of
from tatze.review.game import review_game
from tests.review.games import TRAINED, played, reviewed


@pytest.mark.parametrize("name", TRAINED)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_review_comes_back_from_its_record(name: str, lang: str) -> None:
    review, game = reviewed(name), game_named(name)
    record = read_record(played(name).record())
    text = annotated_text(record, record.replay(game), annotations_of(review, lang))
    again = read_record(text)
    assert again.replay(game) == record.replay(game)
    assert annotated_text(again, again.replay(game)) == text
    by_entry = {one.entry: one for one in again.annotations}
    for step in review.steps:
        assert by_entry[step.entry + 1].chances == pytest.approx([100 * one for one in step.chances], abs=0.051)
    for decision in review.decisions:
        found = by_entry[decision.entry + 1]
        if decision.grade == "fine":
            assert (found.comment, found.error, found.variations) == ("", None, ())
            continue
        assert found.error
        assert found.error[:3] == pytest.approx(
            [100 * decision.error, 100 * decision.low, 100 * decision.high], abs=0.051
        )
        assert found.error.best == pytest.approx(100 * decision.candidates[0].value, abs=0.051)
        assert [[step.action for step in one] for one in found.variations] == [[decision.best]]
        assert found.comment.startswith(
            {
                "inaccuracy": ("Inaccuracy", "Ungenau"),
                "mistake": ("Mistake", "Fehler"),
                "blunder": ("Blunder", "Grober"),
            }[decision.grade]
        )
    assert review_game(again) == review


def test_the_command_writes_an_annotated_record_and_never_over_another_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "series.tatze", tmp_path / "annotated.tatze"
    one = played("verflixxt").record()
    file.write_text(f"{one}\n{one}", encoding="utf-8")
    assert main(["review", str(file), "--annotate", str(out)]) == 0
    assert capsys.readouterr().out == f"{out}\n"
    records = read_file(out)
    assert len(records) == 2
    assert all(record.annotations for record in records)
    assert main(["verify", str(out)]) == 0
    capsys.readouterr()
    assert main(["review", str(file), "--annotate", str(out)]) == 0  # it says the same
    assert main(["review", str(file), "--annotate", str(file)]) == 1
    assert "name another --annotate" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == f"{one}\n{one}"
