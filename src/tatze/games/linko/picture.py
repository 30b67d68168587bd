"""A view of Linko as an SVG drawing, for notebooks. It shows what the view shows, and nothing behind it."""

from __future__ import annotations

from typing import NamedTuple

from tatze.core.layout import Row
from tatze.core.svg import element, gradient, group, needed, paint, picture, rect, shorten, text, title
from tatze.games.linko import art, caption, rules
from tatze.games.linko.state import BACK, JOKER, NUMBERS, PICK, POOL, SHADOW_TOP, TAKE, State

WIDTH = 900
EDGE, GAP, PAD = 16, 12, 12
INNER = WIDTH - 2 * EDGE
SIDE = 290
"""How wide the viewer's display is beside the viewer's hand."""
REST = INNER - SIDE - GAP
CARD, TALL = 46, 46 * art.HEIGHT / art.WIDTH
"""A card's width and height on the table."""
STRIP = 27
"""What shows of a layer below the next one."""
CASCADE = 7
"""A display with more layers shows the older ones small."""
KEPT = 5
"""How many layers such a display still shows in full."""


class Drawn(NamedTuple):
    """A piece of the picture, drawn from its upper left corner, and its height."""

    svg: str
    height: float


def draw(v: State, names: tuple[str, ...]) -> str:
    names = caption.called(v, names)
    rows = [_head(v, names), *_table(v, names)]
    body, y = "", 0.0
    for row in rows:
        body += _at(EDGE, y, row.svg)
        y += row.height + GAP
    height = y + EDGE - GAP
    felt = gradient("felt", (0, art.FELT), (1, art.FELT_DEEP), cx=0.5, cy=0.3, r=0.8)
    back = rect(0, 0, WIDTH, height, rx=18, fill=paint("felt"))
    body = group(back, body, font_family=art.FONT, fill=art.INK, style="font-variant-numeric:tabular-nums")
    return picture(WIDTH, round(height), caption.label(v, names), felt, needed(body, art.symbols()), body)


def _at(x: float, y: float, *inside: str) -> str:
    return group(*inside, transform=f"translate({x:g} {y:g})")


def _table(v: State, names: tuple[str, ...]) -> list[Drawn]:
    """The rows of the table: others, middle, and nearest the viewer's own cards."""
    shadow = [_shadow(v)] if v.duel else []
    if v.viewer < 0:
        return [_seats(v, names, list(range(v.players)), INNER), _middle(v, INNER), *shadow]
    own = _seats(v, names, [v.viewer], SIDE, _hand(v, REST).height)
    own = _beside(own, _hand(v, REST, own.height))
    others = [(v.viewer + step) % v.players for step in range(1, v.players)]
    if v.players == 2:
        return [_beside(_seats(v, names, others, SIDE), _middle(v, REST)), *shadow, own]
    return [_seats(v, names, others, INNER), _middle(v, INNER), *shadow, own]


def _beside(left: Drawn, right: Drawn) -> Drawn:
    return Drawn(left.svg + _at(SIDE + GAP, 0, right.svg), max(left.height, right.height))


def _head(v: State, names: tuple[str, ...]) -> Drawn:
    status = {"font_size": 15.5, "font_weight": 650, "text_anchor": "middle", "fill": art.AMBER}
    svg = text(2, 32, "Linko", font_size=19, font_weight=800, letter_spacing=-0.4)
    svg += text(68, 32, caption.rule_set(v), font_size=13, fill=art.SOFT)
    svg += text(INNER / 2, 32, caption.status(v, names), **status)
    svg += text(INNER - 2, 32, caption.seen_by(v, names), font_size=13, fill=art.SOFT, text_anchor="end")
    return Drawn(svg, 38)


# --- Seats ----------------------------------------------------------------------------------------------------------


def _seats(v: State, names: tuple[str, ...], seats: list[int], width: float, least: float = 0) -> Drawn:
    """Panels of equal size, side by side, at least so high."""
    each = (width - GAP * (len(seats) - 1)) / len(seats)
    panels = [_panel(v, seat, names[seat], each) for seat in seats]
    height = max(least, *(panel.height for panel in panels))
    svg = ""
    for i, (seat, panel) in enumerate(zip(seats, panels, strict=True)):
        lit = rules.wins(v, seat) if v.reason else seat == v.actor
        svg += _at(i * (each + GAP), 0, _frame(each, height, lit), panel.svg)
    return Drawn(svg, height)


def _frame(width: float, height: float, lit: bool = False) -> str:
    stroke = art.AMBER if lit else art.LINE
    return rect(0.5, 0.5, width - 1, height - 1, rx=13, fill=art.PANEL, stroke=stroke, stroke_width=2 if lit else 1)


