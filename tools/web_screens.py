"""Takes pictures of every screen of the page, as a phone and as a desktop show it, by day and in the evening.

    python tools/web_screens.py [folder] [word in the name ...]

It starts a server of its own and needs Chromium. Deals are fixed, so that the pictures change only with the page."""

from __future__ import annotations

import base64
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tatze.client import Seat, Server  # noqa: E402  # the tests' services are found from the project's folder
from tatze.wire import Moment  # noqa: E402
from tests.server.services import Node  # noqa: E402
from tests.web.chromium import FLAGS, chromium  # noqa: E402

SIZES = {"desktop": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
LOOKS = [("desktop", "dark", "en"), ("phone", "dark", "en"), ("desktop", "light", "de"), ("phone", "light", "de")]
QUALITY = 84
BOTS = [{"kind": "host"}, *[{"kind": "bot", "level": "wildcat"}] * 3]
MOMENT = "ol a[data-entry]"
"""The links of a review to its key moments."""
PAIR = [{"kind": "host"}, {"kind": "bot", "level": "wildcat"}]


def table(server: Server, game: str, decisions: int, until: Callable[[Moment], bool] = bool, **choices: Any) -> Seat:
    """A table after so many decisions of ours, and with one of the wanted kind before us."""
    seat = server.open(game, "Ada", pace=0, **choices)
    if seat.table.status == "waiting":
        seat.command("start")
    for turn in seat.turns():
        if decisions <= 0 and until(turn):
            break
        decisions -= 1
        assert turn.own
        telling = [one for one in turn.own.legal if one.foresight.get("abluxxes") or one.action in ("take", "back")]
        seat.act((telling or turn.own.legal)[-1].action)
    seat.close()
    return seat


def hits(turn: Moment) -> bool:
    """Whether something can be played that would abluxx somebody."""
    assert turn.own
    return phase(turn) == "play" and any(one.foresight.get("abluxxes") for one in turn.own.legal)


def answering(turn: Moment) -> bool:
    return phase(turn) == "take"


def phase(turn: Moment) -> str:
    return str((turn.view or {})["phase"])


def sit(context: BrowserContext, server: Server, *seats: Seat) -> None:
    """Give the browser the seats that were taken for it."""
    kept = []
    for at, seat in enumerate(seats):
        info = server.back(seat.table.id, seat.token).table
        kept.append(
            {
                "id": info.id,
                "token": seat.token,
                "seat": 0,
                "code": seat.code,
                "game": info.game,
                "rules": info.rules,
                "status": info.status,
                "names": [one.name for one in info.seats],
                "promised": {},
                "outcome": None,
                "at": 9_000_000_000_000 - at,
            }
        )
    context.add_init_script(f"localStorage.setItem('tatze.tables', {json.dumps(json.dumps(kept))})")


class Camera:
    """One browser window of a size, a theme and a language."""

    def __init__(self, browser: Browser, server: Server, look: tuple[str, str, str], folder: Path) -> None:
        self.size, self.theme, self.lang = look
        self.server, self.folder, self.wanted = server, folder, sys.argv[2:]
        self.context = browser.new_context(
            viewport=SIZES[self.size],  # type: ignore[arg-type]  # a size
            locale={"en": "en-GB", "de": "de-DE"}[self.lang],
            base_url=server.url,
            reduced_motion="reduce",
        )
        self.context.add_init_script("localStorage.setItem('tatze.marks', '\"off\"')")
        chosen = json.dumps({"theme": self.theme, "name": "Ada"})
        self.context.add_init_script(f"localStorage.setItem('tatze.settings', {json.dumps(chosen)})")
        self.page = self.context.new_page()

    def take(self, name: str, path: str, then: Callable[[Page], object] = Page.wait_for_load_state) -> None:
        file = self.folder / f"{name}-{self.size}-{self.theme}.webp"
        if self.wanted and not any(word in file.name for word in self.wanted):
            return
        self.page.goto(path)
        self.page.wait_for_selector("h1")
        then(self.page)
        self.page.mouse.move(0, 0)
        self.page.wait_for_timeout(700)
        asked = {"format": "webp", "quality": QUALITY}
        answer = self.context.new_cdp_session(self.page).send("Page.captureScreenshot", asked)
        file.write_bytes(base64.b64decode(answer["data"]))
        print(file)


def shoot(camera: Camera, tables: dict[str, Seat]) -> None:
    at = {name: f"/table/{seat.table.id}" for name, seat in tables.items()}
    camera.take("join", f"/join#{tables['waiting'].code}", lambda page: page.locator("form").wait_for())
    sit(camera.context, camera.server, *tables.values())
    camera.take("linko", at["linko"], pick)
    camera.take("linko-hint", at["linko"], hint)
    camera.take("linko-five", at["five"], pick)
    camera.take("linko-take", at["take"], lambda page: page.locator(".board").wait_for())
    camera.take("linko-duel", at["duel"], pick)
    camera.take("verflixxt", at["verflixxt"], lambda page: page.locator(".tray button").first.focus())
    camera.take("verflixxt-pro", at["pro"], lambda page: page.locator(".tray").wait_for())
    camera.take("result", at["over"], lambda page: page.locator(".sheet .review[aria-busy=false]").wait_for())
    review = f"/review/{tables['over'].table.id}/1"
    camera.take("review", review, lambda page: page.locator(MOMENT).first.wait_for())
    camera.take("moment", review, look_back)
    camera.take("exercise", "/exercises", lambda page: page.locator(".board").wait_for())
    camera.take("puzzle", "/puzzles/linko/today", lambda page: page.locator(".board").wait_for())
    camera.take("history", "/mine")
    camera.take("fairness", at["over"], check)
    camera.take("replay", f"/replay/{tables['over'].table.id}/1", step)
    camera.take("waiting", at["waiting"], lambda page: page.locator(".seats").wait_for())
    camera.take("home", "/", lambda page: page.locator("button.big").wait_for())
    camera.take("settings", "/", lambda page: page.locator("header button").last.click())
    camera.take("learn", "/learn")
    camera.take("lesson", "/learn", learn)
    camera.take("rules", "/rules/linko#l-10", lambda page: page.locator(".prose").wait_for())
    camera.take("about", "/about")


def pick(page: Page) -> None:
    """Pick the cards that promise most, so that the picture shows what they would do."""
    hands = page.locator("[data-hand]")
    hands.first.wait_for()
    for at in range(hands.count()):
        hands.nth(at).click()
        if page.locator(".tell b, .lost").count():
            return


def hint(page: Page) -> None:
    page.locator("[data-hand]").first.wait_for()
    page.keyboard.press("h")
    page.locator(".hint, .toast, .note:not(li)").first.wait_for()


def look_back(page: Page) -> None:
    """Open a key moment on the board."""
    page.locator(MOMENT).first.click()
    page.locator(".board").wait_for()


def check(page: Page) -> None:
    page.locator("button", has_text=re.compile("fair|gerecht|Fair")).first.click()
    page.locator("dialog li").first.wait_for()


def step(page: Page) -> None:
    page.get_by_role("slider").wait_for()
    for _ in range(30):
        page.keyboard.press("ArrowRight")


def learn(page: Page) -> None:
    page.locator(".first button").first.click()
    page.locator(".coach p").first.wait_for()


def open_tables(server: Server) -> dict[str, Seat]:
    return {
        "linko": table(server, "linko", 12, hits, seats=BOTS, seed=4),
        "five": table(server, "linko", 9, hits, seats=[*BOTS, BOTS[1]], seed=3),
        "take": table(server, "linko", 10, answering, seats=BOTS, seed=11),
        "duel": table(server, "linko", 9, hits, rules="duel", seats=PAIR, seed=5),
        "verflixxt": table(server, "verflixxt", 7, seats=BOTS, seed=6),
        "pro": table(server, "verflixxt", 6, rules="combined", seats=BOTS, seed=8),
        "over": table(server, "verflixxt", 500, seats=BOTS, seed=3),
        "waiting": server.open("linko", "Ada", seats=[{"kind": "host"}, {"kind": "open"}, BOTS[1]]),
    }


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "screens" / "web"
    folder.mkdir(parents=True, exist_ok=True)
    with Node("--seeds", "--limit", "tables_per_address=500") as node, sync_playwright() as playwright:
        server = Server(node.url)
        tables = open_tables(server)
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        for look in LOOKS:
            shoot(Camera(browser, server, look, folder), tables)
        browser.close()


if __name__ == "__main__":
    main()
