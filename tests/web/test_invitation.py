"""An invitation and a waiting room: they fit the longest names, and newcomers get a face that nobody there has."""

from __future__ import annotations

import re
from functools import partial

from playwright.sync_api import expect

from tatze.client import Server
from tests.server.services import Node
from tests.web.conftest import Open
from tests.web.measure import LONG_NAMES, SIZES, overlapping, sideways
from tests.web.people import next_frame, sit
from tests.web.test_pages import complaints

WISH = {"game": "linko", "start": "host", "name": LONG_NAMES[0], "animal": "fox", "colour": "blue"}


def test_the_longest_names_fit_into_every_window(open_page: Open, node: Node) -> None:
    host, code = sit(partial(open_page, locale="de-DE"), node, [{"kind": "open"}] * 4, **WISH)
    for name in LONG_NAMES[1:4]:
        Server(node.url).join(code, name)
    guest = open_page(f"/join#{code}", viewport=SIZES["phone"], has_touch=True, is_mobile=True)
    expect(guest.get_by_role("button", name="Sit down")).to_be_in_viewport(ratio=1)
    expect(host.locator(".seats bdi")).to_have_count(5)
    for page in (host, guest):
        for name, window in SIZES.items():
            page.set_viewport_size(window)
            next_frame(page)
            assert sideways(page) == [], name
            assert overlapping(page, ".seats .who", ".seats select") == [], name
        page.set_viewport_size(SIZES["small phone"])
        assert complaints(page) == []
    guest.get_by_label("Your name").fill("Bea")
    guest.get_by_role("button", name="Sit down").tap()
    expect(guest.locator(".seats")).to_be_visible()
    assert sideways(guest) == []


def test_a_face_drawn_by_lot_is_one_that_nobody_at_the_table_has(open_page: Open, node: Node) -> None:
    _, code = sit(open_page, node, [{"kind": "open"}] * 2, **WISH)
    drawn = {"animal": "fox", "colour": "blue", "lang": "en"}
    face = open_page(f"/join#{code}", settings=drawn).get_by_role("button", name="Your face")
    expect(face).to_have_accessible_name(re.compile("^Your face: (?!fox)"))
    expect(face).not_to_have_accessible_name(re.compile("blue$"))
    chosen = open_page(f"/join#{code}", settings={**drawn, "faceChosen": True})
    expect(chosen.get_by_role("button", name="Your face")).to_have_accessible_name("Your face: fox, blue")
