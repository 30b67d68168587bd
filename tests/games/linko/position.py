"""Positions of Linko from short texts, and a way to say what is played in them."""

from __future__ import annotations

from collections.abc import Sequence

from tatze.core.layout import OMNISCIENT, Event
from tatze.core.setup import make_setup, write_rules
from tatze.games.linko import GAME
from tatze.games.linko.notation import layer_of, play_of, read, read_card, write_set
from tatze.games.linko.rules import lay, layer_at, pack_layer
from tatze.games.linko.state import COPIES, JOKER, JOKERS, PLAY, POOL, State
from tatze.games.linko.views import unseen_of
from tests.games import position as base


class Position(base.Position[State]):
    def __init__(self, s: State) -> None:
        super().__init__(GAME, s)

    def hand(self, seat: int) -> str:
        return cards(self.s.hand[seat])

    def known(self, seat: int) -> str:
        return cards(self.s.known[seat])

    def display(self, seat: int) -> str:
        layers = range(self.s.depth[seat])
        return " / ".join(write_set(*layer_of(layer_at(self.s, seat, layer))) for layer in layers)

    @property
    def pool(self) -> str:
        return " ".join(place(self.s, i) for i in range(POOL))

    @property
    def discard(self) -> str:
        return cards(self.s.discard)

    @property
    def shadow(self) -> str:
        return cards(self.s.shadow)

    @property
    def deck(self) -> int:
        return self.s.cards - self.s.top

    @property
    def outcome(self) -> tuple[tuple[int, ...], tuple[int, ...], str]:
        outcome = GAME.outcome(self.s)
        assert outcome
        return outcome.winners, outcome.scores, outcome.reason

    @property
    def last(self) -> Event:
        return self.s.events[-1]


def position(
    hands: Sequence[str],
    displays: Sequence[str] = (),
    pool: str = "",
    deck: str = "",
    rules: str = "base",
    turn: int = 0,
    shadow: str = "",
    **options: object,
) -> Position:
    """A position at the start of a turn. Cards that are nowhere named lie in the discard pile."""
    setup = make_setup(GAME, rules, len(hands), options=options)
    s = GAME.layout.checked()
    write_rules(GAME, setup, s)
    s.viewer = OMNISCIENT
    for seat, text in enumerate(hands):
        for card in text.split():
            s.hand[seat][read_card(card)] += 1
            s.held[seat] += 1
    for seat, text in enumerate(displays):
        for word in text.split(" / ") if text else []:
            value, numbers, jokers = play_of(read(word))
            lay(s, seat, pack_layer(value, numbers, jokers))
            s.shown[seat] += numbers + jokers
            s.laid[value] += numbers
            s.laid[JOKER] += jokers
    _fill_pool(s, pool)
    for card in shadow.split():
        s.shadow[read_card(card)] += 1
    for i, card in enumerate(deck.split()):
        s.deck[i] = read_card(card)
        s.cards = i + 1
    _discard_the_rest(s)
    s.turn = s.actor = turn
    s.phase = PLAY
    return Position(s)


def _fill_pool(s: State, pool: str) -> None:
    for i, word in enumerate(pool.split()):
        if word == "-":
            continue
        bottom, *covers = word.split("+")
        s.pool[i] = read_card(bottom)
        s.pool_13s[i] = covers.count("13")
        s.pool_jokers[i] = covers.count("j")


def _discard_the_rest(s: State) -> None:
    for card in range(1, JOKER + 1):
        rest = unseen_of(s, card) - [s.deck[i] for i in range(s.cards)].count(card)
        assert rest >= 0, f"more than {JOKERS if card == JOKER else COPIES} cards of value {card}"
        s.discard[card] = rest


def cards(row: Sequence[int]) -> str:
    return " ".join(" ".join(["j" if card == JOKER else str(card)] * row[card]) for card in range(15) if row[card])


def place(s: State, i: int) -> str:
    if not s.pool[i]:
        return "-"
    bottom = "j" if s.pool[i] == JOKER else str(s.pool[i])
    return "+".join([bottom, *["13"] * s.pool_13s[i], *["j"] * s.pool_jokers[i]])
