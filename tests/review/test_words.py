"""A review in words, as a picture and as a page; the scale of levels; and the commands."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bench.review_levels import write_scales
from tatze.cli import main
from tatze.core.position import read_position
from tatze.games import game_named
from tatze.review import level_scale
from tatze.review.files import read_review, review_text
from tatze.review.game import review_game
from tatze.review.level_scale import LevelShare, Loss, loss_of, played_like, share_lost
from tatze.review.page import page
from tatze.review.picture import account_bars, curve
from tatze.review.puzzles import puzzles_of
from tatze.review.results import GameReview, Reason
from tatze.review.text import reason_lines, review_lines
from tests.review.games import TRAINED, played, reviewed

SCALE = tuple(
    LevelShare(level, share, share, share)
    for level, share in (("kitten", 0.8), ("cat", 0.4), ("lynx", 0.2), ("tiger", 0.1))
)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_review_is_told_in_both_languages(lang: str) -> None:
    lines = list(review_lines(reviewed("linko"), lang))
    assert all(name in "\n".join(lines) for name in reviewed("linko").names)
    assert not re.search(r"\{\w+\}", "\n".join(lines))


def test_german_numbers_have_commas() -> None:
    lines = "\n".join(review_lines(reviewed("linko"), "de")) + page(reviewed("linko"), "de").partition("</style>")[2]
    told = re.sub(r"<[^>]*>", "", lines)
    assert re.search(r"\d,\d", told)
    assert not re.findall(r"\d\.\d", told)
    reason = Reason("review.hand", {"best": 1.5, "chosen": 2})
    decision = replace(reviewed("linko").decisions[0], reasons=(reason,))
    assert ["1,5" in line and "2" in line for line in reason_lines(reviewed("linko"), decision, "de")] == [True]


@pytest.mark.parametrize("name", TRAINED)
def test_hidden_cards_have_a_part_where_something_is_hidden(name: str) -> None:
    told = "\n".join(review_lines(reviewed(name), "en")) + account_bars(reviewed(name), 0)
    assert ("hidden cards" in told) == game_named(name).hidden


def test_the_page_needs_no_network() -> None:
    text = page(reviewed("linko"), "de")
    assert "<svg" in text
    assert not re.search(r'(src|href)="http|<script|@import|url\(', text)
    assert curve(reviewed("linko")) in reviewed("linko")._repr_html_()


def test_a_player_is_placed_on_at_most_two_levels() -> None:
    assert played_like(SCALE, 0.35, 0.45) == ("cat",)
    assert played_like(SCALE, 0.25, 0.45) == ("cat", "lynx")
    assert played_like(SCALE, 0.12, 0.7) == ()
    assert played_like(SCALE, 1.2, 1.5) == ("kitten",)
    assert played_like(SCALE, -0.1, 0.0) == ("tiger",)
    assert played_like((), 0.0, 0.1) == ()


def test_where_many_levels_fit_a_coarser_scale_is_tried() -> None:
    shares = {"kitten": 0.7, "cat": 0.6, "wildcat": 0.4, "lynx": 0.3, "puma": 0.2, "tiger": 0.1}
    scale = tuple(LevelShare(level, share, share, share) for level, share in shares.items())
    assert played_like(scale, 0.24, 0.31) == ("lynx", "puma")
    assert played_like(scale, 0.12, 0.31) == ("wildcat", "tiger"), "lynx, puma and tiger fit"
    assert played_like(scale, 0.3, 0.54) == ("wildcat",), "cat, wildcat and lynx fit"
    assert played_like(scale, 0.2, 0.6) == ()


def test_the_share_lost_compares_with_random_choices() -> None:
    assert share_lost([Loss(0.0, 0.1), Loss(0.1, 0.3)])[0] == pytest.approx(0.25)
    assert share_lost([Loss(0.1, 0.1), Loss(0.3, 0.3)]) == pytest.approx((1.0, 0.0))
    assert share_lost([Loss(0.0, 0.0), Loss(0.0, 0.0)]) == (0.0, float("inf"))
    decision = reviewed("verflixxt").decisions[0]
    gaps = [max(0.0, one.gap) for one in decision.candidates]
    assert loss_of(decision).error == decision.error
    assert loss_of(decision).random == pytest.approx(sum(gaps) / len(gaps))


@pytest.fixture
def scaled(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, float]], GameReview]:
    """Makes the review of a game as if these shares of the levels had been measured for its setting."""

    def made(shares: dict[str, float]) -> GameReview:
        scale = {level: [share, share, share] for level, share in shares.items()}
        monkeypatch.setattr(level_scale, "measured", lambda _: {"levels": {"base 4": scale}})
        return review_game(played("verflixxt"))

    return made


WIDE = {"kitten": 90.0, "cat": 80.0, "lynx": 0.3, "tiger": 0.2}
"""A scale on which everybody plays like a lynx or a tiger."""
NARROW = {"kitten": 0.302, "cat": 0.301, "lynx": 0.3, "tiger": 0.299}
"""A scale whose levels no interval tells apart."""


@pytest.mark.parametrize(
    ("lang", "like", "name"), [("en", "Played like:", "Lynx – Tiger"), ("de", "Gespielt wie:", "Luchs – Tiger")]
)
def test_a_measured_scale_is_shown_in_words_on_the_page_and_in_json(
    scaled: Callable[[dict[str, float]], GameReview], lang: str, like: str, name: str
) -> None:
    review = scaled(WIDE)
    assert [seat.levels for seat in review.seats] == [("lynx", "tiger")] * 4
    lines = [line for line in review_lines(review, lang) if like in line]
    assert len(lines) == 4
    assert all(name in line for line in lines)
    assert page(review, lang).count(like) == 4
    assert [seat["levels"] for seat in json.loads(review_text(review))["seats"]] == [["lynx", "tiger"]] * 4


def test_nothing_is_said_while_the_interval_spans_more_than_two_levels(
    scaled: Callable[[dict[str, float]], GameReview],
) -> None:
    review = scaled(NARROW)
    assert [seat.levels for seat in review.seats] == [()] * 4
    assert "Too uncertain to say" in "\n".join(review_lines(review, "en", [0]))


def test_a_few_decisions_and_a_setting_without_a_scale_name_no_level(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(level_scale, "measured", lambda _: {})
    review = review_game(played("verflixxt"))
    assert all(seat.levels == () for seat in review.seats)
    text = "\n".join(review_lines(review, "en"))
    assert "layed like" not in text
    assert "Too uncertain" not in text
    assert "Too uncertain" not in page(review, "en")


def test_new_scales_leave_what_else_was_measured(tmp_path: Path) -> None:
    path = tmp_path / "review.json"
    scales = {"base 4": {"kitten": (0.5, 0.4, 0.6)}}
    write_scales(path, scales)
    assert json.loads(path.read_text(encoding="utf-8")) == {"levels": {"base 4": {"kitten": [0.5, 0.4, 0.6]}}}
    path.write_text('{"deep_error": 0.02, "levels": {"first 2": {}}}', encoding="utf-8")
    write_scales(path, scales)
    assert json.loads(path.read_text(encoding="utf-8"))["deep_error"] == 0.02
    assert "first 2" not in path.read_text(encoding="utf-8")


def test_the_command_writes_json_words_and_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.tatze"
    file.write_text(played("verflixxt").record(), encoding="utf-8")
    assert main(["review", str(file), "--json"]) == 0
    assert read_review(capsys.readouterr().out).game == "verflixxt"
    assert main(["review", str(file), "--seat", "B", "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert "Seat B:" in said
    assert "Seat C:" not in said
    assert main(["review", str(file), "--html", str(tmp_path / "page.html")]) == 0
    assert "<svg" in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert main(["review", str(tmp_path / "none.tatze")]) == 1
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("name", TRAINED)
def test_every_puzzle_can_be_set_up_and_its_answer_is_legal(name: str) -> None:
    game, found = game_named(name), puzzles_of(name)
    assert len(found) >= 5
    assert len({puzzle.id for puzzle in found}) == len(found)
    for puzzle in found:
        state, setup = read_position(game, puzzle.position)
        assert setup.rules == puzzle.rules
        assert state.viewer == state.actor
        legal = {game.write(action) for action in game.legal_actions(state)}
        assert set(puzzle.right) < legal
        assert puzzle.gap >= puzzle.gap_low > 0


def test_a_puzzle_is_solved_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = puzzles_of("linko")[0]
    answers = iter(["nonsense", puzzle.right[0]])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    assert main(["puzzle", "linko", "--id", puzzle.id, "--lang", "en"]) == 0
    assert "Right." in capsys.readouterr().out
    assert main(["puzzle", "linko", "--id", "none"]) == 2
    assert main(["puzzle", "linko", "--list"]) == 0
    assert puzzle.id in capsys.readouterr().out


def test_the_files_of_a_game_are_plain_json() -> None:
    for name in TRAINED:
        folder = Path(str(__import__(game_named(name).package, fromlist=["x"]).__file__)).parent
        assert isinstance(json.loads((folder / "puzzles.json").read_text(encoding="utf-8")), list)
