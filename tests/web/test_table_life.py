"""What a table lives through beside its moves: series, pauses, taking back, looking back, a clock that runs out."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.server.services import Node
from tests.web.conftest import DESKTOP, PHONE, Open
from tests.web.people import (
    BOT,
    RESULT,
    SHORT,
    by_turn,
    choices,
    click_to_the_end,
    join,
    menu,
    open_with_friend,
    play_now,
    sit,
    two_people,
)
from tests.web.test_pages import complaints

LOOKS = pytest.mark.parametrize(
    ("theme", "viewport"), [("dark", DESKTOP), ("light", PHONE)], ids=["dark", "light-phone"]
)


OWN_MOVE = re.compile(r"You (roll a \d(,| and) )?move from")
"""What the log says of a person's own move in Verflixxt."""


def play_one(page: Page) -> None:
    """Linko: play the first cards of the hand."""
    page.locator(".board [data-hand]").first.click()
    page.locator(".board .go[data-action]:not([aria-disabled=true])").click()


def points(page: Page, column: str) -> dict[str, int]:
    """What the result says of everybody: "strong" is this game, ".soft" the whole series."""
    names = page.locator(".scores .name").all_inner_texts()
    numbers = page.locator(f".scores {column}").all_inner_texts()
    return {name.split(" (")[0]: number(text) for name, text in zip(names, numbers, strict=True)}


def number(text: str) -> int:
    return int(text.removesuffix(" in all").replace("−", "-"))


def hand(page: Page) -> list[str | None]:
    return [card.get_attribute("aria-label") for card in page.locator(".board [data-hand]").all()]


def check_fairness(page: Page) -> Locator:
    page.get_by_role("button", name="Was it fair?").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("Everything is as promised.")).to_be_visible()
    return dialog


def test_a_series_goes_on_with_the_next_game_and_adds_the_points_up(open_page: Open, node: Node) -> None:
    page, _ = sit(open_page, node, [BOT], games=2, **SHORT)
    title = page.get_by_role("heading", level=1)
    expect(title).to_contain_text("game 1 of 2")
    click_to_the_end(page, seed=1)
    first = points(page, "strong")
    assert points(page, ".soft") == first
    page.get_by_role("button", name="Next game").click()
    expect(title).to_contain_text("game 2 of 2")
    choices(page).first.wait_for()
    expect(page.locator(RESULT)).to_have_count(0)
    names, totals = (page.locator(f".strip {part}").all_inner_texts() for part in (".name", ".total"))
    assert dict(zip(names, map(number, totals), strict=True)) == first
    click_to_the_end(page, seed=2)
    second = points(page, "strong")
    assert points(page, ".soft") == {name: first[name] + second[name] for name in first}
    expect(page.get_by_role("button", name="Next game")).to_have_count(0)
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


