"""How fast the page opens on a slow phone: largest contentful paint, layout shift and bytes, with a network of
1.6 Mbit/s and 150 ms and a processor four times slower.

    python bench/page_load.py [times]

It starts a server of its own and needs Chromium and a built page (`make web`)."""

from __future__ import annotations

import statistics
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tatze.client import Server  # the tests' services are found from the project's folder
from tests.server.services import Node
from tests.web.chromium import FLAGS, chromium
from tests.web.measure import SIZES, WATCH, slow_network, total_shift

SLOWER = 4
PAINTS = """
    window.paints = [];
    new PerformanceObserver((list) => window.paints.push(...list.getEntries().map((one) => one.startTime)))
        .observe({ type: "largest-contentful-paint", buffered: true });
"""


def slow(page: Page) -> None:
    """Make network and processor as slow as a cheap phone's."""
    slow_network(page)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def load(browser: Browser, address: str, ready: str) -> dict[str, float]:
    """Open an address as somebody does who was never there: seconds, share of the window, kilobytes."""
    context = browser.new_context(viewport=SIZES["phone"], is_mobile=True, has_touch=True, service_workers="block")
    page = context.new_page()
    sizes: list[int] = []
    page.on("response", lambda answer: sizes.append(int(answer.headers.get("content-length", 0))))
    page.add_init_script(WATCH)
    page.add_init_script(PAINTS)
    slow(page)
    page.goto(address)
    page.wait_for_selector(ready, timeout=60_000)
    page.wait_for_load_state("networkidle")
    paints: list[float] = page.evaluate("window.paints")
    found = {"paint": max(paints) / 1000, "shift": total_shift(page), "kB": sum(sizes) / 1000}
    context.close()
    return found


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with Node("--seeds") as node, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        choices: dict[str, Any] = {"seats": [{"kind": "host"}, {"kind": "bot", "level": "cat"}, {"kind": "open"}]}
        seat = Server(node.url).open("linko", "Ada", watching="live", public=True, **choices)
        addresses = {"home": (node.url, "button.big"), "invitation": (f"{node.url}/join#{seat.code}", "form, .panel")}
        print(f"{'page':<12} {'paint':>8} {'shift':>8} {'kB':>8}")
        for name, (address, ready) in addresses.items():
            runs = [load(browser, address, ready) for _ in range(times)]
            paint, shift, size = (statistics.median(run[key] for run in runs) for key in ("paint", "shift", "kB"))
            print(f"{name:<12} {paint:>6.2f} s {shift:>8.3f} {size:>8.0f}")
        browser.close()


if __name__ == "__main__":
    main()
