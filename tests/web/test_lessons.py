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
            if f"{name}.{number}.ask" in lesson_words(lesson.game.name, lang):
                expect(page.locator(".coach")).to_contain_text(sentence(f"{name}.{number}.ask", lang))
                page.locator(".coach").get_by_role("button", name="Show me" if lang == "en" else "Zeigen").click()
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
    expect(coach).to_contain_text("You left the lesson's path.")
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


def test_at_a_key_decision_one_tries_and_a_wrong_choice_is_explained(open_page: Open) -> None:
    page = open_page("/learn")
    coach = begin(page, "verflixxt-base")
    pointed = page.locator(".board .tray button:has(.hint)")
    pointed.click()
    expect(coach).to_contain_text(sentence("verflixxt-base.5.ask"))
    expect(pointed).to_have_count(0)
    move = page.locator(".board .tray .cards button")
    expect(move).to_have_count(2)
    move.last.click()
    expect(coach).to_contain_text(sentence("verflixxt-base.5.wrong"))
    expect(pointed).to_have_count(0)
    expect(coach.get_by_role("button", name="Play it anyway")).to_be_visible()
    move.last.click()
    expect(coach).to_contain_text(sentence("verflixxt-base.5"))
    expect(pointed).to_have_count(1)
    pointed.click()
    expect(coach).to_contain_text(sentence("verflixxt-base.5.right"))
    expect(coach).to_contain_text(sentence("verflixxt-base.9"))


def test_on_a_phone_the_cards_are_found_by_touch_and_by_keyboard_one_may_insist(open_page: Open) -> None:
    page = open_page("/learn", viewport=PHONE, locale="de-DE", has_touch=True)
    expect(page.locator("#linko-first")).to_contain_text("1 Min.")
    page.locator("#linko-first button").tap()
    coach = page.locator(".coach")
    pointed_at(page, "linko-first", "4x5").tap()
    expect(coach).to_contain_text(sentence("linko-first.2.ask", "de"))
    expect(page.locator(".board .go[data-action]")).to_have_count(0)
    page.locator('.board [data-hand="10"]').tap()
    page.locator('.board [data-action="10x2"]').tap()
    expect(coach).to_contain_text(sentence("linko-first.2.wrong", "de"))
    coach.get_by_role("button", name="Trotzdem so spielen").focus()
    page.keyboard.press("Enter")
    expect(coach).to_contain_text("Du bist von der Lektion abgewichen.")