def test_an_own_word_is_added_to_chance_and_heeded(open_page: Open, node: Node) -> None:
    page, _ = sit(open_page, node, [{"kind": "open"}], games=2, start="host", **SHORT)
    page.get_by_text("Fair chance").click()
    page.get_by_label("Your word").fill("Mausezahn")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Added: “Mausezahn”")).to_be_visible()
    page.get_by_role("button", name="Start with bots").click()
    page.wait_for_selector(".table .board")
    click_to_the_end(page, seed=3)
    expect(check_fairness(page).get_by_text("Your own words were mixed in.")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Next game").click()
    page.get_by_role("button", name="Fair chance").click()
    expect(page.get_by_role("dialog").get_by_label("Your word")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Start", exact=True).click()
    choices(page).first.wait_for()
    click_to_the_end(page, seed=4)
    expect(check_fairness(page).get_by_text("own words")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "impossible", "sentence"),
    [
        ("linko", '.board [data-action="deck"]', "You begin your turn by playing cards."),
        ("verflixxt", ".board .tiles .whole[aria-disabled=true] >> nth=10", "You have no piece on that tile."),
    ],
    ids=["linko", "verflixxt"],
)
def test_whoever_tries_what_is_not_possible_is_told_the_rule(
    open_page: Open, node: Node, game: str, impossible: str, sentence: str
) -> None:
    page, _ = sit(open_page, node, [BOT, BOT], game=game)
    page.locator(".board .mine .question, .board .tray .cards button").first.wait_for()
    target = page.locator(impossible)
    expect(target).to_have_attribute("aria-disabled", "true")
    target.element_handle().wait_for_element_state("stable")  # tiles move to their places when the page opens
    target.click(force=True)
    note = page.locator(".toast.why")
    expect(note).to_contain_text(sentence)
    link = note.get_by_role("button", name=re.compile(r"Rule [LV]-\d+"))
    named = link.inner_text().removeprefix("Rule ")
    link.click()
    expect(page.get_by_role("dialog").get_by_role("heading")).to_contain_text(named)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    note.get_by_role("button", name="Close").click()
    expect(note).to_have_count(0)


def test_one_pauses_the_game_for_both_and_the_other_goes_on(open_page: Open, node: Node) -> None:
    host, guest = two_people(open_page, node)
    mover, _ = by_turn(host, guest)
    choices(mover).first.wait_for()
    menu(host, "Pause")
    for page in (host, guest):
        expect(page.get_by_text("The game is paused.")).to_be_visible()
        expect(choices(page)).to_have_count(0)
    expect(host.locator("aside")).to_contain_text("You pause the game.")
    expect(guest.locator("aside")).to_contain_text("Ada pauses the game.")
    guest.get_by_role("button", name="Go on", exact=True).click()
    for page in (host, guest):
        expect(page.get_by_text("The game is paused.")).to_have_count(0)
        expect(page.locator("aside")).to_contain_text("The game goes on.")
    choices(mover).first.click()
    expect(mover.locator("aside")).to_contain_text(OWN_MOVE)


def test_what_was_played_can_be_taken_back_until_somebody_else_decides(open_page: Open, node: Node) -> None:
    mover, other = by_turn(*two_people(open_page, node, game="linko", rules="duel"))
    undo = mover.get_by_role("button", name="Undo", exact=True)
    expect(undo).to_be_disabled()
    before = hand(mover)
    play_one(mover)
    expect(undo).to_be_enabled()
    expect(other.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    undo.click()
    expect(mover.locator("aside")).to_contain_text("You undo your last decision.")
    expect(other.locator("aside")).to_contain_text("undoes the last decision.")
    expect(undo).to_be_disabled()
    assert hand(mover) == before
    play_one(mover)
    mover.get_by_role("button", name="Don't draw").click()
    expect(other.locator(".strip li.turn.you")).to_be_visible()
    expect(undo).to_be_enabled()
    play_one(other)
    expect(undo).to_be_disabled()


def test_what_brought_a_card_to_light_stays(open_page: Open, node: Node) -> None:
    mover, _ = by_turn(*two_people(open_page, node, game="linko", rules="duel"))
    play_one(mover)
    mover.locator('.board [data-action="deck"]').click()
    expect(mover.locator(".strip li.turn:not(.you)")).to_be_visible()
    expect(mover.get_by_role("button", name="Undo", exact=True)).to_be_disabled()


def test_what_led_to_a_roll_stays(open_page: Open, node: Node) -> None:
    mover, _ = by_turn(*two_people(open_page, node))
    choices(mover).first.click()
    expect(mover.locator(".strip li.turn:not(.you)")).to_be_visible()
    expect(mover.get_by_role("button", name="Undo", exact=True)).to_be_disabled()


def test_a_line_of_the_log_leads_back_and_a_button_or_a_key_to_the_present(open_page: Open, node: Node) -> None:
    mover, _ = by_turn(*two_people(open_page, node, game="linko", rules="duel"))
    before = hand(mover)
    play_one(mover)
    expect(mover.locator("aside")).to_contain_text("You play")
    after = hand(mover)
    assert before != after
    begin = mover.get_by_role("button", name="The game begins.")
    looking = mover.get_by_text("You are looking back.")
    begin.click()
    expect(looking).to_be_visible()
    assert hand(mover) == before
    mover.get_by_role("button", name="Back to now").click()
    expect(looking).to_have_count(0)
    assert hand(mover) == after
    begin.click()
    expect(looking).to_be_visible()
    mover.keyboard.press("Escape")
    expect(looking).to_have_count(0)
    assert hand(mover) == after


def test_when_the_time_is_over_a_bot_plays_on_until_its_person_is_back(open_page: Open, node: Node) -> None:
    page, _ = sit(open_page, node, [BOT], clock=5, pace=0.6)
    expect(page.get_by_role("timer", name="Time left")).to_be_visible()
    log = page.locator("aside")
    expect(page.get_by_text("Wildcat plays for you.")).to_be_visible(timeout=12_000)
    expect(log).to_contain_text("A bot plays on for you.")
    own_moves = log.locator("li", has_text=OWN_MOVE)
    own_moves.first.wait_for()
    page.get_by_role("button", name="I'm back").click()
    expect(page.get_by_text("Wildcat plays for you.")).to_have_count(0)
    expect(log).to_contain_text("You are back.")
    before = own_moves.count()
    choices(page).first.click()
    expect(own_moves).to_have_count(before + 1)


def test_what_somebody_calls_out_is_seen_by_all_and_fades(open_page: Open, node: Node) -> None:
    host, code = sit(open_page, node, [{"kind": "open"}])
    guest = join(open_page, code)
    spectator = open_page(f"/join#{code}")
    spectator.get_by_role("link", name="Watch").click()
    spectator.wait_for_selector(".table .board")
    guest.get_by_role("button", name="Say something").click()
    guest.get_by_role("button", name="Ouch!").click()
    for page in (host, guest, spectator):
        expect(page.locator("li", has_text="Bea").locator(".bubble")).to_have_text("Ouch!")
    expect(host.locator(".bubble")).to_have_count(0)


@LOOKS
def test_a_lesson_and_its_rules_are_accessible(open_page: Open, theme: str, viewport: ViewportSize) -> None:
    page = open_page("/learn", viewport=viewport, settings={"theme": theme})
    page.locator("#linko-first button").click()
    page.locator(".coach").wait_for()
    assert complaints(page) == []
    page.locator(".coach .rules button").first.click()
    page.get_by_role("dialog").wait_for()
    assert complaints(page) == []


@LOOKS
def test_the_dialogs_of_a_table_are_accessible(open_page: Open, theme: str, viewport: ViewportSize) -> None:
    page = open_page(viewport=viewport, settings={"theme": theme})
    play_now(page, "verflixxt", players=2)
    for item in ("Settings", "Rules", "Continue on another device", "Leave the table"):
        menu(page, item)
        page.get_by_role("dialog").wait_for()
        assert complaints(page) == [], item
        page.keyboard.press("Escape")


@LOOKS
def test_the_invitation_and_the_promise_are_accessible(open_page: Open, theme: str, viewport: ViewportSize) -> None:
    page = open_page(viewport=viewport, settings={"theme": theme})
    open_with_friend(page)
    page.get_by_text("Fair chance").click()
    assert complaints(page) == []
