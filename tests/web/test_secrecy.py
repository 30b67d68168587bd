"""What a browser receives in a whole game is byte for byte the same when everything it may not see is drawn anew."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tatze.server.live.live_table import LiveTable
from tests.server.live.test_secrecy import redraw
from tests.server.site import Site
from tests.web.people import RESULT

PUBLISH, WELCOME = LiveTable.publish, LiveTable.welcome
"""How the server tells."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(Path(tmp_path_factory.mktemp("secrecy"))) as site:
        yield site


def telling_with(change: Callable[[LiveTable], None], patch: pytest.MonkeyPatch) -> None:
    """Let the server tell a changed table, and go on with the true one."""

    def wrapped(tell: Callable[..., Any]) -> Callable[..., Any]:
        def changed(live: LiveTable, *words: Any) -> Any:
            state = live.state
            truth = state.current_game and state.game.layout.copy(state.current_game.state), state.changes[-1]
            change(live)
            try:
                return tell(live, *words)
            finally:
                if state.current_game:
                    state.current_game.state = truth[0]
                state.changes[-1] = truth[1]

        return changed

    patch.setattr(LiveTable, "publish", wrapped(PUBLISH))
    patch.setattr(LiveTable, "welcome", wrapped(WELCOME))


def received(browser: Browser, site: Site, game: str, rules: str, play: bool = True) -> list[str]:
    """Everything that comes over the socket while a browser plays the first choice to the end; names of the table and
    of requests aside, which are drawn anew each time."""
    seats = [{"kind": "host"}, {"kind": "bot", "level": "wildcat"}]
    seats += [{"kind": "bot", "level": "wildcat"}] * (rules == "base")
    wish = {"game": game, "rules": rules, "name": "Ada", "seats": seats, "seed": 3, "pace": 0}
    opened = site.post("/api/tables", wish)
    if opened["table"]["status"] == "waiting":
        site.post(f"/api/tables/{opened['table']['id']}/command", {"do": "start", "key": "k"}, opened["token"])
    page = browser.new_page(base_url=site.url, locale="en-GB")
    frames: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    sit(page, opened)
    page.goto(f"/table/{opened['table']['id']}")
    page.locator(".choices button").first.wait_for()
    if play:
        play_first_choices(page)
    page.context.close()
    aside = re.compile(rf'{opened["table"]["id"]}|"(key|commitment|secret)":"\w*"|"created":\d+')
    return [aside.sub("", frame) for frame in frames if '"t":"presence"' not in frame]


def sit(page: Page, opened: dict[str, Any]) -> None:
    table = opened["table"]
    names = [seat["name"] for seat in table["seats"]]
    mine = {**table, "token": opened["token"], "seat": 0, "code": "", "names": names, "promised": {}, "at": 1}
    page.add_init_script(f"localStorage.setItem('tatze.tables', {json.dumps(json.dumps([mine]))})")
    page.add_init_script('localStorage.setItem(\'tatze.settings\', \'{"text": true, "motion": "off", "pace": "now"}\')')


def play_first_choices(page: Page) -> None:
    choices = page.locator(".choices button:not([aria-disabled=true])")
    result = page.locator(RESULT)
    while not result.count():
        choices.or_(result).first.wait_for()
        if choices.count():
            choices.first.click()


@pytest.mark.parametrize(("game", "rules"), [("linko", "base"), ("linko", "duel"), ("verflixxt", "pro")])
def test_a_browser_receives_nothing_that_depends_on_what_it_may_not_see(
    browser: Browser, site: Site, game: str, rules: str
) -> None:
    true = received(browser, site, game, rules)
    random = Random(5)

    def hide(live: LiveTable) -> None:
        redraw(live.state, 0, random)

    with pytest.MonkeyPatch.context() as patch:
        telling_with(hide, patch)
        twin = received(browser, site, game, rules)
    assert len(true) > 30
    assert true == twin


def test_the_comparison_would_notice_a_leak(browser: Browser, site: Site) -> None:
    true = received(browser, site, "linko", "base", play=False)

    def leak(live: LiveTable) -> None:
        """The reader's own cards are drawn anew as well, as if somebody else sat there."""
        redraw(live.state, 1, Random(6))

    with pytest.MonkeyPatch.context() as patch:
        telling_with(leak, patch)
        twin = received(browser, site, "linko", "base", play=False)
    assert true != twin
