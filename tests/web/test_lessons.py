"""Lessons as a learner sees them: a sentence for each decision, the move pointed at, and the rule behind it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tatze.lessons import LEARNER, lesson_named, lesson_words
from tests.web.conftest import PHONE, Open

NAMES = {"B": "Mira", "C": "Jonas"}


def sentence(key: str, lang: str = "en") -> str:
    return lesson_words(key.partition("-")[0], lang)[key].format_map(NAMES)


def begin(page: Page, name: str) -> Locator:
    """Start a lesson from the list of them; gives the coach's bubble."""
    page.locator(f"#{name} button").click()
    return page.locator(".coach")


def pointed_at(page: Page, name: str, action: str) -> Locator:
    """What the learner has to press."""
    if name.startswith("linko"):
        return page.locator(f'.board [data-action="{action}"]')
    return page.locator(".board .tray button:has(.hint)")


def follow(page: Page, name: str, lang: str = "en") -> None:
    lesson = lesson_named(name)
    for number, entry in enumerate(lesson.entries):
        if entry.actor == LEARNER:
            expect(page.locator(".coach")).to_contain_text(sentence(f"{name}.{number}", lang))
            pointed_at(page, name, lesson.game.write(entry.action)).click()
    expect(page.locator(".coach")).to_contain_text(sentence(f"{name}.end", lang))


@pytest.mark.parametrize("name", ["linko-duel", "verflixxt-pro"])
def test_a_lesson_leads_to_its_end_and_is_marked_as_done(open_page: Open, name: str) -> None:
    page = open_page("/learn")
    expect(page.locator(f"#{name}")).not_to_contain_text("done")
    begin(page, name)
    follow(page, name)
    page.goto("/learn")
    expect(page.locator(f"#{name}")).to_contain_text("done")


def test_a_lesson_in_german_on_a_phone(open_page: Open) -> None:
    page = open_page("/learn", viewport=PHONE, locale="de-DE")
    begin(page, "linko-duel-expert")
    follow(page, "linko-duel-expert", "de")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_whoever_goes_another_way_can_take_it_back(open_page: Open) -> None:
    page = open_page("/learn")
    coach = begin(page, "linko-advanced")
    expect(coach).to_contain_text(sentence("linko-advanced.0"))
    page.locator('.board [data-hand="7"]').click()
    page.locator('.board [data-action="7x3"]').click()
    expect(coach).to_contain_text("You went another way.")
    coach.get_by_role("button", name="Undo").click()
    expect(coach).to_contain_text(sentence("linko-advanced.0"))
    follow(page, "linko-advanced")


def test_a_rule_that_is_named_can_be_read_in_place_and_leads_to_others(open_page: Open) -> None:
    page = open_page("/learn")
    begin(page, "linko-duel").get_by_role("button", name="L-35").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_contain_text("L-35")
    dialog.get_by_role("link", name="L-32").click()
    expect(dialog.get_by_role("heading")).to_contain_text("L-32")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_after_a_lesson_the_next_one_or_a_real_game_is_one_press_away(open_page: Open) -> None:
    page = open_page("/learn")
    coach = begin(page, "linko-first")
    follow(page, "linko-first")
    expect(page.get_by_role("button", name="Was it fair?")).to_have_count(0)
    coach.get_by_role("link", name="Play a real game").click()
    expect(page.get_by_role("radio", name="First edition")).to_be_checked()
    page.goto("/learn")
    coach = begin(page, "verflixxt-pro")
    follow(page, "verflixxt-pro")
    coach.get_by_role("button", name="Next: Combined").click()
    expect(coach).to_contain_text(sentence("verflixxt-combined.1"))
