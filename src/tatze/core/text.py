"""Limits and checks of the text that people type and that others see: names, words added to the deal, messages."""

from __future__ import annotations

MAX_NAME_LENGTH = 24
"""Maximum number of characters of a name that a person enters now."""
MAX_RECORDED_NAME_LENGTH = 40
"""Maximum number of characters of a name in a record: earlier versions let people enter
names of this length, and their records stay readable."""
MAX_WORD_LENGTH = 100
"""Maximum number of characters of a word that a player adds to the deal."""

MAX_MESSAGE_LENGTH = 200
"""Maximum number of characters of a message to the others at a table."""
JOINERS = "\u200c\u200d"
"""Characters without a shape of their own that some scripts and composed emoji need."""


def is_printable(text: str, max_length: int) -> bool:
    """Return whether a text has 1 to `max_length` characters, all of them printable and none a quotation mark.

    A record writes names and words between quotation marks, so neither may contain one."""
    return 0 < len(text) <= max_length and text.isprintable() and '"' not in text


def is_message(text: str) -> bool:
    """Return whether a text can be a message: 1 to MAX_MESSAGE_LENGTH printable characters, not all blank."""
    printable = all(character.isprintable() or character in JOINERS for character in text)
    return printable and len(text) <= MAX_MESSAGE_LENGTH and bool(text.strip(" " + JOINERS))
