"""The table never jumps, and everything needed is on the screen: whole games in which the window changes its size."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tatze.client import Server
from tests.server.services import Node
from tests.web.conftest import Open
from tests.web.measure import (
    LONG_NAMES,
    SIZES,
    forget_shifts,
    out_of_sight,
    overlapping,
    shifts,
    sideways,
    slow_network,
    too_small,
    total_shift,
    watch_shifts,
)
from tests.web.people import BOT, click_something, next_frame, over, sit

MOST_SHIFT = 0.1
"""What a whole game may shift, as browsers sum it up; they call up to 0.1 good for a page that is only opened."""
NEEDED = ".board .hold button, .board .middle .offer, .board .nobody .offer"
"""What a decision of Linko is made with."""


CLIPPED_LABELS = """() => [...document.querySelectorAll(".story text")].filter((one) => {
    const [text, plot] = [one.getBoundingClientRect(), one.ownerSVGElement.getBoundingClientRect()];
    return text.right > plot.right + 1 || text.left < plot.left - 1;
}).map((one) => one.textContent)"""
"""Words of the chart of scores that do not fit into it."""


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
    ]


@pytest.mark.parametrize(("rules", "bots"), [("base", 4), ("duel", 1)])
def test_a_game_of_linko_fits_every_window_and_moves_nothing(
    open_page: Open, node: Node, rules: str, bots: int
) -> None:
    locale = "de-DE" if rules == "base" else "en-GB"
    phone = partial(open_page, viewport=SIZES["phone"], has_touch=True, is_mobile=True, locale=locale)
    page, _ = sit(phone, node, [BOT] * bots, game="linko", rules=rules, seed=3, name=LONG_NAMES[0])
    page.wait_for_selector(".table .board")
    next_frame(page)
    watch_shifts(page)
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
                least = {"small phone": 34, "phone on its side": 38}.get(name, 44)  # thirteen kinds of cards in a row
                complaints += too_small(page, f"{NEEDED}, header button, header a", least)
            turn_the_window(page, "phone")
            forget_shifts(page)
            page.evaluate("before => void window.shifts.push(...before)", before)
            if over(page):  # the result lies over the table
                break
            assert complaints == [], name
    assert over(page)
    page.locator(".story text.name").first.wait_for()
    assert page.evaluate(CLIPPED_LABELS) == []
    assert total_shift(page) < MOST_SHIFT, sorted(shifts(page), key=lambda one: -one["value"])[:5]


def test_long_names_the_log_and_banners_leave_the_table_where_it_is(open_page: Open, node: Node) -> None:
    phone = partial(open_page, viewport=SIZES["phone"], has_touch=True, is_mobile=True, locale="de-DE")
    page, code = sit(phone, node, [{"kind": "open"}] * 4, game="linko", rules="base", seed=3, name=LONG_NAMES[0])
    for name in LONG_NAMES[1:]:
        Server(node.url).join(code, name)
    start_or_watch(page)
    next_frame(page)
    watch_shifts(page)
    for name in SIZES:
        turn_the_window(page, name)
        assert complaints_about_the_window(page) == [], name
        assert overlapping(page, ".strip li", ".strip li, .notice, .tools") == [], name
        assert out_of_sight(page, ".strip li, .tools button, .home") == [], name
        assert page.locator(".seat h3 bdi").count() == len(LONG_NAMES)
        isolated = page.locator(".seat .facts").evaluate_all("all => all.map(one => getComputedStyle(one).unicodeBidi)")
        assert set(isolated) == {"isolate"}
    turn_the_window(page, "phone")
    forget_shifts(page)
    look_back_and_pause(page)
    assert total_shift(page) < 0.01, shifts(page)


def start_or_watch(page: Page) -> None:
    """Begin the game, unless it begins by itself when all seats are taken."""
    start = page.get_by_role("button", name="Starten", exact=True)
    start.or_(page.locator(".table .board")).first.wait_for()
    if start.count():
        start.click()
    page.wait_for_selector(".table .board")


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


def contrast(one: list[int], other: list[int]) -> float:
    """The contrast of two colours as WCAG 2 defines it."""

    def light(colour: list[int]) -> float:
        linear = [
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (c / 255 for c in colour)
        ]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


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
