"""Sends push messages: what they say, and how they get to a browser's push service."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass

from tatze.core.words import game_words
from tatze.games import game_named
from tatze.server.live.hub import Hub
from tatze.server.live.live_table import LiveTable
from tatze.server.metrics import Metrics
from tatze.server.stores.engine import Write
from tatze.server.stores.statements import delete_endpoint
from tatze.server.table.refusals import Refused
from tatze.server.web.push.encryption import VapidKey, encrypt, is_subscription
from tatze.server.web.webhooks.caller import Notice, OutgoingCaller
from tatze.server.web.webhooks.targets import BadWebhook, is_public
from tatze.wire import PushSubscription

KEY_NAME = "vapid"
"""The name under which the server's private key is stored."""
MESSAGE_BYTES = 256
"""Number of bytes to which a message is filled up, so that its length says nothing."""
KEEP_SECONDS = 86_400
"""Seconds for which a push service keeps a message for a browser that is offline."""
NO_ADDRESS = "https://localhost"
"""How the operator is reached, where no address is known."""


@dataclass(frozen=True, slots=True)
class PushCall:
    """One push message to one browser."""

    push: PushSubscription
    table: str
    seat: int
    game: str
    notice: Notice
    key: VapidKey
    subject: str

    @property
    def url(self) -> str:
        """The address of the browser at its push service."""
        return self.push.endpoint

    def headers(self) -> dict[str, str]:
        """Return the headers of the Web Push protocol. A newer message of a seat replaces one that waits (Topic)."""
        return {
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(KEEP_SECONDS),
            "Urgency": "normal",
            "Topic": hashlib.sha256(f"{self.table} {self.seat}".encode()).hexdigest()[:32],
            "Authorization": self.key.authorization(self.url, self.subject, time.time()),
        }

    def message(self) -> dict[str, str]:
        """Return what the browser is told: which table, and why. Nothing of the game's course is in it."""
        title = game_words(game_named(self.game), self.push.lang)["title"]
        return {"table": self.table, "game": self.game, "title": title, "key": self.notice, "lang": self.push.lang}

    def body(self) -> bytes:
        """Return the encrypted message."""
        text = json.dumps(self.message()).ljust(MESSAGE_BYTES)
        return encrypt(text.encode(), self.push.p256dh, self.push.auth)


class PushSender:
    """Sends push messages, a few at a time. A browser that is gone loses its subscriptions."""

    def __init__(self, hub: Hub, metrics: Metrics, address: str, allowed: Callable[[str], bool] = is_public) -> None:
        self.hub = hub
        self.subject: str = address if address.startswith("https://") else NO_ADDRESS
        self.caller: OutgoingCaller = OutgoingCaller(metrics.pushes, allowed)
        self.caller.gone_listeners.append(self._forget)
        self._key: VapidKey | None = None

    @property
    def public_key(self) -> str:
        """The key that browsers are given when they subscribe."""
        return self._key.public if self._key else ""

    async def open(self) -> None:
        """Read the server's key, or make it on the first start, and start the workers."""
        self._key = VapidKey(await self.hub.store.server_key(KEY_NAME, VapidKey.new_secret()))
        await self.caller.open()

    async def close(self) -> None:
        """Stop the workers, and drop what is waiting."""
        await self.caller.close()

    def check(self, push: PushSubscription) -> None:
        """Refuse a subscription whose keys are none, or whose address does not lead to the open internet by HTTPS."""
        if not push.on:
            return
        try:
            self.caller.check(push.endpoint)
        except BadWebhook as error:
            raise Refused("push/bad", detail=str(error)) from None
        if not push.endpoint.startswith("https://") or not is_subscription(push.p256dh, push.auth):
            raise Refused("push/bad")

    async def send(self, live: LiveTable, seat: int, notice: Notice) -> None:
        """Tell every browser that subscribed for a seat."""
        state = live.state
        for push in await self.hub.store.pushes(state.id, seat):
            if self._key:
                call = PushCall(push, state.id, seat, state.opening.game, notice, self._key, self.subject)
                self.caller.enqueue(call)

    def _forget(self, endpoint: str) -> None:
        self.hub.start_task(self._delete(endpoint))

    async def _delete(self, endpoint: str) -> None:
        await self.hub.store.append(Write(None, [delete_endpoint(endpoint)]))
