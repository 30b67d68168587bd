"""The review on the page: from the result to a moment, to a practice table and back; exercises; the replay's curve."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from random import Random
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Route, expect
from websockets.sync.client import connect

from tatze.review.puzzles import puzzle_of_the_day
from tests.server.services import Node, wait_until
from tests.web.conftest import DESKTOP, PHONE, Open
from tests.web.people import BOT
from tests.web.test_pages import complaints

MOMENT = "ol a[data-entry]"


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    limits = [word for limit in ("requests=500", "review_seconds=1") for word in ("--limit", limit)]
    with Node("--seeds", *limits) as service:
        yield service


@pytest.fixture(scope="module")
def finished(node: Node) -> dict[str, Any]:
    """A finished game against bots as this browser remembers it. Its player decided anyhow."""
    wish = {"game": "verflixxt", "name": "Ada", "seats": [{"kind": "host"}, BOT, BOT], "seed": 4, "pace": 0}
    opened = httpx.post(f"{node.url}/api/tables", json=wish).raise_for_status().json()
    table, token, random = opened["table"]["id"], opened["token"], Random(1)
    with connect(f"{node.url.replace('http', 'ws')}/api/socket", proxy=None, max_size=None) as socket:
        socket.send(json.dumps({"t": "hello", "protocol": 1, "table": table, "token": token}))
        while True:
            moment = json.loads(socket.recv(20)).get("moment")
            if moment and moment["outcome"]:
                break
            if moment and moment["own"] and moment["own"]["legal"]:
                action = random.choice(moment["own"]["legal"])["action"]
                act = {"t": "act", "key": f"k{moment['version']}", "on": moment["version"], "action": action}
                socket.send(json.dumps(act))
    wait_for_reviews(node, table, token)
    facts: dict[str, Any] = {"game": "verflixxt", "rules": "base", "status": "over", "promised": {}, "at": 1}
    mine: dict[str, Any] = {
        "id": table,
        "token": token,
        "seat": 0,
        "code": opened["code"],
        "names": ["Ada"],
        "outcome": None,
    }
    return mine | facts


def wait_for_reviews(node: Node, table: str, token: str) -> None:
    """Wait until both reviews are made: they have the lowest priority on a machine that is busy with tests."""
    for query in ("", "?depth=deep&seat=0"):

        def ready(query: str = query) -> bool:
            address = f"{node.url}/api/tables/{table}/review/1{query}"
            answer = httpx.get(address, headers={"Authorization": f"Bearer {token}"}, timeout=30)
            return bool(answer.raise_for_status().json()["state"] == "ready")

        wait_until(ready, "the review", 120)


def come(open_page: Open, finished: dict[str, Any], path: str, **wishes: Any) -> Page:
    """A page of the browser that has the seat."""
    page = open_page("/about", **wishes)
    page.evaluate("all => localStorage.setItem('tatze.tables', JSON.stringify(all))", [finished])
    page.goto(path.replace("TABLE", finished["id"]))
    return page


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_from_the_result_to_a_moment_to_practice_and_back_by_touch(open_page: Open, finished: dict[str, Any]) -> None:
    page = come(open_page, finished, "/table/TABLE", viewport=PHONE, has_touch=True, locale="de-DE")
    summary = page.get_by_role("region", name="Analyse")
    expect(summary.get_by_text("Deine Schlüsselmomente")).to_be_visible()
    assert summary.locator(MOMENT).count() in (1, 2, 3)
    assert complaints(page) == []
    small = summary.locator("a").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert min(small) >= 44
    summary.locator(MOMENT).first.tap()
    expect(page.get_by_text("Deine Entscheidung", exact=True)).to_be_visible()
    expect(page.get_by_text("Besser", exact=True)).to_be_visible()
    expect(page.locator(".moment .board")).to_be_visible()
    assert "#moment=" in page.url
    assert fits(page)
    assert complaints(page) == []
    before = page.url
    page.get_by_role("button", name="Noch einmal versuchen").tap()
    page.wait_for_selector(".table .board")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Übungspartie")
    page.get_by_role("link", name="Zurück", exact=True).tap()
    expect(page.locator(".moment .board")).to_be_visible()
    assert page.url == before
    page.set_viewport_size({"width": 320, "height": 640})
    assert fits(page)
    page.goto("/")
    page.wait_for_selector("button.big")
    assert page.locator(".rows li").count() == 1, "practice is not among the own games"


def test_the_same_by_keyboard_and_as_it_is_read_out(open_page: Open, finished: dict[str, Any]) -> None:
    page = come(open_page, finished, "/review/TABLE/1", viewport=DESKTOP)
    curve = page.get_by_role("img", name="Chances to win over the game")
    expect(curve).to_be_visible()
    assert "Turning point at step" in (curve.get_attribute("aria-label") or "")
    account = page.get_by_role("region", name="Ada")
    for term in ("Before the game", "Luck", "Your decisions", "The others' decisions", "Result"):
        expect(account.get_by_role("term").filter(has_text=term)).to_be_visible()
    assert complaints(page) == []
    page.locator(MOMENT).first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="The table")).to_be_visible()
    others = page.get_by_role("navigation", name="Key moments").get_by_role("link")
    if others.count():
        expect(others.first).to_have_attribute("aria-current", "true")
    offered = page.locator(".board [data-action], .board .tray .cards button")
    offered.first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text=":")).to_be_visible()
    page.get_by_role("button", name="Try again").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".table .board")
    page.get_by_role("link", name="Back", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="The table")).to_be_visible()
    page.get_by_role("link", name="Watch from here").press("Enter")
    slider = page.get_by_role("slider")
    expect(slider).to_be_visible()
    at = int(slider.input_value())
    slider.press("ArrowRight")
    expect(slider).to_have_value(str(at + 1))
    assert "%" in (slider.get_attribute("aria-valuetext") or "")
    assert complaints(page) == []


def test_a_moment_that_is_looked_at_stays_when_the_deep_review_comes(open_page: Open, finished: dict[str, Any]) -> None:
    page, ready = come(open_page, finished, "/about"), False

    def answer(route: Route) -> None:
        if ready:
            route.continue_()
        else:
            route.fulfill(json={"state": "working", "progress": 0.4, "result": None})

    page.route("**/review/1?depth=deep*", answer)
    page.goto(f"/review/{finished['id']}/1")
    page.locator(MOMENT).first.click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    board = page.locator(".moment .board")
    board.evaluate("one => one.seen = true")
    board.locator("[data-action], .tray .cards button").first.press("Enter")
    expect(page.locator(".tried")).to_be_visible()
    ready = True
    expect(page.get_by_text("Looked at deeply")).to_be_visible()
    assert board.evaluate("one => one.seen"), "it is the same board"
    expect(page.locator(".tried")).to_be_visible()


def at_the_top(page: Page) -> bool:
    """Whether the keyboard and the window are at the beginning of the page."""
    return bool(page.evaluate("document.activeElement.id === 'top' && scrollY === 0"))


def test_keyboard_and_scroll_position_are_at_the_beginning_of_what_takes_the_place(
    open_page: Open, finished: dict[str, Any]
) -> None:
    page = come(open_page, finished, "/review/TABLE/1", viewport=PHONE, has_touch=True)
    page.locator(MOMENT).first.tap()
    expect(page.locator(".moment .board")).to_be_visible()
    assert at_the_top(page)
    assert page.evaluate("(scrollTo(0, 200), scrollY)") > 0
    page.get_by_role("link", name="To the review").press("Enter")
    expect(page.locator(MOMENT).first).to_be_visible()
    assert at_the_top(page)
    page.goto("/exercises")
    reveal = page.get_by_role("button", name="Show the answer")
    expect(reveal).to_be_enabled()
    reveal.tap()
    after = page.get_by_role("button", name="Next").or_(page.get_by_role("button", name="Done"))
    expect(after).to_be_focused()
    page.keyboard.press("Enter")
    expect(reveal.or_(page.locator(".none"))).to_be_visible()
    wait_until(lambda: at_the_top(page), "the keyboard at the top")


def test_mistakes_wait_as_exercises_and_come_back_when_missed(open_page: Open, finished: dict[str, Any]) -> None:
    page = come(open_page, finished, "/review/TABLE/1", viewport=PHONE, settings={"theme": "light"})
    expect(page.locator(MOMENT).first).to_be_visible()
    page.goto("/")
    page.get_by_role("link", name="Learn from your mistakes").click()
    expect(page.get_by_text("What would have been better?")).to_be_visible()
    expect(page.locator(".exercise .board")).to_be_visible()
    assert fits(page)
    assert complaints(page) == []
    kept = page.evaluate("JSON.parse(localStorage.getItem('tatze.exercises'))")
    page.get_by_role("button", name="Show the answer").click()
    expect(page.get_by_text("points better")).to_be_visible()
    missed = page.evaluate("JSON.parse(localStorage.getItem('tatze.exercises'))")
    assert sum(one["due"] > kept[0]["due"] for one in missed) == 1
    expect(page.get_by_role("button", name="Play on from here")).to_be_visible()
    for _ in range(len(kept)):
        page.get_by_role("button", name="Next").or_(page.get_by_role("button", name="Done")).click()
        reveal = page.get_by_role("button", name="Show the answer")
        if not page.locator(".none").count():
            expect(reveal).to_be_enabled()
            reveal.click()
    expect(page.get_by_text("comes back on")).to_be_visible()


def test_friends_see_the_review_with_the_link_of_the_replay(open_page: Open, finished: dict[str, Any]) -> None:
    page = open_page(f"/replay/{finished['id']}/1#code={finished['code']}")
    page.get_by_role("link", name="Review").click()
    expect(page.get_by_text("Where the result came from")).to_be_visible()
    page.get_by_role("radio", name="Ada").check(force=True)
    page.locator(MOMENT).first.click()
    expect(page.locator(".moment .board")).to_be_visible()
    page.get_by_role("link", name="Watch from here").click()
    expect(page.get_by_role("slider")).to_be_visible()


def test_who_watches_a_private_table_comes_from_the_result_to_review_and_replay(
    open_page: Open, finished: dict[str, Any]
) -> None:
    page = open_page(f"/table/{finished['id']}#{finished['code']}")
    result = page.get_by_role("region", name="Review")
    expect(result.get_by_role("heading").first).to_be_visible()
    named = result.get_by_role("heading").first.inner_text()
    assert page.get_by_role("heading", level=2).filter(has_text=named).count(), "it is about whoever won"
    for link in page.locator(".sheet a[href*='/re']").all():
        assert f"code={finished['code']}" in (link.get_attribute("href") or "")
    page.get_by_role("link", name="Whole review").click()
    expect(page.get_by_text("Where the result came from")).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="Watch again").click()
    expect(page.get_by_role("slider")).to_be_visible()
    page.get_by_role("link", name="To the table").click()
    expect(result.get_by_role("heading").first).to_be_visible()


def test_the_puzzle_of_the_day_is_on_the_home_page_and_is_solved_by_touch_and_keyboard(open_page: Open) -> None:
    page = open_page("/", viewport=PHONE, has_touch=True, settings={"theme": "light"})
    page.get_by_role("link", name="Puzzle of the day").tap()
    expect(page.get_by_text("What is best here?")).to_be_visible()
    assert "/today" in page.url
    page.goto("/puzzles/verflixxt/today")
    expect(page.locator(".exercise .board")).to_be_visible()
    assert fits(page)
    assert complaints(page) == []
    verdict = page.locator(".exercise").get_by_role("status").first
    expect(verdict).to_be_empty()
    answers = page.get_by_role("region", name="What you can do").get_by_role("button")
    expect(answers.first).to_be_enabled()
    for place in range(answers.count()):
        if place % 2:
            answers.nth(place).press("Enter")
        else:
            answers.nth(place).tap()
            expect(page.get_by_text("Tap again to do it.")).to_be_visible()
            answers.nth(place).tap()
        expect(verdict).not_to_be_empty()
        if page.get_by_text("points better than anything else").is_visible():
            break
    expect(verdict).to_contain_text("points better than anything else")
    today = puzzle_of_the_day("verflixxt", datetime.now().astimezone().date())
    assert today
    kept = page.evaluate("localStorage.getItem('tatze.puzzles')")
    assert today.id in kept, "the page and `tatze puzzle` show the same one"
