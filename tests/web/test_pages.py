"""Every page: nothing that axe-core objects to, in both languages and themes; and how the page is delivered."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tatze.web import STATIC
from tests.server.services import Node, wait_until
from tests.web.chromium import LIVING_ROOM
from tests.web.conftest import DESKTOP, PHONE, Open
from tests.web.people import BOT, SHORT, click_something, click_to_the_end, open_with_friend, play_now, sit

AXE = (Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
FIRST_LOAD = 150_000
"""Bytes of JavaScript and CSS, packed, until a person can do something on the home page."""
STILL = """
    document.fonts.status === "loaded" && document.getAnimations().every(
      one => one.playState === "finished" || one.effect.getTiming().iterations === Infinity)
"""
"""Whether nothing moves on the page that will come to rest."""
PAGES = {
    "/": "button.big",
    "/learn": ".lessons",
    "/rules/linko": "h1",
    "/rules/verflixxt": "h1",
    "/mine": "h1",
    "/about": "h1",
    "/join": "h1",
    "/nowhere": "h1",
}
"""Every address, and what is there when the page is complete."""
LOOKS = pytest.mark.parametrize(
    ("theme", "viewport", "locale"),
    [("dark", DESKTOP, "en-GB"), ("light", PHONE, "de-DE")],
    ids=["dark", "light-phone"],
)


def complaints(page: Page) -> list[str]:
    """What axe-core finds, when all movements have ended: a half-faded text has no contrast."""
    wait_until(lambda: page.evaluate(STILL), "the end of all movements")
    page.evaluate(AXE)
    found: list[dict[str, Any]] = page.evaluate("axe.run().then(found => found.violations)")
    return [f"{one['id']}: {node['html'][:160]} {node['any'][:1]}" for one in found for node in one["nodes"]]


@LOOKS
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_accessible(open_page: Open, path: str, theme: str, viewport: ViewportSize, locale: str) -> None:
    page = open_page(path, viewport=viewport, locale=locale, settings={"theme": theme})
    page.wait_for_selector(PAGES[path])
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    assert page.evaluate("document.documentElement.lang") == locale[:2]


@LOOKS
@pytest.mark.parametrize("game", ["linko", "verflixxt"])
def test_a_table_is_accessible(open_page: Open, game: str, theme: str, viewport: ViewportSize, locale: str) -> None:
    page = open_page(viewport=viewport, locale=locale, settings={"theme": theme, "text": True})
    play_now(page, game)
    page.locator(".board button").first.wait_for()
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


def test_the_waiting_room_and_the_dialogs_are_accessible(open_page: Open) -> None:
    page = open_page()
    page.get_by_role("button", name="Settings").click()
    assert complaints(page) == []
    page.keyboard.press("Escape")
    open_with_friend(page)
    assert complaints(page) == []


def test_what_the_first_page_loads_is_small(browser: Browser, node: Node) -> None:
    page = browser.new_page(base_url=node.url)
    sizes: dict[str, int] = {}
    page.on("response", lambda answer: sizes.update({answer.url: int(answer.headers.get("content-length", 0))}))
    page.goto("/")
    page.wait_for_selector("button.big")
    loaded = {url: size for url, size in sizes.items() if url.endswith((".js", ".css"))}
    page.context.close()
    assert loaded
    assert sum(loaded.values()) < FIRST_LOAD


def test_an_invitation_asks_for_its_table_and_its_files_beside_the_scripts_and_once(
    open_page: Open, node: Node
) -> None:
    _, code = sit(open_page, node, [{"kind": "open"}])
    page = open_page("/about", expected=("ERR_", "Service Worker", "was preloaded"), service_workers="block")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    page.route("**/assets/index-*.js", lambda route: route.abort())
    with page.expect_response("**/api/find"):
        page.goto(f"/join#{code}", wait_until="commit")
    page.wait_for_load_state("load")
    assert page.locator("#app > *").count() == 0
    assert asked.count("/api/find") == 1
    assert [path for path in asked if path.startswith("/assets/Join-")]
    page.unroute("**/assets/index-*.js")
    asked.clear()
    page.reload()
    page.get_by_role("button", name="Sit down").wait_for()
    assert asked.count("/api/find") == 1, "the page takes the answer that was asked for"


@pytest.mark.parametrize("path", ["/join#%", "/take#%", "/rules/linko#%", "/%zz"])
def test_an_address_with_a_broken_sign_is_only_wrong(open_page: Open, path: str) -> None:
    page = open_page(path, expected=("Failed to load",))
    expect(page.locator("h1")).to_be_visible()


def test_nothing_inline_and_nothing_from_elsewhere_is_allowed(node: Node) -> None:
    answer = httpx.get(node.url)
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "style-src 'self';" in policy
    assert "<style" not in answer.text
    assert "style=" not in answer.text
    assert "<script>" not in answer.text


def test_every_file_that_is_packed_is_also_there_whole() -> None:
    packed = list(STATIC.rglob("*.gz"))
    assert packed
    assert all(file.with_suffix("").is_file() for file in packed)


def test_a_plain_http_page_works_without_what_browsers_keep_for_https(open_page: Open, node: Node) -> None:
    at_home = partial(open_page, base_url=f"http://{LIVING_ROOM}:{node.port}")
    page, _ = sit(at_home, node, [BOT], **SHORT)
    assert not page.evaluate("isSecureContext")
    page.wait_for_selector(".table .board")
    click_to_the_end(page, seed=12)
    page.get_by_role("button", name="Was it fair?").click()
    expect(page.get_by_text("Everything is as promised.")).to_be_visible()


def test_without_a_network_a_friendly_page_appears_and_goes_away_again(open_page: Open) -> None:
    page = open_page(expected=("ERR_", "Failed to load"))
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.goto("/about")
    expect(page.get_by_text("No connection")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="About Tatze")).to_be_visible(timeout=20_000)


def test_in_german_nothing_is_left_in_english(open_page: Open) -> None:
    words = Path(__file__).parents[2] / "web" / "src" / "words"
    english, german = (json.loads((words / f"{lang}.json").read_text(encoding="utf-8")) for lang in ("en", "de"))
    telling = {text for key, text in english.items() if " " in text and "{" not in text and german[key] != text}
    page = open_page(locale="de-AT", settings={"text": True})
    for path in ("/", "/learn", "/rules/linko", "/about", "/join"):
        page.goto(path)
        page.wait_for_selector("h1")
        assert [text for text in telling if text in page.locator("body").inner_text()] == []
    page.goto("/")
    play_now(page, "linko")
    for step in range(12):
        click_something(page, Random(step))
    assert [text for text in telling if text in page.locator("body").inner_text()] == []
    assert "You" not in page.locator("body").inner_text()
