"""The panels of a picture of Linko: one for each seat, with name, score, hand and display."""

from __future__ import annotations

from typing import NamedTuple

from tatze.core.layout import Row
from tatze.core.svg import group, rect, shorten, text, title
from tatze.games.linko import art, caption, rules
from tatze.games.linko.notation import layer_of
from tatze.games.linko.rules import layer_at
from tatze.games.linko.show import leads
from tatze.games.linko.state import BACK, JOKER, TAKE, State

GAP, PAD = 12, 12
CARD, TALL = 46, 46 * art.HEIGHT / art.WIDTH
"""A card's width and height in a display."""
STRIP = 27
"""What shows of a layer below the next one."""
CASCADE = 6
"""A display with more layers shows the older ones small."""
KEPT = 4
"""How many layers such a display still shows in full."""

Set = tuple[int, int, int]
"""A card, how many of it, and how many jokers with them."""


class Drawn(NamedTuple):
    """A piece of the picture, drawn from its upper left corner, and its height."""

    svg: str
    height: float


def at(x: float, y: float, *inside: str) -> str:
    return group(*inside, transform=f"translate({x:g} {y:g})")


def aside(x: float, y: float, words: str, anchor: str = "start") -> str:
    """A text in a quiet colour."""
    return text(x, y, words, font_size=12.5, fill=art.SOFT, text_anchor=anchor)


def seats(v: State, names: tuple[str, ...], order: list[int], width: float, least: float = 0) -> Drawn:
    """Panels of equal size, side by side, with at least the given height."""
    each = (width - GAP * (len(order) - 1)) / len(order)
    drawn = [_panel(v, seat, names[seat], each) for seat in order]
    height = max(least, *(panel.height for panel in drawn))
    svg = ""
    for i, (seat, panel) in enumerate(zip(order, drawn, strict=True)):
        lit = leads(v, seat) if v.reason else seat == v.actor
        svg += at(i * (each + GAP), 0, frame(each, height, lit), panel.svg)
    return Drawn(svg, height)


def frame(width: float, height: float, lit: bool = False) -> str:
    stroke = art.AMBER if lit else art.LINE
    return rect(0.5, 0.5, width - 1, height - 1, rx=13, fill=art.PANEL, stroke=stroke, stroke_width=2 if lit else 1)


def _panel(v: State, seat: int, name: str, width: float) -> Drawn:
    inner = width - 2 * PAD
    hand = _held(v, seat, inner)
    display = _display(v, seat, inner)
    y = 44 + hand.height
    svg = _name(v, seat, name, width) + at(PAD, 38, hand.svg) + at(PAD, y, display.svg)
    return Drawn(svg, y + display.height + PAD + 2)


def _name(v: State, seat: int, name: str, width: float) -> str:
    x: float = PAD
    mark = ""
    if v.reason and leads(v, seat):
        mark, x = art.star(x + 8, 21, 17), x + 21
    elif not v.reason and seat == v.turn:
        mark, x = art.paw(x - 2, 9, 21), x + 23
    score = rules.score(v, seat)
    colour = art.MINT if score > 0 else art.CORAL if score < 0 else art.SOFT
    fits = int((width - x - PAD - 36) / 9.3)
    return (
        mark
        + text(x, 26, shorten(name, fits), font_size=15, font_weight=650)
        + text(width - PAD, 26, caption.signed(score), font_size=15, font_weight=700, text_anchor="end", fill=colour)
    )


def _held(v: State, seat: int, width: float) -> Drawn:
    """How many cards a seat holds, and small what the view knows of them. The viewer's own lie large elsewhere."""
    if seat == v.viewer:
        return Drawn("", 0)
    words = aside(0, 19, f"{v.held[seat]} in hand")
    hidden = v.held[seat] - sum(v.hand[seat])
    small = flow(stacks(v.hand[seat]) + ([(0, hidden, 0)] if hidden else []), width, 78)
    return Drawn(words + small.svg, small.height)


def flow(sets: list[Set], width: float, x: float = 0) -> Drawn:
    """Sets of small cards in lines, the first of which begins at `x`."""
    svg, y = "", 0.0
    for card, numbers, jokers in sets:
        stack = art.small_stack(card, numbers, jokers)
        if x and x + stack.width > width:
            x, y = 0, y + 36
        svg += at(x, y, stack.svg)
        x += stack.width + 4
    return Drawn(svg, y + art.SMALL_HEIGHT + 5)


def _display(v: State, seat: int, width: float) -> Drawn:
    """The layers of a seat, the oldest above and dim, the open one in front."""
    depth = v.depth[seat]
    if not depth:
        return Drawn(slot(8, CARD), 8 + TALL)
    first = depth - KEPT if depth > CASCADE else 0
    svg, y = title(caption.display(v, seat)), 8.0
    if first:
        older = [layer_of(layer_at(v, seat, place)) for place in range(first)]
        small = flow([(value, n, j) if n else (JOKER, j, 0) for value, n, j in older], width)
        svg += aside(0, y + 6, f"{first} older layers") + at(0, y + 18, small.svg)
        y += 26 + small.height
    for layer in range(first, depth):
        age = depth - 1 - layer
        svg += _layer(v, seat, layer, y, width, min(0.12 + 0.05 * age, 0.36) if age else 0)
        y += STRIP
    return Drawn(group(svg), y - STRIP + TALL)


def _layer(v: State, seat: int, layer: int, y: float, width: float, dim: float) -> str:
    value, numbers, jokers = layer_of(layer_at(v, seat, layer))
    faces = [value] * numbers + [JOKER] * jokers
    step = min(25, (width - CARD) / max(1, len(faces) - 1))
    wide = step * (len(faces) - 1) + CARD
    svg = "".join(art.card(face, step * i, y, CARD) for i, face in enumerate(faces))
    if dim:
        svg += rect(0, y, wide, TALL, rx=6, fill=art.FELT_DEEP, opacity=dim)
    elif v.phase in (TAKE, BACK) and seat == rules.owner(v):
        svg += outline(y, wide)
    if len(faces) > 2:
        svg += art.badge(wide - 3, y + 3, len(faces), 8)
    return svg


def outline(y: float, wide: float) -> str:
    """The outline around what is being abluxxed."""
    return rect(-2, y - 2, wide + 4, TALL + 4, rx=8, fill="none", stroke=art.CORAL, stroke_width=2.5)


def slot(y: float, width: float) -> str:
    """An empty place for a card."""
    height = width * art.HEIGHT / art.WIDTH
    return rect(1, y + 1, width - 2, height - 2, rx=6, fill="none", stroke=art.LINE, stroke_dasharray="5 4")


def stacks(row: Row) -> list[Set]:
    """Cards counted by value, as sets."""
    return [(card, row[card], 0) for card in range(1, JOKER + 1) if row[card]]
