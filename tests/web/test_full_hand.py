"""Linko's hand on phones: with any number of kinds of cards everything is in sight and large enough for a finger."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute

from tests.server.services import Node
from tests.web.conftest import Open
from tests.web.measure import READABLE, SIZES, drawn_contrasts, out_of_sight, sideways, too_small
from tests.web.people import BOT, next_frame, sit

TARGETS = ".board .hold button, .board .middle .offer, header button, header a"
SETS = ".board .nobody .lying"
"""The sets of the duel's Shadow Display."""
LEAST = {"small phone": 40, "phone": 44, "phone on its side": 44}
"""The least width and height of a finger's target. Seven piles side by side leave 41 pixels each on the smallest phone;
WCAG 2.2 asks for 24."""
SMALLEST_CARD = {"small phone": 28, "phone": 39, "phone on its side": 38}
"""The least width of a card in the hand, in pixels."""
CARD = "document.querySelector('.board [data-hand] .card').getBoundingClientRect().width"


def with_hand(route: WebSocketRoute, hand: dict[str, int]) -> None:
    """Let the page believe that it holds these cards."""
    server = route.connect_to_server()

    def replaced(value: Any) -> Any:
        if isinstance(value, list):
            return [replaced(one) for one in value]
        if not isinstance(value, dict):
            return value
        return {key: hand if key == "hand" and isinstance(one, dict) else replaced(one) for key, one in value.items()}

    server.on_message(lambda message: route.send(json.dumps(replaced(json.loads(message)))))


def hand_of(kinds: int) -> dict[str, int]:
    return {**{str(value): 1 + value % 4 for value in range(1, kinds)}, "j": 2}


@pytest.mark.parametrize(("rules", "bots"), [("base", 4), ("duel", 1)])
def test_a_finger_hits_every_card_of_a_hand_of_any_size(open_page: Open, node: Node, rules: str, bots: int) -> None:
    phone = partial(open_page, viewport=SIZES["phone"], has_touch=True, is_mobile=True)
    page, _ = sit(phone, node, [BOT] * bots, game="linko", rules=rules, seed=3)
    page.wait_for_selector(".board .hold button")
    hand: dict[str, int] = {}
    page.route_web_socket("**/api/**", lambda route: with_hand(route, hand))
    for kinds in (5, 7, 8, 9, 11, 14):
        hand.clear()
        hand.update(hand_of(kinds))
        page.reload()
        page.wait_for_selector(".board .hold button")
        assert page.locator(".board [data-hand]").count() == kinds
        for name in LEAST:
            page.set_viewport_size(SIZES[name])
            next_frame(page)
            next_frame(page)
            assert complaints(page, LEAST[name]) == [], f"{kinds} kinds, {name}"
            assert page.evaluate(CARD) >= SMALLEST_CARD[name], f"{kinds} kinds, {name}"
    page.set_viewport_size(SIZES["laptop"])
    for theme in ("dark", "light"):
        page.evaluate("theme => void (document.documentElement.dataset.theme = theme)", theme)
        next_frame(page)
        least, card = drawn_contrasts(page, ".board [data-hand] .card")[0]
        assert least >= READABLE, f"{card} in {theme}"


def complaints(page: Page, least: int) -> list[str]:
    return [*sideways(page), *out_of_sight(page, f"{TARGETS}, {SETS}"), *too_small(page, TARGETS, least)]
