"""Verflixxt's board: at every size, with the longest names and most players, nothing jumps, hides or overlaps."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from playwright.sync_api import Page

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
    too_small,
    total_shift,
    watch_shifts,
)
from tests.web.people import BOT, TRAY, next_frame, over, press, sit

NEEDED = (
    ".board .tray .die, .board .tray .said p, .board .tray .cards button, .board .tower .score, .board .tower .name"
)
"""What one decides with: the die, the question, the choices, and everybody's points."""
TRACK = ".board .tiles > li"
"""The tiles of the track."""


def complaints(page: Page) -> list[str]:
    """Everything that is wrong with the layout of a board that waits for a decision."""
    return [
        *sideways(page),
        *out_of_sight(page, NEEDED),
        *out_of_sight(page, TRACK),
        *overlapping(page, ".tower .name", ".tower .score"),
        *overlapping(page, ".tower", "aside"),
        *overlapping(page, ".tower", ".tower"),
        *overlapping(page, ".tray .die", ".tray .said"),
        *too_small(page, ".tray .cards button"),
    ]


def wait_for_choices(page: Page) -> None:
    page.wait_for_function(
        "(choices) => document.querySelector(choices) || document.querySelector('#result')", arg=TRAY
    )


def play_rounds(page: Page, random: Random, rounds: int, touch: bool = False) -> None:
    for _ in range(rounds):
        wait_for_choices(page)
        if over(page):
            return
        press(page, TRAY, random.randrange(page.locator(TRAY).count()), touch)
        next_frame(page)


@pytest.mark.parametrize(
    ("rules", "players", "lang", "theme"),
    [("base", 2, "de", "dark"), ("pro", 4, "en", "light"), ("combined", 6, "de", "light")],
)
def test_everything_that_one_decides_with_is_in_sight_at_every_size(
    open_page: Open, node: Node, rules: str, players: int, lang: str, theme: str
) -> None:
    """One game in all windows, among people whose names are hard to set and for whom bots play."""
    settings = {"lang": lang, "theme": theme}
    seats = [{"kind": "open"}] * (players - 1)
    names = [*LONG_NAMES, LONG_NAMES[0][:-1]]
    page, code = sit(partial(open_page, settings=settings), node, seats, rules=rules, seed=3, name=names[0])
    guests = [Server(node.url).join(code, name) for name in names[1:players]]
    for guest in guests:
        guest.command("leave")
    page.wait_for_selector(".board .tray")
    random = Random(players)
    for moment in range(2):
        wait_for_choices(page)
        assert not over(page)
        for size, window in SIZES.items():
            page.set_viewport_size(window)
            page.wait_for_function(FITTED)
            next_frame(page)
            assert complaints(page) == [], f"{size}, moment {moment}"
        assert min(page.evaluate(TILE_WIDTHS)) >= 150, "tiles grow with a large window"
        play_rounds(page, random, rounds=6)


FITTED = """() => {
    const frame = document.querySelector(".board .frame");
    const laid = frame.querySelector(".road").viewBox.baseVal;
    const moving = document.getAnimations().some((one) => one.playState === "running");
    return Math.abs(laid.width - frame.clientWidth) < 1 && !moving;
}"""
"""Whether the track has been laid for the size that the window has now, and nothing moves any more."""
TILE_WIDTHS = "[...document.querySelectorAll('.board .tiles > li')].map((tile) => tile.getBoundingClientRect().width)"


def test_a_whole_game_with_a_finger_on_a_phone_shifts_nothing(open_page: Open, node: Node) -> None:
    phone = partial(open_page, viewport=SIZES["phone"], has_touch=True, is_mobile=True)
    page, _ = sit(phone, node, [BOT] * 3, rules="combined", seed=4)
    wait_for_choices(page)
    watch_shifts(page)
    forget_shifts(page)
    random = Random(4)
    while not over(page):
        wait_for_choices(page)
        if page.locator(TRAY).count():
            assert out_of_sight(page, NEEDED) == []
            press(page, TRAY, random.randrange(page.locator(TRAY).count()), touch=True)
    assert total_shift(page) < 0.1, sorted(shifts(page), key=lambda one: -one["value"])[:5]


def test_the_turns_of_three_bots_can_be_followed(open_page: Open, node: Node) -> None:
    """Each step is told with the name of whoever acts, stays for a while, and stands among the last turns."""
    page, _ = sit(partial(open_page, motion=True, settings={"pace": "brisk"}), node, [BOT] * 3, rules="base", seed=2)
    wait_for_choices(page)
    names = page.locator(".tower .name").all_inner_texts()
    page.evaluate(LISTEN)
    page.locator(TRAY).first.click()
    page.wait_for_function("() => window.listed.size > 2 && !document.querySelector('.tray .turns')")
    told = page.evaluate("window.told")
    assert set(page.evaluate("[...window.listed]")) >= set(names[:3]), "the turns before the last one were listed"
    for name in names[1:]:
        for does in ("moves", "rolls"):
            steps = [one["time"] for one in told if one["text"].startswith(f"{name} {does}")]
            assert steps
            assert min(steps) > 100


LISTEN = """() => {
    const said = document.querySelector(".tray .said p");
    window.told = [];
    let since = performance.now();
    let before = said.textContent;
    window.listed = new Set();
    new MutationObserver(() => {
        for (const name of document.querySelectorAll(".tray .turns .name")) window.listed.add(name.textContent);
        if (said.textContent === before) return;
        window.told.push({ text: before, time: performance.now() - since });
        [since, before] = [performance.now(), said.textContent];
    }).observe(said.closest(".tray"), { characterData: true, childList: true, subtree: true });
}"""
"""Notes every sentence of the tray, how long it was shown, and whose turns were listed."""
