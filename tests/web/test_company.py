"""What people at one table agree on and say to each other: settings that all see, hints, messages and emotes."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.server.services import Node
from tests.web.conftest import PHONE, Open
from tests.web.people import SHORT, by_turn, click_to_the_end, menu, sit
from tests.web.test_pages import complaints

GUEST = [{"kind": "open"}]


def fact(page: Page, name: str, value: str) -> None:
    """The page says this about the table."""
    row = page.locator("dl > div").filter(has=page.get_by_text(name, exact=True))
    expect(row.locator("dd")).to_have_text(value)


def test_everybody_sees_what_was_agreed_on_and_hints_are_the_tables_choice(open_page: Open, node: Node) -> None:
    host, code = sit(open_page, node, GUEST, clock=60, start="host")
    fact(host, "Hints", "off")
    host.get_by_role("radio", name="only after the game").check(force=True)
    guest = open_page(f"/join#{code}", viewport=PHONE, expected=("404",))
    fact(guest, "Hints", "only after the game")
    fact(guest, "Short messages", "on")
    fact(guest, "Time per decision", "60 seconds")
    fact(guest, "Others may watch", "live")
    fact(guest, "Opened by", "Ada")
    fact(guest, "Start", "when Ada starts")
    assert complaints(guest) == []
    guest.get_by_label("Your name").fill("Bea")
    guest.get_by_role("button", name="Sit down").click()
    fact(guest, "Hints", "only after the game")
    host.get_by_role("button", name="Start", exact=True).click()
    for page in by_turn(host, guest):
        expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    menu(guest, "Settings of this table")
    fact(guest, "Hints", "only after the game")
    expect(guest.get_by_role("switch")).to_have_count(0)
    guest.keyboard.press("Escape")
    guest.close()
    host.close()


def test_after_the_game_a_replay_says_what_a_strong_bot_would_have_done(open_page: Open, node: Node) -> None:
    page, _ = sit(open_page, node, [{"kind": "bot", "level": "kitten"}], hints="after", **SHORT)
    page.wait_for_selector(".table .board")
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    click_to_the_end(page, seed=3)
    page.goto(f"/replay/{page.url.rpartition('/')[2]}/1")
    ask = page.get_by_role("button", name="What would a strong bot do?")
    ask.click()
    expect(page.get_by_text("place a strong bot would choose")).to_be_visible()
    page.get_by_role("button", name="Next step").click()
    expect(ask).to_be_visible()
    page.get_by_role("button", name="To the end").click()
    expect(ask).to_have_count(0)


# --- Messages and emotes ---


def talk(page: Page) -> None:
    page.get_by_role("button", name="Say something").click()


def write(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="Write to the others").fill(text)
    page.keyboard.press("Enter")


def test_people_write_to_each_other_and_the_host_and_everybody_can_end_it(open_page: Open, node: Node) -> None:
    host, code = sit(open_page, node, GUEST)
    guest = open_page(f"/join#{code}", viewport=PHONE, expected=("404",))
    guest.get_by_label("Your name").fill("Bea")
    guest.get_by_role("button", name="Sit down").click()
    for page in (host, guest):
        page.wait_for_selector(".table .board")
    watcher = open_page(f"/join#{code}")
    watcher.get_by_role("link", name="Watch").click()
    watcher.wait_for_selector(".table .board")

    markup = "<img src=x onerror=alert(1)> & שלום"
    talk(guest)
    write(guest, markup)
    expect(host.locator(".bubble")).to_have_text(markup)
    expect(host.get_by_role("button", name="Say something, 1 new")).to_be_visible()
    talk(host)
    expect(host.get_by_role("group", name="Messages")).to_contain_text(f"Bea {markup}")
    expect(host.get_by_role("button", name="1 new")).to_have_count(0)
    assert host.locator(".talk img").count() == 0
    assert complaints(host) == complaints(guest) == []

    host.get_by_role("button", name="Thanks!").click()
    bubble = guest.locator(".bubble", has_text="Thanks!")
    expect(bubble.locator("svg[data-emote=thanks]")).to_be_visible()
    guest.reload()
    guest.wait_for_selector(".table .board")
    talk(guest)
    expect(guest.get_by_role("group", name="Messages")).to_contain_text(markup)

    talk(host)
    host.get_by_role("button", name="Mute Bea").click()
    write(guest, "Can you hear me?")
    expect(guest.get_by_role("group", name="Messages")).to_contain_text("Can you hear me?")
    write(host, "No")
    expect(guest.get_by_role("group", name="Messages")).to_contain_text("Ada No")
    expect(host.get_by_text("Can you hear me?")).to_have_count(0)
    host.get_by_role("button", name="Hear Bea again").click()
    expect(host.get_by_role("group", name="Messages")).to_contain_text("Can you hear me?")

    for number in range(9):
        write(guest, f"flood {number}")
    expect(guest.get_by_text("That was a lot at once.")).to_be_visible()
    expect(guest.get_by_role("textbox", name="Write to the others")).not_to_have_value("")

    host.keyboard.press("Escape")
    menu(host, "Settings of this table")
    host.get_by_role("switch", name="Short messages").click()
    expect(guest.get_by_text("Messages are switched off at this table.")).to_be_visible()
    expect(guest.get_by_role("textbox")).to_have_count(0)
    expect(watcher.get_by_role("button", name="Say something")).to_have_count(0)
    expect(watcher.locator(".bubble", has_text="שלום")).to_have_count(0)
