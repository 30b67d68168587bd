"""The facts of the record format that reading and writing share."""

from __future__ import annotations

import hashlib
from typing import Any

from tatze.core.game import LETTERS
from tatze.core.layout import CHANCE
from tatze.core.table import Table

FORMAT_VERSION = 1
"""The version of the format that is written; older versions are read too."""
MAX_RECORD_LENGTH = 4_000_000
"""The number of characters, and of bytes, above which a file is refused unread."""
MAX_ENTRIES = 10_000
"""The number of entries above which a record is refused before anything is replayed."""
MAX_RECORDS = 999
"""The number of records in one file above which it is refused unread."""
MAX_LINE_LENGTH = 100
"""The number of characters after which a line of entries is folded."""
PERSON = "you"
"""What the header Seats says of a person, where it has the name of a bot for a bot."""
CHANCE_LETTER = "*"
"""What stands for chance where a seat has its letter."""


def actor_letter(actor: int) -> str:
    """Return the letter of a seat, or `*` for chance."""
    return CHANCE_LETTER if actor == CHANCE else LETTERS[actor]


def digest(body: str) -> str:
    """Return the first 16 hexadecimal digits of the SHA-256 of everything above a record's last line."""
    return hashlib.sha256(body.encode()).hexdigest()[:16]


def result_headers(table: Table[Any]) -> dict[str, str]:
    """Return the headers that tell the result of a game; none while it runs."""
    outcome = table.outcome
    if outcome is None:
        return {}
    return {
        "Winners": "".join(LETTERS[seat] for seat in outcome.winners),
        "Scores": " ".join(str(score) for score in outcome.scores),
        "Reason": outcome.reason,
    }
