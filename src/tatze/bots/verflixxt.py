"""Verflixxt's simple bots, in the style of the rules: functions of a view, the legal actions and how many there are.

Worths are whole numbers, hundredths of a point, so that every form of the code chooses the same action."""

from __future__ import annotations

from tatze.core.layout import Row
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
"""What the bots think a lucky tile is good for."""


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
    others = standing(v, t) - 1
    value = 0
    if others == 0:
        value = 100 * points
    elif others == 1:
        value = -30 * points
    to = ahead(v, t)
    if to < v.finish:
        if standing(v, to) == 0:
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
    """Rules of thumb that a good beginner would name: leave bad tiles to others, be the last on good ones, do not run
    ahead for nothing, and know what an action tile will do."""
    if v.phase == CHOOSE:
        return best_theft(v, legal, n)
    best = legal[0]
    best_worth = -(10**6)
    for i in range(n):
        value = 0
        if legal[i] > MOVE_GUARD:
            value = guard_value(v, legal[i] - MOVE_GUARD)
        else:
            value = thumb_move(v, legal[i] - MOVE_PIECE)
        if value > best_worth:
            best = legal[i]
            best_worth = value
    return best


def thumb_move(v: State, t: int) -> int:
    others = standing(v, t) - 1
    points = points_of(v, t)
    value = 0
    if others == 0:
        value = 100 * leaving_points(v, t)
    elif others == 1 and v.guards[t] == 0:
        mine = v.pieces[v.turn][t] > 1
        if mine:
            value = 35 * points
        else:
            value = -45 * points
    else:
        value = -10 * points
    return value + landing_value(v, ahead(v, t)) - 4 * steps(v, t)


def leaving_points(v: State, t: int) -> int:
    """What leaving a tile as the last one brings."""
    tile = v.tile[t]
    if tile == GIFT:
        if v.height[v.turn] == 0:
            return 0
        return -points(v.tower[v.turn][v.height[v.turn] - 1])
    if tile == STEAL:
        return theft_points(v)
    return points(tile)


def theft_points(v: State) -> int:
    """The best top tile of the others, or the least bad."""
    best = 0
    found = False
    for seat in range(v.players):
        if seat != v.turn and v.height[seat]:
            value = points(v.tower[seat][v.height[seat] - 1])
            if not found or value > best:
                best = value
                found = True
    return best


def landing_value(v: State, to: int) -> int:
    """What it is worth to stand on a tile: the fewer stand there, the more likely one will have to take it."""
    if to == v.finish:
        return 0
    there = standing(v, to)
    if there == 0:
        return 55 * points_of(v, to)
    if there == 1:
        return 25 * points_of(v, to)
    return 12 * points_of(v, to)


def guard_value(v: State, t: int) -> int:
    """Moving a guard off a tile lays it open for the pieces that stay."""
    mine = v.pieces[v.turn][t]
    others = standing(v, t) - v.guards[t] - mine
    value = 0
    if v.guards[t] == 1:
        if mine and not others:
            value = 30 * points_of(v, t)
        elif others and not mine:
            value = -20 * points_of(v, t)
    return value - 10


# --- What a bot sees ------------------------------------------------------------------------------------------------


def points(tile: int) -> int:
    """What the bots think a tile is good for."""
    if tile == LUCKY:
        return LUCKY_POINTS
    if tile == GIFT or tile == STEAL or tile == START or tile == FINISH:
        return 0
    return tile


def points_of(v: State, t: int) -> int:
    return points(v.tile[t])


def standing(v: State, t: int) -> int:
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
