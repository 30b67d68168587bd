"""A game without a folder in web/src/games is played on the generic board: Pounce, the small game of the tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tatze_pounce.rules import CARDS, HAND

from tests.server.services import Node
from tests.web.conftest import DESKTOP, PHONE, Open
from tests.web.people import RESULT, choose_game, click_to_the_end, join, play_now, sit, type_to_the_end
from tests.web.test_pages import complaints

SCREENS = os.environ.get("TATZE_SCREENS")
"""A folder for pictures of what the tests see; without it no pictures are taken."""
LOOKS = pytest.mark.parametrize(
    ("theme", "viewport", "locale"),
    [("dark", DESKTOP, "en-GB"), ("light", DESKTOP, "de-DE"), ("light", PHONE, "en-GB"), ("dark", PHONE, "de-DE")],
    ids=["dark", "light-german", "light-phone", "dark-phone-german"],
)


def look(page: Page, name: str, viewport: ViewportSize) -> None:
    """Check a page as people would look at it: nothing that axe-core objects to, and nothing too wide."""
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    if SCREENS:
        page.screenshot(path=Path(SCREENS) / f"{name}.png", full_page=True)


def test_a_whole_game_against_a_bot_with_result_fairness_check_and_replay(open_page: Open) -> None:
    page = open_page()
    play_now(page, "pounce", players=2)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Pounce")
    expect(page.get_by_text("It is your turn.").first).to_be_visible()
    click_to_the_end(page, seed=7)
    expect(page.get_by_text("Cards gone.")).to_be_visible()
    page.get_by_role("button", name="Was it fair?").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(f"All {CARDS} cards or tiles follow from it.")
    expect(dialog).to_contain_text(f"All {CARDS} rolls follow from it.")
    expect(dialog).to_contain_text("Everything is as promised.")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Watch again").click()
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("End")
    expect(page.locator(".generic .question")).to_contain_text("The game is over.")
    page.keyboard.press("Home")
    expect(page.locator(".generic .seats li")).to_have_count(2)


def test_by_keyboard_alone(open_page: Open) -> None:
    page = open_page()
    play_now(page, "pounce", players=3)
    type_to_the_end(page, seed=8)
    expect(page.locator(RESULT)).to_be_visible()


@LOOKS
def test_every_page_of_it_looks_good(
    open_page: Open, theme: str, viewport: ViewportSize, locale: str, request: pytest.FixtureRequest
) -> None:
    shown = request.node.callspec.id
    page = open_page(viewport=viewport, locale=locale, settings={"theme": theme, "name": "Ada"})
    choose_game(page, "pounce")
    look(page, f"{shown}-home", viewport)
    play_now(page, "pounce", players=None)
    page.locator(".board [data-action]").first.wait_for()
    for _ in range(2):
        page.locator(".board [data-action]").first.click()
        page.locator(".board [data-action]:not([aria-disabled=true])").first.wait_for()
    look(page, f"{shown}-table", viewport)
    click_to_the_end(page, seed=9)
    look(page, f"{shown}-result", viewport)
    page.locator("a[href^='/replay/']").click()
    page.get_by_role("slider").wait_for()
    look(page, f"{shown}-replay", viewport)


def test_events_are_told_and_a_hint_is_pointed_at(open_page: Open) -> None:
    page = open_page(settings={"text": True})
    play_now(page, "pounce", players=2)
    page.locator(".board [data-action]").first.click()
    log = page.get_by_role("region", name="What happened")
    expect(log).to_contain_text("You: pounced")
    expect(log).to_contain_text("You: drew, card")
    expect(log).to_contain_text(": rolled, roll")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".board .go[data-action]")).to_have_count(1, timeout=20_000)
    expect(page.get_by_role("region", name="The table in words")).to_contain_text("Deck:")


def test_the_waiting_room_and_the_other_seat(open_page: Open, node: Node) -> None:
    page, code = sit(open_page, node, [{"kind": "open"}], game="pounce")
    expect(page.get_by_role("heading", level=1)).to_have_text("Pounce")
    assert complaints(page) == []
    guest = join(open_page, code)
    page.wait_for_selector(".table .board")
    mine = page.locator(".generic .seats li").filter(has_text="Ada").locator(".items li")
    expect(mine).to_have_count(HAND)
    expect(guest.locator(".generic .seats li").filter(has_text="Ada").locator(".items li")).to_have_count(0)


def test_it_has_no_rules_page_and_no_lessons(open_page: Open) -> None:
    page = open_page("/rules/pounce")
    expect(page.get_by_text("The rules of this game are not on this page.")).to_be_visible()
    expect(page.get_by_role("navigation", name="Rules").get_by_role("link")).to_have_count(2)
    page.goto("/learn")
    expect(page.get_by_role("heading", level=2)).to_have_count(2)
    page.goto("/")
    choose_game(page, "pounce")
    expect(page.get_by_role("link", name="Read the rules")).to_have_count(0)
