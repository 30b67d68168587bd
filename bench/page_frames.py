"""How smoothly the page moves on a slow phone: frames in a second while whole games are played and shown, with a
processor four times slower.

    python bench/page_frames.py [seconds]

It starts a server of its own and needs Chromium and a built page (`make web`). Without a graphics card Chromium draws
on the processor, so a real phone is faster."""

from __future__ import annotations

import statistics
import sys
import time
from functools import partial
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.services import Node  # the tests' services are found from the project's folder
from tests.web.chromium import FLAGS, chromium
from tests.web.measure import SIZES
from tests.web.people import BOT, click_something, over, sit

SLOWER = 4
COUNT = """() => {
    window.frames = [];
    let before = performance.now();
    const next = (now) => {
        window.frames.push(now - before);
        before = now;
        requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
}"""
"""Notes the milliseconds between two frames."""


def open_page(browser: Browser, url: str, path: str) -> Page:
    context = browser.new_context(viewport=SIZES["phone"], is_mobile=True, has_touch=True, base_url=url)
    context.add_init_script("localStorage.setItem('tatze.marks', '\"off\"')")
    context.add_init_script("localStorage.setItem('tatze.settings', '{\"pace\": \"brisk\"}')")
    page = context.new_page()
    page.goto(path)
    return page


def frames(browser: Browser, node: Node, game: str, rules: str, seconds: float) -> list[float]:
    """Play for so many seconds against three bots (one in a duel); returns the milliseconds of each frame."""
    bots = 1 if rules == "duel" else 3
    page, _ = sit(partial(open_page, browser, node.url), node, [BOT] * bots, game=game, rules=rules, seed=3)
    page.wait_for_selector(".board button")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(COUNT)
    random = Random(3)
    end = time.monotonic() + seconds
    while time.monotonic() < end and not over(page):
        click_something(page, random, touch=True)
    found: list[float] = page.evaluate("window.frames")
    page.context.close()
    return found


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 40
    with Node("--seeds") as node, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        print(f"{'game':<18} {'frames':>7} {'a second':>9} {'median ms':>10} {'99 % ms':>8} {'over 50 ms':>10}")
        for game, rules in (("linko", "base"), ("linko", "duel"), ("verflixxt", "combined")):
            times = sorted(frames(browser, node, game, rules, seconds))
            rate = 1000 * len(times) / sum(times)
            slow = times[int(len(times) * 0.99)]
            late = sum(one > 50 for one in times) / len(times)
            name = f"{game} {rules}"
            print(
                f"{name:<18} {len(times):>7} {rate:>9.1f} {statistics.median(times):>10.1f} {slow:>8.0f} {late:>10.1%}"
            )
        browser.close()


if __name__ == "__main__":
    main()
