"""A view of Linko as an SVG drawing, for notebooks. It shows what the view shows, and nothing behind it."""

from __future__ import annotations

from tatze.core.svg import gradient, group, needed, paint, picture, rect, text
from tatze.games.linko import art, caption, rules
from tatze.games.linko.panels import CARD, GAP, PAD, TALL, Drawn, aside, at, flow, frame, outline, seats, slot, stacks
from tatze.games.linko.state import JOKER, NUMBERS, PICK, POOL, SHADOW_TOP, State

WIDTH = 900
EDGE = 16
INNER = WIDTH - 2 * EDGE
SIDE = 290
"""How wide the viewer's display is beside the viewer's hand."""
REST = INNER - SIDE - GAP
"""How wide that hand is."""


def draw(v: State, names: tuple[str, ...]) -> str:
    names = caption.called(v, names)
    rows = [_head(v, names), *_table(v, names)]
    body, y = "", 0.0
    for row in rows:
        body += at(EDGE, y, row.svg)
        y += row.height + GAP
    height = y + EDGE - GAP
    felt = gradient("felt", (0, art.FELT), (1, art.FELT_DEEP), cx=0.5, cy=0.3, r=0.8)
    back = rect(0, 0, WIDTH, height, rx=18, fill=paint("felt"))
    body = group(back, body, font_family=art.FONT, fill=art.INK, style="font-variant-numeric:tabular-nums")
    return picture(WIDTH, round(height), caption.label(v, names), felt, needed(body, art.symbols()), body)


def _table(v: State, names: tuple[str, ...]) -> list[Drawn]:
    """The rows of the table: others, middle, and nearest the viewer's own cards."""
    shadow = [_shadow(v)] if v.duel else []
    if v.viewer < 0:
        return [seats(v, names, list(range(v.players)), INNER), _middle(v, INNER), *shadow]
    own = seats(v, names, [v.viewer], SIDE, _hand(v, REST).height)
    own = _beside(own, _hand(v, REST, own.height))
    others = [(v.viewer + step) % v.players for step in range(1, v.players)]
    if v.players == 2:
        return [_beside(seats(v, names, others, SIDE), _middle(v, REST)), *shadow, own]
    return [seats(v, names, others, INNER), _middle(v, INNER), *shadow, own]


def _beside(left: Drawn, right: Drawn) -> Drawn:
    return Drawn(left.svg + at(SIDE + GAP, 0, right.svg), max(left.height, right.height))


def _head(v: State, names: tuple[str, ...]) -> Drawn:
    status = caption.status(v, names)
    svg = text(2, 32, "Linko", font_size=19, font_weight=800, letter_spacing=-0.4)
    svg += aside(68, 32, caption.rule_set(v))
    svg += text(INNER / 2, 32, status, font_size=15.5, font_weight=650, text_anchor="middle", fill=art.AMBER)
    svg += aside(INNER - 2, 32, caption.seen_by(v, names), "end")
    return Drawn(svg, 38)


# --- The middle and the hand ----------------------------------------------------------------------------------------


def _middle(v: State, width: float) -> Drawn:
    """Deck, pool and discard pile; the pile lies beside the pool or, where that is too narrow, below."""
    step = art.WIDTH + 10
    places = [_place(v, place) for place in range(POOL)]
    foot = max(place.height for place in places)
    svg = _deck(v.cards - v.top)
    for i, place in enumerate(places):
        svg += at(88 + i * step, 0, place.svg)
        svg += _caption(115 + i * step, foot, f"pool {i + 1}") if v.duel else ""
    svg += "" if v.duel else _caption(83 + 3 * step, foot, "pool")
    foot += 26
    if width < INNER:
        below = _discard(v, width)
        return Drawn(at(0, 12, svg, at(0, foot + 16, below.svg)), 28 + foot + below.height)
    beside = _discard(v, width - 600)
    return Drawn(at(100, 12, svg, at(500, 6, beside.svg)), 12 + max(foot, 6 + beside.height))


def _deck(left: int) -> str:
    heap = "".join(art.card(0, 2 * i, -2 * i, art.WIDTH) for i in range(min(3, (left + 14) // 15)))
    return (heap or slot(0, art.WIDTH)) + _caption(art.WIDTH / 2, art.HEIGHT, f"deck {left}")


def _caption(x: float, y: float, words: str) -> str:
    return aside(x, y + 17, words, "middle")


def _place(v: State, place: int) -> Drawn:
    """A place of the pool. In the duel 13s and jokers may lie on its card, which stays readable above them."""
    if not v.pool[place]:
        return Drawn(slot(0, art.WIDTH), art.HEIGHT)
    svg, y = art.card(v.pool[place], 0, 0, art.WIDTH), 0
    for card, count in ((NUMBERS, v.pool_13s[place]), (JOKER, v.pool_jokers[place])):
        if count:
            y += 26
            svg += art.card(card, 0, y, art.WIDTH)
            svg += art.badge(art.WIDTH - 4, y + 4, count) if count > 1 else ""
    return Drawn(svg, art.HEIGHT + y)


def _discard(v: State, width: float) -> Drawn:
    count = sum(v.discard)
    words = aside(0, 10, f"discard pile {count}" if count else "discard pile empty")
    pile = flow(stacks(v.discard), width)
    return Drawn(words + group(at(0, 22, pile.svg), opacity=0.8), 22 + pile.height)


def _shadow(v: State) -> Drawn:
    """The Shadow Display; outlined what the play may take from it."""
    svg = aside(PAD, 26, "Shadow Display")
    x: float = PAD
    for card in range(1, SHADOW_TOP + 1):
        count = v.shadow[card]
        if not count:
            continue
        lying = art.stack(card, count, CARD)
        svg += at(x, 42, lying.svg, outline(0, lying.width) if _can_take(v, card) else "")
        x += lying.width + 20
    return Drawn(frame(INNER, 56 + TALL) + svg, 56 + TALL)


def _can_take(v: State, card: int) -> bool:
    if v.phase != PICK:
        return False
    return rules.shadow_match(v, rules.layer_value(v.open[v.turn]), rules.layer_count(v.open[v.turn]), card)


def _hand(v: State, width: float, least: float = 0) -> Drawn:
    """The viewer's hand, by value."""
    held = stacks(v.hand[v.viewer])
    columns = len(held) if len(held) <= 7 else (len(held) + 1) // 2
    svg = aside(PAD + 2, 27, f"{v.held[v.viewer]} in hand")
    for i, (card, count, _) in enumerate(held):
        svg += at(PAD + 2 + i % columns * 79, 44 + i // columns * 100, art.stack(card, count, 56).svg)
    rows = (len(held) + 6) // 7 or 1
    height = max(least, 44 + rows * 100)
    return Drawn(frame(width, height, v.actor == v.viewer) + svg, height)
