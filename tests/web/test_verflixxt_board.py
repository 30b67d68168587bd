"""Verflixxt's board: at every size, with the longest names and most players, nothing jumps, hides or overlaps."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tatze.client import Seat, Server
from tatze.wire import Moment
from tests.server.services import Node
from tests.web.conftest import Open
from tests.web.measure import (
    READABLE,
    SIZES,
    drawn_contrasts,
    forget_shifts,
    out_of_sight,
    overlapping,
    shifts,
    sideways,
    too_small,
    total_shift,
    turned_signs,
    watch_shifts,
)
from tests.web.people import BOT, TRAY, crowd, next_frame, over, press, sit
from tests.web.results import check_the_result
from tests.web.test_friends import take
from tests.web.test_pages import complaints as objections

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
    [
        ("base", 2, "de", "dark"),
        ("pro", 3, "en", "dark"),
        ("pro", 4, "en", "light"),
        ("base", 5, "de", "dark"),
        ("combined", 6, "de", "light"),
    ],
)
def test_everything_that_one_decides_with_is_in_sight_at_every_size(
    open_page: Open, node: Node, rules: str, players: int, lang: str, theme: str
) -> None:
    """One game in all windows, among people whose names are hard to set and for whom bots play."""
    page = crowd(partial(open_page, settings={"lang": lang, "theme": theme}), node, players, rules=rules, seed=3)
    random = Random(players)
    for moment in range(2):
        wait_for_choices(page)
        assert not over(page)
        for size, window in SIZES.items():
            page.set_viewport_size(window)
            page.wait_for_function(FITTED)
            next_frame(page)
            assert complaints(page) == [], f"{size}, moment {moment}"
            assert turned_signs(page) == [], f"{size}, moment {moment}"
            if size in ("phone", "laptop"):
                assert objections(page) == [], f"{size}, moment {moment}"
                least, tile = drawn_contrasts(page, TRACK)[0]
                assert least >= READABLE, f"{tile} at {size}"
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
    page = crowd(phone, node, 4, rules="combined", seed=4)
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
    check_the_result(page)


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


def play_until(node: Node, seed: int, wanted: Callable[[Moment], bool]) -> Seat:
    """A table of Ada and two bots, played by a program until Ada has a decision of the wanted kind before her."""
    seats = [{"kind": "host"}, BOT, BOT]
    ada = Server(node.url).open("verflixxt", "Ada", seats=seats, rules="base", seed=seed, pace=0)
    for turn in ada.turns():
        if wanted(turn):
            break
        assert turn.own
        ada.act(turn.own.legal[-1].action)
    ada.close()
    return ada


def may_give(turn: Moment) -> bool:
    return any(one.foresight.get("gives") for one in turn.own.legal) if turn.own else False


def may_steal(turn: Moment) -> bool:
    return turn.view is not None and turn.view["phase"] == "steal"


@pytest.mark.parametrize(
    ("seed", "wanted", "choice", "kind", "told"),
    [
        (1, may_give, "You give", "gave", ("You give −2 to", "Ada schenkt")),
        (11, may_steal, "lucky", "stole", ("You steal a lucky tile from", "Ada klaut")),
    ],
    ids=["gift", "theft"],
)
def test_a_tile_that_changes_hands_is_a_moment_for_everybody(
    open_page: Open,
    node: Node,
    seed: int,
    wanted: Callable[[Moment], bool],
    choice: str,
    kind: str,
    told: tuple[str, str],
) -> None:
    """The table is held for who decides with the mouse and for who watches on a phone: who, what and whom."""
    ada = play_until(node, seed, wanted)
    slowly = partial(open_page, motion=True)
    page = take(slowly, ada, settings={"pace": "calm", "theme": "dark"})
    phone = slowly(
        f"/join#{ada.code}",
        settings={"pace": "calm", "theme": "light"},
        locale="de-DE",
        viewport=SIZES["phone"],
        has_touch=True,
        is_mobile=True,
    )
    phone.get_by_role("link", name="Zusehen").tap()
    wait_for_choices(page)
    phone.wait_for_selector(".board .tray")
    points = page.locator(".tower .score").all_inner_texts()
    for one in (page, phone):
        one.evaluate(WATCH_SCENES)
    page.locator(TRAY).filter(has_text=choice).first.click()
    for one, sentence in zip((page, phone), told, strict=True):
        one.wait_for_function("() => window.scenes.some(({ over }) => over)")
        scene = next(scene for scene in one.evaluate("window.scenes") if scene["kind"] == kind)
        assert scene["text"].startswith(sentence)
        assert scene["players"] == 2
        assert scene["inside"], "nothing of it is out of the window"
        assert scene["time"] > 700
        expect(one.locator(".flying")).to_have_count(0)
    assert page.locator(".tower .score").all_inner_texts() != points


WATCH_SCENES = """() => {
    window.scenes = [];
    new MutationObserver(() => {
        const scene = document.querySelector(".scene");
        const last = window.scenes.at(-1);
        if (scene && (!last || last.over)) {
            const box = scene.querySelector(".card").getBoundingClientRect();
            window.scenes.push({
                kind: scene.classList.contains("stole") ? "stole" : "gave",
                text: scene.querySelector("p").textContent,
                players: scene.querySelectorAll(".player").length,
                inside: box.x >= 0 && box.y >= 0 && box.right <= screen.width && box.bottom <= screen.height,
                begun: performance.now(),
            });
        } else if (!scene && last && !last.over) {
            Object.assign(last, { over: true, time: performance.now() - last.begun });
        }
    }).observe(document.body, { childList: true, subtree: true });
}"""
"""Notes every scene that the board shows: what it says, who is in it, and for how long."""
