"""The numbers of a Linko observation with their ranges, as docs/games/linko.md has them."""

from __future__ import annotations

from tatze.core.observation import Block, Observation
from tatze.games.linko.observe import (
    AGREEMENT,
    COUNTS,
    DISCARD,
    HAND,
    HIT,
    LAYERS_SEEN,
    LENGTH,
    PER_SEAT,
    PLACES,
    POOLED,
    SEATS_AT,
    SHADOW,
    TURN,
    UNSEEN,
    observe,
)
from tatze.games.linko.state import (
    CARDS,
    COPIES,
    JOKER,
    JOKERS,
    LAYERS,
    NUMBERS,
    OVER,
    POOL,
    QUIET_ROUNDS,
    SEATS,
    SHADOW_TOP,
    State,
)
from tatze.games.linko.state import HAND as DEALT

VERSION = 1
"""Goes up when an action id, a place of the observation or the reward changes its meaning."""

_SEATS_IN_TURN = TURN + OVER
_KNOWN = SEATS_AT + 3 + 3 * LAYERS_SEEN
_MOST_IN_DECK = CARDS - 2 * DEALT - POOL


def _by_card(name: str, at: int) -> list[Block]:
    return [Block(f"{name}, 1 to 13", at, NUMBERS, 0, COPIES), Block(f"{name}, jokers", at + NUMBERS, 1, 0, JOKERS)]


def _per_seat(name: str, at: int, high: int, count: int = 1) -> Block:
    return Block(name, at, count, 0, high, SEATS, PER_SEAT)


def _layer(below: int) -> list[Block]:
    at = SEATS_AT + 3 + 3 * below
    name = ("top layer", "second layer", "third layer")[below]
    highest = {"value": JOKER, "numbers": COPIES, "jokers": JOKERS}
    return [_per_seat(f"{name}, {part}", at + i, high) for i, (part, high) in enumerate(highest.items())]


BLOCKS = (
    Block("draws, ones, duel, part, shared", AGREEMENT, 5, 0, 1),
    Block("players, 2 to 5", AGREEMENT + 5, 4, 0, 1),
    Block("phase", TURN, OVER, 0, 1),
    Block("whose turn", _SEATS_IN_TURN, SEATS, 0, 1),
    Block("who decides", _SEATS_IN_TURN + SEATS, SEATS, 0, 1),
    Block("whose layer is abluxxed", _SEATS_IN_TURN + 2 * SEATS, SEATS, 0, 1),
    Block("cards owed", COUNTS, 1, 0, COPIES + JOKERS),
    Block("cards in the deck", COUNTS + 1, 1, 0, _MOST_IN_DECK),
    Block("quiet turns", COUNTS + 2, 1, -1, QUIET_ROUNDS * SEATS),
    *_by_card("own hand", HAND),
    *_by_card("pool", POOLED),
    *_by_card("discard pile", DISCARD),
    *_by_card("unseen", UNSEEN),
    Block("Shadow Display, 1 to 12", SHADOW, SHADOW_TOP, 0, COPIES),
    Block("place, card", PLACES, 1, 0, JOKER, POOL, 3),
    Block("place, 13s on it", PLACES + 1, 1, 0, COPIES, POOL, 3),
    Block("place, jokers on it", PLACES + 2, 1, 0, JOKERS, POOL, 3),
    _per_seat("cards in hand", SEATS_AT, CARDS),
    _per_seat("layers", SEATS_AT + 1, LAYERS + 1),
    _per_seat("cards in the display", SEATS_AT + 2, CARDS),
    *(block for below in range(LAYERS_SEEN) for block in _layer(below)),
    _per_seat("known cards, 1 to 13", _KNOWN, COPIES, NUMBERS),
    _per_seat("known cards, jokers", _KNOWN + NUMBERS, JOKERS),
    Block("abluxxed this turn", HIT, 1, 0, 1),
)


def most_decisions(s: State) -> int:
    """An upper bound for the decisions of one game. Every card leaves deck or pool once, and there are at most twenty
    rounds between two of them (L-23). A turn has a play, a pick, two decisions for each opponent, and the draw that
    may be passed; what is drawn is counted by card."""
    turns = (CARDS + 1) * QUIET_ROUNDS * s.players
    return turns * (1 + 1 + 2 * (s.players - 1) + 1) + CARDS


OBSERVATION = Observation(
    version=VERSION,
    length=LENGTH,
    observe=observe,
    blocks=BLOCKS,
    most_decisions=most_decisions,
)
