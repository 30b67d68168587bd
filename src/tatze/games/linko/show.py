"""A view of Linko as plain data, and the reasons behind refusals: what screens, JSON and errors are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from tatze.core.game import LETTERS, Detail, leaders
from tatze.core.layout import Row
from tatze.games.linko import rules
from tatze.games.linko.notation import layer_of, play_of, write_card
from tatze.games.linko.state import (
    BACK,
    DRAW,
    FROM_PLACE,
    FROM_POOL,
    JOKER,
    MISS,
    NO_DRAW,
    OVER,
    PICK,
    PICK_SHADOW,
    PLAY,
    PLAYS,
    TAKE,
    State,
)

PHASES = {PLAY: "play", TAKE: "take", BACK: "back", DRAW: "draw", MISS: "miss", PICK: "pick", OVER: "over"}

Cards = dict[str, int]
"""How many of each card, by its text."""
TEXTS = ("", *(write_card(card) for card in range(1, JOKER + 1)))
"""The cards' texts, by their numbers."""


@dataclass(frozen=True, slots=True)
class Layer:
    value: int
    """The value; 14 for jokers alone."""
    numbers: int
    jokers: int


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the pool: its card and, in the duel, what lies on it."""

    card: str
    thirteens: int
    jokers: int


@dataclass(frozen=True, slots=True)
class Hand:
    size: int
    known: Cards
    """What everybody knows of it."""
    cards: Cards | None
    """All of it, for whoever may see it."""


@dataclass(frozen=True, slots=True)
class LinkoView:
    """What one seat, or everybody (`seat` is None), may know."""

    seat: int | None
    players: int
    start: int
    turn: int
    actor: int | None
    """Who decides now; None when the game is over."""
    phase: str
    hands: list[Hand]
    displays: list[list[Layer]]
    """Per seat the layers, the oldest first."""
    deck: int
    pool: list[Place | None]
    discard: Cards
    shadow: Cards | None
    """The Shadow Display; None outside the duel."""
    owner: int | None
    """Whose layer is being abluxxed."""
    owed: int
    """How many cards the actor still has to draw."""
    scores: list[int]
    """As they would be if the game ended now."""


def show(v: State) -> LinkoView:
    seats = range(v.players)
    return LinkoView(
        seat=v.viewer if v.viewer >= 0 else None,
        players=v.players,
        start=v.start,
        turn=v.turn,
        actor=v.actor if v.actor >= 0 else None,
        phase=PHASES[v.phase],
        hands=[
            Hand(v.held[seat], count(v.known[seat]), count(v.hand[seat]) if sees_hand(v, seat) else None)
            for seat in seats
        ],
        displays=[[show_layer(layer) for layer in display(v, seat)] for seat in seats],
        deck=v.cards - v.top,
        pool=[
            show_place(card, thirteens, jokers) if card else None
            for card, thirteens, jokers in zip(v.pool, v.pool_13s, v.pool_jokers, strict=True)
        ],
        discard=count(v.discard),
        shadow=count(v.shadow) if v.duel else None,
        owner=rules.owner(v) if v.phase in (TAKE, BACK, DRAW) else None,
        owed=v.owed,
        scores=[rules.score(v, seat) for seat in seats],
    )


def display(v: State, seat: int) -> list[int]:
    """The layers of a display, the oldest first."""
    depth = v.depth[seat]
    return [*v.buried[seat][: depth - 1], v.open[seat]] if depth else []


@cache  # the same few are shown again and again
def show_layer(layer: int) -> Layer:
    return Layer(*layer_of(layer))


@cache
def show_place(card: int, thirteens: int, jokers: int) -> Place:
    return Place(write_card(card), thirteens, jokers)


def own(s: State, seat: int) -> dict[str, Cards]:
    """What a seat alone sees: `hands[seat].cards` of its view."""
    return {"hand": count(s.hand[seat])}


def sees_hand(v: State, seat: int) -> bool:
    """Whether a view has all cards of a hand: the viewer's own, or one of which everything is known."""
    return seat == v.viewer or sum(v.hand[seat]) == v.held[seat]


def count(row: Row) -> Cards:
    return count_cards(tuple(row)).copy()


@lru_cache(10_000)  # from one moment to the next few hands change
def count_cards(numbers: tuple[int, ...]) -> Cards:
    return {text: int(number) for text, number in zip(TEXTS, numbers, strict=True) if number}


def describe_foresight(s: State, action: int, seen: int) -> Mapping[str, Any]:
    """What a legal action would bring about, as data."""
    return show_foresight(s.players, seen)


@cache
def show_foresight(players: int, seen: int) -> Mapping[str, Any]:
    return {
        "abluxxes": [seat for seat in range(players) if seen >> seat & 1],
        "shadow": bool(seen & rules.SEEN_SHADOW),
        "ends": bool(seen & rules.SEEN_END),
    }


def why(s: State, action: int, rule: int) -> Detail:
    """The details behind a refusal: a key of the words files and its parameters."""
    if s.reason:
        return Detail("why.over")
    seat = LETTERS[s.actor]
    if s.phase == PLAY and action < PLAYS:
        value, numbers, jokers = play_of(action)
        card, needed = (value, numbers) if rule == 6 else (JOKER, jokers)
        held = s.hand[s.actor][card]
        kind = "jokers" if card == JOKER else "numbers"
        params = {"seat": seat, "value": value, "held": held, "needed": needed}
        return Detail(f"why.{'few' if held else 'no'}_{kind}", params)
    if rule == 18:
        return Detail("why.deck_empty")
    if s.phase in (DRAW, MISS) and FROM_POOL < action < NO_DRAW:
        if action >= FROM_PLACE:
            return Detail("why.place_empty", {"place": action - FROM_PLACE + 1}) if s.duel else Detail("why.by_value")
        return Detail("why.by_place") if s.duel else Detail("why.not_in_pool", {"card": write_card(action - FROM_POOL)})
    if s.phase == PICK and action > PICK_SHADOW:
        return Detail("why.no_match", {"value": action - PICK_SHADOW})
    return Detail(f"why.phase_{PHASES[s.phase]}", {"seat": seat})


def leads(v: State, seat: int) -> bool:
    """Whether nobody stands higher: in a finished game, whether this seat is among the winners."""
    return seat in leaders([rules.standing(v, other) for other in range(v.players)])
