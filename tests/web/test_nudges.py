"""Whose turn it is, for people who look elsewhere: the home page, title and badge, notifications, sounds, hooks."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.services import Node, wait_until
from tests.web.conftest import PHONE, Open
from tests.web.people import BOT, SHORT, by_turn, choices, click_to_the_end, menu, play_now, sit, two_people
from tests.web.test_pages import complaints

SPY = """
    window.made = []; window.asked = 0; window.badges = []; window.contexts = 0; window.away = false;
    Object.defineProperty(document, "hidden", { get: () => window.away });
    Notification.requestPermission = () => { window.asked += 1; return Promise.resolve(Notification.permission); };
    window.Notification = class extends Notification {
      constructor(title, options) {
        if (window.phone) throw new TypeError("Illegal constructor");
        super(title, options);
        window.made.push(this);
      }
      close() { this.closed = true; super.close(); }
    };
    window.AudioContext = class extends AudioContext {
      constructor() { super(); window.contexts += 1; }
    };
    navigator.setAppBadge = (count) => { window.badges.push(count); return Promise.resolve(); };
    navigator.clearAppBadge = () => { window.badges.push(0); return Promise.resolve(); };
"""
"""Writes down what the page asks of the browser, and lets a test say that nobody looks. The real things happen too."""


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    limits = [word for limit in ("tables_per_address=5000", "requests=500") for word in ("--limit", limit)]
    with Node("--seeds", "--hooks", "--no-push", *limits) as service:
        yield service


def spied(page: Page) -> Page:
    """The same page, loaded again under the spy's eyes, with the permission to notify."""
    page.context.grant_permissions(["notifications"])
    page.context.add_init_script(SPY)
    page.reload()
    page.wait_for_selector(".table .board")
    return page


def switch(page: Page, label: str) -> None:
    menu(page, "Settings")
    page.get_by_role("switch", name=label).click()
    page.keyboard.press("Escape")


def waiting_page(open_page: Open, node: Node) -> tuple[Page, Page]:
    """Two people: one waits under the spy's eyes, the other decides."""
    mover, other = by_turn(*two_people(open_page, node))
    return spied(other), mover


def nothing_more(page: Page, what: str, before: Any) -> None:
    """What happens beside a decision happens in the same turn of the page's event loop as its news; the next turn
    comes after it."""
    page.evaluate("new Promise(next => setTimeout(next))")
    assert page.evaluate(what) == before


# --- The home page ---


def test_the_home_page_shows_first_which_tables_wait_for_you_and_counts_them(open_page: Open, node: Node) -> None:
    mover, other = by_turn(*two_people(open_page, node))
    mover.context.add_init_script(SPY)
    mover.goto("/")
    row = mover.get_by_role("link", name=re.compile("Verflixxt · your turn"))
    expect(row).to_be_visible()
    expect(mover.get_by_role("status")).to_have_text("One table waits for you.")
    expect(mover).to_have_title("(1) Tatze")
    assert mover.evaluate("badges.at(-1)") == 1
    play_now(mover, "linko", players=3)
    mover.locator(".board .mine .question").wait_for()
    mover.goto("/")
    expect(mover.get_by_role("status")).to_have_text("2 tables wait for you.")
    expect(mover).to_have_title("(2) Tatze")
    row.click()
    choices(mover).first.click()
    other.locator(".strip li.turn.you").wait_for()
    mover.get_by_role("link", name="Home").click()
    rows = mover.locator(".rows a")
    expect(rows.nth(0)).to_contain_text("Linko · your turn")
    expect(rows.nth(1)).to_contain_text("Verflixxt · running")
    expect(mover).to_have_title("(1) Tatze")


