"""Drawings of Linko's cards and marks. A value shows three ways: numeral, colour from cold to hot, and a bar at the
edge that grows with it."""

from __future__ import annotations

from typing import NamedTuple

from tatze.core.svg import element, group, rect, symbol, text, use
from tatze.games.linko.state import JOKER, NUMBERS

FELT, FELT_DEEP, PANEL, LINE = "#15383a", "#061f20", "#1c3d3c", "#3a5654"
INK, SOFT, NIGHT = "#f8f5ec", "#b3c0b6", "#10292a"
PAPER, EDGE, TRACK = "#fcf8f0", "#d8d0bf", "#ebe4d6"
AMBER, CORAL, MINT = "#f5ae39", "#f9837c", "#7bdcb5"
GOLD, GOLD_PAPER, GOLD_EDGE = "#b66c02", "#ffe7b8", "#eebd66"
BACK, BACK_EDGE = "#1a5552", "#548380"

COLOURS = (
    GOLD, "#0a2f94", "#025086", "#066082", "#006b74", "#007463", "#027a45", "#2f7b02",
    "#6a7300", "#826901", "#8c5a03", "#964c04", "#a73301", "#a21829", GOLD,
)  # fmt: skip  # read in rows, not one a line
"""By card, cold to hot, the numbers at least 4.5 : 1 on paper. Neighbours look alike to the colour-blind, so numeral
and bar tell the value without any colour."""

WIDTH, HEIGHT = 54, 78
SMALL_WIDTH, SMALL_HEIGHT = 21, 27
PEEP = 3.5
"""How far a card sticks out from behind another."""
BLANK = JOKER + 1
"""The symbol of a small card that lies behind another."""
FONT = "Inter, system-ui, -apple-system, 'Segoe UI', sans-serif"

_HEAD = (
    "M32 12C28 11 25 11.5 22 13L11 4L5 -3L7 8C6.5 14 7.5 19 9 23C7 30 5.5 35 2 41L8.5 41.5C7 45.5 6.5 48 6 51"
    "L14 49.5C18 55 25 58 32 58C39 58 46 55 50 49.5L58 51C57.5 48 57 45.5 55.5 41.5L62 41C58.5 35 57 30 55 23"
    "C56.5 19 57.5 14 57 8L59 -3L53 4L42 13C39 11.5 36 11 32 12Z"
)
_FACE = (
    "M14 28Q22 22 28 31Q20 35 14 28ZM50 28Q42 22 36 31Q44 35 50 28ZM27.5 41H36.5L32 46.5Z"
    "M12 17L10.5 8L18 14.5ZM52 17L53.5 8L46 14.5Z"
)
_MOUTH = "M32 46V49.5Q27 54 23.5 50M32 49.5Q37 54 40.5 50"
_STAR = "M0 -7L1.9 -2.4L6.8 -2L3.1 1.2L4.2 6L0 3.4L-4.2 6L-3.1 1.2L-6.8 -2L-1.9 -2.4Z"
_PAW = (
    "M12 11.5C15.5 11.5 18 14.6 18 17.4C18 20 15.6 20.6 12 20.6C8.4 20.6 6 20 6 17.4C6 14.6 8.5 11.5 12 11.5Z"
    "M5.2 13a2.2 2.8 -20 1 1 .1 0ZM18.8 13a2.2 2.8 20 1 0 -.1 0ZM9.2 9.6a2.3 3 -8 1 1 .1 0ZM14.8 9.6a2.3 3 8 1 0 -.1 0Z"
)


def card(value: int, x: float, y: float, width: float) -> str:
    return use(f"c{value}", x, y, width, width * HEIGHT / WIDTH)


class Stack(NamedTuple):
    """Cards lying on each other, drawn from the upper left corner, and their width."""

    svg: str
    width: float


def stack(value: int, count: int, width: float) -> Stack:
    """Equal cards, the others peeping out behind the first, and how many they are."""
    behind = min(count - 1, 4)
    svg = "".join(card(value, PEEP * i, 0, width) for i in range(behind, -1, -1))
    width += PEEP * behind
    return Stack(svg + badge(width - 4, 3, count, 9) if behind else svg, width)


def small_stack(value: int, numbers: int, jokers: int) -> Stack:
    """Cards of which only value and number matter: the value in front, the rest peeping out behind. 0 is a back."""
    behind = [BLANK if 0 < value < JOKER else value] * min(numbers - 1, 3) + [JOKER] * jokers
    svg = "".join(_small_card(face, PEEP * i) for i, face in reversed(list(enumerate([value, *behind]))))
    width = SMALL_WIDTH + PEEP * len(behind)
    if not behind:
        return Stack(svg, width)
    return Stack(svg + badge(width - 1, 1, numbers + jokers, 7), width + 5)


