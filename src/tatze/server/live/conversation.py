"""What people at one table say to each other. It is kept in memory alone, and goes with the table."""

from __future__ import annotations

from collections import deque

from tatze.server.live.token_bucket import TokenBucket
from tatze.wire import Said

MAX_KEPT_MESSAGES = 50
"""Number of messages that are kept for people who connect again."""
EMOTES_PER_SECOND = 0.5
EMOTE_BURST = 4
"""Number of emotes that one seat may show at once."""
MESSAGES_PER_SECOND = 0.5
MESSAGE_BURST = 5
"""Number of messages that one seat may send at once."""


class Conversation:
    """The last messages of a table, and the rate limits of its seats. The limits belong to seats and not to
    connections, so many connections of one seat may not say more than one."""

    def __init__(self) -> None:
        self.recent: deque[Said] = deque(maxlen=MAX_KEPT_MESSAGES)
        """The last messages, the oldest first."""
        self._emotes: dict[int, TokenBucket] = {}
        self._messages: dict[int, TokenBucket] = {}

    def take_emote(self, seat: int) -> bool:
        """Count an emote of a seat, and return whether the seat may show it."""
        return self._emotes.setdefault(seat, TokenBucket(EMOTES_PER_SECOND, EMOTE_BURST)).take()

    def take_message(self, seat: int) -> bool:
        """Count a message of a seat, and return whether the seat may send it."""
        return self._messages.setdefault(seat, TokenBucket(MESSAGES_PER_SECOND, MESSAGE_BURST)).take()

    def find(self, seat: int, key: str) -> Said | None:
        """Return the message that a seat sent under a key; None if there is none among the last ones."""
        return next((said for said in self.recent if said.seat == seat and said.key == key), None)