def test_the_home_page_learns_by_itself_that_a_table_waits(open_page: Open, node: Node) -> None:
    mover, other = by_turn(*two_people(open_page, node))
    other.clock.install()
    other.goto("/")
    expect(other.get_by_role("link", name=re.compile("Verflixxt · running"))).to_be_visible()
    expect(other).to_have_title("Tatze")
    choices(mover).first.click()
    mover.locator(".strip li.turn:not(.you)").wait_for()
    other.clock.run_for(13_000)
    expect(other.get_by_role("status")).to_have_text("One table waits for you.")
    expect(other).to_have_title("(1) Tatze")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_on_a_phone_the_way_to_a_table_that_waits_begins_at_the_top(open_page: Open, theme: str) -> None:
    page = open_page(viewport=PHONE, settings={"theme": theme})
    play_now(page, "linko", players=3)
    page.locator(".board .mine .question").wait_for()
    table = page.url
    page.get_by_role("link", name="Home").click()
    way = page.get_by_role("link", name="One table waits for you.")
    expect(way).to_be_in_viewport()
    assert complaints(page) == []
    way.click()
    page.wait_for_url(table)


def test_a_seat_taken_in_one_tab_is_kept_by_the_others(open_page: Open) -> None:
    one = open_page()
    other = one.context.new_page()
    other.goto("/")
    play_now(one, "verflixxt", players=2)
    expect(other.get_by_role("link", name=re.compile("Verflixxt ·"))).to_be_visible()
    play_now(other, "linko", players=3)
    one.goto("/")
    expect(one.locator(".rows a")).to_have_count(2)


def test_a_finished_game_waits_for_nobody(open_page: Open, node: Node) -> None:
    page, _ = sit(open_page, node, [BOT], **SHORT)
    page.wait_for_selector(".table .board")
    click_to_the_end(page, seed=21)
    page.goto("/")
    expect(page.get_by_role("link", name=re.compile("Verflixxt · finished"))).to_be_visible()
    expect(page).to_have_title("Tatze")


# --- Title and notifications ---


def test_the_title_says_whose_turn_it_is(open_page: Open, node: Node) -> None:
    page, mover = waiting_page(open_page, node)
    expect(page).to_have_title("Verflixxt – Tatze")
    expect(mover).to_have_title("● Verflixxt – Tatze")
    choices(mover).first.click()
    expect(page).to_have_title("● Verflixxt – Tatze")
    expect(mover).to_have_title("Verflixxt – Tatze")
    assert page.evaluate("badges") == [0, 1]


def test_whoever_asked_is_notified_while_looking_elsewhere(open_page: Open, node: Node) -> None:
    page, mover = waiting_page(open_page, node)
    switch(page, "Notify me")
    assert page.evaluate("asked") == 1
    page.evaluate("away = true")
    choices(mover).first.click()
    wait_until(lambda: page.evaluate("made.length") == 1, "the notification")
    assert page.evaluate("made[0].body") == "Verflixxt: It is your turn."
    assert not page.evaluate("!!made[0].closed")
    page.evaluate("away = false; document.dispatchEvent(new Event('visibilitychange'))")
    assert page.evaluate("made[0].closed")


def test_whoever_looks_at_the_table_is_not_notified(open_page: Open, node: Node) -> None:
    page, mover = waiting_page(open_page, node)
    switch(page, "Notify me")
    choices(mover).first.click()
    expect(page).to_have_title("● Verflixxt – Tatze")
    nothing_more(page, "made.length", 0)


def test_nobody_is_asked_or_notified_unasked(open_page: Open, node: Node) -> None:
    page, mover = waiting_page(open_page, node)
    page.evaluate("away = true")
    choices(mover).first.click()
    expect(page).to_have_title("● Verflixxt – Tatze")
    nothing_more(page, "[made.length, asked]", [0, 0])


def test_where_only_the_service_worker_may_notify_it_does(open_page: Open, node: Node) -> None:
    page, mover = waiting_page(open_page, node)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    switch(page, "Notify me")
    page.evaluate("phone = away = true")
    choices(mover).first.click()
    wait_until(lambda: shown_by_worker(page) == ["Verflixxt: It is your turn."], "the notification")
    page.evaluate("away = false; document.dispatchEvent(new Event('visibilitychange'))")
    wait_until(lambda: not shown_by_worker(page), "its end")


