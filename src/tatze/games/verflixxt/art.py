"""Drawings of Verflixxt's tiles, pieces and die. Shape comes before colour: plus tiles are round, minus tiles square,
lucky tiles four-leaved; every seat has a shape of its own, and guards are shields."""

from __future__ import annotations

from tatze.core.svg import element, group, rect, symbol, text, use
from tatze.games.verflixxt.state import FINISH, GIFT, LUCKY, MINUS, PLUS, START, STEAL

FELT, FELT_DEEP, PANEL, LINE, ROAD = "#15383a", "#061f20", "#1c3d3c", "#3a5654", "#2b4d4b"
INK, SOFT, NIGHT = "#f8f5ec", "#b3c0b6", "#10292a"
PAPER, EDGE = "#fcf8f0", "#d8d0bf"
AMBER, MINT = "#f5ae39", "#7bdcb5"
GOLD, LEAF, STONE = "#c9961a", "#fff3cf", "#4a5b5b"
SIDES = {GIFT: "#6d4fa3", STEAL: "#96417f"}
SHIELD, SHIELD_DARK = "#dfe7ea", "#8fa3ab"
PLUS_LOW, PLUS_HIGH = (0x3F, 0x86, 0x63), (0x06, 0x70, 0x4A)
MINUS_LOW, MINUS_HIGH = (0xBE, 0x5A, 0x4B), (0x93, 0x1D, 0x2B)
FONT = "Inter, system-ui, -apple-system, 'Segoe UI', sans-serif"

TILE = 72
"""The width of a tile."""
SEAT_COLOURS = ("#56a8ff", "#f5c542", "#74d07f", "#ff7fbf", "#ff9550", "#b9a2ff")
_SHAPES = (
    "M0 -9.6A9.6 9.6 0 1 1 0 9.6A9.6 9.6 0 1 1 0 -9.6Z",
    "M0 -11.2L11 8.4H-11Z",
    "M-8.6 -8.6H8.6V8.6H-8.6Z",
    "M0 -11.8L11.8 0L0 11.8L-11.8 0Z",
    "M-5.4 -9.6H5.4L10.8 0L5.4 9.6H-5.4L-10.8 0Z",
    "M0 -11.8L3.4 -4.3L11.4 -3.6L5.4 1.8L7.2 9.8L0 5.6L-7.2 9.8L-5.4 1.8L-11.4 -3.6L-3.4 -4.3Z",
)
"""Circle, triangle, square, diamond, hexagon, star."""
_SHIELD = "M0 -11.5C3 -9.5 6.5 -8.6 9.8 -8.6C10.4 0.5 7.6 8 0 12C-7.6 8 -10.4 0.5 -9.8 -8.6C-6.5 -8.6 -3 -9.5 0 -11.5Z"
_LEAF = "M0 -1C-9 -6 -10 -16 -4.5 -17.5C-1.8 -18.2 0 -16 0 -14.3C0 -16 1.8 -18.2 4.5 -17.5C10 -16 9 -6 0 -1Z"
_STEM = "M0 0C1 7 3 12 7 16"
_BOX = (
    "M-15 -3H15V3H-15ZM-13 4.5H-1.6V15H-13ZM1.6 4.5H13V15H1.6Z"
    "M-1 -4.5C-12 -4.5 -12 -14 -6.5 -13.5C-3 -13 -1.5 -9 0 -6C1.5 -9 3 -13 6.5 -13.5C12 -14 12 -4.5 1 -4.5Z"
)
_MASK = (
    "M-17 -5C-10 -9 -4 -8 0 -5C4 -8 10 -9 17 -5C18 3 13 9 7 8C3 7.4 2 4 0 4C-2 4 -3 7.4 -7 8C-13 9 -18 3 -17 -5Z"
    "M-11 -1.5C-8.5 -4 -5 -3 -3.5 0C-6 2.6 -9.5 2 -11 -1.5ZM11 -1.5C9.5 2 6 2.6 3.5 0C5 -3 8.5 -4 11 -1.5Z"
)
_PIPS = {1: "4", 2: "26", 3: "246", 4: "0268", 5: "02468", 6: "023568"}
"""The places of a die's pips, counted line by line."""


def at(x: float, y: float, *inside: str) -> str:
    return group(*inside, transform=f"translate({x:g} {y:g})")


def colour(tile: int) -> str:
    """The face of a tile; the further from zero, the deeper."""
    if tile in SIDES:
        return SIDES[tile]
    if tile == LUCKY:
        return GOLD
    if tile in (START, FINISH):
        return STONE
    low, high, share = (PLUS_LOW, PLUS_HIGH, tile / PLUS) if tile > 0 else (MINUS_LOW, MINUS_HIGH, -tile / MINUS)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(low, high, strict=True))


