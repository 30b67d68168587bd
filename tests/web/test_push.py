"""Push messages in a real browser: who asks for them subscribes, and the service worker shows them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from tests.server.services import Node, wait_until
from tests.web.conftest import Open
from tests.web.people import by_turn, menu, two_people

SUBSCRIBED = """
    window.asked = [];
    const key = (length) => Uint8Array.from({ length }, (_, i) => i).buffer;
    const point = Uint8Array.from(atob(
      "BCVxsr7N/eNgVRqvHtD0zTZsEc6+VV+JvLexhqUzORcxaOzi6+AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4="
    ), (one) => one.charCodeAt(0));
    PushManager.prototype.subscribe = function (options) {
      asked.push(options);
      window.subscription = {
        endpoint: "https://push.example/browser", options,
        getKey: (name) => (name === "auth" ? key(16) : point.buffer),
        unsubscribe: () => { window.subscription = null; return Promise.resolve(true); },
      };
      return Promise.resolve(window.subscription);
    };
    PushManager.prototype.getSubscription = () => Promise.resolve(window.subscription ?? null);
"""
"""A browser whose push service grants every subscription; the real one would ask the internet."""


def posted(page: Page, act: Callable[[], None]) -> Any:
    """What a page posts about its push subscription when something is done, once the server has stored it."""
    with page.expect_response(lambda answer: answer.url.endswith("/push")) as answer:
        act()
    assert answer.value.ok
    return json.loads(answer.value.request.post_data or "")


class Worker:
    """The service worker of a page, and the messages that a push service would bring it."""

    def __init__(self, context: BrowserContext, page: Page, origin: str) -> None:
        self._session = context.new_cdp_session(page)
        self._origin = origin
        self._ids: list[str] = []
        self._session.on("ServiceWorker.workerRegistrationUpdated", self._updated)
        self._session.send("ServiceWorker.enable")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        wait_until(lambda: page.evaluate("1") and self._ids, "the service worker")

    def _updated(self, event: Any) -> None:
        self._ids += [one["registrationId"] for one in event["registrations"] if not one["isDeleted"]]

    def deliver(self, text: str) -> None:
        message = {"origin": self._origin, "registrationId": self._ids[-1], "data": text}
        self._session.send("ServiceWorker.deliverPushMessage", message)


def shown(page: Page) -> Any:
    return page.evaluate("""
        navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
            .then((all) => all.map((one) => [one.body, one.data?.path]))
    """)


def notify_me(page: Page) -> None:
    menu(page, "Settings")
    page.get_by_role("switch", name="Notif").click()
    page.keyboard.press("Escape")


def test_who_wants_notifications_is_told_by_push_while_the_table_is_not_in_sight(open_page: Open, node: Node) -> None:
    _, page = by_turn(*two_people(open_page, node))
    table = page.url.rpartition("/")[2]
    page.context.grant_permissions(["notifications"])
    page.context.add_init_script(SUBSCRIBED)
    page.reload()
    page.wait_for_selector(".table .board")
    assert page.evaluate("asked.length") == 0

    sent = posted(page, lambda: notify_me(page))
    assert (sent["endpoint"], sent["lang"]) == ("https://push.example/browser", "en")
    assert page.evaluate("asked.length") == 1
    assert page.evaluate("asked[0].userVisibleOnly && asked[0].applicationServerKey.length") == 65

    worker = Worker(page.context, page, node.url)
    told = {"table": table, "game": "verflixxt", "title": "Verflixxt", "key": "turn", "lang": "de"}
    worker.deliver(json.dumps(told))
    worker.deliver(json.dumps({**told, "table": "another", "key": "nudge", "lang": "en"}))
    other = ["Verflixxt: The others are waiting for you.", "/table/another"]
    wait_until(lambda: shown(page) == [other], "the notification of another table")

    page.goto("/about")
    worker.deliver(json.dumps(told))
    wait_until(lambda: shown(page) == [["Verflixxt: Du bist dran.", f"/table/{table}"]], "the notification")
    for odd in ("no JSON", "", json.dumps({**told, "table": "../evil", "lang": "xx", "key": "<b>"})):
        worker.deliver(odd)
        wait_until(lambda: shown(page)[0][1] == "/", "a notification that leads home")

    page.goto(f"/table/{table}")
    page.wait_for_selector(".table .board")
    wait_until(lambda: page.evaluate("!!window.subscription"), "the subscription again")
    assert posted(page, lambda: notify_me(page)) == {"endpoint": "https://push.example/browser", "on": False}
    assert page.evaluate("window.subscription") is None


def test_over_plain_http_nobody_hears_of_push(open_page: Open, node: Node) -> None:
    page, _ = two_people(open_page, node)
    page.context.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false });" + SUBSCRIBED)
    page.reload()
    page.wait_for_selector(".table .board")
    menu(page, "Settings")
    expect(page.get_by_role("switch", name="Notif")).to_have_count(0)
    assert page.evaluate("asked.length") == 0
