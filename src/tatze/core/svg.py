"""Small pieces of SVG as text, for the drawings of the games.

Names of people come in only through `text`, `title` and the label of `picture`, which escape them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from unicodedata import east_asian_width

PREFIX = "\0"
"""Stands for the prefix of ids until the whole picture is known. No escaped text can contain it."""

_UNWRITABLE = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u202a-\u202e\u2066-\u2069]")
"""The characters that XML cannot hold, and those that turn the direction of the text around them."""


def escaped(content: str) -> str:
    """Return any text so that it can stand in a picture."""
    return escape(_UNWRITABLE.sub("\ufffd", content))


def shorten(content: str, length: int) -> str:
    """Return a text cut off to at most `length` letters; a wide letter, such as a Chinese one, counts twice."""
    if _length(content) <= length:
        return content
    while content and _length(content) >= length:
        content = content[:-1]
    return content.rstrip() + "…"


def _length(content: str) -> int:
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in content)


def element(name: str, *inside: str, **attributes: str | float) -> str:
    """Return an element. `stroke_width` means the attribute stroke-width; `inside` is SVG already."""
    written = "".join(f' {key.replace("_", "-")}="{_value(value)}"' for key, value in attributes.items())
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else f"{round(value, 2):g}"


def rect(x: float, y: float, width: float, height: float, **attributes: str | float) -> str:
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def text(x: float, y: float, content: str, **attributes: str | float) -> str:
    return element("text", escaped(content), x=x, y=y, **attributes)


def group(*inside: str, **attributes: str | float) -> str:
    return element("g", *inside, **attributes)


def title(content: str) -> str:
    """Return the tooltip of the surrounding group."""
    return element("title", escaped(content))


def symbol(name: str, width: float, height: float, *inside: str) -> str:
    """Return a drawing to be used several times. It may be larger than its box."""
    box = f"0 0 {width:g} {height:g}"
    return element("symbol", *inside, id=PREFIX + name, viewBox=box, overflow="visible")


def use(name: str, x: float, y: float, width: float, height: float, **attributes: str | float) -> str:
    return element("use", href=f"#{PREFIX}{name}", x=x, y=y, width=width, height=height, **attributes)


def needed(body: str, symbols: Mapping[str, str]) -> str:
    """Return the symbols, out of a mapping by name, that are used in `body` or by each other."""
    chosen: dict[str, str] = {}
    searched = body
    while new := {name for name in symbols if name not in chosen and f'#{PREFIX}{name}"' in searched}:
        chosen |= {name: symbols[name] for name in symbols if name in new}
        searched = "".join(chosen.values())
    return element("defs", *chosen.values()) if chosen else ""


def gradient(name: str, *stops: tuple[float, str], **attributes: str | float) -> str:
    """Return a round gradient for `paint(name)`; the attributes have its centre and radius."""
    colours = (element("stop", offset=offset, stop_color=colour) for offset, colour in stops)
    return element("radialGradient", *colours, id=PREFIX + name, **attributes)


def paint(name: str) -> str:
    return f"url(#{PREFIX}{name})"


def picture(width: float, height: float, label: str, *inside: str) -> str:
    """Return the whole picture. Its ids start with a digest of its content, so that several fit on one page."""
    body = "".join(inside)
    prefix = f"t{sha256(body.encode()).hexdigest()[:10]}-"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img" aria-label="{escaped(label)}" style="max-width:100%;height:auto">'
    )
    return head + body.replace(PREFIX, prefix) + "</svg>"