def _small_card(value: int, x: float) -> str:
    return use(f"s{value}", x, 0, SMALL_WIDTH, SMALL_HEIGHT)


def paw(x: float, y: float, size: float) -> str:
    return use("paw", x, y, size, size, fill=AMBER)


def star(x: float, y: float, size: float, colour: str = AMBER) -> str:
    return element("path", d=_STAR, fill=colour, transform=f"translate({x:g} {y:g}) scale({size / 14:g})")


def badge(x: float, y: float, count: int, radius: float = 10) -> str:
    """How many cards lie here, around the point given."""
    half = radius + (2 if count > 9 else 0)
    return rect(x - half, y - radius, 2 * half, 2 * radius, rx=radius, fill=INK, stroke=NIGHT, stroke_width=1.2) + text(
        x, y + radius * 0.45, str(count), text_anchor="middle", font_size=radius * 1.28, font_weight=750, fill=NIGHT
    )


def symbols() -> dict[str, str]:
    """Every symbol by its name: large and small cards, the head, the paw."""
    drawn = {
        "head": symbol("head", 64, 60, element("path", d=_HEAD)),
        "paw": symbol("paw", 24, 24, element("path", d=_PAW)),
        f"c{JOKER}": symbol(f"c{JOKER}", WIDTH, HEIGHT, _paper(GOLD_PAPER, GOLD_EDGE), _joker()),
        f"s{JOKER}": _small(JOKER, star(10.5, 14, 15, GOLD)),
        "c0": symbol("c0", WIDTH, HEIGHT, _paper(BACK, BACK_EDGE), _back()),
        f"s{BLANK}": _small(BLANK),
        "s0": _small(0, use("paw", 4, 7, 13, 13, fill=BACK_EDGE)),
    }
    for value in range(1, NUMBERS + 1):
        drawn[f"c{value}"] = symbol(f"c{value}", WIDTH, HEIGHT, _paper(PAPER, EDGE), _number(value))
        drawn[f"s{value}"] = _small(value, _small_number(value))
    return drawn


def _paper(fill: str, edge: str) -> str:
    shadow = rect(-0.5, 1, WIDTH + 1, HEIGHT + 1.5, rx=7.5, opacity=0.3)
    return shadow + rect(0.5, 0.5, WIDTH - 1, HEIGHT - 1, rx=6.5, fill=fill, stroke=edge)


def _bar(value: int, x: float, y: float, height: float, width: float) -> str:
    length = height * value / NUMBERS
    track = rect(x, y, width, height, rx=width / 2, fill=TRACK)
    return track + rect(x, y + height - length, width, length, rx=width / 2)


def _number(value: int) -> str:
    corner = text(5, 20.5, str(value), font_size=20, letter_spacing=-1)
    head = use("head", 4, 33, 40, 37.5)
    within = _centred(24, 59.5, value, 19 if value < 10 else 17, fill=PAPER)
    return group(corner, _bar(value, 46.5, 6, 66, 3.5), head, within, fill=COLOURS[value], font_weight=800)


def _small_number(value: int) -> str:
    numeral = _centred(8.7, 18, value, 13 if value < 10 else 11.5)
    return group(numeral, _bar(value, 17, 3, 21, 2), fill=COLOURS[value], font_weight=800)


def _centred(x: float, y: float, value: int, size: float, **attributes: str) -> str:
    return text(x, y, str(value), font_size=size, letter_spacing=-0.6, text_anchor="middle", **attributes)


def _joker() -> str:
    eyes = element("path", d=_FACE, fill=GOLD_PAPER)
    mouth = element("path", d=_MOUTH, fill="none", stroke=GOLD_PAPER, stroke_width=2)
    head = group(use("head", 0, 0, 64, 60), eyes, mouth, transform="translate(5.6 32) scale(.67)", fill=GOLD)
    return star(12, 14, 17, GOLD) + head


def _back() -> str:
    frame = rect(5, 5, WIDTH - 10, HEIGHT - 10, rx=4, fill="none", stroke=BACK_EDGE, opacity=0.8)
    return frame + use("head", 11, 24, 32, 30, fill=BACK_EDGE, opacity=0.75)


def _small(value: int, *inside: str) -> str:
    fill, edge = {0: (BACK, BACK_EDGE), JOKER: (GOLD_PAPER, GOLD_EDGE)}.get(value, (PAPER, EDGE))
    sheet = rect(0.5, 0.5, SMALL_WIDTH - 1, SMALL_HEIGHT - 1, rx=3.5, fill=fill, stroke=edge)
    return symbol(f"s{value}", SMALL_WIDTH, SMALL_HEIGHT, sheet, *inside)
