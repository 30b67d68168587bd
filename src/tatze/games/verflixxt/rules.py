"""The rules of Verflixxt, in the order of the rulebook. The numbers are those of docs/rules/verflixxt.md.

Plain functions over one state, in the part of Python that also compiles: integers, `if`, `for`, `while`, calls, and
indexing. Nothing here draws random numbers, and nothing here is written a second time elsewhere.
"""

from __future__ import annotations

from tatze.core.layout import CHANCE, NOBODY, OMNISCIENT, Row, note
from tatze.games.verflixxt.state import (
    ALL_HOME,
    BOXED,
    CHOOSE,
    COLLECTED,
    EIGHT,
    ENDED,
    FINISH,
    FLIPPED,
    GAVE,
    GIFT,
    GUARD_MOVED,
    HOME,
    LUCKY,
    LUCKY_TILES,
    LUCKY_WORTH,
    MINUS,
    MOST_TILES,
    MOVE,
    MOVE_GUARD,
    MOVE_PIECE,
    MOVED,
    NO_GIFT,
    NO_THEFT,
    OVER,
    PAIRED,
    PIPS,
    PLUS,
    ROLL,
    ROLL_IT,
    ROLLED,
    SKIPPED,
    START,
    STEAL,
    STEAL_FROM,
    STOLE,
    TURNED,
    State,
)

# --- Set-up ---------------------------------------------------------------------------------------------------------


def stock(s: State, deal: Row) -> int:
    """Write the tiles to be shuffled into `deal`; say how many there are. A fixed track needs none."""
    if s.finish:  # V-25, V-32, V-33
        return 0
    n = 0
    for points in range(-MINUS, PLUS + 1):  # V-1
        copies = 1
        if points < 0 and points >= -PAIRED:
            copies = 2
        elif points == 0:
            copies = 0
        for _ in range(copies):
            deal[n] = points
            n += 1
    for _ in range(LUCKY_TILES):
        deal[n] = LUCKY
        n += 1
    return n


def begin(s: State, deal: Row, n: int) -> None:
    """Set the table with the shuffled tiles of `deal`, or with the fixed track that the state holds already, as it
    holds players, start and rule set."""
    s.viewer = OMNISCIENT
    if s.finish == 0:  # V-5
        for i in range(n):
            s.tile[i + 1] = deal[i]
        s.finish = n + 1
    if s.action_tiles:
        lay_action_tiles(s)
    s.tile[0] = START
    for seat in range(s.players):
        s.pieces[seat][0] = piece_count(s)
    if s.guarded:
        post_guards(s)
    s.turn = s.start  # V-3
    s.actor = CHANCE
    s.phase = ROLL


def piece_count(s: State) -> int:
    """How many pieces each player has."""
    if s.players > 4:  # V-4
        return 2
    return 3


