"""Whole games against bots with the mouse, with a finger and by keyboard alone, and what comes after a game."""

from __future__ import annotations

import re
from functools import partial
from random import Random

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.server.services import Node
from tests.web.conftest import DESKTOP, Open
from tests.web.people import (
    BOT,
    RESULT,
    SHORT,
    click_something,
    click_to_the_end,
    next_frame,
    over,
    play_now,
    sit,
    type_to_the_end,
)
from tests.web.test_pages import complaints

GAMES = pytest.mark.parametrize(("game", "players"), [("linko", 3), ("verflixxt", 2)])


@GAMES
def test_a_game_is_played_with_the_mouse(open_page: Open, game: str, players: int) -> None:
    page = open_page(viewport=DESKTOP, motion=True)
    play_now(page, game, players)
    click_to_the_end(page, seed=1)
    expect(page.locator(RESULT)).to_be_visible()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


@GAMES
def test_a_game_is_played_by_keyboard_alone(open_page: Open, game: str, players: int) -> None:
    page = open_page()
    play_now(page, game, players)
    type_to_the_end(page, seed=3)
    expect(page.locator(RESULT)).to_be_visible()


def test_five_players_on_a_small_phone_never_hunt_for_hand_buttons_or_pool(open_page: Open, node: Node) -> None:
    """What is to be decided with is in sight without scrolling, and the hand covers nothing that can be drawn, on a
    low phone and on a high one."""
    low, high = (ViewportSize(width=360, height=height) for height in (640, 740))
    phone = partial(open_page, viewport=low, has_touch=True, is_mobile=True)
    page, _ = sit(phone, node, [BOT] * 4, game="linko", seed=3)
    page.wait_for_selector(".table .board")
    random, checked = Random(6), {"hold": 0, "draw": 0}
    for step in range(2000):
        if over(page):
            break
        if step % 6 == 0:
            page.set_viewport_size(high if step % 12 else low)
            next_frame(page)
        click_something(page, random, touch=True)
        covered, drawing = page.evaluate(OUT_OF_SIGHT)
        assert covered == []
        checked["draw" if drawing else "hold"] += 1
    assert over(page)
    assert min(checked.values()) >= 5


OUT_OF_SIGHT = """() => {
    const box = (one) => one.getBoundingClientRect();
    const hold = document.querySelector(".hold:not(.over)");
    if (!hold) return [[], false];
    const drawn = [...document.querySelectorAll(".middle .offer")];
    const below = [...hold.querySelectorAll("button")].filter((one) => box(one).bottom > innerHeight + 1);
    const under = drawn.filter((one) => box(one).bottom > box(hold).top + 1 || box(one).top < 0);
    return [[...below, ...under].map((one) => one.outerHTML), drawn.length > 0];
}"""
"""Buttons of the hand below the screen's edge, and cards to be drawn that the hand covers."""


def test_two_clicks_lead_from_the_home_page_to_a_running_game(open_page: Open) -> None:
    page = open_page()
    page.locator(".game").nth(1).click()
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("heading", name="Verflixxt")).to_be_visible()
    expect(page.locator(".board .tray")).to_be_visible()


def test_after_the_game_it_can_be_checked_saved_and_watched_again(open_page: Open) -> None:
    page = open_page()
    play_now(page, "verflixxt", players=2)
    click_to_the_end(page, seed=4)
    page.get_by_role("button", name="Was it fair?").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("Everything is as promised.")).to_be_visible()
    expect(dialog.get_by_text("this browser saw before the game")).to_be_visible()
    assert dialog.locator("li").count() == 5
    page.keyboard.press("Escape")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the record").click()
    assert '[Game "verflixxt"]' in download.value.path().read_text(encoding="utf-8")
    page.get_by_role("link", name="Watch again").click()
    scrubber = page.get_by_role("slider")
    expect(scrubber).to_have_value("0")
    page.keyboard.press("ArrowRight")
    expect(scrubber).to_have_value("1")
    page.keyboard.press("End")
    expect(scrubber).to_have_value(str(scrubber.get_attribute("max")))
    page.keyboard.press("Home")
    expect(scrubber).to_have_value("0")


def test_a_rematch_has_the_same_people_at_a_new_table(open_page: Open, node: Node) -> None:
    page, _ = sit(open_page, node, [BOT], **SHORT)
    page.wait_for_selector(".table .board")
    click_to_the_end(page, seed=5)
    before = page.url
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: url != before)
    expect(page.locator(".board .tray")).to_be_visible()


def test_a_hint_says_what_a_strong_bot_would_do(open_page: Open) -> None:
    page = open_page()
    play_now(page, "verflixxt", players=2)
    page.locator(".board .tray .cards button").first.wait_for()
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text("A strong bot would choose")).to_be_visible(timeout=20_000)


def test_a_hint_tells_everybodys_chances_to_win(open_page: Open) -> None:
    page = open_page()
    play_now(page, "linko", players=3)
    page.locator(".board .mine .question").wait_for()
    page.get_by_role("button", name="Hint").click()
    note = page.get_by_role("status").filter(has_text="would choose")  # a simple bot does while the strong one compiles
    expect(note).to_be_visible(timeout=20_000)
    shares = [int(text.removesuffix("%")) for text in note.locator(".share").all_inner_texts()]
    assert len(shares) == 3
    assert 97 <= sum(shares) <= 103
    mine, left, right = shares
    expect(note).to_contain_text(re.compile(rf"Chances to win: You {mine}%, \w+ {left}% and \w+ {right}%\."))
    widths = [float(bar.get_attribute("width") or 0) for bar in note.locator("rect").all()]
    assert [round(width) for width in widths] == shares
    assert complaints(page) == []


def test_a_lesson_says_what_to_do_and_opens_its_rules(open_page: Open) -> None:
    page = open_page("/learn")
    page.get_by_role("button", name="The first game").first.click()
    coach = page.get_by_role("region", name="Lesson")
    expect(coach).to_contain_text("Start with your two 5s")
    coach.get_by_role("button", name="L-6").click()
    expect(page.get_by_role("dialog")).to_contain_text("A play is one or more cards of one value")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play two 5s").click()
    expect(coach).to_contain_text("There is another 5 in the pool")
