"""Several people at one table, and what goes wrong around them: lost networks, reloads, a server that starts anew."""

from __future__ import annotations

import re
import signal
from functools import partial
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.services import Node
from tests.web.conftest import PHONE, Open
from tests.web.people import (
    BOT,
    RESULT,
    SHORT,
    click_something,
    click_to_the_end,
    menu,
    open_with_friend,
    over,
    play_now,
    sit,
)

LOST = ("WebSocket", "ERR_", "Failed to load resource")
"""What a browser says of a server that is not there."""


def seated(open_page: Open, game: str = "verflixxt", **friend: object) -> tuple[Page, Page, str]:
    """Two people at a running table, and its code."""
    host = open_page()
    code = open_with_friend(host, game)
    guest = open_page(f"/join#{code}", **friend)
    guest.get_by_label("Your name").fill("Bea")
    guest.get_by_role("button", name="Sit down").click()
    for page in (host, guest):
        page.wait_for_selector(".table .board")
    return host, guest, code


@pytest.mark.parametrize("game", ["linko", "verflixxt"])
def test_two_people_play_and_a_third_watches(open_page: Open, game: str) -> None:
    host, guest, code = seated(open_page, game, viewport=PHONE)
    spectator = open_page(f"/join#{code}")
    spectator.get_by_role("link", name="Watch").click()
    spectator.wait_for_selector(".table .board")
    random = Random(7)
    for _ in range(3000):
        if over(host) and over(guest):
            break
        for page in (host, guest):
            if not over(page):
                click_something(page, random)
    for page in (host, guest):
        expect(page.locator(RESULT)).to_be_visible()
    expect(spectator.locator(RESULT)).to_be_visible()
    assert host.locator(".scores strong").all_inner_texts() == guest.locator(".scores strong").all_inner_texts()


def test_an_emote_reaches_the_other_side(open_page: Open) -> None:
    host, guest, _ = seated(open_page)
    host.get_by_role("button", name="Say something").click()
    host.get_by_role("button", name="Well played!").click()
    expect(guest.locator(".bubble", has_text="Well played!")).to_be_visible()


def test_a_reload_in_mid_game_comes_back_to_the_same_table(open_page: Open, node: Node) -> None:
    page, _ = sit(open_page, node, [BOT], **SHORT)
    page.locator(".board .tray .cards button").first.click()
    page.locator(".board .tray .cards button").first.wait_for()
    log = page.locator("aside ol").inner_text()
    page.reload()
    page.locator(".board .tray .cards button").first.wait_for()
    assert page.locator("aside ol").inner_text().startswith(log[:100])
    click_to_the_end(page, seed=8)


def test_a_lost_network_is_said_and_found_again(open_page: Open, node: Node) -> None:
    page, _ = sit(partial(open_page, expected=LOST), node, [BOT], **SHORT)
    page.locator(".board .tray .cards button").first.wait_for()
    page.context.set_offline(True)
    expect(page.get_by_text("Connection lost")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("Connection lost")).to_be_hidden()
    click_to_the_end(page, seed=9)


def happenings(page: Page) -> list[str]:
    """Return what the log tells, one thing at a time: a later thing may be joined to the last sentence."""
    return [one for one in re.split(r", | and |\.?\n|\.$", page.locator("aside ol").inner_text()) if one]


def test_a_server_that_is_killed_and_started_again_loses_nothing(browser: Browser) -> None:
    with Node("--limit", "tables_per_address=500") as node:
        page = browser.new_page(base_url=node.url, locale="en-GB")
        page.goto("/")
        play_now(page, "verflixxt", players=2)
        page.locator(".board .tray .cards button").first.click()
        page.locator(".board .tray .cards button").first.wait_for()
        before = happenings(page)
        node.restart(signal.SIGKILL)
        expect(page.get_by_text("Connection lost")).to_be_hidden(timeout=30_000)
        assert happenings(page)[: len(before)] == before
        click_to_the_end(page, seed=10)
        page.context.close()


def test_a_hostile_name_is_only_a_name(open_page: Open) -> None:
    host = open_page()
    code = open_with_friend(host)
    guest = open_page(f"/join#{code}", expected=LOST)
    field = guest.get_by_label("Your name")
    field.fill('say "no"')
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_role("alert")).to_contain_text("This name does not work")
    name = "<img src=x onerror=a()>"
    field.fill(name)
    guest.get_by_role("button", name="Sit down").click()
    expect(guest).to_have_url(re.compile("/table/"))
    expect(host.get_by_text(name).first).to_be_visible()
    assert not host.locator("img[src=x]").count()


def test_a_seat_moves_to_another_device(open_page: Open) -> None:
    page = open_page()
    play_now(page, "verflixxt", players=2)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Continue on another device").click()
    link = page.get_by_label("Link", exact=True).input_value()
    other = open_page(f"/take{link.partition('/take')[2]}")
    other.locator(".board .tray .cards button").first.wait_for()


def test_somebody_leaves_and_comes_back(open_page: Open, node: Node) -> None:
    page, _ = sit(open_page, node, [BOT, BOT], pace=2)
    page.wait_for_selector(".table .board")
    menu(page, "Leave the table")
    page.get_by_role("dialog").get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_role("heading", name="Shall we play?")).to_be_visible()
    page.locator("aside a[href^='/table/']").first.click()
    page.get_by_role("button", name="I'm back").click()
    expect(page.get_by_role("button", name="I'm back")).to_be_hidden()
    expect(page.locator("aside")).to_contain_text("You are back.")
