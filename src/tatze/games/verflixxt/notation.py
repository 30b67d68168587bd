"""Actions and tiles as people write them: d4, m12, g17, steal:C; +5, -3, L."""

from __future__ import annotations

import re
from functools import cache

from tatze.core.game import LETTERS
from tatze.core.text import shown
from tatze.games.verflixxt.state import (
    FINISH,
    GIFT,
    LUCKY,
    MINUS,
    MOVE_GUARD,
    MOVE_PIECE,
    PIPS,
    PLUS,
    ROLL_IT,
    SEATS,
    START,
    STEAL,
    STEAL_FROM,
    TRACK,
)

WORDS = {LUCKY: "L", GIFT: "gift", STEAL: "steal", START: "start", FINISH: "finish"}
_NUMBER = re.compile(r"[+-]?[0-9]{1,2}")
_ACTION = re.compile(r"(?P<kind>[dmg])(?P<number>[0-9]{1,2})")
_FORMS = "a roll is written d4, a piece's move m12, a guard's g17, a theft steal:C"


@cache
def write_tile(tile: int) -> str:
    """A tile, one of the track's fixtures included."""
    return WORDS.get(tile, f"{tile:+d}")


def read_tile(text: str) -> int:
    """The plus, minus or lucky tile of a text; ValueError if there is none."""
    plain = text.strip().upper().replace("−", "-")
    if plain == WORDS[LUCKY]:
        return LUCKY
    if _NUMBER.fullmatch(plain) and (-MINUS <= int(plain) <= PLUS) and int(plain):
        return int(plain)
    raise ValueError(f'"{shown(text)}" is not a tile: tiles are +1 to +{PLUS}, -1 to -{MINUS} and L')


def write(action: int) -> str:
    """An action's one canonical spelling."""
    if action < MOVE_PIECE:
        return f"d{action - ROLL_IT}"
    if action <= MOVE_GUARD:
        return f"m{action - MOVE_PIECE}"
    if action < STEAL_FROM:
        return f"g{action - MOVE_GUARD}"
    return f"steal:{LETTERS[action - STEAL_FROM]}"


def read(text: str) -> int:
    """The action of a text, capitals and spaces forgiven; ValueError says what would be right."""
    plain = "".join(text.lower().split())
    if match := _ACTION.fullmatch(plain):
        number = int(match["number"])
        if match["kind"] == "d" and 1 <= number <= PIPS:
            return ROLL_IT + number
        if match["kind"] == "m" and number < TRACK - 1:
            return MOVE_PIECE + number
        if match["kind"] == "g" and 1 <= number < TRACK - 1:
            return MOVE_GUARD + number
    kind, _, letter = plain.partition(":")
    seat = LETTERS[:SEATS].lower().find(letter) if len(letter) == 1 else -1
    if kind == "steal" and seat >= 0:
        return STEAL_FROM + seat
    raise ValueError(f'"{shown(text)}" is not an action of verflixxt: {_FORMS}')
