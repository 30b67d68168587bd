"""A view of Verflixxt as zeros and ones for a network, in the rules' style.

Seats are counted from the viewer's, clockwise; tiles from the finish, those that are still there: so many steps it is
home. A count is written as a thermometer, as many ones as there are."""

from __future__ import annotations

import sys

from tatze.core.layout import Row
from tatze.core.strategy import Features
from tatze.core.thermometer import exact_thermometer, thermometer, two_scale_thermometer
from tatze.games.verflixxt.rules import ahead, legal, lucky_count, piece_count, score, shared
from tatze.games.verflixxt.state import (
    GIFT,
    LUCKY,
    MINUS,
    MOVE,
    MOVE_GUARD,
    MOVE_PIECE,
    OVER,
    PIPS,
    SEATS,
    START,
    STEAL,
    STEAL_FROM,
    State,
)

VERSION = 3
"""Goes up when a place changes its meaning: a network knows the places it was trained with, and no others."""
PIECES = 3
GUARDS = 8
"""The number of guards that are told apart among those that could move; the usual tracks have no more."""
CHOICES = PIECES + GUARDS + SEATS - 1
"""What a policy chooses from: the own pieces from the hindmost on, the guards likewise, the others' towers."""

AGREEMENT = 0
"""action tiles, guards, luck below; then 1 at players − 2."""
TURN = AGREEMENT + 3 + SEATS - 1
"""The phase; whose turn; the die."""
TILE = 14
"""A tile: plus points and minus points, two by two, lucky, Gift, Steal, start, even points."""
PIECE = 1 + 18 + TILE + 5
"""A piece that is not home: steps to the finish, its tile, who else stands there."""
PIECES_AT = TURN + OVER + SEATS + PIPS
"""Each seat's pieces, the hindmost first."""
LANDING = TILE + 5
LANDINGS = PIECES_AT + SEATS * PIECES * PIECE
"""Where the die takes the pieces of the seat whose turn it is."""
GUARD = TILE + 5
GUARDS_AT = LANDINGS + PIECES * LANDING
"""The guards that could move, the hindmost first."""
REACH = PIPS
AHEAD = TILE + 5
BEHIND = 2
AROUND = REACH * (AHEAD + BEHIND)
AROUND_AT = GUARDS_AT + GUARDS * GUARD
"""Around each of the viewer's pieces: the tiles that a roll could take it to, and who could come to it."""
STEPS = 37
"""The number of tiles before the finish that are described one by one."""
PER_STEP = TILE + 4 + 2 * SEATS
"""A tile, how many pieces and guards are on it, and how many pieces of each seat."""
TRACK_AT = AROUND_AT + PIECES * AROUND
PER_TOWER = 8 + 4 + 3 + 2 * MINUS + 2 * TILE + 2 * 19
"""Tiles, lucky tiles, idle lucky tiles, the minus tiles that the next one and the one after that would turn, the two
top tiles, and the score above the viewer's and below it."""
TOWERS = TRACK_AT + STEPS * PER_STEP
LENGTH = TOWERS + SEATS * PER_TOWER


def describe(v: State, out: Row) -> None:
    """Write ones into `out`, which holds zeros; for EVERYONE as seat 0 would see it."""
    me = max(v.viewer, 0)
    out[AGREEMENT] = v.action_tiles
    out[AGREEMENT + 1] = v.guarded
    out[AGREEMENT + 2] = v.luck_below
    out[AGREEMENT + 3 + v.players - 2] = 1
    out[TURN + v.phase - 1] = 1
    out[TURN + OVER + (v.turn - me + v.players) % v.players] = 1
    if v.die:
        out[TURN + OVER + SEATS + v.die - 1] = 1
    length = track_length(v)
    describe_track(v, out, me, length)
    mine = score(v, me)
    for seat in range(v.players):
        step = (seat - me + v.players) % v.players
        describe_pieces(v, out, seat, PIECES_AT + step * PIECES * PIECE, length)
        describe_tower(v, out, seat, mine, TOWERS + step * PER_TOWER)
    describe_landings(v, out)
    for piece in range(piece_count(v) - v.pieces[me][v.finish]):
        describe_around(v, out, me, tile_of(v, me, piece), AROUND_AT + piece * AROUND)


def track_length(v: State) -> int:
    """How many tiles are left, the start counted."""
    length = 0
    for t in range(v.finish):
        if v.tile[t]:
            length += 1
    return length


def pieces_on(v: State, t: int) -> int:
    """How many pieces stand on a tile, guards not counted."""
    count = 0
    for seat in range(v.players):
        count += v.pieces[seat][t]
    return count


