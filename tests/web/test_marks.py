"""Coach marks: in a first game the board explains itself, once, and can be told to stop."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE, Open
from tests.web.people import choose_game
from tests.web.test_pages import complaints


def start(page: Page, game: str) -> None:
    choose_game(page, game)
    page.locator("button.big").click()
    page.wait_for_selector(".table .board")


def test_marks_appear_once_and_by_keyboard_each_is_put_away(open_page: Open) -> None:
    page = open_page(marks=True)
    start(page, "linko")
    mark = page.locator(".marks .mark")
    expect(mark).to_contain_text("The paw shows whose turn it is.")
    assert complaints(page) == []
    mark.get_by_role("button", name="Got it").focus()
    page.keyboard.press("Enter")
    expect(mark).to_contain_text("everybody starts at −13")
    ring, points = (page.locator(what).bounding_box() for what in (".ring", ".board .seat.mine .points"))
    assert ring
    assert points
    assert ring["x"] < points["x"] < ring["x"] + ring["width"]
    page.keyboard.press("Escape")
    expect(page.get_by_text("everybody starts at −13")).to_have_count(0)
    page.reload()
    page.wait_for_selector(".table .board")
    start_again = page.locator(".marks")
    expect(start_again).to_be_attached()
    expect(page.get_by_text("The paw shows")).to_have_count(0)
    assert page.evaluate("JSON.parse(localStorage['tatze.marks']).linko") == ["turn", "score"]


def test_on_a_phone_a_tap_ends_all_marks_and_lessons_have_none(open_page: Open) -> None:
    page = open_page("/learn", marks=True, viewport=PHONE, has_touch=True, locale="de-DE")
    page.locator("#verflixxt-pro button").tap()
    page.locator(".board .tray .cards button").first.wait_for()
    expect(page.locator(".marks")).to_have_count(0)
    page.goto("/")
    start(page, "verflixxt")
    mark = page.locator(".marks .mark")
    expect(mark).to_be_visible()
    box = mark.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    mark.get_by_role("button", name="Keine Hinweise mehr").tap()
    expect(mark).to_have_count(0)
    page.goto("/")
    start(page, "linko")
    page.locator(".board [data-hand]").first.wait_for()
    expect(page.locator(".marks")).to_have_count(0)
