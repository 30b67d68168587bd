"""A view of Linko as a row of small numbers, for learners. docs/games/linko.md says what stands where.

Seats are counted from the viewer's, clockwise, so that every seat sees the table the same way."""

from __future__ import annotations

from tatze.core.layout import Row, clear, copy_numbers
from tatze.games.linko.rules import layer_jokers, layer_numbers, layer_value
from tatze.games.linko.state import (
    BACK,
    COPIES,
    DRAW,
    JOKER,
    JOKERS,
    NUMBERS,
    OVER,
    POOL,
    SEATS,
    SHADOW_TOP,
    TAKE,
    State,
)

LAYERS_SEEN = 3
"""How many layers from the top are observed of each display."""

AGREEMENT = 0
"""draws, ones, duel, part, shared; then 1 at players − 2."""
TURN = AGREEMENT + 5 + 4
"""1 at the phase − 1 (seven places), then whose turn, who decides and whose layer is abluxxed, 1 at the seat each."""
COUNTS = TURN + OVER + 3 * SEATS
"""Cards owed, cards in the deck, quiet turns."""
HAND = COUNTS + 3
"""The viewer's cards, 1 to 13 and jokers."""
POOLED = HAND + JOKER
"""The cards of the pool, 1 to 13 and jokers."""
DISCARD = POOLED + JOKER
"""The discard pile, likewise."""
UNSEEN = DISCARD + JOKER
"""The cards that the view does not show, likewise."""
SHADOW = UNSEEN + JOKER
"""The Shadow Display, by value 1 to 12."""
PLACES = SHADOW + SHADOW_TOP
"""The pool by place: card, 13s on it, jokers on it."""
SEATS_AT = PLACES + 3 * POOL
PER_SEAT = 3 + 3 * LAYERS_SEEN + JOKER
"""Cards held, layers, cards in the display; the top layers as value, numbers, jokers; the known cards."""
HIT = SEATS_AT + SEATS * PER_SEAT
"""1 once something was abluxxed this turn."""
LENGTH = HIT + 1


def observe(v: State, out: Row) -> None:
    """Write the observation of the view's seat; for EVERYONE that of seat 0, without its hand."""
    clear(out, LENGTH)
    me = max(v.viewer, 0)
    observe_agreement(v, out)
    observe_turn(v, out, me)
    if v.viewer >= 0:
        copy_numbers(v.hand[me], 1, out, HAND, JOKER)
    copy_numbers(v.discard, 1, out, DISCARD, JOKER)
    copy_numbers(v.shadow, 1, out, SHADOW, SHADOW_TOP)
    observe_unseen(v, out)
    observe_pool(v, out)
    for seat in range(v.players):
        observe_seat(v, out, seat, SEATS_AT + (seat - me + v.players) % v.players * PER_SEAT)


def observe_agreement(v: State, out: Row) -> None:
    out[AGREEMENT] = v.draws
    out[AGREEMENT + 1] = v.ones
    out[AGREEMENT + 2] = v.duel
    out[AGREEMENT + 3] = v.part
    out[AGREEMENT + 4] = v.shared
    out[AGREEMENT + 5 + v.players - 2] = 1


def observe_turn(v: State, out: Row, me: int) -> None:
    out[TURN + v.phase - 1] = 1
    seats = TURN + OVER
    out[seats + (v.turn - me + v.players) % v.players] = 1
    if v.actor >= 0:
        out[seats + SEATS + (v.actor - me + v.players) % v.players] = 1
    if v.phase == TAKE or v.phase == BACK or v.phase == DRAW:
        out[seats + 2 * SEATS + (v.turn + v.compared - me + v.players) % v.players] = 1
    out[HIT] = v.hit
    out[COUNTS] = v.owed
    out[COUNTS + 1] = v.cards - v.top
    out[COUNTS + 2] = v.quiet


def observe_unseen(v: State, out: Row) -> None:
    """Write how many of each card are neither on the table nor in a place of a hand that the view knows; those of the
    pool are taken off by `observe_pool`."""
    for card in range(1, JOKER + 1):
        left = COPIES - v.discard[card] - v.shadow[card] - v.laid[card]
        for seat in range(v.players):
            left -= v.hand[seat][card]
        out[UNSEEN + card - 1] = left
    out[UNSEEN + JOKER - 1] -= COPIES - JOKERS


def observe_pool(v: State, out: Row) -> None:
    for place in range(POOL):
        card = v.pool[place]
        if card:
            out[POOLED + card - 1] += 1
            out[UNSEEN + card - 1] -= 1
            out[PLACES + 3 * place] = card
    if v.duel:
        observe_groups(v, out)


def observe_groups(v: State, out: Row) -> None:
    """Write the 13s and jokers that lie on cards of the pool."""
    for place in range(POOL):
        thirteens = v.pool_13s[place]
        jokers = v.pool_jokers[place]
        out[POOLED + NUMBERS - 1] += thirteens
        out[POOLED + JOKER - 1] += jokers
        out[UNSEEN + NUMBERS - 1] -= thirteens
        out[UNSEEN + JOKER - 1] -= jokers
        out[PLACES + 3 * place + 1] = thirteens
        out[PLACES + 3 * place + 2] = jokers


def observe_seat(v: State, out: Row, seat: int, at: int) -> None:
    out[at] = v.held[seat]
    out[at + 1] = v.depth[seat]
    out[at + 2] = v.shown[seat]
    observe_layer(v.open[seat], out, at + 3)
    for below in range(1, LAYERS_SEEN):
        place = v.depth[seat] - 1 - below
        layer = v.buried[seat][max(place, 0)] * int(place >= 0)
        observe_layer(layer, out, at + 3 + 3 * below)
    copy_numbers(v.known[seat], 1, out, at + 3 + 3 * LAYERS_SEEN, JOKER)


def observe_layer(layer: int, out: Row, at: int) -> None:
    """Write a layer, or three zeros where there is none: this is quicker than a case that cannot be predicted."""
    out[at] = layer_value(layer)
    out[at + 1] = layer_numbers(layer)
    out[at + 2] = layer_jokers(layer)
