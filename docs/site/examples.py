"""Draws the examples of the rules pages as cards and tiles. Their words stay as they are, for search and listeners."""

from __future__ import annotations

import re
from html import escape, unescape

BLOCK = re.compile(
    r'<div class="highlight-text notranslate"><div class="highlight"><pre>(.*?)</pre></div>\n?</div>', re.DOTALL
)
CARDS = re.compile(r"(?:(?:\d+|joker|\?)(?: \| | ?\+ ?| |$))+", re.IGNORECASE)
NAMES = r"[+−]\d+|lucky|Glück|gift|Schenken|steal|Klauen|start|Start|finish|Ziel"
TILE = re.compile(rf"(?P<number>\d+: )?(?P<tile>{NAMES})(?: \((?P<on>[^)]*)\))?")
TRACK = re.compile(rf"(?:… )?(?:\d+: )?(?:{NAMES})(?: \([^)]*\))?(?: …)?")
TOWER = re.compile(r"(?:[+−]\d+|lucky|Glück)(?: (?:[+−]\d+|lucky|Glück))*")


def with_drawings(body: str) -> str:
    """Return the HTML of a rules page with its examples drawn."""
    return BLOCK.sub(lambda found: drawing(unescape(re.sub(r"<[^>]+>", "", found[1]))), body)


def drawing(text: str) -> str:
    """Return an example as HTML, a row for each of its lines."""
    rows = "".join(f"<tr>{row(line)}</tr>" for line in text.splitlines() if line.strip())
    return f'<div class="example"><table>{rows}</table></div>'


def row(line: str) -> str:
    """Return the cells of a line: who, what lies there, and what is said about it."""
    label, *parts = re.split(r" {2,}", line.strip())
    drawn, notes = [], []
    for part in parts:
        picture = cards(part) or tiles(part)
        (drawn if picture else notes).append(picture or escape(part))
    return f"<th>{escape(label)}</th><td>{' '.join(drawn)}</td><td>{' '.join(notes)}</td>"


def cards(part: str) -> str:
    """Return cards as HTML, layer by layer; an empty text if the part names none."""
    if not CARDS.fullmatch(part):
        return ""
    layers = [" ".join(card(name) for name in re.split(r"[ +]+", layer)) for layer in part.split(" | ")]
    return ' <span class="bar">|</span> '.join(f'<span class="layer">{layer}</span>' for layer in layers)


def card(name: str) -> str:
    """Return one card as HTML."""
    kind = f"card-{name}" if name.isdigit() else "card-back" if name == "?" else "card-joker"
    return f'<span class="card-face {kind}">{escape(name)}</span>'


def tiles(part: str) -> str:
    """Return a tile of the track with what stands on it, or a tower, as HTML; an empty text if the part names none."""
    if TOWER.fullmatch(part):
        return " ".join(tile(found) for found in TILE.finditer(part))
    if not TRACK.fullmatch(part):
        return ""
    before, after = ("… " if part.startswith("…") else ""), (" …" if part.endswith("…") else "")
    found = TILE.search(part)
    return before + tile(found) + after if found else ""


def tile(found: re.Match[str]) -> str:
    """Return one tile as HTML, with its number and the pieces on it."""
    name = found["tile"]
    kind = (
        "plus"
        if name.startswith("+")
        else "minus"
        if name.startswith("−")
        else "lucky"
        if name in ("lucky", "Glück")
        else "action"
    )
    number = f'<span class="tile-number">{found["number"].strip()}</span> ' if found["number"] else ""
    on = f' <span class="tile-pieces">({escape(found["on"])})</span>' if found["on"] else ""
    return f'<span class="tile-place">{number}<span class="tile-face tile-{kind}">{escape(name)}</span>{on}</span>'
