"""Colours of numbers, readable on dark and on light screens. A colour never replaces its number."""

from __future__ import annotations

from rich.color import Color
from rich.style import Style

COLD_TO_HOT = (
    "#4f7df0",
    "#3f8fe8",
    "#1f98d8",
    "#16a8bd",
    "#18ae94",
    "#34b068",
    "#6fb33a",
    "#a2b32a",
    "#c9a72a",
    "#dd8a24",
    "#e56e24",
    "#e34f31",
    "#d12f3f",
)
GOLD = "#ffd75f"


def solid(colour: str) -> Style:
    """Return the style of text on a block of this colour: dark or light text, whichever reads better."""
    red, green, blue = Color.parse(colour).get_truecolor()
    light = 299 * red + 587 * green + 114 * blue > 118_000
    return Style(color="#101010" if light else "#ffffff", bgcolor=colour, bold=True)


def faint(colour: str) -> Style:
    """Return the style of text in this colour, for what lies further back."""
    return Style(color=colour)


def signed(score: int) -> str:
    """Return a score with its sign."""
    return f"{score:+d}".replace("-", "−") if score else "0"
