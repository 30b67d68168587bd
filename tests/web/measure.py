"""Measures of a page's layout: what moved without a reason, what is out of sight, what covers what."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from PIL import Image
from playwright.sync_api import Page, ViewportSize

SIZES: dict[str, ViewportSize] = {
    "small phone": {"width": 320, "height": 568},
    "phone": {"width": 390, "height": 844},
    "phone on its side": {"width": 844, "height": 390},
    "tablet": {"width": 820, "height": 1180},
    "laptop": {"width": 1280, "height": 800},
    "desktop": {"width": 1920, "height": 1080},
    "large desktop": {"width": 2560, "height": 1440},
    "very wide desktop": {"width": 3440, "height": 1440},
}
"""Windows that every table must fit into."""
LONG_NAMES = [
    "WWWWWWWWWWWWWWWWWWWWWWWW",
    "محمد عبد الرحمن الطويل",
    "🐾 Katzenfreundin 🐈🐾",
    "Bartholomäus Wolkenstein",
    "Ḿẍ Ŵíðé",
]
"""Names of up to 24 characters that are hard to set: wide, from right to left, with emoji, long."""

WATCH = """
    window.shifts = [];
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
            const what = entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
                const one = node?.nodeType === 1 ? node : node?.parentElement;
                const name = one ? one.tagName.toLowerCase() + "." + one.className : "gone";
                const place = (box) => [box.x, box.y, box.width, box.height].map(Math.round).join(" ");
                return `${name} (${place(from)} to ${place(to)})`;
            });
            window.shifts.push({ value: entry.value, what });
        }
    }).observe({ type: "layout-shift", buffered: true });
"""
"""Notes every layout shift, also those within half a second of a tap, which browsers leave out of their sum."""


SLOW_BITS = 1_600_000
SLOW_LATENCY_MS = 150
"""Bits in a second and delay of a slow mobile network."""


def slow_network(page: Page) -> None:
    """Make the network as slow as a phone's in the countryside."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    rate = SLOW_BITS / 8
    limits = {"offline": False, "latency": SLOW_LATENCY_MS, "downloadThroughput": rate, "uploadThroughput": rate}
    session.send("Network.emulateNetworkConditions", limits)


def watch_shifts(page: Page) -> None:
    """Note layout shifts from now on, and after every new document of this page."""
    page.add_init_script(WATCH)
    page.evaluate(WATCH)


