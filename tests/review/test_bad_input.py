"""`tatze review` of records that cannot be reviewed, and of reviews that are interrupted."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tatze
from tatze.cli import main
from tatze.review import trail
from tests.core.record.examples import resigned
from tests.helpers import random_table
from tests.review.games import played


def verflixxt() -> str:
    return played("verflixxt").record()


def other_move() -> str:
    """The record with another roll in it, signed again."""
    text = verflixxt()
    place = text.index(" d", text.index("\n1. "))
    return resigned(f"{text[:place]} d{int(text[place + 2]) % 6 + 1}{text[place + 3 :]}")


BAD: list[tuple[str, Callable[[], str], str]] = [
    ("unfinished", lambda: random_table("linko", "base", 4, stop=9).record(), "the game is not finished"),
    ("empty", lambda: "", "not a record"),
    ("foreign text", lambda: '[Event "Wijk aan Zee"]\n\n1. e4 e5\n', "not a record"),
    ("foreign game", lambda: resigned(verflixxt().replace('[Game "verflixxt"]', '[Game "chess"]')), "no game"),
    ("cut off", lambda: verflixxt()[:-30], "truncated"),
    ("tampered", lambda: verflixxt().replace("* d", "* d1 * d", 1), "altered"),
    ("tampered and signed again", other_move, "line "),
    ("another result", lambda: resigned(verflixxt().replace("[Winners ", '[Winners "ABCD"]\n[Weather ')), "the result"),
    ("newer", lambda: verflixxt().replace('[Tatze "1"]', '[Tatze "2"]'), "please update it"),
    ("too large", lambda: verflixxt() + " " * 4_000_000, "too long for a record"),
]


@pytest.mark.parametrize(("text", "said"), [one[1:] for one in BAD], ids=[one[0] for one in BAD])
def test_what_cannot_be_reviewed_is_refused_in_one_line(
    text: Callable[[], str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.tatze"
    file.write_text(text(), encoding="utf-8")
    assert main(["review", str(file), "--annotate", str(tmp_path / "out.tatze")]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1
    assert "game.tatze" in err
    assert not (tmp_path / "out.tatze").exists()


def test_a_record_with_more_entries_than_a_review_takes_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(trail, "MAX_REVIEWED_ENTRIES", 50)
    file = tmp_path / "game.tatze"
    file.write_text(verflixxt(), encoding="utf-8")
    assert main(["review", str(file)]) == 1
    err = capsys.readouterr().err
    assert "a review takes at most 50" in err
    assert err.count("\n") == 1


def test_ctrl_c_ends_the_command_early_with_what_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    as_always = tatze.review_game

    def pressed_after_three(record: Any, depth: Any, seats: Any, report: Any, seconds: Any) -> Any:
        def progress(at: Any) -> Any:
            if at.done == 3:
                os.kill(os.getpid(), signal.SIGINT)
            return report(at)

        return as_always(record, depth, seats, progress, seconds)

    monkeypatch.setattr(tatze, "review_game", pressed_after_three)
    before = signal.getsignal(signal.SIGINT)
    file, page = tmp_path / "game.tatze", tmp_path / "page.html"
    file.write_text(verflixxt(), encoding="utf-8")
    assert main(["review", str(file), "--lang", "en"]) == 0
    assert "The review was interrupted: 3 decisions were evaluated." in capsys.readouterr().out
    assert main(["review", str(file), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["complete"], len(data["decisions"])) == (False, 3)
    assert main(["review", str(file), "--html", str(page), "--lang", "de"]) == 0
    assert "Die Analyse wurde unterbrochen: 3 " in page.read_text(encoding="utf-8")
    assert signal.getsignal(signal.SIGINT) is before
