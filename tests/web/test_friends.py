"""Friends never get stuck: rematches, people who vanish and come back, freed seats, old invitations."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tatze.client import Seat, Server
from tests.server.crew import Player
from tests.server.services import Node
from tests.web.conftest import PHONE, Open
from tests.web.people import choices, choose_game
from tests.web.test_pages import complaints

TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "locale": "de-DE"}
BOT = {"kind": "bot", "level": "kitten"}


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    """A server on which nobody waits long for people who are absent."""
    limits = ("tables_per_address=5000", "requests=500", "absence_seconds=1")
    with Node("--seeds", *[word for limit in limits for word in ("--limit", limit)]) as service:
        yield service


def friends(node: Node, *others: dict[str, str], **choices: Any) -> tuple[Seat, Seat]:
    """Ada, who opened a table, and Bea, who sat down at it; both as programs, for the boring part."""
    seats = [{"kind": "host"}, {"kind": "open"}, *others]
    chosen = {"rules": "base", "seed": 1, "pace": 0, **choices}
    ada = Server(node.url).open("verflixxt", "Ada", seats=seats, **chosen)
    return ada, Server(node.url).join(ada.code, "Bea")


def play_out(*seats: Seat) -> None:
    """Play the game to its end."""
    players = [Player(seat, Random(number)) for number, seat in enumerate(seats)]
    for player in players:
        player.start()
    for player in players:
        player.join(60)
        assert not player.failure


def take(open_page: Open, seat: Seat, **how: Any) -> Page:
    """A seat in a browser."""
    proof = {"Authorization": f"Bearer {seat.token}"}
    moved = httpx.post(f"{seat.server.url}/api/tables/{seat.table.id}/transfer", headers=proof).raise_for_status()
    return open_page(f"/take#{moved.json()['code']}", **how)


def press(page: Page, name: str, touch: bool = False) -> None:
    target = page.get_by_role("button", name=name, exact=True)
    if touch:
        target.tap()
    else:
        target.click()


def test_everybody_comes_to_the_rematch_with_one_press(open_page: Open, node: Node) -> None:
    ada, bea = friends(node, BOT)
    play_out(ada, bea)
    host, guest = take(open_page, ada), take(open_page, bea, **TOUCH)
    watcher = open_page(f"/join#{ada.code}")
    watcher.get_by_role("link", name="Watch").click()
    press(guest, "Noch einmal spielen", touch=True)
    expect(guest.locator(".seats li", has_text="Ada")).to_contain_text("fehlt noch")
    expect(guest.get_by_role("heading", name="Eine Person fehlt noch")).to_be_visible()
    expect(host.get_by_text("Bea wants to play again.")).to_be_visible()
    expect(watcher.get_by_text("Bea wants to play again. Ada has not answered yet.")).to_be_visible()
    watcher.get_by_role("link", name="Watch the rematch").click()
    expect(watcher.get_by_text("The game has not begun yet.")).to_be_visible()
    press(host, "Join the rematch")
    for page in (host, guest, watcher):
        page.wait_for_selector(".table .board")
        expect(page.locator(".strip li")).to_contain_text(["Ada", "Bea", ada.table.seats[2].name])
    host.go_back()
    expect(host.get_by_role("link", name="To the rematch")).to_be_visible()


def test_somebody_who_vanishes_is_nudged_replaced_by_a_bot_and_welcomed_back(open_page: Open, node: Node) -> None:
    ada, bea = friends(node)
    host, guest = take(open_page, ada), take(open_page, bea, **TOUCH)
    guest.wait_for_selector(".table .board")
    guest.close()
    note = host.get_by_text("Bea has been disconnected since")
    expect(note).to_be_visible()
    press(host, "What now?")
    press(host, "Wait")
    expect(note).to_have_count(0)
    again = guest.context.new_page()
    again.goto(f"/table/{bea.table.id}")
    again.wait_for_selector(".table .board")
    again.close()
    expect(note).to_be_visible()
    press(host, "What now?")
    dialog = host.get_by_role("dialog")
    assert complaints(host) == []
    press(host, "Nudge")
    expect(dialog.get_by_role("button", name="Nudged")).to_be_disabled()
    expect(dialog.get_by_label("Link")).to_have_value(re.compile(f"/table/{ada.table.id}$"))
    press(host, "Let a bot play until Bea is back")
    expect(dialog).to_have_count(0)
    log = host.locator("aside")
    expect(log).to_contain_text("A bot plays on for Bea.")
    bots_choice = log.get_by_text("Wildcat stands in for Bea.").first
    while not bots_choice.count():
        choices(host).first.click()
        host.locator(".strip li.turn.you").wait_for()
    back = guest.context.new_page()
    back.goto(f"/table/{bea.table.id}")
    expect(back.locator("aside")).to_contain_text("Du bist wieder da.")
    expect(log).to_contain_text("Bea is back.")
    if not choices(back).count():
        choices(host).first.click()
    choices(back).first.tap()
    expect(log.locator("li").last).not_to_contain_text("stands in")


def test_a_freed_seat_can_be_taken_again_and_a_removal_lasts(open_page: Open, node: Node) -> None:
    ada, bea = friends(node, BOT)
    host = take(open_page, ada, locale="de-DE")
    guest = open_page(f"/join#{ada.code}", expected=("Failed to load resource",), **{**TOUCH, "locale": "en-GB"})
    expect(guest.get_by_text("All seats are taken.")).to_be_visible()
    host.get_by_text("Bea ist seit").wait_for()
    press(host, "Was tun?")
    press(host, "Platz freigeben")
    expect(host.locator("aside")).to_contain_text("Der Platz von Bea ist jetzt frei.")
    stale = open_page("/", expected=("Failed to load resource",), **{**TOUCH, "locale": "en-GB"})
    remember(stale, bea, ada.code)
    stale.goto(f"/table/{bea.table.id}")
    expect(stale.get_by_role("heading", name="Your seat was freed")).to_be_visible()
    assert complaints(stale) == []
    press(stale, "Sit down again", touch=True)
    expect(stale.get_by_role("heading", name="Verflixxt")).to_be_visible()
    stale.get_by_label("Your name").fill("Bea")
    press(stale, "Sit down", touch=True)
    stale.wait_for_selector(".table .board")
    expect(host.locator("aside")).to_contain_text("Bea setzt sich")

    host.get_by_role("button", name="Menü").click()
    press(host, "Plätze verwalten")
    seat = host.get_by_label("Wer auf Platz B sitzt")
    expect(seat.get_by_role("option", name="Platz freigeben")).to_be_disabled()
    seat.select_option("Ausschließen …")
    assert complaints(host) == []
    press(host, "Ausschließen")
    expect(stale.get_by_role("heading", name="You were removed")).to_be_visible()
    code = host.locator(".code strong").inner_text()
    assert code != ada.code
    stale.goto("/about")
    for invitation in (ada.code, code):
        stale.goto(f"/join#{invitation}")
        expect(stale.get_by_role("heading", name="You were removed")).to_be_visible()
        stale.goto("/about")
    guest.goto("/about")
    guest.goto(f"/join#{ada.code}")
    expect(guest.get_by_role("alert")).to_contain_text("the code was replaced")
    guest.goto("/about")
    guest.goto(f"/join#{code}")
    guest.get_by_label("Your name").fill("Cem")
    press(guest, "Sit down", touch=True)
    guest.wait_for_selector(".table .board")
    expect(host.locator("aside")).to_contain_text("Cem setzt sich")


def remember(page: Page, seat: Seat, code: str) -> None:
    """A browser that sat at a table some time ago."""
    known = {"id": seat.table.id, "token": seat.token, "seat": seat.number, "code": code, "game": seat.table.game}
    more: dict[str, Any] = {
        "rules": seat.table.rules,
        "status": "playing",
        "names": [],
        "promised": {},
        "outcome": None,
        "at": 1,
    }
    page.evaluate(
        "tables => localStorage.setItem('tatze.tables', tables)", json.dumps([known | more | {"promised": {}}])
    )


def test_every_refusal_says_its_reason_and_what_to_do_next(open_page: Open, node: Node) -> None:
    ada, _ = friends(node, watching="off")
    ada.command("pause")
    gone, _ = friends(node)
    gone.command("remove")
    page = open_page("/", expected=("Failed to load resource",))

    def refused(path: str, heading: str, button: str, leads: str) -> None:
        page.goto("/about")
        page.goto(path)
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        press(page, button)
        expect(page).to_have_url(re.compile(leads))

    refused("/table/aaaaaaaaaaaaaaaa", "This table does not exist any more", "Open a new table", "/$")
    refused(f"/table/{gone.table.id}", "This table was closed", "Open a new table", "/$")
    refused(f"/table/{ada.table.id}", "This table is private", "Enter a code", "/join$")
    refused(f"/table/{ada.table.id}#{ada.code}", "Nobody may watch here", "Enter a code", "/join$")
    refused("/take#wrong-wrong-wrong", "This link is no longer valid", "Open a new table", "/$")
    stale = Seat(ada.server, ada.table, 1, "no-token-at-all")
    remember(page, stale, ada.code)
    refused(f"/table/{ada.table.id}", "You have no seat here on this device", "Sit down again", f"/join#{ada.code}$")
    expect(page.get_by_text("All seats are taken.")).to_be_visible()
    expect(page.get_by_role("link", name="Open a new table")).to_be_visible()
    page.goto("/about")
    page.goto("/join#AAAAAA")
    expect(page.get_by_role("alert")).to_contain_text("Ask for the invitation again.")
    expect(page.get_by_label("Code")).to_be_visible()
    old = json.dumps({"t": "goodbye", "code": "protocol/version", "again": False})
    page.route_web_socket("**/api/socket?table=*", lambda socket: socket.send(old))
    page.goto(f"/table/{ada.table.id}")
    expect(page.get_by_role("heading", name="This page is too old")).to_be_visible()
    expect(page.get_by_role("button", name="Reload the page")).to_be_visible()


def test_the_host_starts_and_everybody_can_add_a_word_before_that(open_page: Open) -> None:
    host = open_page("/")
    choose_game(host, "verflixxt")
    host.locator('input[name="door"][value="friends"]').check(force=True)
    host.get_by_role("group", name="Friends who join").get_by_role("radio", name="1").check(force=True)
    host.locator("button.big").click()
    code = host.get_by_label("Link", exact=True).input_value().partition("#")[2]
    guest = open_page(f"/join#{code}", **TOUCH)
    guest.get_by_label("Dein Name").fill("Bea")
    press(guest, "Mitspielen", touch=True)
    expect(guest.get_by_text("Guest startet die Partie.")).to_be_visible()
    guest.locator("summary", has_text="Zufall").tap()
    guest.get_by_label("Dein Wort").fill("Mausezahn")
    guest.locator("details form button").tap()
    expect(host.get_by_text("Mausezahn")).to_be_attached()
    press(host, "Start")
    for page in (host, guest):
        page.wait_for_selector(".table .board")


def test_who_plays_with_bots_alone_can_add_a_word_too(open_page: Open) -> None:
    page = open_page("/")
    choose_game(page, "verflixxt")
    page.locator("summary").click()
    page.get_by_role("switch", name="Add a word before the shuffle").check(force=True)
    page.locator("button.big").click()
    page.get_by_role("textbox", name="Your word").fill("Mausezahn")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Mausezahn")).to_be_visible()
    press(page, "Start")
    page.wait_for_selector(".table .board")
