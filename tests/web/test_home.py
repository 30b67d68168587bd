"""The first page as newcomers and regulars see it, and addresses that people guess."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.server.services import Node
from tests.web.conftest import Open
from tests.web.people import BOT, SHORT, choose_game, click_to_the_end, sit

TALL_PHONE = {"width": 390, "height": 844}
"""A phone that shows two rows of games: the tests' server has one more than people know."""


def group(page: Page, name: str, choice: str) -> None:
    page.get_by_role("group", name=name).get_by_role("radio", name=choice).check(force=True)


def chosen(page: Page, name: str) -> str:
    checked = page.get_by_role("group", name=name, exact=True).locator("label:has(:checked)")
    expect(checked).to_have_count(1)
    return checked.inner_text().strip()


def test_a_newcomer_on_a_phone_is_two_taps_from_a_lesson_and_from_a_game(open_page: Open) -> None:
    page = open_page(viewport=TALL_PHONE, has_touch=True, locale="de-DE")
    lesson = page.get_by_role("button", name="Neu hier?")
    for what in (lesson, page.locator("button.big"), page.locator('input[name="door"]').last):
        box = what.bounding_box()
        assert box
        assert box["y"] + box["height"] <= TALL_PHONE["height"]
    expect(page.locator(".cat:has(:checked)")).to_have_text("Kätzchen")
    lesson.tap()
    expect(page.locator(".coach")).to_be_visible()
    page.goto("/play/abluxxen")
    page.locator("button.big").tap()
    page.wait_for_selector(".table .board")


def test_whoever_has_finished_a_game_is_no_newcomer(open_page: Open, node: Node) -> None:
    page, _ = sit(open_page, node, [BOT], **SHORT)
    page.wait_for_selector(".table .board")
    page.get_by_role("link", name="Home").click()
    expect(page.get_by_role("button", name="New here?")).to_be_visible()
    page.go_back()
    page.wait_for_selector(".table .board")
    click_to_the_end(page, seed=21)
    page.goto("/")
    expect(page.locator(".cat:has(:checked)")).to_have_text("Cat")
    expect(page.get_by_role("button", name="New here?")).to_have_count(0)


def test_variants_are_two_axes_and_neither_loses_the_other(open_page: Open) -> None:
    page = open_page()
    choose_game(page, "linko")
    group(page, "At the table", "5")
    group(page, "Variant", "Expert")
    assert chosen(page, "At the table") == "5"
    group(page, "At the table", "2 · duel")
    assert chosen(page, "Variant").startswith("Expert")
    expect(page.get_by_text("The advanced duel, and 1s beat equally many 13s")).to_be_visible()
    group(page, "Variant", "First edition")
    assert chosen(page, "At the table") == "2"
    expect(page.get_by_role("group", name="Variant").get_by_role("radio")).to_have_count(4)


def test_by_keyboard_one_chooses_and_enter_starts(open_page: Open) -> None:
    page = open_page()
    choose_game(page, "linko")
    page.locator('input[name="door"][value="bots"]').focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("group", name="Friends who join")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("group", name="Friends who join")).to_have_count(0)
    page.keyboard.press("Enter")
    page.wait_for_selector(".table .board")
    page.goto("/")
    page.get_by_label("Your name").fill("Ada Z")
    page.keyboard.press("Enter")
    page.wait_for_selector(".table .board")
    assert page.evaluate("JSON.parse(localStorage['tatze.settings']).name") == "Ada Z"


@pytest.mark.parametrize(
    ("path", "leads_to"),
    [
        ("/rules", "/rules"),
        ("/Regeln/Abluxxen", "/rules/linko"),
        ("/play", "/"),
        ("/verflixxt", "/play/verflixxt"),
        ("/learn/", "/learn"),
        ("/help", "/learn"),
        ("/impressum", "/about"),
        ("/join/ABC123", "/join#ABC123"),
    ],
)
def test_an_address_that_one_guesses_leads_somewhere(open_page: Open, path: str, leads_to: str) -> None:
    page = open_page(path, expected=("404",))
    page.wait_for_selector("h1")
    expect(page).to_have_url(page.evaluate("location.origin") + leads_to)


def test_an_address_that_means_nothing_shows_where_to_go(open_page: Open) -> None:
    page = open_page("/xyzzy")
    page.get_by_role("navigation", name="Where you can go").get_by_role("link", name="Play").nth(1).click()
    expect(page.get_by_role("group", name="Game").locator("label:has(:checked)")).to_contain_text("Verflixxt")
