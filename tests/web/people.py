"""How people use the page: they open tables, and play them with the mouse, a finger or the keyboard."""

from __future__ import annotations

from random import Random
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, expect

from tatze.client import Server
from tests.server.services import Node
from tests.web.conftest import Open
from tests.web.measure import LONG_NAMES

BOT = {"kind": "bot", "level": "wildcat"}
OFFERED = ".board [data-action]:not([aria-disabled=true]):not([disabled])"
TRAY = ".board .tray .cards button:not([aria-disabled=true]):not([disabled])"
RESULT = "#result"
SHORT: dict[str, Any] = {"game": "verflixxt", "rules": "pro", "options": {"track": "5 -1"}}
"""A game that is over after a few moves, for tests of what comes after it."""


def choose_game(page: Page, game: str) -> None:
    """Choose a game on the home page."""
    page.locator(f'.games input[value="{game}"]').check(force=True)
    page.locator("button.big").wait_for()


def play_now(page: Page, game: str = "linko", players: int | None = None) -> None:
    """From the home page to a running game against bots."""
    choose_game(page, game)
    if players:
        page.get_by_role("group", name="At the table").get_by_role("radio", name=str(players)).check(force=True)
    page.locator("button.big").click()
    page.wait_for_selector(".table .board")


def next_frame(page: Page) -> None:
    """Wait until the page has drawn what it knows."""
    page.evaluate("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def over(page: Page) -> bool:
    return page.locator(RESULT).count() > 0


def click_to_the_end(page: Page, seed: int, touch: bool = False, most: int = 3000) -> None:
    """A whole game with the mouse or a finger, anyhow."""
    random = Random(seed)
    for _ in range(most):
        if over(page):
            return
        click_something(page, random, touch)
    raise AssertionError("the game does not end")


def click_something(page: Page, random: Random, touch: bool = False) -> None:
    offered = page.locator(f"{OFFERED}, {TRAY}")
    count = offered.count()
    if count:
        press(page, f"{OFFERED}, {TRAY}", random.randrange(count), touch)
    elif page.locator(".board .mine .question").count():
        cards = page.locator(".board [data-hand]").count()
        if cards:
            press(page, ".board [data-hand]", random.randrange(cards), touch)
    else:
        next_frame(page)


def press(page: Page, selector: str, number: int, touch: bool) -> None:
    """The table may move on between looking and pressing, as it may for people."""
    target = page.locator(selector).nth(number)
    try:
        if touch:
            target.tap(timeout=700)
        else:
            target.click(timeout=700)
    except Exception as error:
        if "Timeout" not in str(error):
            raise


def type_to_the_end(page: Page, seed: int, most: int = 4000) -> None:
    """A whole game by keyboard alone."""
    random = Random(seed)
    for _ in range(most):
        if over(page):
            return
        for key in next_keys(page, random):
            page.keyboard.press(key)
        next_frame(page)
    raise AssertionError("the game does not end")


def next_keys(page: Page, random: Random) -> list[str]:
    """Reach the choices, walk along them and take one. In Linko: pick a value and play it, or answer by letter."""
    if page.locator(".board .generic").count():
        reached = page.locator(".board .generic button:focus").count()
        return [random.choice(["ArrowRight", "ArrowLeft", "Enter"]) if reached else "Tab"]
    if page.locator(".board .tray").count():
        reached = page.locator(".board .tray button:focus").count()
        return [random.choice(["ArrowRight", "Enter"]) if reached else "Tab"]
    if page.locator(f"{OFFERED}:focus").count():
        return ["Enter"]
    if page.locator(".board .answers [data-action]").count():
        return [random.choice("tlbxdp")]
    if page.locator(".board .go[data-action]").count():
        return [random.choice(["Enter", "Enter", "-", "j"])]
    held = page.evaluate("[...document.querySelectorAll('.board [data-hand]')].map(card => Number(card.dataset.hand))")
    values = [list(str(value)) if value < 14 else ["j"] for value in held]
    return random.choice([*values, *map(list, "tlbxdp")])


def open_with_friend(page: Page, game: str = "linko") -> str:
    """Open a table with one seat for a friend; gives the code."""
    choose_game(page, game)
    page.locator('input[name="door"][value="friends"]').check(force=True)
    page.get_by_role("group", name="Friends who join").get_by_role("radio", name="1").check(force=True)
    page.locator("summary").click()
    page.get_by_role("radio", name="by itself, once everybody is here").check(force=True)
    page.locator('details fieldset:last-of-type input[value="0"]').check(force=True)
    page.locator("button.big").click()
    link = page.get_by_label("Link", exact=True)
    expect(link).to_be_visible()
    return link.input_value().partition("#")[2]


def sit(open_page: Open, node: Node, others: list[dict[str, str]], **wish: Any) -> tuple[Page, str]:
    """Open a table as a program does, and take its host's seat into a browser; gives the page and the code."""
    seats = [{"kind": "host"}, *others]
    wish = {"game": "verflixxt", "name": "Ada", "seats": seats, "seed": 1, "pace": 0, **wish}
    opened = httpx.post(f"{node.url}/api/tables", json=wish).raise_for_status().json()
    proof = {"Authorization": f"Bearer {opened['token']}"}
    moved = httpx.post(f"{node.url}/api/tables/{opened['table']['id']}/transfer", headers=proof).raise_for_status()
    return open_page(f"/take#{moved.json()['code']}"), opened["code"]


def crowd(open_page: Open, node: Node, players: int, **wish: Any) -> Page:
    """The host's page of a game among people whose names are hard to set and for whom bots play."""
    names = [*LONG_NAMES, LONG_NAMES[0][:-1]]
    page, code = sit(open_page, node, [{"kind": "open"}] * (players - 1), name=names[0], **wish)
    for guest in [Server(node.url).join(code, name) for name in names[1:players]]:
        guest.command("leave")
    page.wait_for_selector(".table .board")
    return page


def join(open_page: Open, code: str) -> Page:
    page = open_page(f"/join#{code}")
    page.get_by_label("Your name").fill("Bea")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector(".table .board")
    return page


def two_people(open_page: Open, node: Node, **wish: Any) -> tuple[Page, Page]:
    host, code = sit(open_page, node, [{"kind": "open"}], **wish)
    guest = join(open_page, code)
    host.wait_for_selector(".table .board")
    return host, guest


def menu(page: Page, item: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=item, exact=True).click()


def choices(page: Page) -> Locator:
    return page.locator(".board .tray .cards button:not([aria-disabled=true])")


def by_turn(one: Page, other: Page) -> tuple[Page, Page]:
    """Who decides now, and who waits."""
    expect(one.locator(".strip li.turn")).to_have_count(1)
    return (one, other) if one.locator(".strip li.turn.you").count() else (other, one)