def shown_by_worker(page: Page) -> Any:
    return page.evaluate("""
        navigator.serviceWorker.ready.then(worker => worker.getNotifications()).then(all => all.map(one => one.body))
    """)


# --- Sounds ---


def test_there_are_no_sounds_until_somebody_wants_them_and_then_they_stay(open_page: Open, node: Node) -> None:
    page, mover = waiting_page(open_page, node)
    choices(mover).first.click()
    choices(page).first.click()
    page.locator(".strip li.turn:not(.you)").wait_for()
    assert page.evaluate("contexts") == 0
    switch(page, "Sounds")
    assert page.evaluate("contexts") == 1
    page.reload()
    page.wait_for_selector(".table .board")
    assert page.evaluate("contexts") == 0
    choices(mover).first.click()
    wait_until(lambda: page.evaluate("contexts") == 1, "the sound")
    menu(page, "Settings")
    expect(page.get_by_role("switch", name="Sounds")).to_be_checked()
    page.get_by_role("switch", name="Sounds").click()
    page.reload()
    menu(page, "Settings")
    expect(page.get_by_role("switch", name="Sounds")).not_to_be_checked()


# --- Webhooks ---


def hooks(node: Node) -> list[str]:
    """The addresses that the server's database has."""
    with sqlite3.connect(node.folder / "tatze.sqlite") as database:
        return [url for (url,) in database.execute("SELECT url FROM hooks")]


def name_an_address(page: Page, url: str) -> None:
    menu(page, "Notify a web address")
    dialog = page.get_by_role("dialog", name="Notify a web address")
    dialog.get_by_role("textbox", name="Address").fill(url)
    dialog.get_by_role("button", name="Save").click()


@pytest.mark.parametrize(
    "inside", ["http://192.168.1.5:8080/turn", "http://127.0.0.1/", "http://localhost/", "ftp://example.org/"]
)
def test_an_address_inside_is_refused_and_the_dialog_says_so(open_page: Open, node: Node, inside: str) -> None:
    page, _ = sit(partial(open_page, expected=("status of 400",)), node, [BOT])
    page.wait_for_selector(".table .board")
    before = hooks(node)
    name_an_address(page, inside)
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("alert")).to_contain_text("It has to be on the open internet")
    expect(dialog.get_by_role("textbox")).to_have_value(inside)
    assert complaints(page) == []
    assert hooks(node) == before


def test_a_good_address_is_kept_shown_again_and_taken_away(open_page: Open, node: Node) -> None:
    page, _ = sit(open_page, node, [BOT])
    page.wait_for_selector(".table .board")
    name_an_address(page, "https://example.org/ada")
    told = "The server will call this address when it is your turn."
    expect(page.get_by_role("status").filter(has_text=told)).to_be_visible()
    assert hooks(node) == ["https://example.org/ada"]
    page.reload()
    menu(page, "Notify a web address")
    expect(page.get_by_role("textbox", name="Address")).to_have_value("https://example.org/ada")
    page.keyboard.press("Escape")
    name_an_address(page, "")
    expect(page.get_by_text("The server no longer calls an address for you.")).to_be_visible()
    assert hooks(node) == []


def test_where_the_operator_calls_no_addresses_nobody_is_asked_for_one(browser: Browser) -> None:
    with Node() as quiet:
        page = browser.new_context(base_url=quiet.url, locale="en-GB").new_page()
        page.goto("/")
        play_now(page, "verflixxt", players=2)
        page.get_by_role("button", name="Menu").click()
        expect(page.get_by_role("button", name="Continue on another device")).to_be_visible()
        expect(page.get_by_role("button", name="Notify a web address")).to_have_count(0)
        page.context.close()
