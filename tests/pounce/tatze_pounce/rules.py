"""The rules of Pounce, in the part of Python that also compiles.

P-1 There are 24 cards, four each of 1 to 6. Everybody gets three of them; the rest is the deck.
P-2 A turn begins with a roll of the die. It says how big the mouse is.
P-3 Then the player pounces with a card of the hand, and draws a new one while the deck lasts.
P-4 A card equal to the roll brings as many points as the roll, a higher card one point, a lower card none.
P-5 The game ends when all cards are played. The most points win.
"""

from typing import Annotated

from tatze.core.layout import CHANCE, NOBODY, OMNISCIENT, Grid, Int, Row, note
from tatze.core.layout import State as CoreState

SEATS, PIPS, COPIES, HAND = 4, 6, 4, 3
CARDS = PIPS * COPIES
ACTIONS = 2 * PIPS  # a roll of n is the action n − 1, a card n is the action PIPS + n − 1
ROLLED, POUNCED, DREW, ENDED = 1, 2, 3, 4  # events
CARDS_GONE = 1  # the reason for the end


class State(CoreState):
    hand: Annotated[Grid, Int(8, (SEATS, PIPS + 1))]  # how many cards of each value a seat holds
    held: Annotated[Row, Int(8, (SEATS,))]  # how many cards that is
    deck: Annotated[Row, Int(8, (CARDS,))]
    top: Annotated[int, Int(8)]  # how many cards have left the deck
    played: Annotated[Row, Int(8, (PIPS + 1,))]
    die: Annotated[int, Int(8)]  # 0 before the roll
    points: Annotated[Row, Int(8, (SEATS,))]


def stock(s: State, deal: Row) -> int:  # P-1
    for i in range(CARDS):
        deal[i] = i // COPIES + 1
    return CARDS


def begin(s: State, deal: Row, n: int) -> None:
    s.viewer = OMNISCIENT
    for i in range(n):
        s.deck[i] = deal[i]
    for i in range(s.players * HAND):
        draw(s, i % s.players)
    s.turn = s.start
    s.actor = CHANCE


def draw(s: State, seat: int) -> int:
    card = s.deck[s.top]
    s.top += 1
    s.hand[seat][card] += 1
    s.held[seat] += 1
    return card


def refusal(s: State, action: int) -> int:
    if s.reason:
        return 5
    if (s.actor == CHANCE) != (action < PIPS):
        return 2
    if action >= PIPS and s.hand[s.turn][action - PIPS + 1] == 0:
        return 3
    return 0


def apply(s: State, action: int) -> None:
    if action < PIPS:  # P-2
        s.die = action + 1
        s.actor = s.turn
        note(s, ROLLED, s.turn, s.die)
    else:
        pounce(s, s.turn, action - PIPS + 1)


def pounce(s: State, seat: int, card: int) -> None:
    gain = s.die if card == s.die else int(card > s.die)  # P-4
    s.hand[seat][card] -= 1
    s.held[seat] -= 1
    s.played[card] += 1
    s.points[seat] += gain
    note(s, POUNCED, seat, card, gain)
    if s.top < CARDS:  # P-3
        note(s, DREW, seat, draw(s, seat))
    s.die = 0
    s.turn = (seat + 1) % s.players
    s.actor = CHANCE
    if s.held[s.turn] == 0:  # P-5
        s.actor = NOBODY
        s.reason = CARDS_GONE
        note(s, ENDED, s.reason)


def score(s: State, seat: int) -> int:
    return s.points[seat]
