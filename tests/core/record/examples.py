"""A record to change, and what a forger would do to it."""

from __future__ import annotations

import re

from tatze.core.record import record_text
from tests.helpers import random_table

TEXT = record_text(random_table("linko", "base", 3, seed=1), day="2026-01-31")


def resigned(text: str) -> str:
    """Return the text with a last line that fits it, as a forger would write it."""
    body = text[: text.rindex("end ")] if "end " in text else f"{text}\n"
    words = re.sub(r"^\[.*", "", body, flags=re.MULTILINE).split()
    entries = len([w for w in words if not re.fullmatch(r"[0-9]+\.|[A-F*]", w)])
    return f"{body}end {entries}\n"
