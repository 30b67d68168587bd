"""Faces at the table, moments shown one after another, the log by turns, and the staged ending."""

from __future__ import annotations

import re
from functools import partial
from random import Random

from playwright.sync_api import Page, expect

from tests.server.services import Node
from tests.web.conftest import PHONE, Open
from tests.web.people import BOT, click_something, sit


def pick_face(page: Page, animal: str, colour: str) -> None:
    page.get_by_role("button", name="Your face").click()
    page.get_by_role("radio", name=animal, exact=True).check(force=True)
    page.get_by_role("radio", name=colour, exact=True).check(force=True)
    page.get_by_role("button", name="Done").click()


def test_people_choose_faces_and_nobody_shares_a_colour(open_page: Open, node: Node) -> None:
    host, code = sit(open_page, node, [{"kind": "open"}, BOT], animal="owl", colour="green", start="host")
    expect(host.locator(".seats .face[data-animal=owl][data-colour=green]")).to_be_visible()
    expect(host.locator(".seats .face[data-level=wildcat]")).to_be_visible()
    guest = open_page(f"/join#{code}", viewport=PHONE)
    expect(guest.locator(".faces [data-animal=owl]")).to_be_visible()
    pick_face(guest, "frog", "green")
    guest.reload()
    chosen = guest.get_by_role("button", name="Your face: frog, green")
    expect(chosen).to_be_visible()
    size = chosen.bounding_box()
    assert size
    assert size["height"] >= 44
    guest.get_by_label("Your name").fill("Bea")
    guest.get_by_role("button", name="Sit down").click()
    expect(host.locator(".seats .face[data-animal=frog]")).to_be_visible()
    host.get_by_role("button", name="Start").click()
    for page in (host, guest):
        strip = page.locator(".strip .face")
        expect(strip).to_have_count(3)
        faces = strip.evaluate_all("all => all.map(one => [one.dataset.animal, one.dataset.level, one.dataset.colour])")
        assert faces[0] == ["owl", None, "green"]
        assert faces[1][:2] == ["frog", None]
        assert faces[2][:2] == [None, "wildcat"]
        assert len({colour_name for *_, colour_name in faces}) == 3
        expect(page.locator(".board .tower .face[data-colour]")).to_have_count(3)
        assert colour(page, "--player-0") == colour(page, "--colour-green"), "so are the first seat's pieces"


def test_others_are_shown_at_the_pace_one_chose_and_can_be_skipped(open_page: Open, node: Node) -> None:
    page, _ = sit(open_page, node, [BOT, BOT, BOT], game="linko", seed=3)
    set_pace(page, "calm")
    skip, lines = page.get_by_role("button", name="Skip"), page.locator(".lines li")
    came_at_once = 0
    for _ in range(60):
        if skip.count():
            before = lines.count()
            skip.click()
            expect(skip).to_have_count(0)
            came_at_once = lines.count() - before
        if came_at_once:  # nothing comes where the last of the others was being shown
            break
        click_something(page, Random(1))
    assert came_at_once
    set_pace(page, "at once")
    for _ in range(8):
        click_something(page, Random(2))
        assert not skip.count(), "nobody waits who does not want to"
    page.reload()
    page.wait_for_selector(".table .board")
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("radio", name="at once")).to_be_checked()


WATCH = """() => {
    window.seen = { thefts: [], heads: [], hands: 0 };
    new MutationObserver(() => {
        const theft = document.querySelector(".theft .text")?.textContent;
        const head = document.querySelector("#result")?.textContent;
        if (theft && seen.thefts.at(-1) !== theft) seen.thefts.push(theft);
        if (head && seen.heads.at(-1) !== head) seen.heads.push(head);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
"""Notes down which thefts were shown, and what the sheet's heading said, one after the other."""


def test_a_theft_is_a_moment_and_the_end_is_staged(open_page: Open, node: Node) -> None:
    moving = partial(open_page, motion=True, settings={"pace": "brisk"})
    page, _ = sit(moving, node, [BOT], game="linko", rules="duel", seed=8)
    page.wait_for_selector(".table .board")
    page.evaluate(WATCH)
    random = Random(5)
    for _ in range(3000):
        if page.locator(".sheet").count():
            break
        if page.locator("button.skip").count() and page.evaluate("seen.thefts.length"):
            page.keyboard.press(".")
        click_something(page, random)
    page.wait_for_selector(".sheet.done")
    thefts, heads = page.evaluate("[seen.thefts, seen.heads]")
    assert thefts
    assert all(re.search(r"abluxx", theft) for theft in thefts)
    assert heads[0] == "Counting …"
    assert len(heads) == 2
    rows = page.locator(".scores li").evaluate_all("all => all.map(one => one.innerText)")
    for row in rows:
        made = re.search(r"(\d+) displayed\s*− (\d+) in hand\s*([+−]?\d+)", row)
        assert made, row
        assert int(made[1]) - int(made[2]) == int(made[3].replace("−", "-"))
    mine = page.locator(".board [data-hand]").count()
    assert mine or page.locator(".board .known .label", has_text="hand").count(), "a hand that is left is open"
    page.get_by_role("button", name="Look at the table").click()
    expect(page.locator(".sheet")).to_have_count(0)
    page.get_by_role("button", name="Show the result").click()
    expect(page.locator(".sheet.done")).to_be_visible()
    assert page.locator(".lines .pictures .mini").count() > 10
    assert page.locator(".lines .face").count() > 10
    page.locator(".lines button").first.click()
    expect(page.locator(".sheet")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".sheet.done")).to_be_visible()
    page.reload()
    page.wait_for_selector(".sheet.done")


def set_pace(page: Page, pace: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("radio", name=pace).check(force=True)
    page.keyboard.press("Escape")


def colour(page: Page, name: str) -> str:
    """The value of a colour at the table."""
    return str(page.locator(".table").first.evaluate(f"one => getComputedStyle(one).getPropertyValue('{name}')"))
