"""A real server, a real browser, and pages that must not complain."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.server.services import Node
from tests.web.chromium import FLAGS, chromium

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 740}

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    limits = [word for limit in ("tables_per_address=5000", "requests=500") for word in ("--limit", limit)]
    with Node("--seeds", "--no-reviews", *limits) as service:  # test_review.py has a server that reviews
        yield service


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for each module, not for longer: its event loop would be in the way of other tests."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        yield launched
        launched.close()


@pytest.fixture
def open_page(browser: Browser, node: Node) -> Iterator[Open]:
    """Pages of people who do not know each other. Whatever they write to the console, beyond what a test expects, is
    an error. Unless a test says otherwise they want to see everything at once."""
    said: list[str] = []
    contexts = []

    def open_one(
        path: str = "/",
        expected: tuple[str, ...] = (),
        settings: dict[str, Any] | None = None,
        viewport: ViewportSize = DESKTOP,
        locale: str = "en-GB",
        motion: bool = False,
        marks: bool = False,
        **more: Any,
    ) -> Page:
        still: Literal["no-preference", "reduce"] = "no-preference" if motion else "reduce"
        more = {"base_url": node.url, **more}
        context = browser.new_context(viewport=viewport, locale=locale, reduced_motion=still, **more)
        contexts.append(context)
        context.set_default_timeout(15_000)
        kept = json.dumps(json.dumps({"pace": "now", **(settings or {})}))
        unless = "" if settings else "localStorage.getItem('tatze.settings') || "
        context.add_init_script(f"{unless}localStorage.setItem('tatze.settings', {kept})")
        if not marks:
            context.add_init_script("localStorage.setItem('tatze.marks', '\"off\"')")
        page = context.new_page()

        def note(kind: str, text: str) -> None:
            if kind in ("error", "warning") and not any(words in text for words in expected):
                said.append(f"{kind}: {text}")

        page.on("console", lambda message: note(message.type, message.text))
        page.on("pageerror", lambda error: note("error", str(error)))
        page.goto(path)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not said
