"""Limits and checks of the text that people type and that others see: names, and words added to the deal."""

from __future__ import annotations

MAX_NAME_LENGTH = 24
"""Maximum number of characters of a name that a person enters now."""
MAX_RECORDED_NAME_LENGTH = 40
"""Maximum number of characters of a name in a record: earlier versions let people enter
names of this length, and their records stay readable."""
MAX_WORD_LENGTH = 100
"""Maximum number of characters of a word that a player adds to the deal."""


def is_printable(text: str, max_length: int) -> bool:
    """Return whether a text has 1 to `max_length` characters, all of them printable and none a quotation mark.

    A record writes names and words between quotation marks, so neither may contain one."""
    return 0 < len(text) <= max_length and text.isprintable() and '"' not in text
