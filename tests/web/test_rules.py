"""The rules as people read them: filtered to a rule set, searched, drawn, printed, open at the rule that matters."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import DESKTOP, PHONE, Open
from tests.web.people import choose_game, menu

ANCHORED = (
    "location => document.activeElement.id === location && document.activeElement.getBoundingClientRect().top < 400"
)


def at_rule(page: Page, rule: str) -> None:
    """Wait until a rule is in sight and has the focus."""
    page.wait_for_function(ANCHORED, arg=rule)


def test_on_a_phone_the_rules_of_one_variant_are_read_and_searched(open_page: Open) -> None:
    page = open_page("/rules/abluxxen/duel", viewport=PHONE, locale="de-DE", has_touch=True)
    expect(page.locator("#l-34")).to_be_visible()
    expect(page.locator("#l-26, #l-28")).to_have_count(0)
    page.get_by_role("combobox", name="Variante").select_option("base")
    expect(page.locator("#l-34")).to_have_count(0)
    expect(page).to_have_url(re.compile("/rules/linko/base$"))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("searchbox", name="Suche").fill("joker vergisst")
    expect(page.locator(".level-3")).to_have_count(1)
    expect(page.locator("#l-15")).to_be_visible()
    page.get_by_role("searchbox", name="Suche").fill("rochade")
    expect(page.get_by_text("Dazu steht nichts")).to_be_visible()


def test_an_address_with_a_rule_leads_to_it_in_any_case_and_from_any_variant(open_page: Open) -> None:
    page = open_page("/rules/linko#L-6")
    at_rule(page, "l-6")
    page.get_by_role("searchbox", name="Search").press_sequentially("paw")
    expect(page.get_by_role("searchbox", name="Search")).to_have_value("paw")
    expect(page.locator("#l-20")).to_be_visible()
    page.goto("/rules/linko/base#L-33")
    at_rule(page, "l-33")
    expect(page.get_by_role("combobox", name="Variant")).to_have_value("")
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="The score").click()
    at_rule(page, "the-score")


def test_examples_are_drawn_with_the_games_own_pieces(open_page: Open) -> None:
    page = open_page("/rules/linko/expert#l-27")
    example = page.locator(".part", has=page.locator("#l-27")).locator("figure")
    expect(example.locator("svg[data-card]")).to_have_count(8)
    assert example.locator("svg[data-card]").first.evaluate("card => card.getBoundingClientRect().height") > 30
    expect(example.locator("pre")).to_contain_text("seat C")
    page.goto("/rules/verflixxt#v-9")
    expect(page.locator(".part", has=page.locator("#v-9")).locator("svg.tile")).to_have_count(5)
    expect(page.locator("figure.example:not(:has(svg))")).to_have_count(0)


def test_the_summary_is_one_printed_page(open_page: Open) -> None:
    for path in ("/rules/linko", "/rules/verflixxt"):
        page = open_page(path, locale="de-DE")
        page.evaluate("() => { window.print = () => { window.printed = document.documentElement.dataset.print } }")
        page.get_by_role("button", name="Kurzfassung drucken").click()
        assert page.evaluate("window.printed") == "summary"
        page.locator("figure svg").first.wait_for(state="attached")
        sheets = re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))
        assert len(sheets) == 1
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert page.evaluate("document.documentElement.dataset.print") is None


def test_in_a_game_the_rules_open_at_the_rule_that_matters(open_page: Open) -> None:
    page = open_page(viewport=DESKTOP)
    choose_game(page, "verflixxt")
    page.locator("button.big").click()
    page.locator(".board .tray .cards button").first.wait_for()
    menu(page, "Rules")
    at_rule(page, "v-9")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("combobox")).to_have_value("base")
    dialog.get_by_role("link", name="V-19").first.click()
    at_rule(page, "v-19")
