"""The table never jumps, and everything needed is on the screen: whole games in which the window changes its size."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.server.services import Node
from tests.web.conftest import Open
from tests.web.measure import (
    SIZES,
    contrast,
    forget_shifts,
    out_of_sight,
    overlapping,
    shifts,
    sideways,
    slow_network,
    too_small,
    total_shift,
    turned_signs,
    watch_shifts,
)
from tests.web.people import BOT, click_something, crowd, next_frame, over, sit
from tests.web.results import check_the_result

MOST_SHIFT = 0.1
"""What a whole game may shift, as browsers sum it up; they call up to 0.1 good for a page that is only opened."""
NEEDED = ".board .hold button, .board .middle .offer, .board .nobody .offer"
"""What a decision of Linko is made with."""


def turn_the_window(page: Page, name: str) -> None:
    page.set_viewport_size(SIZES[name])
    next_frame(page)
    next_frame(page)


def complaints_about_the_window(page: Page) -> list[str]:
    return [
        *sideways(page),
        *out_of_sight(page, NEEDED),
        *overlapping(page, ".board .seat h3", ".board .seat .facts"),
        *overlapping(page, ".board .display, .board .none", ".board .known > *"),
        *overlapping(page, ".middle .discard .caption", ".middle .pool .card"),
    ]


HAND_AND_POOL = """() => [".board [data-hand] .card", ".middle .pool .card"].map((selector) =>
    document.querySelector(selector)?.getBoundingClientRect().width ?? 0)"""
"""The width of a card in the hand and of one in the pool."""


@pytest.mark.parametrize(("rules", "players", "lang"), [("base", 5, "de"), ("duel", 2, "en")])
def test_a_game_of_linko_fits_every_window_and_moves_nothing(
    open_page: Open, node: Node, rules: str, players: int, lang: str
) -> None:
    """A whole game on a phone among people with the longest names, for whom bots play. Between two taps the window
    takes every size once or twice."""
    settings = {"lang": lang, "theme": "light", "name": "Ada"}
    phone = partial(open_page, viewport=SIZES["phone"], has_touch=True, is_mobile=True, settings=settings)
    page = crowd(phone, node, players, game="linko", rules=rules, seed=3)
    next_frame(page)
    watch_shifts(page)
    check_names(page, players)
    turn_the_window(page, "phone")
    forget_shifts(page)
    random = Random(6)
    windows = iter([*SIZES, *SIZES])
    for step in range(3000):
        if over(page):
            break
        click_something(page, random, touch=True)
        if step % 12 == 5 and (name := next(windows, None)):
            before = shifts(page)
            turn_the_window(page, name)
            complaints = complaints_about_the_window(page)
            if "phone" in name:
                complaints += small_targets(page, name)
            elif name != "tablet":
                hand, pool = page.evaluate(HAND_AND_POOL)
                assert hand >= pool - 0.5 or not hand, name
            turn_the_window(page, "phone")
            forget_shifts(page)
            page.evaluate("before => void window.shifts.push(...before)", before)
            if over(page):  # the result lies over the table
                break
            assert complaints == [], name
    assert total_shift(page) < MOST_SHIFT, sorted(shifts(page), key=lambda one: -one["value"])[:5]
    check_the_result(page)


def small_targets(page: Page, window: str) -> list[str]:
    least, shadow = (40, 34) if window == "small phone" else (44, 44)  # eight sets of the shadow in 288 pixels
    targets = ".board .hold button, .middle .offer, header button, header a"
    return [*too_small(page, targets, least), *too_small(page, ".board .nobody .offer", shadow)]


def check_names(page: Page, players: int) -> None:
    """In every window long names leave the numbers, the strip of seats and the tools where they are."""
    for name in SIZES:
        turn_the_window(page, name)
        assert complaints_about_the_window(page) == [], name
        assert overlapping(page, ".strip li", ".strip li, .notice, .tools") == [], name
        assert out_of_sight(page, ".strip li, .tools button, .home") == [], name
        assert page.locator(".seat h3 bdi").count() == players
        assert turned_signs(page) == [], name


def test_the_log_and_banners_leave_the_table_where_it_is(open_page: Open, node: Node) -> None:
    phone = partial(open_page, viewport=SIZES["phone"], has_touch=True, is_mobile=True, locale="de-DE")
    page, _ = sit(phone, node, [BOT] * 2, game="linko", rules="base", seed=3)
    page.wait_for_selector(".table .board")
    next_frame(page)
    watch_shifts(page)
    forget_shifts(page)
    look_back_and_pause(page)
    assert total_shift(page) < 0.01, shifts(page)


def look_back_and_pause(page: Page) -> None:
    """The log is a sheet that makes room for the table; the way back stands above it, and so does a pause."""
    sheet, board = page.locator("aside"), page.locator(".board")
    before = board.bounding_box()
    expect(sheet).to_be_hidden()
    page.locator(".ticker").tap()
    expect(sheet).to_be_visible()
    sheet.locator("li button").first.tap()
    expect(sheet).to_be_hidden()
    back = page.get_by_role("button", name="Zum aktuellen Stand")
    expect(back).to_be_in_viewport(ratio=1)
    assert board.bounding_box() == before
    assert out_of_sight(page, ".board .hold, .notice .banner button") == []
    back.tap()
    expect(back).to_have_count(0)
    page.get_by_role("button", name="Menü").tap()
    page.get_by_role("button", name="Anhalten", exact=True).tap()
    resume = page.locator(".notice .banner .go")
    expect(resume).to_be_in_viewport(ratio=1)
    assert board.bounding_box() == before
    resume.tap()
    expect(resume).to_have_count(0)
    expect(page.locator(".ticker")).to_be_visible()


def test_a_question_mark_lists_the_keys_and_the_keyboard_is_easy_to_find(open_page: Open, node: Node) -> None:
    page, _ = sit(open_page, node, [BOT] * 2, game="linko", seed=3)
    page.locator(".board .mine .question").wait_for()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Play what is picked")
    expect(dialog).to_contain_text("Show these keys")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    for theme in ("dark", "light"):
        page.evaluate("theme => void (document.documentElement.dataset.theme = theme)", theme)
        ring, chosen, *grounds = page.evaluate(
            COLOURS, ["--focus", "--amber", "--felt", "--felt-deep", "--panel-solid"]
        )
        assert ring != chosen
        assert min(contrast(ring, ground) for ground in grounds) >= 3, theme


COLOURS = """(names) => {
    const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    return names.map((name) => {
        pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name);
        pen.fillRect(0, 0, 1, 1);
        return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
    });
}"""
"""The red, green and blue of colours that the page names."""


@pytest.mark.parametrize(
    ("system", "chosen", "shown"), [("light", None, "light"), ("dark", "light", "light"), ("light", "dark", "dark")]
)
def test_no_other_theme_flashes_before_the_page_is_there(
    open_page: Open, system: str, chosen: str | None, shown: str
) -> None:
    """Without its scripts the page is what is painted first."""
    page = open_page(
        "/about",
        color_scheme=system,
        settings={"theme": chosen} if chosen else {"name": "Ada"},
        expected=("ERR_", "Service Worker"),
        service_workers="block",
    )
    page.route("**/assets/*.js", lambda route: route.abort())
    page.reload(wait_until="load")
    assert page.locator("#app > *").count() == 0
    [ground] = page.evaluate(COLOURS, ["--felt"])
    assert page.evaluate("document.documentElement.dataset.theme") == shown
    assert (sum(ground) > 3 * 128) == (shown == "light")


def test_nothing_moves_while_a_page_loads_slowly(open_page: Open, node: Node) -> None:
    page, _ = sit(partial(open_page, viewport=SIZES["phone"]), node, [BOT] * 2, game="linko", seed=3)
    page.locator(".board button").first.wait_for()
    watch_shifts(page)
    slow_network(page)
    for path, ready in ((page.url, ".board button"), ("/", "button.big")):
        page.goto(path)
        page.locator(ready).first.wait_for()
        page.wait_for_load_state("networkidle")
        assert total_shift(page) < 0.02, shifts(page)
