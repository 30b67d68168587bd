"""The review that is offered after a game in the terminal."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tatze.core.errors import MissingExtra
from tatze.review.results import GameReview
from tatze.review.text import review_lines, told
from tatze.terminal import reviewing
from tatze.terminal.keyboard import ScriptedKeyboard
from tatze.terminal.reviewing import offer_review
from tests.review.games import played, reviewed
from tests.terminal.helpers import Eager, Glass, play, session


class Curious(Eager):
    """A keyboard that wants the review."""

    def __init__(self, glass: Glass, lang: str, answer: str) -> None:
        super().__init__(glass)
        self.offer, self.answer, self.asked = told(lang, "offer"), answer, 0

    def read(self, prompt: str) -> str:
        if prompt == self.offer:
            self.asked += 1
            return self.answer
        return super().read(prompt)


def one_review(lang: str, answer: str, **about: Any) -> tuple[str, Curious]:
    glass = Glass(height=60)
    keyboard = Curious(glass, lang, answer)
    code, _ = play(keyboard, lang=lang, glass=glass, game="verflixxt", **about)
    assert code == 0
    return glass.text, keyboard


@pytest.mark.parametrize(("lang", "answer"), [("en", "y"), ("de", "j")])
def test_after_a_game_a_review_tells_what_was_luck_and_what_was_skill(lang: str, answer: str) -> None:
    text, keyboard = one_review(lang, answer, seats=("you", "thumb"))
    assert keyboard.asked == 1
    after = text[text.rindex(told(lang, "title", game="Verflixxt!", rules="")[:8]) :]
    assert told(lang, "account.luck") in after
    assert "Anna:" in after
    assert "Bela:" not in after  # a bot
    assert told(lang, "progress", done="", total="").split()[0] in text


def test_whoever_does_not_want_a_review_gets_none() -> None:
    text, keyboard = one_review("en", "", seats=("you", "thumb"))
    assert keyboard.asked == 1
    assert "Review:" not in text


def test_in_a_series_the_review_is_offered_after_the_last_game_and_to_people_only() -> None:
    assert one_review("en", "n", seats=("you", "thumb"), games=2)[1].asked == 1
    assert one_review("en", "y", seats=("thumb", "thumb"))[1].asked == 0


def finished_session(answer: str | BaseException) -> tuple[Any, Glass]:
    glass = Glass()
    one = session(played("verflixxt"), glass)
    one.screen.keyboard = ScriptedKeyboard([answer])
    return one, glass


@pytest.mark.parametrize("lang", ["en", "de"])
def test_without_the_extra_one_line_says_what_is_missing(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise MissingExtra("")

    monkeypatch.setattr(reviewing, "check_review_installed", missing)
    one, glass = finished_session("y")
    one.lang = lang
    offer_review(one)
    assert glass.text.strip().splitlines() == [one.say("review.missing")]
    assert "pip install 'tatze[compiled]'" in glass.text


def test_a_game_without_a_network_is_not_reviewed() -> None:
    one, glass = finished_session("y")
    one.table = one.table.copy()
    one.table.game = replace(one.table.game, weights="")
    offer_review(one)
    assert glass.text == ""


@pytest.mark.parametrize("leaving", [EOFError(), KeyboardInterrupt()])
def test_whoever_leaves_at_the_offer_leaves_quietly(leaving: BaseException) -> None:
    one, glass = finished_session(leaving)
    offer_review(one)
    assert glass.text.strip() == ""


def pressing(presses: int) -> Callable[..., GameReview]:
    """A review during which Ctrl-C is pressed, and which says how far it came."""

    def review_game(*_: Any, progress: Callable[[Any], bool], **__: Any) -> GameReview:
        from tatze.review.game import Progress

        for _press in range(presses):
            os.kill(os.getpid(), signal.SIGINT)
        assert progress(Progress(1, 9, None)) is False
        return replace(reviewed("verflixxt"), complete=False)

    return review_game


def test_ctrl_c_keeps_what_the_review_has_and_a_second_one_breaks_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr("tatze.review.game.review_game", pressing(1))
    one, glass = finished_session("y")
    offer_review(one)
    assert told("en", "incomplete", count=len(reviewed("verflixxt").decisions)) in glass.text
    monkeypatch.setattr("tatze.review.game.review_game", pressing(2))
    one, glass = finished_session("y")
    offer_review(one)
    assert "Review:" not in glass.text
    assert signal.getsignal(signal.SIGINT) is before


def test_a_whole_review_of_several_people_names_each_of_them() -> None:
    one, glass = finished_session("y")
    offer_review(one)
    for line in review_lines(reviewed("verflixxt"), "en", one.people):
        assert line.strip() in glass.text
