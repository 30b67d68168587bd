"""Checks of the sheet with a game's result, for tests that have played a game to its end."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.web.measure import SIZES, overlapping, sideways, turned_signs, window_size
from tests.web.people import next_frame
from tests.web.test_pages import complaints

CLIPPED_LABELS = """() => [...document.querySelectorAll(".story text")].filter((one) => {
    const [text, plot] = [one.getBoundingClientRect(), one.ownerSVGElement.getBoundingClientRect()];
    return text.right > plot.right + 1 || text.left < plot.left - 1;
}).map((one) => one.textContent)"""
"""Words of the chart of scores that do not fit into it."""


def check_the_result(page: Page) -> None:
    """In every window names, points and the chart fit into the sheet; on a phone and a laptop axe-core objects to
    nothing in both themes, neither in the sheet nor in the replay that it leads to."""
    page.locator(".sheet.done .story text.name").first.wait_for()
    for name, window in SIZES.items():
        page.set_viewport_size(window)
        next_frame(page)
        next_frame(page)
        assert sideways(page) == [], name
        assert page.evaluate(CLIPPED_LABELS) == [], name
        assert overlapping(page, ".scores .name", ".scores strong") == [], name
        assert turned_signs(page) == [], name
        assert overlapping(page, ".sheet .review > *", ".sheet .more .button") == [], name
        sheet, (width, height) = page.locator(".sheet").bounding_box(), window_size(page)
        assert sheet
        assert min(sheet["x"], sheet["y"]) >= 0, name
        assert sheet["x"] + sheet["width"] <= width, name
        assert sheet["y"] + sheet["height"] <= height + 1, name
        for theme in ("dark", "light") if name in ("phone", "laptop") else ():
            page.evaluate("theme => void (document.documentElement.dataset.theme = theme)", theme)
            assert complaints(page) == [], f"{name}, {theme}"
    page.locator("a[href^='/replay/']").first.click()
    page.get_by_role("slider").first.wait_for()
    for theme, name in (("light", "phone"), ("dark", "laptop")):
        page.set_viewport_size(SIZES[name])
        page.evaluate("theme => void (document.documentElement.dataset.theme = theme)", theme)
        assert complaints(page) == [], f"replay, {name}, {theme}"
        assert sideways(page) == [], f"replay, {name}"
