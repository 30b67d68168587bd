"""Small SVG plots for the report. They use the colours of the page, and so its light and dark theme."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import floor, log10

from tatze.study.intervals import Estimate

WIDTH = 400
"""Width of a plot, in units of the drawing like all lengths here: about the pixels of a phone."""
EDGE = 20
"""Width of the margins."""
SIGN_WIDTH = 7
"""Width of a sign of text, rather too much than too little."""
MOST_NAME_SIGNS = 20
"""Number of signs of a name beside a row; a longer name has a line of its own."""
ROW = 22
"""Height of a row."""
Rows = Sequence[tuple[str, Mapping[str, Estimate]]]


class Scale:
    """A linear scale from `left` to the right margin, with round numbers at its ends."""

    def __init__(self, low: float, high: float, left: float = EDGE) -> None:
        self.left = left
        step = tick_step(high - low)
        self.low: float = floor(low / step) * step
        self.high: float = max(-floor(-high / step) * step, self.low + step)
        self.ticks: list[float] = [self.low + step * i for i in range(round((self.high - self.low) / step) + 1)]

    def x(self, value: float) -> float:
        """Return where a value lies."""
        return self.left + (value - self.low) / (self.high - self.low) * (WIDTH - self.left - EDGE)


def tick_step(span: float) -> float:
    """Return a round step that divides a span into two to six parts."""
    if span <= 0:
        return 1.0
    power: float = 10.0 ** floor(log10(span))
    return next(power * part for part in (0.2, 0.25, 0.5, 1, 2) if span / (power * part) <= 6)


def dots(label: str, rows: Rows, percent: bool, fair: Mapping[str, float] | None = None) -> str:
    """Draw a dot with its interval for each figure, row by row, and a dashed line at the equal share, if given."""
    estimates = [estimate for _, figures in rows for estimate in figures.values()]
    marks = list((fair or {}).values())
    longest = max(len(name) for _, figures in rows for name in figures)
    beside = longest <= MOST_NAME_SIGNS
    left = EDGE + SIGN_WIDTH * longest + 8 if beside else EDGE
    scale = Scale(min([e.low for e in estimates] + marks), max([e.high for e in estimates] + marks), left)
    parts, y = [], ROW / 2
    for title, figures in rows:
        parts.append(_text(EDGE, y, title, "title"))
        top, first = y + ROW / 2, len(parts)
        for name, estimate in figures.items():
            y += ROW
            parts.append(_text(EDGE, y, name, "name"))
            y += 0 if beside else ROW
            parts.append(_dot(scale, y, f"{title}, {name}", estimate, percent))
        if fair and title in fair:
            line = f'<path class="fair" d="M{scale.x(fair[title]):.1f} {top:.1f}V{y + ROW / 2:.1f}"/>'
            parts.insert(first, line)  # below the names
        y += ROW * 1.3
    return _frame(label, y - ROW / 2, scale, percent, parts)


def _dot(scale: Scale, y: float, name: str, estimate: Estimate, percent: bool) -> str:
    value, low, high = (figure(number, percent) for number in estimate)
    return (
        f"<g><title>{escape(name)}: {value} ({low} to {high})</title>"
        f'<path class="whisker" d="M{scale.x(estimate.low):.1f} {y}H{scale.x(estimate.high):.1f}"/>'
        f'<circle class="dot" cx="{scale.x(estimate.value):.1f}" cy="{y}" r="4"/></g>'
    )


def histograms(label: str, rows: Sequence[tuple[str, Mapping[int, int]]], height: int = 56, bins: int = 72) -> str:
    """Draw how often each value occurred: one histogram for each row over one axis, all equally high."""
    low = min(min(counts) for _, counts in rows)
    high = max(quantile_of(counts, 0.999) for _, counts in rows) + 1
    size = max(1, -(-(high - low) // bins))
    scale = Scale(low, low + -(-(high - low) // size) * size)
    parts, y = [], 0.0
    for title, counts in rows:
        parts.append(_text(EDGE, y + ROW / 2, title, "title"))
        y += height + ROW / 2
        parts.append(_silhouette(scale, y, height - 8, binned(counts, low, high, size), low, size))
        y += 8
    return _frame(label, y + 4, scale, False, parts)


def quantile_of(counts: Mapping[int, int], part: float) -> int:
    """Return the smallest value that at least this part of all values does not exceed."""
    seen, n = 0, sum(counts.values())
    for value in sorted(counts):
        seen += counts[value]
        if seen >= part * n:
            return value
    return max(counts)


def binned(counts: Mapping[int, int], low: int, high: int, size: int) -> list[int]:
    """Return the counts in bins of a size; values above the axis are left out."""
    found = [0] * (-(-(high - low) // size))
    for value, count in counts.items():
        if value < high:
            found[(value - low) // size] += count
    return found


def _silhouette(scale: Scale, base: float, height: float, counts: Sequence[int], low: int, size: int) -> str:
    top = max(counts) or 1
    steps = "".join(
        f"V{base - height * count / top:.1f}H{scale.x(low + (i + 1) * size):.1f}" for i, count in enumerate(counts)
    )
    return f'<path class="area" d="M{scale.x(low):.1f} {base}{steps}V{base}Z"/>'


def bars(label: str, rows: Rows) -> str:
    """Draw shares of a whole side by side in one bar for each row, with a legend."""
    scale = Scale(0, 1)
    parts, y = _legend(list(rows[0][1]))
    for title, figures in rows:
        parts.append(_text(EDGE, y, title, "title"))
        y += 20
        at = 0.0
        for i, (name, estimate) in enumerate(figures.items()):
            x, end = scale.x(at), scale.x(at + estimate.value)
            at += estimate.value
            parts.append(
                f'<rect class="part{i % 4}" x="{x:.1f}" y="{y - 8}" width="{max(0.0, end - x - 1):.1f}" height="16">'
                f"<title>{escape(title)}, {escape(name)}: {figure(estimate.value, True)}</title></rect>"
            )
        y += ROW + 8
    return _frame(label, y - ROW / 2, scale, True, parts)


def _legend(names: Sequence[str]) -> tuple[list[str], float]:
    """Draw what each colour stands for, in as many lines as needed; return also where the plot goes on."""
    parts, x, y = [], float(EDGE), ROW / 2
    for i, name in enumerate(names):
        width = 18 + SIGN_WIDTH * len(name) + 14
        if x > EDGE and x + width > WIDTH:
            x, y = float(EDGE), y + ROW
        swatch = f'<rect class="part{i % 4}" x="{x:.1f}" y="{y - 6:.1f}" width="12" height="12"/>'
        parts.append(f"<g>{swatch}{_text(x + 18, y, name, 'key')}</g>")
        x += width
    return parts, y + ROW * 1.3


def _frame(label: str, height: float, scale: Scale, percent: bool, parts: Sequence[str]) -> str:
    grid = "".join(
        f'<path class="grid" d="M{scale.x(tick):.1f} 4V{height:.1f}"/>'
        + _text(scale.x(tick), height + 14, figure(tick, percent, short=True), "tick")
        for tick in scale.ticks
    )
    return (
        f'<svg viewBox="0 0 {WIDTH} {height + 26:.0f}" role="img" aria-label="{escape(label, quote=True)}">'
        f"{grid}{''.join(parts)}</svg>"
    )


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def figure(value: float, percent: bool, short: bool = False) -> str:
    """Return a number as text; `short` is for axes."""
    if isinstance(value, int):
        text = str(value)
    elif percent:
        text = f"{100 * value:.{1 if short else 2}f}".removesuffix(".0") + " %"
    elif short:
        text = f"{value:g}"
    else:
        text = f"{value:.2f}"
    return text.replace("-", "−")
