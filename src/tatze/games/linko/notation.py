"""Actions and cards as people write them: 7x3+j, jx2, take, pool:12, deck."""

from __future__ import annotations

import re

from tatze.core.text import shown
from tatze.games.linko.rules import (
    layer_jokers,
    layer_numbers,
    layer_value,
    play_jokers,
    play_numbers,
    play_value,
)
from tatze.games.linko.state import (
    BACK_TO_HAND,
    COPIES,
    DISCARD_IT,
    FROM_DECK,
    FROM_PLACE,
    FROM_POOL,
    JOKER,
    JOKERS,
    JOKERS_ALONE,
    LEAVE_IT,
    NO_DRAW,
    NUMBERS,
    PER_COUNT,
    PER_VALUE,
    PICK_SHADOW,
    PLAYS,
    POOL,
    SHADOW_TOP,
    TAKE_IT,
)

WORDS = {
    TAKE_IT: "take",
    LEAVE_IT: "leave",
    BACK_TO_HAND: "back",
    DISCARD_IT: "discard",
    FROM_DECK: "deck",
    NO_DRAW: "pass",
}
_ACTIONS = {word: action for action, word in WORDS.items()}
_PLAY = re.compile(r"(?P<value>\d{1,2})(x(?P<numbers>\d))?(\+jx?(?P<jokers>(?<=x)\d)?)?", re.ASCII)
_ALONE = re.compile(r"jx?(?P<jokers>(?<=x)\d)?", re.ASCII)
_FORMS = (
    "a play is written 7x3, 7x2+j or jx2; "
    "the others are take, leave, back, discard, deck, pool:7, place:3, shadow:4, pass"
)


def write_card(card: int) -> str:
    return "j" if card == JOKER else str(card)


def read_card(text: str) -> int:
    """The card of a text; ValueError if there is none."""
    if text == "j":
        return JOKER
    if text.isascii() and text.isdigit() and len(text) <= 2 and 1 <= int(text) <= NUMBERS:
        return int(text)
    raise ValueError(f'"{shown(text)}" is not a card: cards are 1 to {NUMBERS} and j')


def play_of(action: int) -> tuple[int, int, int]:
    """Value, number cards and jokers of a play."""
    return play_value(action), play_numbers(action), play_jokers(action)


def layer_of(layer: int) -> tuple[int, int, int]:
    """Value, number cards and jokers of a layer."""
    return layer_value(layer), layer_numbers(layer), layer_jokers(layer)


def play_action(value: int, numbers: int, jokers: int) -> int:
    """The action that plays these cards."""
    if value == JOKER:
        return JOKERS_ALONE + jokers
    return (value - 1) * PER_VALUE + (numbers - 1) * PER_COUNT + jokers


def write_set(value: int, numbers: int, jokers: int) -> str:
    """A play or a layer: its value, how many number cards, how many jokers."""
    parts = []
    if numbers:
        parts.append(str(value) if numbers == 1 else f"{value}x{numbers}")
    if jokers:
        parts.append("j" if jokers == 1 else f"jx{jokers}")
    return "+".join(parts)


def write(action: int) -> str:
    """An action's one canonical spelling."""
    if action < PLAYS:
        return write_set(*play_of(action))
    if action in WORDS:
        return WORDS[action]
    if action < FROM_PLACE:
        return f"pool:{write_card(action - FROM_POOL)}"
    if action < NO_DRAW:
        return f"place:{action - FROM_PLACE + 1}"
    return f"shadow:{action - PICK_SHADOW}"


def read(text: str) -> int:
    """The action of a text, capitals and spaces forgiven; ValueError says what would be right."""
    plain = "".join(text.lower().split())
    if plain in _ACTIONS:
        return _ACTIONS[plain]
    kind, colon, rest = plain.partition(":")
    if colon:
        return _read_choice(text, kind, rest)
    if match := _PLAY.fullmatch(plain):
        value, numbers, jokers = int(match["value"]), int(match["numbers"] or 1), int(match["jokers"] or ("j" in plain))
        if 1 <= value <= NUMBERS and 1 <= numbers <= COPIES and ("j" not in plain or 1 <= jokers <= JOKERS):
            return play_action(value, numbers, jokers)
    elif (match := _ALONE.fullmatch(plain)) and 1 <= int(match["jokers"] or 1) <= JOKERS:
        return play_action(JOKER, 0, int(match["jokers"] or 1))
    raise ValueError(f'"{shown(text)}" is not an action of linko: {_FORMS}')


def _read_choice(text: str, kind: str, rest: str) -> int:
    if kind == "pool":
        return FROM_POOL + read_card(rest)
    if rest.isascii() and rest.isdigit() and len(rest) <= 2:
        if kind == "place" and 1 <= int(rest) <= POOL:
            return FROM_PLACE + int(rest) - 1
        if kind == "shadow" and 1 <= int(rest) <= SHADOW_TOP:
            return PICK_SHADOW + int(rest)
    raise ValueError(f'"{shown(text)}" is not an action of linko: {_FORMS}')
