"""The learning curve of a training as a picture: victories among yardsticks over the decisions it learned from.

python tools/train_curve.py CURVE.jsonl > curve.svg"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 720, 360, 56, 44, 16
COLOURS = ("#2f6f8f", "#b5532a", "#4d7c3a", "#7a4f9a")


def x_of(decisions: float, most: float) -> float:
    return LEFT + decisions / most * (WIDTH - LEFT - 150)


def y_of(share: float) -> float:
    return HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP)


def drawn(setting: str, lines: list[dict[str, Any]], most: float, colour: str) -> str:
    """One setting's line with its 95 % band, and its name at the end."""
    points = [(x_of(line["decisions"], most), *map(y_of, line["wins"][setting])) for line in lines]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _, _ in points)
    band = " ".join([f"{x:.1f},{high:.1f}" for x, _, _, high in points])
    band += " " + " ".join(f"{x:.1f},{low:.1f}" for x, _, low, _ in reversed(points))
    x, y = points[-1][:2]
    share = f"{100 * lines[-1]['wins'][setting][0]:.0f} %"
    return (
        f'<polygon points="{band}" fill="{colour}" opacity="0.2"/>'
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
        f'<text x="{x + 6:.1f}" y="{y + 4:.1f}" fill="{colour}">{setting}: {share}</text>'
    )


def picture(lines: list[dict[str, Any]]) -> str:
    most = lines[-1]["decisions"]
    parts = []
    for percent in range(0, 101, 20):
        y = y_of(percent / 100)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - 150}" stroke="#8884"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="#777">{percent} %</text>')
    for part in range(5):
        label = f"{most * part / 4 / 1e6:,.0f}"
        x = x_of(most * part / 4, most)
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - 24}" text-anchor="middle" fill="#777">{label}</text>')
    parts.append(f'<text x="{LEFT}" y="{HEIGHT - 6}" fill="#777">million decisions</text>')
    for setting, colour in zip(lines[-1]["wins"], COLOURS, strict=False):
        parts.append(drawn(setting, lines, most, colour))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12" role="img" aria-label="Victories among yardsticks while learning">{"".join(parts)}</svg>'
    )


if __name__ == "__main__":
    print(picture([json.loads(line) for line in Path(sys.argv[1]).read_text().splitlines()]))