def _panel(v: State, seat: int, name: str, width: float) -> Drawn:
    inner = width - 2 * PAD
    hand = _held(v, seat, inner)
    display = _display(v, seat, inner)
    y = 44 + hand.height
    svg = _name(v, seat, name, width) + _at(PAD, 38, hand.svg) + _at(PAD, y, display.svg)
    return Drawn(svg, y + display.height + PAD + 2)


def _name(v: State, seat: int, name: str, width: float) -> str:
    x: float = PAD
    mark = ""
    if v.reason and rules.wins(v, seat):
        mark, x = art.star(x + 8, 21, 17), x + 21
    elif not v.reason and seat == v.turn:
        mark, x = art.paw(x - 2, 9, 21), x + 23
    score = rules.score(v, seat)
    colour = art.MINT if score > 0 else art.CORAL if score < 0 else art.SOFT
    fits = int((width - x - PAD - 34) / 8.2)
    return (
        mark
        + text(x, 26, shorten(name, fits), font_size=15, font_weight=650)
        + text(width - PAD, 26, caption.signed(score), font_size=15, font_weight=700, text_anchor="end", fill=colour)
    )


def _held(v: State, seat: int, width: float) -> Drawn:
    """How many cards a seat holds, and small what the view knows of them. The viewer's own lie large elsewhere."""
    if seat == v.viewer:
        return Drawn("", 0)
    words = text(0, 19, f"{v.held[seat]} in hand", font_size=12.5, fill=art.SOFT)
    stacks = [(card, v.hand[seat][card], 0) for card in range(1, JOKER + 1) if v.hand[seat][card]]
    hidden = v.held[seat] - sum(v.hand[seat])
    if hidden:
        stacks.append((0, hidden, 0))
    flow = _flow(stacks, width, 78)
    return Drawn(words + flow.svg, flow.height)


def _flow(stacks: list[tuple[int, int, int]], width: float, x: float) -> Drawn:
    """Stacks of small cards in lines, the first of which begins at `x`. A stack is a card, its number, and jokers."""
    svg, y = "", 0.0
    for card, numbers, jokers in stacks:
        stack = art.small_stack(card, numbers, jokers)
        if x and x + stack.width > width:
            x, y = 0, y + 36
        svg += _at(x, y, stack.svg)
        x += stack.width + 4
    return Drawn(svg, y + art.SMALL_HEIGHT + 5)


def _display(v: State, seat: int, width: float) -> Drawn:
    """The layers of a seat, the oldest above and dim, the open one in front."""
    depth = v.depth[seat]
    if not depth:
        return Drawn(_slot(0, 8, CARD), 8 + TALL)
    first = depth - KEPT if depth > CASCADE else 0
    svg, y = title(caption.display(v, seat)), 8.0
    if first:
        older = [(v.value[seat][i], v.numbers[seat][i], v.jokers[seat][i]) for i in range(first)]
        flow = _flow([(value, n, j) if n else (JOKER, j, 0) for value, n, j in older], width, 0)
        svg += text(0, y + 8, f"{first} older layers", font_size=12, fill=art.SOFT) + _at(0, y + 16, flow.svg)
        y += 24 + flow.height
    for layer in range(first, depth):
        age = depth - 1 - layer
        svg += _layer(v, seat, layer, y, width, min(0.12 + 0.05 * age, 0.36) if age else 0)
        y += STRIP
    return Drawn(group(svg), y - STRIP + TALL)


def _layer(v: State, seat: int, layer: int, y: float, width: float, dim: float) -> str:
    numbers, jokers = v.numbers[seat][layer], v.jokers[seat][layer]
    faces = [v.value[seat][layer]] * numbers + [JOKER] * jokers
    step = min(25, (width - CARD) / max(1, len(faces) - 1))
    wide = step * (len(faces) - 1) + CARD
    svg = "".join(art.card(face, step * i, y, CARD) for i, face in enumerate(faces))
    if dim:
        svg += rect(0, y, wide, TALL, rx=6, fill=art.FELT_DEEP, opacity=dim)
    elif v.phase in (TAKE, BACK) and seat == rules.owner(v):
        svg += _outline(0, y, wide)
    if len(faces) > 2:
        svg += art.badge(wide - 3, y + 3, len(faces), 8)
    return svg


def _outline(x: float, y: float, wide: float) -> str:
    """Around what is being abluxxed."""
    return rect(x - 2, y - 2, wide + 4, TALL + 4, rx=8, fill="none", stroke=art.CORAL, stroke_width=2.5)


def _slot(x: float, y: float, width: float) -> str:
    """Where a card could lie."""
    dashes = {"fill": "none", "stroke": art.LINE, "stroke_width": 1.5, "stroke_dasharray": "5 4"}
    return rect(x + 1, y + 1, width - 2, width * art.HEIGHT / art.WIDTH - 2, rx=6, **dashes)


