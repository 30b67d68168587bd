"""Drawings of a review as SVG: the curve of everybody's chances, and the account as bars."""

from __future__ import annotations

from tatze.core import svg
from tatze.core.words import decimal, say
from tatze.review.results import GameReview
from tatze.review.text import parts_of

WIDTH, HEIGHT = 720, 260
LEFT, RIGHT, TOP, BOTTOM = 44, 120, 14, 30
COLOURS = ("#2f6f8f", "#b5532a", "#4b7f3a", "#7a4f9a", "#a67c00", "#8a3b5a")
"""The colours of seats."""
STYLE: dict[str, str | float] = {"font_family": "sans-serif", "font_size": 12, "fill": "#333"}


def curve(review: GameReview, lang: str = "en") -> str:
    """Return everybody's chances from before the deal to the end as a drawing; turning points are marked."""
    points = [review.start, *(step.chances for step in review.steps)]
    across = (WIDTH - LEFT - RIGHT) / max(1, len(points) - 1)

    def at(place: int, chance: float) -> tuple[float, float]:
        return LEFT + place * across, TOP + (1 - chance) * (HEIGHT - TOP - BOTTOM)

    drawn = [svg.rect(0, 0, WIDTH, HEIGHT, fill="#fffdf8", rx=8)]
    for percent in (0, 25, 50, 75, 100):
        _, y = at(0, percent / 100)
        drawn.append(svg.element("path", d=f"M{LEFT} {y:.1f}H{WIDTH - RIGHT}", stroke="#0002"))
        drawn.append(svg.text(LEFT - 6, y + 4, f"{percent} %", text_anchor="end", **STYLE))
    for number, step in enumerate(review.steps, 1):
        if step.entry in review.turning_points:
            x, _ = at(number, 0)
            drawn.append(
                svg.element("path", d=f"M{x:.1f} {TOP}V{HEIGHT - BOTTOM}", stroke="#0003", stroke_dasharray="3")
            )
            drawn.append(svg.text(x, HEIGHT - 10, str(step.entry + 1), text_anchor="middle", **STYLE))
    for seat, name in enumerate(review.names):
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(k, one[seat]) for k, one in enumerate(points)))
        colour = COLOURS[seat % len(COLOURS)]
        drawn.append(svg.element("polyline", points=line, fill="none", stroke=colour, stroke_width=2.2))
        drawn.append(
            svg.text(WIDTH - RIGHT + 10, TOP + 16 + 20 * seat, svg.shorten(name, 14), **{**STYLE, "fill": colour})
        )
    return svg.picture(WIDTH, HEIGHT, say("tatze.review", lang, "curve", {}), *drawn)


def account_bars(review: GameReview, seat: int, lang: str = "en") -> str:
    """Return the account of a seat as bars to the left, what cost chances, and to the right, what brought some."""
    account = review.seats[seat].account
    amounts = {part: float(getattr(account, part)) for part in parts_of(review.game)}
    longest = max(0.1, *(abs(amount) for amount in amounts.values()))
    height = 26 * len(amounts) + 12
    drawn = [svg.rect(0, 0, WIDTH, height, fill="#fffdf8", rx=8)]
    for row, (part, amount) in enumerate(amounts.items()):
        y, length = 8 + 26 * row, 190 * abs(amount) / longest
        colour = "#4b7f3a" if amount >= 0 else "#b5532a"
        drawn.append(svg.text(12, y + 15, say("tatze.review", lang, f"account.{part}", {}), **STYLE))
        drawn.append(svg.rect(440 - (length if amount < 0 else 0), y, length, 20, fill=colour))
        drawn.append(svg.text(705, y + 15, decimal(100 * amount, lang, "+"), text_anchor="end", **STYLE))
    return svg.picture(WIDTH, height, say("tatze.review", lang, "account", {}), *drawn)