def lay_action_tiles(s: State) -> None:
    """Make a gap after every eighth tile, from the last tile to the first, and lay action tiles there."""
    tiles = s.finish - 1
    for i in range(tiles, 0, -1):
        s.tile[i + (i - 1) // EIGHT] = s.tile[i]
    for i in range(1, tiles // EIGHT + 1):  # V-6, V-30
        s.tile[i * (EIGHT + 1)] = GIFT
    s.finish += tiles // EIGHT


def post_guards(s: State) -> None:
    for t in range(1, s.finish):  # V-26
        if s.tile[t] == LUCKY or s.tile[t] == PLUS or s.tile[t] == PLUS - 1:
            s.guards[t] = 1


# --- Moving ---------------------------------------------------------------------------------------------------------


def roll(s: State, pips: int) -> None:
    """The die has fallen; now its player moves."""
    s.die = pips  # V-7
    s.actor = s.turn
    s.phase = MOVE
    note(s, ROLLED, s.turn, pips)


def ahead(s: State, t: int) -> int:
    """The tile on which a piece or guard comes to rest that moves from tile `t` by the die."""
    steps = s.die
    while steps > 0 and t < s.finish:  # V-8, V-19
        t += 1
        if s.tile[t]:  # V-11
            steps -= 1
    return t


def tile_at(s: State, t: int) -> int:
    if t == s.finish:
        return FINISH
    return s.tile[t]


def move_piece(s: State, t: int) -> None:
    """Move one of the own pieces from tile `t`; leaving it empty takes it or sets it off."""
    seat = s.turn
    to = ahead(s, t)
    only = alone(s, t)
    s.pieces[seat][t] -= 1
    s.pieces[seat][to] += 1
    note(s, MOVED, seat, t, to, s.tile[t], tile_at(s, to))
    if to == s.finish:
        note(s, HOME, seat, s.pieces[seat][to])
    if only:
        leave_empty(s, t)
    else:
        next_turn(s)


def alone(s: State, t: int) -> bool:
    """Whether a single piece stands on tile `t`, and no guard."""
    if s.guards[t]:  # V-28
        return False
    count = 0
    for seat in range(s.players):
        count += s.pieces[seat][t]
    return count == 1  # V-9


def leave_empty(s: State, t: int) -> None:
    """What becomes of a tile whose only piece has left."""
    tile = s.tile[t]
    if tile == GIFT:  # V-13
        give(s)
        flip(s, t)
    elif tile == STEAL:
        if can_steal(s):
            s.acting = t
            s.phase = CHOOSE
            return
        note(s, NO_THEFT, s.turn)  # V-17
        flip(s, t)
    elif tile == START:
        s.tile[t] = 0  # V-12
        note(s, BOXED, s.turn)
    else:
        s.tile[t] = 0  # V-9
        put_on_top(s, s.turn, tile)
        note(s, COLLECTED, s.turn, t, tile)
    next_turn(s)


def put_on_top(s: State, seat: int, tile: int) -> None:
    s.tower[seat][s.height[seat]] = tile  # V-10
    s.height[seat] += 1


def take_top(s: State, seat: int) -> int:
    """Take the top tile off a tower that has one."""
    top = s.height[seat] - 1
    tile = s.tower[seat][top]
    s.tower[seat][top] = 0
    s.height[seat] = top
    return tile


# --- Action tiles ---------------------------------------------------------------------------------------------------


def worth(tile: int) -> int:
    """What a tile counts when top tiles are compared."""
    if tile == LUCKY:  # V-15
        return LUCKY_WORTH
    return tile


def seat_after(s: State, seat: int, steps: int) -> int:
    """The seat so many places clockwise of another, fewer than once around."""
    seat += steps
    if seat >= s.players:
        seat -= s.players
    return seat


def receiver(s: State) -> int:
    """Who is given the top tile of the active player's tower, which is not empty."""
    giver = s.turn
    best = seat_after(s, giver, 1)  # V-16
    most = s.tower[giver][s.height[giver] - 1] < 0  # V-14
    found = False
    value = 0
    for step in range(1, s.players):
        seat = seat_after(s, giver, step)
        if s.height[seat] == 0:  # V-16
            continue
        other = worth(s.tower[seat][s.height[seat] - 1])
        if not found or (most and other > value) or (not most and other < value):
            found = True
            value = other
            best = seat
    return best


def give(s: State) -> None:
    """Carry out a Gift."""
    if s.height[s.turn] == 0:  # V-16
        note(s, NO_GIFT, s.turn)
        return
    seat = receiver(s)
    tile = take_top(s, s.turn)
    put_on_top(s, seat, tile)
    note(s, GAVE, s.turn, seat, tile)


def can_steal(s: State) -> bool:
    """Whether any other player has a tile."""
    for seat in range(s.players):
        if seat != s.turn and s.height[seat]:
            return True
    return False


def steal(s: State, seat: int) -> None:
    """Carry out a Steal."""
    tile = take_top(s, seat)  # V-17
    put_on_top(s, s.turn, tile)
    note(s, STOLE, s.turn, seat, tile)
    flip(s, s.acting)
    s.acting = 0
    next_turn(s)


def flip(s: State, t: int) -> None:
    s.tile[t] = GIFT + STEAL - s.tile[t]  # V-18
    note(s, FLIPPED, t, s.tile[t])


# --- Guards ---------------------------------------------------------------------------------------------------------


def shared(s: State, t: int) -> bool:
    """Whether a guard and at least one player's piece stand on tile `t`."""
    if s.guards[t]:
        for seat in range(s.players):
            if s.pieces[seat][t]:
                return True
    return False


def move_guard(s: State, t: int) -> None:
    """Move a guard from tile `t`: somebody's piece stays behind there, so the tile stays too."""
    to = ahead(s, t)
    s.guards[t] -= 1  # V-27, V-28
    s.guards[to] += 1
    note(s, GUARD_MOVED, s.turn, t, to, s.tile[t], tile_at(s, to))
    next_turn(s)


# --- The end --------------------------------------------------------------------------------------------------------


def pieces_out(s: State) -> int:
    """How many pieces have not reached the finish; guards do not matter."""
    out = s.players * piece_count(s)
    for seat in range(s.players):
        out -= s.pieces[seat][s.finish]
    return out


def next_turn(s: State) -> None:
    """Go on clockwise to the next player with a piece to move; without one the game is over."""
    s.die = 0
    if pieces_out(s) == 0:  # V-21, V-29
        end(s, ALL_HOME)
        return
    seat = seat_after(s, s.turn, 1)  # V-7
    while s.pieces[seat][s.finish] == piece_count(s):  # V-20
        note(s, SKIPPED, seat)
        seat = seat_after(s, seat, 1)
    s.turn = seat
    s.actor = CHANCE
    s.phase = ROLL
    note(s, TURNED, seat)


def end(s: State, reason: int) -> None:
    s.reason = reason
    s.phase = OVER
    s.actor = NOBODY
    note(s, ENDED, reason)


def score(s: State, seat: int) -> int:
    """The points of a tower."""
    points = 0
    for i in range(MOST_TILES):
        if i == s.height[seat]:
            break
        if s.tower[seat][i] != LUCKY:
            points += s.tower[seat][i]  # V-22
    if s.luck_below:
        return points + gain_below(s, seat)
    return points + gain_lucky(s, seat)


def lucky_count(s: State, seat: int) -> int:
    count = 0
    for i in range(MOST_TILES):
        if i == s.height[seat]:
            break
        if s.tower[seat][i] == LUCKY:
            count += 1
    return count


def gain_lucky(s: State, seat: int) -> int:
    """What the lucky tiles add by turning minus tiles, the lowest first, to plus."""  # V-23
    luck = lucky_count(s, seat)
    gain = 0
    points = MINUS
    while luck > 0 and points > 0:
        for i in range(MOST_TILES):
            if i == s.height[seat] or luck == 0:
                break
            if s.tower[seat][i] == -points:
                luck -= 1
                gain += 2 * points
        points -= 1
    return gain


def gain_below(s: State, seat: int) -> int:
    """What the lucky tiles add, or take, by turning the sign of the number directly below them."""  # V-31
    gain = 0
    for i in range(1, MOST_TILES):
        if i >= s.height[seat]:
            break
        below = s.tower[seat][i - 1]
        if s.tower[seat][i] == LUCKY and below != LUCKY:
            gain -= 2 * below
    return gain


def standing(s: State, seat: int) -> int:
    """A number that is higher for a seat that is ahead, and equal for seats that share the victory."""
    return score(s, seat) * 256 - lucky_count(s, seat)  # V-24


# --- What is legal --------------------------------------------------------------------------------------------------


def legal(s: State, out: Row) -> int:
    """Write the ids of the legal actions into `out`, in ascending order; say how many there are."""
    n = 0
    if s.phase == ROLL:
        for pips in range(1, PIPS + 1):
            out[n] = ROLL_IT + pips
            n += 1
    elif s.phase == MOVE:
        return legal_moves(s, out)
    elif s.phase == CHOOSE:
        for seat in range(s.players):
            if seat != s.turn and s.height[seat]:
                out[n] = STEAL_FROM + seat
                n += 1
    return n


def legal_moves(s: State, out: Row) -> int:
    n = 0
    own = s.pieces[s.turn]
    for t in range(s.finish):  # V-35
        if own[t]:
            out[n] = MOVE_PIECE + t
            n += 1
    if s.guarded:
        for t in range(1, s.finish):
            if shared(s, t):  # V-27
                out[n] = MOVE_GUARD + t
                n += 1
    return n


def apply(s: State, action: int) -> None:
    """Carry out a legal action and everything that follows from it up to the next decision."""
    if s.phase == ROLL:
        roll(s, action - ROLL_IT)
    elif s.phase == CHOOSE:
        steal(s, action - STEAL_FROM)
    elif action > MOVE_GUARD:
        move_guard(s, action - MOVE_GUARD)
    else:
        move_piece(s, action - MOVE_PIECE)


def refusal(s: State, action: int) -> int:
    """0 if the action is legal, otherwise the number of the rule that forbids it."""
    if s.phase == ROLL:
        if action < MOVE_PIECE:
            return 0
        return 7
    if s.phase == MOVE:
        if action < MOVE_PIECE:
            return 7
        if action >= STEAL_FROM:
            return 17
        if action > MOVE_GUARD:
            return guard_refusal(s, action - MOVE_GUARD)
        return piece_refusal(s, action - MOVE_PIECE)
    if s.phase == CHOOSE:
        return steal_refusal(s, action - STEAL_FROM)
    return 21


def piece_refusal(s: State, t: int) -> int:
    if t == s.finish:
        return 19
    if t > s.finish or s.pieces[s.turn][t] == 0:
        return 7
    return 0


def guard_refusal(s: State, t: int) -> int:
    if s.guarded == 0:
        return 26
    if t == s.finish:
        return 29
    if t > s.finish or not shared(s, t):
        return 27
    return 0


def steal_refusal(s: State, seat: int) -> int:
    if seat < 0 or seat >= s.players or seat == s.turn or s.height[seat] == 0:
        return 17
    return 0


# --- What would happen ----------------------------------------------------------------------------------------------

# In what `foresee` says of a move, the lowest seven bits are the tile where it ends.
SEEN_TILE = 127
SEEN_TAKES = 128
"""The tile is taken, off the track or off a tower."""
SEEN_BOXED = 256
SEEN_ACTS = 512
"""An action tile acts."""
SEEN_END = 1024
"""The game ends."""
SEEN_RECEIVER = 2048
"""Times one more than the seat that is given a tile."""


def foresee(s: State, action: int) -> int:
    """What a legal action would bring about before everybody's eyes."""
    if s.phase == CHOOSE:
        if pieces_out(s) == 0:
            return SEEN_TAKES | SEEN_END
        return SEEN_TAKES
    if s.phase != MOVE:
        return 0
    if action > MOVE_GUARD:
        return ahead(s, action - MOVE_GUARD)
    return foresee_piece(s, action - MOVE_PIECE)


def foresee_piece(s: State, t: int) -> int:
    to = ahead(s, t)
    seen = to | foresee_leaving(s, t)
    theft = (seen & SEEN_ACTS) > 0 and s.tile[t] == STEAL and can_steal(s)
    if to == s.finish and pieces_out(s) == 1 and not theft:  # V-21
        seen |= SEEN_END
    return seen


def foresee_leaving(s: State, t: int) -> int:
    if not alone(s, t):
        return 0
    if s.tile[t] == START:
        return SEEN_BOXED
    if s.tile[t] == STEAL or (s.tile[t] == GIFT and s.height[s.turn] == 0):
        return SEEN_ACTS
    if s.tile[t] == GIFT:
        return SEEN_ACTS | SEEN_RECEIVER * (receiver(s) + 1)
    return SEEN_TAKES
