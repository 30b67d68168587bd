"""A view of Linko as zeros and ones for a network, in the rules' style. It reads a view, never the state.

Seats are counted from the viewer's, clockwise. A count is written as a thermometer: as many ones as there are, so that
a small network can tell "at least two" from "at least three" at once."""

from __future__ import annotations

import sys

from tatze.core.layout import Row
from tatze.core.strategy import Features
from tatze.core.thermometer import exact_thermometer, thermometer
from tatze.games.linko.rules import layer_at, layer_count, layer_jokers, layer_numbers, layer_value, outranks, score
from tatze.games.linko.state import (
    ACTIONS,
    BACK,
    DRAW,
    JOKER,
    JOKERS,
    NUMBERS,
    OVER,
    POOL,
    QUIET_ROUNDS,
    SEATS,
    SHADOW_TOP,
    TAKE,
    State,
)
from tatze.games.linko.views import unseen_of

VERSION = 2
"""Goes up when a place changes its meaning: a network knows the places it was trained with, and no others."""
CHOICES = ACTIONS
"""What a policy chooses from: the actions themselves."""

AGREEMENT = 0
"""draws, ones, duel, part, shared; then 1 at players − 2."""
TURN = AGREEMENT + 5 + 4
"""The phase; whose turn, who decides, whose layer is abluxxed; whether something was abluxxed."""
OWED = TURN + OVER + 3 * SEATS + 1
DECK = OWED + 8
QUIET = DECK + 23
"""The last ten turns before a stalemate one by one, and coarsely how long it has been quiet."""
IN_HAND = 6
HAND = QUIET + 10 + 8
VALUES = HAND + NUMBERS * IN_HAND + JOKERS
"""How many different numbers the viewer holds."""
UNSEEN = VALUES + 10
POOL_BY_CARD = UNSEEN + NUMBERS * 8 + JOKERS
PLACES = POOL_BY_CARD + JOKER * 3
"""Duel: of each place of the pool its card, 13s and jokers on it."""
PER_PLACE = JOKER + 2 + 1
SHADOW = PLACES + POOL * PER_PLACE
IN_SHADOW = 5
LOOT = SHADOW + SHADOW_TOP * IN_SHADOW
"""The layer just abluxxed: value, cards, jokers, and how many of its value the viewer holds."""
HITS = LOOT + JOKER + 6 + 2 + 4
PER_HIT = 3
"""Of each number and opponent: whether all the viewer's cards of it hit, all with a joker, or a part of them."""
JOKER_HITS = HITS + NUMBERS * (SEATS - 1) * PER_HIT
SHADOW_HITS = JOKER_HITS + SEATS - 1
SEATS_AT = SHADOW_HITS + NUMBERS
# Places of a seat
HELD = 0
UNKNOWN = HELD + 19
DEPTH = UNKNOWN + 12
SHOWN = DEPTH + 8
AHEAD = SHOWN + 22
"""Its score above the viewer's, and below it."""
KNOWN = AHEAD + 26
TOP_LAYERS = KNOWN + JOKER * 3
PER_LAYER = JOKER + 8 + 3
LAYERS_SEEN = 3
BURIED = TOP_LAYERS + LAYERS_SEEN * PER_LAYER
"""Which cards lie somewhere below those."""
PER_SEAT = BURIED + JOKER
LENGTH = SEATS_AT + SEATS * PER_SEAT


def describe(v: State, out: Row) -> None:
    """Write ones into `out`, which holds zeros; for EVERYONE as seat 0 would see it, without its hand."""
    me = max(v.viewer, 0)
    describe_agreement(v, out)
    describe_turn(v, out, me)
    describe_hand(v, out, me)
    describe_piles(v, out)
    if v.duel:
        describe_duel(v, out, me)
    for seat in range(v.players):
        step = (seat - me + v.players) % v.players
        describe_seat(v, out, seat, me, SEATS_AT + step * PER_SEAT)
        if step:
            describe_hits(v, out, me, seat, step - 1)


def describe_agreement(v: State, out: Row) -> None:
    out[AGREEMENT] = v.draws
    out[AGREEMENT + 1] = v.ones
    out[AGREEMENT + 2] = v.duel
    out[AGREEMENT + 3] = v.part
    out[AGREEMENT + 4] = v.shared
    out[AGREEMENT + 5 + v.players - 2] = 1


