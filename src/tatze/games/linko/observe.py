"""A view of Linko as a row of small numbers, for learners. docs/games/linko.md says what stands where.

Seats are counted from the viewer's, clockwise, so that every seat sees the table the same way."""

from __future__ import annotations

from tatze.core.layout import Row, clear
from tatze.games.linko.rules import layer_at, layer_jokers, layer_numbers, layer_value
from tatze.games.linko.state import BACK, DRAW, JOKER, NUMBERS, OVER, POOL, SEATS, SHADOW_TOP, TAKE, State
from tatze.games.linko.views import unseen_of

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
PILES = HAND + JOKER
"""Pool by card, discard pile by card, unseen cards by card, Shadow Display by value 1 to 12."""
PLACES = PILES + 3 * JOKER + SHADOW_TOP
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
        for card in range(1, JOKER + 1):
            out[HAND + card - 1] = v.hand[me][card]
    observe_piles(v, out)
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


def observe_piles(v: State, out: Row) -> None:
    for card in range(1, JOKER + 1):
        out[PILES + JOKER + card - 1] = v.discard[card]
        out[PILES + 2 * JOKER + card - 1] = unseen_of(v, card)
    for value in range(1, SHADOW_TOP + 1):
        out[PILES + 3 * JOKER + value - 1] = v.shadow[value]
    for place in range(POOL):
        if v.pool[place]:
            out[PILES + v.pool[place] - 1] += 1
            out[PILES + NUMBERS - 1] += v.pool_13s[place]
            out[PILES + JOKER - 1] += v.pool_jokers[place]
        out[PLACES + 3 * place] = v.pool[place]
        out[PLACES + 3 * place + 1] = v.pool_13s[place]
        out[PLACES + 3 * place + 2] = v.pool_jokers[place]


def observe_seat(v: State, out: Row, seat: int, at: int) -> None:
    out[at] = v.held[seat]
    out[at + 1] = v.depth[seat]
    out[at + 2] = v.shown[seat]
    for below in range(min(LAYERS_SEEN, v.depth[seat])):
        layer = layer_at(v, seat, v.depth[seat] - 1 - below)
        out[at + 3 + 3 * below] = layer_value(layer)
        out[at + 4 + 3 * below] = layer_numbers(layer)
        out[at + 5 + 3 * below] = layer_jokers(layer)
    for card in range(1, JOKER + 1):
        out[at + 2 + 3 * LAYERS_SEEN + card] = v.known[seat][card]
