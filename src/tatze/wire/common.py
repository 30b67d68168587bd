"""Types that several messages share: the protocol's version, limits, and the kinds of text that clients send."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from tatze.core.text import MAX_NAME_LENGTH, MAX_WORD_LENGTH

PROTOCOL = 1
"""Version of the protocol. It is raised when an older page or bot would misunderstand a newer server."""

MAX_CODE_LENGTH = 16
"""Maximum number of characters of a table's code as a person types it."""
MAX_PASSWORD_LENGTH = 100
"""Maximum number of characters of the operator's password for opening tables."""
MAX_URL_LENGTH = 500
"""Maximum number of characters of a webhook's address."""

MAX_ENDPOINT_LENGTH = 1000
"""Maximum number of characters of the address at which a browser's push service takes messages."""

Emote = Literal["hello", "well-played", "thanks", "oops", "ouch", "hurry", "wow", "again"]
EMOTES: tuple[str, ...] = get_args(Emote)
"""Every emote, in the order in which a page offers them."""

Animal = Literal[
    "fox",
    "rabbit",
    "bear",
    "owl",
    "frog",
    "panda",
    "dog",
    "mouse",
    "penguin",
    "pig",
    "hedgehog",
    "sheep",
]
ANIMALS: tuple[str, ...] = get_args(Animal)
"""Every animal that a person can choose as a face, in the order in which a page offers them."""
Colour = Literal["blue", "yellow", "green", "pink", "orange", "violet"]
COLOURS: tuple[str, ...] = get_args(Colour)
"""Every colour that a seat can have, in the order in which seats without a wish get them."""

Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_LENGTH)]
"""A display name. The server also requires it to be printable and without a quotation mark."""
Word = Annotated[str, Meta(min_length=1, max_length=MAX_WORD_LENGTH)]
"""A word that a player adds to the deal, after the server committed to its secret."""
PositionText = str
"""A position as text, whole or as one seat sees it; docs/positions.md has the format."""
WHOLE_KEY = r"^[A-Za-z0-9_-]+(?!\n)$"
"""The pattern of a key. In Python `$` alone would also match before a line break at the end."""
Key = Annotated[str, Meta(min_length=1, max_length=64, pattern=WHOLE_KEY)]
"""An idempotency key: a request that is sent again with the same key is carried out once."""
SecretKey = Annotated[str, Meta(min_length=22, max_length=64, pattern=WHOLE_KEY)]
"""The idempotency key of a request whose answer has a token. It must be random and secret: whoever sends it again gets
the same token."""
ActionText = Annotated[str, Meta(min_length=1, max_length=40)]
"""An action in the game's notation."""
Seconds = Annotated[int, Meta(ge=5, le=1_209_600)]
"""A time limit for a decision, from 5 seconds to 14 days."""
Version = Annotated[int, Meta(ge=0)]
"""The number of a table's version."""

Hints = Literal["on", "off", "after"]
"""Whether a table gives hints: during a game, never, or only about games that are over."""
Status = Literal["waiting", "playing", "paused", "over"]
"""The status of a table: before a game, during one, during one that is paused, or after one."""
AwayReason = Literal["", "left", "clock", "absent"]
"""Why a person is away: left, ran out of time, or was absent so long that somebody let the substitute play."""


class Request(Struct, forbid_unknown_fields=True, frozen=True):
    """Base class of everything that clients send. Unknown fields are refused, so that a typing error is noticed."""