def describe_turn(v: State, out: Row, me: int) -> None:
    out[TURN + v.phase - 1] = 1
    seats = TURN + OVER
    out[seats + (v.turn - me + v.players) % v.players] = 1
    if v.actor >= 0:
        out[seats + SEATS + (v.actor - me + v.players) % v.players] = 1
    if v.phase == TAKE or v.phase == BACK or v.phase == DRAW:
        loser = (v.turn + v.compared) % v.players
        out[seats + 2 * SEATS + (loser - me + v.players) % v.players] = 1
        if v.phase != DRAW:
            describe_loot(v, out, v.open[loser], me)
    out[seats + 3 * SEATS] = v.hit
    thermometer(out, OWED, v.owed, 8)
    exact_thermometer(out, DECK, v.cards - v.top, 8, 4, 12)
    thermometer(out, QUIET, 10 - QUIET_ROUNDS * v.players + v.quiet, 10)
    thermometer(out, QUIET + 10, v.quiet // 8, 8)


def describe_loot(v: State, out: Row, layer: int, me: int) -> None:
    value = layer_value(layer)
    out[LOOT + value - 1] = 1
    thermometer(out, LOOT + JOKER, layer_count(layer), 6)
    thermometer(out, LOOT + JOKER + 6, layer_jokers(layer), 2)
    if v.viewer >= 0:
        thermometer(out, LOOT + JOKER + 8, v.hand[me][value], 4)


def describe_hand(v: State, out: Row, me: int) -> None:
    if v.viewer < 0:
        return
    values = 0
    for card in range(1, NUMBERS + 1):
        thermometer(out, HAND + (card - 1) * IN_HAND, v.hand[me][card], IN_HAND)
        if v.hand[me][card]:
            values += 1
    thermometer(out, HAND + NUMBERS * IN_HAND, v.hand[me][JOKER], JOKERS)
    thermometer(out, VALUES, values, 10)


def describe_piles(v: State, out: Row) -> None:
    for card in range(1, JOKER + 1):
        most = 8
        if card == JOKER:
            most = JOKERS
        thermometer(out, UNSEEN + (card - 1) * 8, unseen_of(v, card), most)
        count = 0
        for place in range(POOL):
            if v.pool[place] == card:
                count += 1
            if card == NUMBERS:
                count += v.pool_13s[place]
            elif card == JOKER:
                count += v.pool_jokers[place]
        thermometer(out, POOL_BY_CARD + (card - 1) * 3, count, 3)


def describe_duel(v: State, out: Row, me: int) -> None:
    for place in range(POOL):
        at = PLACES + place * PER_PLACE
        if v.pool[place]:
            out[at + v.pool[place] - 1] = 1
            thermometer(out, at + JOKER, v.pool_13s[place], 2)
            thermometer(out, at + JOKER + 2, v.pool_jokers[place], 1)
    for value in range(1, SHADOW_TOP + 1):
        thermometer(out, SHADOW + (value - 1) * IN_SHADOW, v.shadow[value], IN_SHADOW)
    if v.viewer < 0:
        return
    for value in range(1, NUMBERS + 1):
        held = v.hand[me][value]
        for other in range(1, SHADOW_TOP + 1):
            fits = v.shadow[other] == held or (v.part and v.shadow[other] > held)
            if held and fits and outranks(v, value, other):
                out[SHADOW_HITS + value - 1] = 1


def describe_seat(v: State, out: Row, seat: int, me: int, at: int) -> None:
    exact_thermometer(out, at + HELD, v.held[seat], 13, 3, 4)
    known = 0
    for card in range(1, JOKER + 1):
        known += v.known[seat][card]
        thermometer(out, at + KNOWN + (card - 1) * 3, v.known[seat][card], 3)
    exact_thermometer(out, at + UNKNOWN, v.held[seat] - known, 8, 2, 3)
    thermometer(out, at + DEPTH, v.depth[seat], 8)
    exact_thermometer(out, at + SHOWN, v.shown[seat], 10, 3, 10)
    lead = score(v, seat) - score(v, me)
    exact_thermometer(out, at + AHEAD, lead, 6, 3, 5)
    exact_thermometer(out, at + AHEAD + 13, -lead, 6, 3, 5)
    describe_layers(v, out, seat, at)


def describe_layers(v: State, out: Row, seat: int, at: int) -> None:
    for below in range(v.depth[seat]):
        layer = layer_at(v, seat, v.depth[seat] - 1 - below)
        if below < LAYERS_SEEN:
            place = at + TOP_LAYERS + below * PER_LAYER
            out[place + layer_value(layer) - 1] = 1
            thermometer(out, place + JOKER, layer_count(layer), 8)
            thermometer(out, place + JOKER + 8, layer_jokers(layer), 3)
        else:
            if layer_numbers(layer):
                out[at + BURIED + layer_value(layer) - 1] = 1
            if layer_jokers(layer):
                out[at + BURIED + JOKER - 1] = 1


def describe_hits(v: State, out: Row, me: int, seat: int, other: int) -> None:
    """What the viewer could abluxx of an opponent, the number `other` of them."""
    if v.viewer < 0 or v.depth[seat] == 0:
        return
    size = layer_count(v.open[seat])
    for value in range(1, NUMBERS + 1):
        held = v.hand[me][value]
        if held and outranks(v, value, layer_value(v.open[seat])):
            at = HITS + ((value - 1) * (SEATS - 1) + other) * PER_HIT
            if held == size:
                out[at] = 1
            elif held + 1 == size and v.hand[me][JOKER]:
                out[at + 1] = 1
            elif held > size:
                out[at + 2] = 1
    if v.hand[me][JOKER] >= size and layer_value(v.open[seat]) < JOKER:
        out[JOKER_HITS + other] = 1


def choice_of(v: State, action: int) -> int:
    """Where a legal action stands in a policy."""
    return action


def action_of(v: State, choice: int, legal: Row) -> int:
    """The legal action that a policy's choice means; `legal` is scratch."""
    return choice


FEATURES = Features(
    module=sys.modules[__name__],
    version=VERSION,
    length=LENGTH,
    choices=CHOICES,
    describe=describe,
    choice_of=choice_of,
    action_of=action_of,
    items=JOKER + 1,
)
