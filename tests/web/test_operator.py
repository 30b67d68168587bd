"""What an operator decides is on the page: who opens tables, which bots there are, announcements, reports."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.services import Node
from tests.web.conftest import Open

EXAMPLE = Path(__file__).parents[2] / "examples" / "outside_bot.py"
BANNER = "On Friday evening this server pauses for an hour."


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    words = ["--open-to", "password", "--open-password", "sesame", "--level", "cat", "--banner", BANNER]
    words += [
        "--program",
        f"greedy=run:{sys.executable} {EXAMPLE}",
        "--report",
        "https://host.example/report?t={table}",
    ]
    with Node(*words) as service:
        yield service


def test_a_page_follows_what_the_operator_decided(open_page: Open) -> None:
    page = open_page("/play/verflixxt", expected=("403",))
    banner = page.get_by_role("complementary", name="Announcement")
    expect(banner).to_contain_text(BANNER)
    banner.get_by_role("button", name="Close the announcement").click()
    expect(banner).to_have_count(0)
    page.reload()
    expect(page.get_by_role("group", name="Level of")).to_be_visible()
    expect(banner).to_have_count(0)

    levels = page.locator(".cat")
    expect(levels).to_have_text(["Cat", "greedy"])
    levels.last.click()
    page.get_by_label("Password for new tables").fill("open")
    page.locator("button.big").click()
    expect(page.get_by_role("alert")).to_have_text("New tables need the password of this server, and that was not it.")
    page.get_by_label("Password for new tables").fill("sesame")
    page.locator("button.big").click()
    page.wait_for_selector(".table .board")
    table = page.url.rpartition("/")[2]
    page.get_by_role("button", name="Menu").click()
    report = page.get_by_role("link", name="Report this table")
    expect(report).to_have_attribute("href", f"https://host.example/report?t={table}")
    page.get_by_role("button", name="Manage seats").click()
    expect(page.get_by_role("dialog").get_by_text("greedy").first).to_be_visible()


def test_who_may_not_open_tables_is_told_so_and_can_still_join(open_page: Open) -> None:
    page = open_page()
    page.route("**/api/about", lambda route: route.fulfill(json={**route.fetch().json(), "opening": "nobody"}))
    page.goto("/?again")
    expect(page.get_by_text("only the people who run it open tables")).to_be_visible()
    expect(page.locator("button.big")).to_have_count(0)
    expect(page.get_by_role("textbox", name="Code")).to_be_visible()
