"""Verflixxt's rule-of-thumb bots, in the rules' style: functions of a view, the legal actions and their number.

Worths are whole numbers, hundredths of a point, so that every form of the code chooses the same action."""

from __future__ import annotations

import sys

from tatze.core.layout import Row
from tatze.core.strategy import RuleBots
from tatze.games.verflixxt.rules import ahead, worth
from tatze.games.verflixxt.state import (
    CHOOSE,
    FINISH,
    GIFT,
    LUCKY,
    MOVE_GUARD,
    MOVE_PIECE,
    START,
    STEAL,
    STEAL_FROM,
    State,
)

LUCKY_POINTS = 6
"""The points that the yardstick counts for a lucky tile."""
LUCKY_HOPES = 8
"""The points that the thumb bot counts for a lucky tile."""


def yardstick(v: State, legal: Row, n: int) -> int:
    """The bot that never changes, so that strength can be compared over time."""
    if v.phase == CHOOSE:
        return best_theft(v, legal, n)
    best = legal[0]
    best_worth = -(10**6)
    for i in range(n):
        value = 0
        if legal[i] <= MOVE_GUARD:
            value = yardstick_move(v, legal[i] - MOVE_PIECE)
        if value > best_worth:
            best = legal[i]
            best_worth = value
    return best


def yardstick_move(v: State, t: int) -> int:
    points = points_of(v, t)
    others = standing_on(v, t) - 1
    value = 0
    if others == 0:
        value = 100 * points
    elif others == 1:
        value = -30 * points
    to = ahead(v, t)
    if to < v.finish:
        if standing_on(v, to) == 0:
            value += 50 * points_of(v, to)
        else:
            value += 15 * points_of(v, to)
    return value


def best_theft(v: State, legal: Row, n: int) -> int:
    """The theft of the tile that ranks highest."""
    best = legal[0]
    for i in range(1, n):
        if top_worth(v, legal[i] - STEAL_FROM) > top_worth(v, best - STEAL_FROM):
            best = legal[i]
    return best


def top_worth(v: State, seat: int) -> int:
    return worth(v.tower[seat][v.height[seat] - 1])


def thumb(v: State, legal: Row, n: int) -> int:
    """Rules of thumb that a good player would name: move from behind, be the last on good tiles, leave others behind
    on bad ones, let a bad tile wait that is lost anyway, and know what an action tile will do."""
    best = legal[0]
    best_worth = -(10**6)
    for i in range(n):
        value = thumb_worth(v, legal[i])
        if value > best_worth:
            best = legal[i]
            best_worth = value
    return best


def thumb_worth(v: State, action: int) -> int:
    """What the thumb bot thinks of a legal action. The figures were found by playing against the yardstick."""
    if v.phase == CHOOSE:
        return 100 * top_worth(v, action - STEAL_FROM)
    if action > MOVE_GUARD:
        return guard_worth(v, action - MOVE_GUARD)
    t = action - MOVE_PIECE
    return leaving_worth(v, t) + landing_worth(v, ahead(v, t)) - 15 * steps(v, t)


def leaving_worth(v: State, t: int) -> int:
    """What it is worth to leave a tile: the own piece has waited there for it, or against it."""
    others = standing_on(v, t) - 1
    good = thumb_points(v, v.tile[t])
    if others == 0:
        return last_worth(v, t)
    if others == 1 and v.guards[t]:
        return -20 * good
    if v.pieces[v.turn][t] > 1:
        if others == 1:
            return signed(good, 30, 20)
        return 0
    if others == 1:
        return signed(good, -90, -50)
    return signed(good, -40, -25)


def last_worth(v: State, t: int) -> int:
    """What leaving a tile as the last one brings. A bad tile has to be taken sooner or later: no reason to stay."""
    tile = v.tile[t]
    if tile == GIFT:
        if v.height[v.turn] == 0:
            return 0
        return -100 * thumb_points(v, v.tower[v.turn][v.height[v.turn] - 1])
    if tile == STEAL:
        return 100 * theft_points(v)
    return signed(thumb_points(v, tile), 100, 8)


def theft_points(v: State) -> int:
    """The best top tile of the others, or the least bad."""
    best = 0
    found = False
    for seat in range(v.players):
        if seat != v.turn and v.height[seat]:
            value = thumb_points(v, v.tower[seat][v.height[seat] - 1])
            if not found or value > best:
                best = value
                found = True
    return best


def landing_worth(v: State, to: int) -> int:
    """What it is worth to stand on a tile: the fewer stand there, the more likely one will be the last."""
    if to == v.finish:
        return -75
    if v.tile[to] == GIFT:
        return -220
    if v.tile[to] == STEAL:
        return 310
    there = standing_on(v, to)
    good = thumb_points(v, v.tile[to])
    if there == 0:
        return signed(good, 80, 12)
    if there == v.pieces[v.turn][to]:
        return signed(good, 10, 30)
    if there == 1 and v.guards[to] == 0:
        return signed(good, 70, 25)
    return signed(good, 35, 5)


def guard_worth(v: State, t: int) -> int:
    """Moving a guard off a tile lays it open for the pieces that stay."""
    mine = v.pieces[v.turn][t]
    others = standing_on(v, t) - v.guards[t] - mine
    good = thumb_points(v, v.tile[t])
    if v.guards[t] == 1 and mine and not others:
        return signed(good, 53, 29) - 47
    if v.guards[t] == 1 and others and not mine:
        return signed(good, -31, -17) - 47
    return -47


# --- What a bot sees ------------------------------------------------------------------------------------------------


def points(tile: int) -> int:
    """The points that the bots count for a tile."""
    if tile == LUCKY:
        return LUCKY_POINTS
    if tile == GIFT or tile == STEAL or tile == START or tile == FINISH:
        return 0
    return tile


def thumb_points(v: State, tile: int) -> int:
    """The points that the thumb bot counts for a tile; it knows what a lucky tile would turn."""
    if tile != LUCKY:
        return points(tile)
    if not v.luck_below:
        return LUCKY_HOPES
    if v.height[v.turn] == 0:
        return 0
    return -2 * points(v.tower[v.turn][v.height[v.turn] - 1])


def signed(points: int, plus: int, minus: int) -> int:
    """Points times one figure if they are good and another if they are bad."""
    if points > 0:
        return points * plus
    return points * minus


def points_of(v: State, t: int) -> int:
    return points(v.tile[t])


def standing_on(v: State, t: int) -> int:
    """How many pieces and guards stand on a tile."""
    count = v.guards[t]
    for seat in range(v.players):
        count += v.pieces[seat][t]
    return count


def steps(v: State, t: int) -> int:
    """How far along the track a tile lies, in tiles of the present track."""
    count = 0
    for i in range(t):
        if v.tile[i]:
            count += 1
    return count


BOTS = RuleBots(module=sys.modules[__name__], thumb=thumb, thumb_worth=thumb_worth, yardstick=yardstick)
