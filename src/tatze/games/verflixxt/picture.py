"""A view of Verflixxt as an SVG drawing, for notebooks: the winding track, and the towers below it."""

from __future__ import annotations

from collections.abc import Sequence

from tatze.core.svg import element, gradient, group, needed, paint, picture, rect, shorten, text, title
from tatze.games.verflixxt import art, caption, rules
from tatze.games.verflixxt.show import leads
from tatze.games.verflixxt.state import ACTIONS, FINISH, MOVE, MOVE_GUARD, MOVE_PIECE, START, State

WIDTH = 900
EDGE, GAP, PAD = 16, 12, 12
INNER = WIDTH - 2 * EDGE
HEAD = 52
COLUMNS = 10
STEP = (INNER - 2 * PAD) / COLUMNS
"""From one tile to the next."""
LINE = art.TILE + 24
"""From one line of the track to the next."""
ROW = 4
"""The number of tokens that fit one row on a tile."""
CHIP, CHIP_LINE = 25.5, 31


def draw(v: State, names: tuple[str, ...]) -> str:
    names = caption.called(v, names)
    track, y = _track(v, names), EDGE + HEAD + GAP
    lines = -(-sum(rules.tile_at(v, t) != 0 for t in range(v.finish + 1)) // COLUMNS)
    below = lines * LINE + 2 * PAD
    towers, deep = _towers(v, names)
    height = y + below + GAP + deep + EDGE
    felt = gradient("felt", (0, art.FELT), (1, art.FELT_DEEP), cx=0.5, cy=0.3, r=0.8)
    body = rect(0, 0, WIDTH, height, rx=18, fill=paint("felt")) + art.at(EDGE, EDGE, _head(v, names))
    body += art.at(EDGE, y, _panel(INNER, below), track) + art.at(EDGE, y + below + GAP, towers)
    body = group(body, font_family=art.FONT, fill=art.INK, style="font-variant-numeric:tabular-nums")
    return picture(WIDTH, round(height), caption.label(v, names), felt, needed(body, art.symbols()), body)


def _head(v: State, names: tuple[str, ...]) -> str:
    svg = text(2, 32, "Verflixxt", font_size=19, font_weight=800, letter_spacing=-0.4)
    svg += text(98, 32, caption.rule_set(v), font_size=13, fill=art.SOFT)
    reserved = 0 if v.reason else HEAD - 4
    status = caption.status(v, names)
    svg += text(INNER - reserved - 10, 32, status, font_size=15.5, font_weight=650, text_anchor="end", fill=art.AMBER)
    return svg if v.reason else svg + art.die(v.die, INNER - reserved + 2, 3, reserved - 4)


def _panel(width: float, height: float, lit: bool = False) -> str:
    edge, thick = (art.AMBER, 2) if lit else (art.LINE, 1)
    return rect(0, 0, width, height, rx=14, fill=art.PANEL, fill_opacity=0.75, stroke=edge, stroke_width=thick)


# --- The track ------------------------------------------------------------------------------------------------------


def _track(v: State, names: tuple[str, ...]) -> str:
    """The tiles that are left, from the start to the finish, each line in the other direction."""
    numbers = [t for t in range(v.finish + 1) if rules.tile_at(v, t)]
    places = [_place(i) for i in range(len(numbers))]
    road = "M" + "L".join(f"{x:g} {y:g}" for x, y in places)
    svg = element(
        "path", d=road, fill="none", stroke=art.ROAD, stroke_width=30, stroke_linejoin="round", stroke_linecap="round"
    )
    out = [0] * ACTIONS
    lit = set(out[: rules.legal(v, out)]) if v.phase == MOVE else set()
    return svg + "".join(_tile(v, t, place, lit, names) for t, place in zip(numbers, places, strict=True))


def _place(i: int) -> tuple[float, float]:
    line, column = divmod(i, COLUMNS)
    if line % 2:
        column = COLUMNS - 1 - column
    return PAD + (column + 0.5) * STEP, PAD + 8 + (line + 0.5) * LINE


def _tile(v: State, t: int, place: tuple[float, float], lit: set[int], names: tuple[str, ...]) -> str:
    tile = rules.tile_at(v, t)
    tokens = [
        (art.piece(seat, seat == v.turn and MOVE_PIECE + t in lit), v.pieces[seat][t])
        for seat in range(v.players)
        if v.pieces[seat][t]
    ]
    if v.guards[t]:
        tokens.append((art.guard(MOVE_GUARD + t in lit), v.guards[t]))
    lift, scale = (0, 1.0) if not tokens else (11, 0.8) if len(tokens) <= ROW else (18, 0.6)
    if tile in (START, FINISH):
        lift = lift and lift + 4
    number = text(-art.TILE / 2 + 2, -art.TILE / 2 - 4, str(t), font_size=9.5, fill=art.SOFT)
    face = art.tile_face(tile, lift, scale)
    return art.at(*place, title(caption.tile_label(v, t, names)), number, face, _tokens(tokens))


def _tokens(tokens: Sequence[tuple[str, int]]) -> str:
    """Pieces and guards along the foot of a tile, in two rows if they are many."""
    if len(tokens) <= ROW:
        return _token_row(tokens, 21)
    half = (len(tokens) + 1) // 2
    return _token_row(tokens[:half], 4) + _token_row(tokens[half:], 26)


def _token_row(tokens: Sequence[tuple[str, int]], y: float) -> str:
    step = min(24.0, (art.TILE - 22) / max(1, len(tokens) - 1))
    svg = ""
    for i, (token, count) in enumerate(tokens):
        x = (i - (len(tokens) - 1) / 2) * step
        svg += art.at(x, y, token) + (art.badge(x + 8, y - 9, count) if count > 1 else "")
    return svg


# --- The towers -----------------------------------------------------------------------------------------------------


def _towers(v: State, names: tuple[str, ...]) -> tuple[str, float]:
    """A panel for every seat, and the height of them all."""
    columns = {2: 2, 3: 3, 4: 4, 5: 3, 6: 3}[v.players]
    width = (INNER - (columns - 1) * GAP) / columns
    per_line = int((width - 2 * PAD) // CHIP)
    svg, y = "", 0.0
    for first in range(0, v.players, columns):
        seats = range(first, min(first + columns, v.players))
        deepest = max(v.height[seat] for seat in seats)
        height = 44 + CHIP_LINE * max(1, -(-deepest // per_line)) + 6
        for seat in seats:
            svg += art.at((seat - first) * (width + GAP), y, _tower(v, seat, names[seat], width, height, per_line))
        y += height + GAP
    return svg, y - GAP


def _tower(v: State, seat: int, name: str, width: float, height: float, per_line: int) -> str:
    won = v.reason and leads(v, seat)
    svg = _panel(width, height, lit=bool(won) or (not v.reason and seat == v.turn))
    svg += art.at(PAD + 10, 22, art.piece(seat))
    svg += text(PAD + 28, 27, shorten(name, int((width - 96) / 8.6)), font_size=14, font_weight=650)
    points = art.signed(rules.score(v, seat))
    svg += text(
        width - PAD, 27, points, font_size=15, font_weight=700, text_anchor="end", fill=art.MINT if won else art.INK
    )
    for i in range(v.height[seat]):
        x, y = PAD + 13 + i % per_line * CHIP, 56 + i // per_line * CHIP_LINE
        svg += art.chip(v.tower[seat][i], x, y, i == v.height[seat] - 1)
    return svg if v.height[seat] else svg + text(PAD, 60, "no tiles yet", font_size=12.5, fill=art.SOFT)
