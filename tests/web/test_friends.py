"""Friends never get stuck: rematches, people who vanish and come back, freed seats, old invitations."""

from __future__ import annotations

from random import Random
from typing import Any

import httpx
from playwright.sync_api import Page, expect

from tatze.client import Seat, Server
from tests.server.crew import Player
from tests.server.services import Node
from tests.web.conftest import PHONE, Open

TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "locale": "de-DE"}
BOT = {"kind": "bot", "level": "kitten"}


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
    press(guest, "Noch einmal", touch=True)
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
