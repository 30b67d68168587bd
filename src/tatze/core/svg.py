"""Small pieces of SVG as text, for the drawings of the games. Names come in through `text`, `title` and the label of
`picture`, which make them harmless."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from unicodedata import east_asian_width

PREFIX = "\0"
"""Stands for the prefix of ids until the whole picture is known. No escaped text can contain it."""

_UNWRITABLE = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u202a-\u202e\u2066-\u2069]")
"""What XML cannot hold, and the marks that turn the direction of the text around them."""


def words(content: str) -> str:
    """Any text, fit to stand in a picture."""
    return escape(_UNWRITABLE.sub("\ufffd", content))


def shorten(content: str, length: int) -> str:
    """A text of at most so many letters, where a wide one, a Chinese one say, counts twice."""
    if _length(content) <= length:
        return content
    while content and _length(content) >= length:
        content = content[:-1]
    return content.rstrip() + "…"


def _length(content: str) -> int:
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in content)


def element(name: str, *inside: str, **attributes: str | float) -> str:
    """An element. `stroke_width` is the attribute stroke-width; `inside` is SVG already."""
    written = "".join(f' {key.replace("_", "-")}="{_value(value)}"' for key, value in attributes.items())
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else f"{round(value, 2):g}"


def rect(x: float, y: float, width: float, height: float, **attributes: str | float) -> str:
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def text(x: float, y: float, content: str, **attributes: str | float) -> str:
    return element("text", words(content), x=x, y=y, **attributes)


def group(*inside: str, **attributes: str | float) -> str:
    return element("g", *inside, **attributes)


def title(content: str) -> str:
    """The words that a pointer resting on the surrounding group brings up."""
    return element("title", words(content))


def symbol(name: str, width: float, height: float, *inside: str) -> str:
    """A drawing to be used several times. It may stick out of its box."""
    box = f"0 0 {width:g} {height:g}"
    return element("symbol", *inside, id=PREFIX + name, viewBox=box, overflow="visible")


def use(name: str, x: float, y: float, width: float, height: float, **attributes: str | float) -> str:
    return element("use", href=f"#{PREFIX}{name}", x=x, y=y, width=width, height=height, **attributes)


def needed(body: str, symbols: Mapping[str, str]) -> str:
    """Those symbols, of a mapping by name, that are used in `body` or in each other."""
    chosen: dict[str, str] = {}
    searched = body
    while new := {name for name in symbols if name not in chosen and f'#{PREFIX}{name}"' in searched}:
        chosen |= {name: symbols[name] for name in symbols if name in new}
        searched = "".join(chosen.values())
    return element("defs", *chosen.values()) if chosen else ""


def gradient(name: str, *stops: tuple[float, str], **attributes: str | float) -> str:
    """A paint that `paint(name)` gives to fill; round, its centre and radius in the attributes."""
    colours = (element("stop", offset=offset, stop_color=colour) for offset, colour in stops)
    return element("radialGradient", *colours, id=PREFIX + name, **attributes)


def paint(name: str) -> str:
    return f"url(#{PREFIX}{name})"


def picture(width: float, height: float, label: str, *inside: str) -> str:
    """The whole picture. Its ids start with a digest of what it shows, so that several can stand on one page."""
    body = "".join(inside)
    prefix = f"t{sha256(body.encode()).hexdigest()[:10]}-"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img" aria-label="{words(label)}" style="max-width:100%;height:auto">'
    )
    return head + body.replace(PREFIX, prefix) + "</svg>"
