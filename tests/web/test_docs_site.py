"""The documentation at /docs: readable and searchable under the page's own content security policy."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import Open


def test_the_documentation_is_searched_under_the_content_security_policy(open_page: Open) -> None:
    page = open_page("/docs")
    expect(page.get_by_role("heading", name="Documentation", level=1)).to_be_visible()
    page.get_by_role("textbox", name="Search").fill("abluxx")
    page.keyboard.press("Enter")
    expect(page.locator("#search-results li").first).to_be_visible()
    page.locator("#search-results li a").first.click()
    expect(page.get_by_role("heading", level=1).first).to_be_visible()


def test_a_german_page_says_that_it_is_german_and_draws_its_examples(open_page: Open) -> None:
    page = open_page("/docs/rules/linko.de.html")
    assert page.locator("html").get_attribute("lang") == "de"
    example = page.locator(".example", has_text="gelegt").first
    assert example.locator("tr").first.locator(".card-8").count() == 2
    expect(page.locator("img:visible[src*=linko-desktop]")).to_have_count(1)
    page.goto("/docs/rules/verflixxt.html")
    expect(page.locator(".example .tile-minus").first).to_have_text("−6")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_the_reference_has_the_docstrings_of_the_library(open_page: Open) -> None:
    page = open_page("/docs/reference/client.html")
    expect(page.locator("#tatze\\.client\\.Server")).to_be_visible()


def test_a_page_of_the_documentation_that_is_not_there_is_refused(open_page: Open) -> None:
    page = open_page("/docs/nowhere.html", expected=("404",))
    expect(page.get_by_text("path/unknown")).to_be_visible()
