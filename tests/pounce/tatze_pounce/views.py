"""What a seat may know of a game of Pounce, and how people write its actions."""

from dataclasses import dataclass

from tatze.core.layout import OMNISCIENT, Row
from tatze.core.view import View, basics
from tatze_pounce.rules import CARDS, COPIES, PIPS, State

TEXTS = [f"{kind}{number}" for kind in ("d", "c") for number in range(1, PIPS + 1)]


def unseen(v: State, out: Row) -> int:
    n = 0
    for card in range(1, PIPS + 1):
        for _ in range(COPIES - v.played[card] - v.hand[max(v.viewer, 0)][card]):
            out[n] = card
            n += 1
    return n


def fill(v: State, shuffled: Row) -> None:
    n = 0
    for seat in range(v.players):
        for _ in range(v.held[seat] - sum(v.hand[seat])):
            v.hand[seat][shuffled[n]] += 1
            n += 1
    for i in range(v.top, CARDS):
        v.deck[i] = shuffled[i - v.top + n]
    v.viewer = OMNISCIENT


@dataclass(frozen=True, slots=True)
class PounceView(View):
    die: int
    deck: int
    played: list[int]
    hands: list[int]  # how many cards each seat holds
    hand: list[int]  # the viewer's own cards
    scores: list[int]


def show(v: State) -> PounceView:
    hand = v.hand[v.viewer] if v.viewer >= 0 else []
    held, points = v.held[: v.players], v.points[: v.players]
    return PounceView(*basics(v), v.die, CARDS - v.top, cards(v.played), held, cards(hand), points)


def cards(counts: Row) -> list[int]:
    return [card for card, count in enumerate(counts) for _ in range(count)]


def read(text: str) -> int:
    if text.strip().lower() not in TEXTS:
        raise ValueError(f'"{text}" is not an action of pounce: a roll is written d4, a card c4')
    return TEXTS.index(text.strip().lower())