def outline(tile: int, size: float, **attributes: str | float) -> str:
    """The shape of a tile around the origin."""
    half = size / 2
    if tile == LUCKY:
        lobe, off = size * 0.29, size * 0.21
        lobes = [element("circle", cx=x * off, cy=y * off, r=lobe) for x in (-1, 1) for y in (-1, 1)]
        return group(*lobes, rect(-off, -off, 2 * off, 2 * off), **attributes)
    return rect(-half, -half, size, size, rx=half if 0 < tile < LUCKY else size * 0.15, **attributes)


def tile_face(tile: int, lift: float, scale: float) -> str:
    """A tile of the track around the origin; what is written on it is lifted and scaled to leave space for pieces."""
    body = at(0, 2, outline(tile, TILE, opacity=0.35)) + outline(tile, TILE, fill=PAPER)
    return body + outline(tile, TILE - 6, fill=colour(tile)) + at(0, -lift, _mark(tile, scale))


def _mark(tile: int, scale: float) -> str:
    if tile == LUCKY:
        return use("clover", -20 * scale, -20 * scale, 40 * scale, 40 * scale)
    if tile in (START, FINISH):
        return _word("START" if tile == START else "FINISH", 0, 4.5, 12.5)
    if tile in SIDES:
        icon = element("path", d=_BOX if tile == GIFT else _MASK, fill=PAPER, fill_rule="evenodd")
        small = scale * 0.8
        name = _word("gift" if tile == GIFT else "steal", 0, 17.5 * scale + 4, 11.5 + 3 * scale)
        return group(icon, transform=f"translate(0 {-9 * scale:g}) scale({small:g})") + name
    size = 29.0 if tile > -MINUS else 26.0
    return _word(signed(tile), -1, size * 0.36 * scale, size * scale)


def _word(content: str, x: float, y: float, size: float) -> str:
    return text(x, y, content, font_size=size, font_weight=800, text_anchor="middle", fill=PAPER, letter_spacing=-0.3)


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"


def piece(seat: int, lit: bool = False) -> str:
    """A player's piece around the origin; lit if it can be moved now."""
    return _token(_SHAPES[seat], SEAT_COLOURS[seat], lit)


def guard(lit: bool = False) -> str:
    ridge = element("path", d="M0 -8.2V8.6M-6.8 -1.2H6.8", fill="none", stroke=SHIELD_DARK, stroke_width=1.8)
    return _token(_SHIELD, SHIELD, lit) + ridge


def _token(shape: str, fill: str, lit: bool) -> str:
    halo = element("path", d=shape, stroke=INK, stroke_width=6.5, stroke_linejoin="round") if lit else ""
    return halo + element("path", d=shape, fill=fill, stroke=NIGHT, stroke_width=2.2, stroke_linejoin="round")


def badge(x: float, y: float, count: int) -> str:
    """How many stand together, around the point given."""
    half = 6.5 if count < 10 else 9
    return rect(x - half, y - 6.5, 2 * half, 13, rx=6.5, fill=INK, stroke=NIGHT, stroke_width=1.2) + text(
        x, y + 3.6, str(count), font_size=10, font_weight=750, text_anchor="middle", fill=NIGHT
    )


def chip(tile: int, x: float, y: float, top: bool) -> str:
    """A tile of a tower, around the point given; the top one has a light rim."""
    rim = outline(tile, 29.0 if tile == LUCKY else 27.5, fill=INK if top else NIGHT)
    face = outline(tile, 25.0 if tile == LUCKY else 23.0, fill=colour(tile))
    mark = use("clover", -7.5, -7.5, 15, 15) if tile == LUCKY else _word(signed(tile), -0.4, 4.2, 12)
    return at(x, y, rim, face, mark)


def die(pips: int, x: float, y: float, size: float) -> str:
    """The die from its upper left corner; before the roll it is an outline."""
    if not pips:
        return rect(
            x, y, size, size, rx=size * 0.24, fill="none", stroke=SOFT, stroke_width=1.5, stroke_dasharray="4 4"
        )
    step = size * 0.27
    dots = [
        element(
            "circle",
            cx=x + size / 2 + (int(p) % 3 - 1) * step,
            cy=y + size / 2 + (int(p) // 3 - 1) * step,
            r=size * 0.09,
        )
        for p in _PIPS[pips]
    ]
    shadow = rect(x, y + 2, size, size, rx=size * 0.24, opacity=0.35)
    return shadow + rect(x, y, size, size, rx=size * 0.24, fill=PAPER, stroke=EDGE) + group(*dots, fill=NIGHT)


def symbols() -> dict[str, str]:
    leaves = [element("path", d=_LEAF, transform=f"rotate({turn})") for turn in (45, 135, 225, 315)]
    stem = element("path", d=_STEM, fill="none", stroke=LEAF, stroke_width=2.6, stroke_linecap="round")
    return {"clover": symbol("clover", 40, 40, group(*leaves, stem, fill=LEAF, transform="translate(20 20)"))}