# --- The middle and the hand ----------------------------------------------------------------------------------------


def _middle(v: State, width: float) -> Drawn:
    """Deck, pool and discard pile; the pile lies beside the pool or, where that is too narrow, below."""
    step = art.WIDTH + 10
    places = [_place(v, place) for place in range(POOL)]
    foot = max(place.height for place in places)
    svg = _deck(v.cards - v.top)
    for i, place in enumerate(places):
        svg += _at(88 + i * step, 0, place.svg)
        svg += _caption(115 + i * step, foot, f"pool {i + 1}") if v.duel else ""
    svg += "" if v.duel else _caption(83 + 3 * step, foot, "pool")
    foot += 26
    if width < INNER:
        below = _discard(v, width)
        return Drawn(_at(0, 12, svg, _at(0, foot + 16, below.svg)), 28 + foot + below.height)
    beside = _discard(v, width - 600)
    return Drawn(_at(100, 12, svg, _at(500, 6, beside.svg)), 12 + max(foot, 6 + beside.height))


def _deck(left: int) -> str:
    heap = "".join(art.card(0, 2 * i, -2 * i, art.WIDTH) for i in range(min(3, (left + 14) // 15)))
    return (heap or _slot(0, 0, art.WIDTH)) + _caption(art.WIDTH / 2, art.HEIGHT, f"deck {left}")


def _caption(x: float, y: float, words: str) -> str:
    return text(x, y + 17, words, font_size=12.5, fill=art.SOFT, text_anchor="middle")


def _place(v: State, place: int) -> Drawn:
    """A place of the pool. In the duel 13s and jokers may lie on its card, which stays readable above them."""
    if not v.pool[place]:
        return Drawn(_slot(0, 0, art.WIDTH), art.HEIGHT)
    svg, y = art.card(v.pool[place], 0, 0, art.WIDTH), 0
    for card, count in ((NUMBERS, v.pool_13s[place]), (JOKER, v.pool_jokers[place])):
        if count:
            y += 26
            svg += art.card(card, 0, y, art.WIDTH)
            svg += art.badge(art.WIDTH - 4, y + 4, count) if count > 1 else ""
    return Drawn(svg, art.HEIGHT + y)


def _discard(v: State, width: float) -> Drawn:
    count = sum(v.discard)
    words = text(0, 10, f"discard pile {count}" if count else "discard pile empty", font_size=12.5, fill=art.SOFT)
    flow = _flow(_stacks(v.discard), width, 0)
    return Drawn(words + group(_at(0, 22, flow.svg), opacity=0.8), 22 + flow.height)


def _stacks(row: Row) -> list[tuple[int, int, int]]:
    return [(card, row[card], 0) for card in range(1, JOKER + 1) if row[card]]


def _shadow(v: State) -> Drawn:
    """The Shadow Display; outlined what the play may take from it."""
    svg = text(PAD, 26, "shadow display", font_size=12.5, fill=art.SOFT)
    x: float = PAD
    for card in range(1, SHADOW_TOP + 1):
        count = v.shadow[card]
        if not count:
            continue
        wide = CARD + 4 * (count - 1)
        svg += "".join(art.card(card, x + 4 * i, 40, CARD) for i in range(count))
        svg += _outline(x, 40, wide) if _can_take(v, card) else ""
        svg += art.badge(x + wide - 4, 43, count, 8) if count > 1 else ""
        x += wide + 20
    return Drawn(_frame(INNER, 54 + TALL) + svg, 54 + TALL)


def _can_take(v: State, card: int) -> bool:
    if v.phase != PICK:
        return False
    top = v.depth[v.turn] - 1
    return rules.shadow_match(v, v.value[v.turn][top], v.numbers[v.turn][top] + v.jokers[v.turn][top], card)


def _hand(v: State, width: float, least: float = 0) -> Drawn:
    """The viewer's hand, by value."""
    stacks = _stacks(v.hand[v.viewer])
    columns = len(stacks) if len(stacks) <= 7 else (len(stacks) + 1) // 2
    svg = text(PAD + 2, 26, f"{v.held[v.viewer]} in hand", font_size=12.5, fill=art.SOFT)
    for i, (card, count, _) in enumerate(stacks):
        x, y = PAD + 4 + i % columns * 78, 44 + i // columns * 100
        svg += "".join(art.card(card, x + 4 * j, y, 58) for j in range(min(count, 3)))
        svg += art.badge(x + 56 + 4 * min(count - 1, 2), y + 4, count) if count > 1 else ""
    rows = (len(stacks) + 6) // 7 or 1
    height = max(least, 44 + rows * 100)
    return Drawn(_frame(width, height, v.actor == v.viewer) + svg, height)
