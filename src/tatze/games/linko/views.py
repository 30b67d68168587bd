"""What a seat may know of a game of Linko (`hide`), and whole states that fit what it knows (`unseen`, `fill`)."""

from __future__ import annotations

from tatze.core.layout import NOBODY, OMNISCIENT, Row, clear, copy_numbers
from tatze.games.linko.state import CARDS, COPIES, JOKER, JOKERS, NUMBERS, POOL, SEATS, State


def hide(s: State, viewer: int, out: State) -> None:
    """Write what the viewer, a seat or EVERYONE, may know into `out`. The deck's order and the unknown cards of
    other hands are zeros there."""  # L-38
    copy_agreement(s, out)
    out.viewer = viewer
    for seat in range(SEATS):
        copy_display(s, seat, out)
        out.held[seat] = s.held[seat]
        copy_numbers(s.known[seat], 1, out.known[seat], 1, JOKER)
        if seat == viewer:
            copy_numbers(s.hand[seat], 1, out.hand[seat], 1, JOKER)
        else:
            copy_numbers(s.known[seat], 1, out.hand[seat], 1, JOKER)  # L-39
    clear(out.deck, CARDS)
    copy_numbers(s.pool, 0, out.pool, 0, POOL)
    copy_numbers(s.pool_13s, 0, out.pool_13s, 0, POOL)
    copy_numbers(s.pool_jokers, 0, out.pool_jokers, 0, POOL)
    copy_numbers(s.laid, 1, out.laid, 1, JOKER)
    copy_numbers(s.discard, 1, out.discard, 1, JOKER)
    copy_numbers(s.shadow, 1, out.shadow, 1, JOKER)


def copy_agreement(s: State, out: State) -> None:
    """Copy the rule set and the single numbers of the turn, all of them public."""
    out.players = s.players
    out.start = s.start
    out.turn = s.turn
    out.actor = s.actor
    out.phase = s.phase
    out.reason = s.reason
    out.draws = s.draws
    out.ones = s.ones
    out.duel = s.duel
    out.part = s.part
    out.shared = s.shared
    out.cards = s.cards
    out.top = s.top
    out.compared = s.compared
    out.hit = s.hit
    out.owed = s.owed
    out.quiet = s.quiet


def copy_display(s: State, seat: int, out: State) -> None:
    """Copy a display, and clear what lay higher in `out`."""
    buried = max(s.depth[seat], out.depth[seat], 1) - 1
    copy_numbers(s.buried[seat], 0, out.buried[seat], 0, buried)
    out.open[seat] = s.open[seat]
    out.depth[seat] = s.depth[seat]
    out.shown[seat] = s.shown[seat]


def unseen(v: State, out: Row) -> int:
    """Write the cards that a view does not show, in ascending order, into `out`; return their number."""
    n = 0
    for card in range(1, JOKER + 1):
        for _ in range(unseen_of(v, card)):
            out[n] = card
            n += 1
    return n


def unseen_of(v: State, card: int) -> int:
    """How many of a card are neither on the table nor in a place of a hand that the view knows."""
    left = COPIES
    if card == JOKER:
        left = JOKERS
    left -= v.discard[card] + v.shadow[card] + v.laid[card]
    for place in range(POOL):
        if v.pool[place] == card:
            left -= 1
        if card == NUMBERS:
            left -= v.pool_13s[place]
        elif card == JOKER:
            left -= v.pool_jokers[place]
    for seat in range(v.players):
        left -= v.hand[seat][card]
    return left


def fill(v: State, shuffled: Row) -> None:
    """Make a whole state of a view: hand out the unseen cards, shuffled by the caller, to hands and deck."""
    n = 0
    for seat in range(v.players):
        missing = v.held[seat]
        for card in range(1, JOKER + 1):
            missing -= v.hand[seat][card]
        for _ in range(missing):
            v.hand[seat][shuffled[n]] += 1
            n += 1
    for i in range(v.top, v.cards):
        v.deck[i] = shuffled[n]
        n += 1
    v.viewer = OMNISCIENT


def hidden_items(s: State, v: State, items: Row, seats: Row) -> int:
    """Write the cards of a whole state that a view does not show, in the order in which `fill` hands them out, and the
    seat that has each, NOBODY for the deck; return their number."""
    n = 0
    for seat in range(s.players):
        for card in range(1, JOKER + 1):
            for _ in range(s.hand[seat][card] - v.hand[seat][card]):
                items[n] = card
                seats[n] = seat
                n += 1
    for i in range(s.top, s.cards):
        items[n] = s.deck[i]
        seats[n] = NOBODY
        n += 1
    return n


def undrawn(s: State, out: Row) -> int:
    """Write the cards of the deck, the next one first, into `out`; return their number."""
    n = 0
    for i in range(s.top, s.cards):
        out[n] = s.deck[i]
        n += 1
    return n


def redraw(s: State, order: Row) -> None:
    """Put the cards of the deck into another order."""
    for i in range(s.top, s.cards):
        s.deck[i] = order[i - s.top]