def describe_tile(out: Row, at: int, tile: int) -> None:
    if tile == LUCKY:
        out[at + 9] = 1
    elif tile == GIFT:
        out[at + 10] = 1
    elif tile == STEAL:
        out[at + 11] = 1
    elif tile == START:
        out[at + 12] = 1
    elif tile > 0:
        thermometer(out, at, (tile + 1) // 2, 4)
        out[at + 13] = 1 - tile % 2
    else:
        thermometer(out, at + 4, (1 - tile) // 2, 5)
        out[at + 13] = 1 - -tile % 2


def describe_track(v: State, out: Row, me: int, length: int) -> None:
    steps = length
    guard = 0
    for t in range(v.finish):
        if v.tile[t] == 0:
            continue
        if steps <= STEPS:
            at = TRACK_AT + (steps - 1) * PER_STEP
            describe_tile(out, at, v.tile[t])
            thermometer(out, at + TILE, pieces_on(v, t), 3)
            thermometer(out, at + TILE + 3, v.guards[t], 1)
            for seat in range(v.players):
                step = (seat - me + v.players) % v.players
                thermometer(out, at + TILE + 4 + 2 * step, v.pieces[seat][t], 2)
        if v.guards[t] and guard < GUARDS and shared(v, t):
            at = GUARDS_AT + guard * GUARD
            describe_tile(out, at, v.tile[t])
            thermometer(out, at + TILE, pieces_on(v, t), 3)
            thermometer(out, at + TILE + 3, v.guards[t] - 1, 1)
            thermometer(out, at + TILE + 4, v.pieces[me][t], 1)
            guard += 1
        steps -= 1


def describe_pieces(v: State, out: Row, seat: int, at: int, length: int) -> None:
    """Describe the pieces of a seat that are not home.

    The loop runs over pieces, not over tiles: threads of a GPU then describe the pieces of several games at once,
    wherever these stand."""
    steps = length + 1
    t = -1
    here = 0
    for piece in range(piece_count(v) - v.pieces[seat][v.finish]):
        while here == 0:
            t += 1
            steps -= int(v.tile[t] != 0)
            here = v.pieces[seat][t]
        here -= 1
        describe_piece(v, out, seat, t, steps, at + piece * PIECE)


def tile_of(v: State, seat: int, piece: int) -> int:
    """The tile of a seat's piece, counted from the hindmost, 0."""
    t = 0
    before = v.pieces[seat][0]
    while before <= piece:
        t += 1
        before += v.pieces[seat][t]
    return t


def describe_landings(v: State, out: Row) -> None:
    """Where the die takes the pieces of the seat whose turn it is."""
    if v.phase == MOVE:
        for piece in range(piece_count(v) - v.pieces[v.turn][v.finish]):
            to = ahead(v, tile_of(v, v.turn, piece))
            describe_landing(v, out, v.turn, to, LANDINGS + piece * LANDING)


def describe_piece(v: State, out: Row, seat: int, t: int, steps: int, at: int) -> None:
    out[at] = 1
    exact_thermometer(out, at + 1, steps, 7, 4, 8)
    describe_tile(out, at + 19, v.tile[t])
    there = pieces_on(v, t) - 1
    thermometer(out, at + 19 + TILE, there, 3)
    thermometer(out, at + 22 + TILE, v.guards[t], 1)
    thermometer(out, at + 23 + TILE, v.pieces[seat][t] - 1, 1)


def describe_around(v: State, out: Row, seat: int, t: int, at: int) -> None:
    """What lies a roll ahead of a piece, and how many of the others stand a roll behind it."""
    to = t
    step = 0
    while step < REACH and to < v.finish:
        to += 1
        if to == v.finish or v.tile[to]:
            describe_landing(v, out, seat, to, at + step * AHEAD)
            step += 1
    step = 0
    while step < REACH and t > 0:
        t -= 1
        if v.tile[t]:
            others = pieces_on(v, t) - v.pieces[seat][t]
            thermometer(out, at + REACH * AHEAD + step * BEHIND, others, BEHIND)
            step += 1


def describe_landing(v: State, out: Row, seat: int, to: int, at: int) -> None:
    if to == v.finish:
        out[at + TILE + 4] = 1
        return
    describe_tile(out, at, v.tile[to])
    thermometer(out, at + TILE, pieces_on(v, to), 2)
    thermometer(out, at + TILE + 2, v.guards[to], 1)
    thermometer(out, at + TILE + 3, v.pieces[seat][to], 1)


def describe_tower(v: State, out: Row, seat: int, mine: int, at: int) -> None:
    """Describe the tower of a seat; `mine` is the viewer's score."""
    height = v.height[seat]
    two_scale_thermometer(out, at, height, 4, 2, 4)
    luck = lucky_count(v, seat)
    thermometer(out, at + 8, luck, 4)
    describe_luck(v, out, seat, luck, at + 12)
    tops = at + 15 + 2 * MINUS
    if height > 0:
        describe_tile(out, tops, v.tower[seat][height - 1])
    if height > 1:
        describe_tile(out, tops + TILE, v.tower[seat][height - 2])
    lead = score(v, seat) - mine
    exact_thermometer(out, tops + 2 * TILE, lead, 8, 4, 8)
    exact_thermometer(out, tops + 2 * TILE + 19, -lead, 8, 4, 8)


def describe_luck(v: State, out: Row, seat: int, luck: int, at: int) -> None:
    """Lucky tiles that turn nothing yet; or the minus tiles that one more and two more would turn."""
    points = MINUS
    while points > 0:
        for i in range(v.height[seat]):
            if v.tower[seat][i] == -points:
                luck -= 1
                if luck == -1:
                    thermometer(out, at + 3, points, MINUS)
                elif luck == -2:
                    thermometer(out, at + 3 + MINUS, points, MINUS)
        points -= 1
    thermometer(out, at, luck, 3)


def choice_of(v: State, action: int) -> int:
    """Where a legal action stands in a policy."""
    if action >= STEAL_FROM:
        return PIECES + GUARDS + (action - STEAL_FROM - v.turn + v.players) % v.players - 1
    before = 0
    if action > MOVE_GUARD:
        for t in range(1, action - MOVE_GUARD):
            if shared(v, t):
                before += 1
        return PIECES + min(before, GUARDS - 1)
    for t in range(action - MOVE_PIECE):
        before += v.pieces[v.turn][t]
    return before


def action_of(v: State, choice: int, actions: Row) -> int:
    """The legal action that a policy's choice means; `actions` is scratch."""
    n = legal(v, actions)
    for i in range(n):
        if choice_of(v, actions[i]) == choice:
            return actions[i]
    return actions[0]


FEATURES = Features(
    module=sys.modules[__name__],
    version=VERSION,
    length=LENGTH,
    choices=CHOICES,
    describe=describe,
    choice_of=choice_of,
    action_of=action_of,
)