def forget_shifts(page: Page) -> None:
    """Begin anew, after a change of the window that was meant to move everything."""
    page.evaluate("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    page.evaluate("void (window.shifts = [])")


def shifts(page: Page) -> list[dict[str, Any]]:
    """Every layout shift since the last `forget_shifts`: its value, and which elements moved from where to where."""
    found: list[dict[str, Any]] = page.evaluate("window.shifts")
    return found


def total_shift(page: Page) -> float:
    """The sum of all layout shifts, in shares of the window as browsers define them."""
    return float(sum(one["value"] for one in shifts(page)))


def window_size(page: Page) -> tuple[int, int]:
    """Width and height of the window. A phone's page that is too wide would widen what the page itself sees of it."""
    size = page.viewport_size
    assert size
    return size["width"], size["height"]


def sideways(page: Page) -> list[str]:
    """Elements of the board and of the page that can be scrolled sideways, or that stick out of the window."""
    found: list[str] = page.evaluate(
        """(width) => [document.documentElement, ...document.querySelectorAll(".board, .board *")].filter((one) => {
            const wide = one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== "visible";
            const scrolls = wide && !["hidden", "clip"].includes(getComputedStyle(one).overflowX);
            return scrolls || (one === document.documentElement && one.scrollWidth > width);
        }).map((one) => one.outerHTML.slice(0, 120))""",
        window_size(page)[0],
    )
    return found


def out_of_sight(page: Page, selector: str) -> list[str]:
    """Elements of a kind that are not wholly in the window, or whose middle is covered by something else."""
    found: list[str] = page.evaluate(
        """([selector, width, height]) => [...document.querySelectorAll(selector)].filter((one) => {
            const box = one.getBoundingClientRect();
            if (!box.width || !box.height) return true;
            if (Math.min(box.left, box.top) < -1) return true;
            if (box.right > width + 1 || box.bottom > height + 1) return true;
            const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return !seen || !(one.contains(seen) || seen.contains(one));
        }).map((one) => `${JSON.stringify(one.getBoundingClientRect())} ${one.outerHTML.slice(0, 160)}`)""",
        [selector, *window_size(page)],
    )
    return found


def overlapping(page: Page, one: str, other: str) -> list[str]:
    """Pairs of elements of two kinds whose boxes lie over each other by more than a pixel."""
    found: list[str] = page.evaluate(
        """([one, other]) => {
            const boxes = (selector) => [...document.querySelectorAll(selector)]
                .map((it) => [it, it.getBoundingClientRect()])
                .filter(([, box]) => box.width && box.height);
            const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
            return boxes(one).flatMap(([a, first]) => boxes(other)
                .filter(([b, second]) => a !== b && !a.contains(b) && !b.contains(a) && over(first, second))
                .map(([b]) => `${a.outerHTML.slice(0, 100)} over ${b.outerHTML.slice(0, 100)}`));
        }""",
        [one, other],
    )
    return found


def too_small(page: Page, selector: str, least: int = 44) -> list[str]:
    """Elements of a kind that a finger can hardly hit: where it may land is narrower or lower than so many pixels. What
    an element reaches beyond its box counts, and what others cover does not."""
    found: list[str] = page.evaluate(
        """([selector, least]) => [...document.querySelectorAll(selector)].map((one) => {
            const box = one.getBoundingClientRect();
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            const hit = (dx, dy) => one.contains(document.elementFromPoint(x + dx, y + dy));
            const reach = (dx, dy) => {
                let far = 0;
                while (far < least && hit(dx * far, dy * far)) far += 1;
                return far;
            };
            return [one, box.width && Math.round(reach(-1, 0) + reach(1, 0)), Math.round(reach(0, -1) + reach(0, 1))];
        }).filter(([one, wide, high]) => wide && Math.min(wide, high) < least - 1)
          .map(([one, wide, high]) => `${wide} by ${high}: ${one.outerHTML.slice(0, 120)}`)""",
        [selector, least],
    )
    return found


def turned_signs(page: Page) -> list[str]:
    """Texts in which a number's sign is drawn behind its digits, as letters from right to left would turn it."""
    found: list[str] = page.evaluate(
        """() => {
            const x = (node, at) => {
                const range = document.createRange();
                range.setStart(node, at);
                range.setEnd(node, at + 1);
                return range.getClientRects()[0]?.x ?? 0;
            };
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            const found = [];
            while (walker.nextNode()) {
                const node = walker.currentNode;
                const signs = [...node.data.matchAll(/[+−-]\\d/g)];
                if (signs.some(({ index }) => x(node, index) > x(node, index + 1))) found.push(node.data);
            }
            return found;
        }"""
    )
    return found


def contrast(one: Sequence[int], other: Sequence[int]) -> float:
    """The contrast of two colours as WCAG 2 defines it."""

    def light(colour: Sequence[int]) -> float:
        linear = [
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (c / 255 for c in colour)
        ]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


READABLE = 4.4
"""The least contrast of what is drawn: the 4.5 that WCAG 2 asks of text, less what smoothed edges take in pixels."""
SMALLEST_PART = 0.015
"""The least part of a drawing's area that a colour has to fill to be seen as a sign and not as an edge."""


def drawn_contrasts(page: Page, selector: str) -> list[tuple[float, str]]:
    """How well what is drawn on each element of a kind stands out: the contrast of the most frequent colour of its
    pixels to the one that differs most from it. axe-core does not judge drawings. The least contrast comes first."""
    boxes: list[dict[str, Any]] = page.evaluate(
        """(selector) => [...document.querySelectorAll(selector)].map((one) => {
            const { x, y, right, bottom } = one.getBoundingClientRect();
            return { box: [x, y, right, bottom].map(Math.round), about: one.outerHTML.slice(0, 120) };
        })""",
        selector,
    )
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    found = []
    for one in boxes:
        drawing = picture.crop(tuple(one["box"])).quantize(24, dither=Image.Dither.NONE)
        flat, counts = drawing.getpalette() or [], drawing.histogram()
        palette = [flat[at : at + 3] for at in range(0, len(flat), 3)]
        seen = [number for number, count in enumerate(counts) if count > SMALLEST_PART * sum(counts)]
        ground = max(seen, key=lambda number: counts[number])
        found.append((max(contrast(palette[ground], palette[number]) for number in seen), one["about"]))
    return sorted(found)
