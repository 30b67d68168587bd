"""The table never jumps, and everything needed is on the screen: whole games in which the window changes its size."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from playwright.sync_api import Page

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
    too_small,
    total_shift,
    watch_shifts,
)
from tests.web.people import BOT, click_something, next_frame, over, sit

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
    ]


@pytest.mark.parametrize(("rules", "bots"), [("base", 4), ("duel", 1)])
def test_a_game_of_linko_fits_every_window_and_moves_nothing(
    open_page: Open, node: Node, rules: str, bots: int
) -> None:
    phone = partial(open_page, viewport=SIZES["phone"], has_touch=True, is_mobile=True, locale="de-DE")
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
            assert complaints_about_the_window(page) == [], name
            if "phone" in name:
                least = 34 if name == "small phone" else 44
                assert too_small(page, f"{NEEDED}, header button, header a", least) == [], name
            turn_the_window(page, "phone")
            forget_shifts(page)
            page.evaluate("before => void window.shifts.push(...before)", before)
    assert over(page)
    assert total_shift(page) < MOST_SHIFT, sorted(shifts(page), key=lambda one: -one["value"])[:5]
