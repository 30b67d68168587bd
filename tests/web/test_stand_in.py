"""A bot that is not ready yet: a simpler one decides, and the page says so at the seat, in the log and in hints."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import expect

from tests.server.services import Node
from tests.web.conftest import Open
from tests.web.people import choices, sit

LYNX = {"kind": "bot", "level": "lynx"}


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    """A server that has never compiled anything, so that its thinking bots are not ready for some seconds."""
    service = Node("--seeds")
    service.environment = os.environ | {"TATZE_CACHE": str(service.folder / "cache")}
    with service:
        yield service


WORDS = {
    "en": ("not ready yet", "A simpler bot decides for {}.", "The strong bot is not ready yet."),
    "de": ("noch nicht bereit", "Für {} entscheidet ein einfacherer Bot.", "Der starke Bot ist noch nicht bereit."),
}
"""What the seat's sign, the log and a hint say."""


def test_a_seat_the_log_and_a_hint_show_that_a_simpler_bot_decides(open_page: Open, node: Node) -> None:
    page, _ = sit(partial(open_page, settings={"lang": "en"}), node, [LYNX], rules="base")
    choices(page).first.wait_for()
    bot = page.locator(".tower .name").nth(1).inner_text()
    choices(page).first.click()
    for lang, (sign, line, hint) in WORDS.items():
        page.context.add_init_script(f"localStorage.setItem('tatze.settings', '{{\"lang\": \"{lang}\"}}')")
        page.reload()
        expect(page.locator("aside")).to_contain_text(line.format(bot))
        expect(page.locator(".tower", has_text=bot).locator(f".waits[title^='{sign}']")).to_be_visible()
        expect(page.locator(".waits")).to_have_count(1)
        choices(page).first.wait_for()
        page.keyboard.press("h")
        expect(page.get_by_role("status").filter(has_text=hint)).to_be_visible()
