"""Limits and checks of the text that people type and that others see: names, words added to the deal, messages."""

from __future__ import annotations

MAX_NAME_LENGTH = 24
"""Maximum number of characters of a name that a person enters now."""
MAX_RECORDED_NAME_LENGTH = 40
"""Maximum number of characters of a name in a record: earlier versions let people enter
names of this length, and their records stay readable."""
MAX_WORD_LENGTH = 100
"""Maximum number of characters of a word that a player adds to the deal."""
MAX_WORDS = 100
"""Maximum number of words that are added to one deal."""
MAX_QUOTED_LENGTH = 60
"""Maximum number of characters of somebody else's text that a message quotes."""
MAX_MESSAGE_LENGTH = 200
"""Maximum number of characters of a message to the others at a table."""
JOINERS = "\u200c\u200d"
"""Characters without a shape of their own that some scripts and composed emoji need."""


def is_printable(text: str, max_length: int) -> bool:
    """Return whether a text has 1 to `max_length` characters, all of them printable and none a quotation mark.

    A record writes names and words between quotation marks, so neither may contain one."""
    return 0 < len(text) <= max_length and text.isprintable() and '"' not in text


def shown(text: object, max_length: int = MAX_QUOTED_LENGTH) -> str:
    """Return somebody else's text as a message may show it: characters that are not printable are written as escapes,
    such as \\x1b, and what is longer than `max_length` is cut off."""
    plain = str(text)
    cut = plain[:max_length]
    clean = "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in cut)
    return clean if len(plain) <= max_length else f"{clean}…"


def is_message(text: str) -> bool:
    """Return whether a text can be a message: 1 to MAX_MESSAGE_LENGTH printable characters, not all blank."""
    printable = all(character.isprintable() or character in JOINERS for character in text)
    return printable and len(text) <= MAX_MESSAGE_LENGTH and bool(text.strip(" " + JOINERS))
