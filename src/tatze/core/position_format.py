"""The frame of positions as text: sections with a name, and what a game says about its own sections."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tatze.core.text import shown

SEAT_LETTERS = "ABCDEF"
"""Seats as positions name them: A is seat 0."""
NONE = "-"
"""What stands where there is nothing."""
_SECTION = re.compile(r"([A-Za-z_]+)([:=])?(?:\s+|(?<=[:=])|$)(.*)", re.DOTALL)
_NUMBER = re.compile(r"-?[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class PositionFormat:
    """How a game writes and reads the sections of its positions. Readers raise a ValueError that says what is wrong."""

    write: Callable[[Any], Sequence[str]]
    """write(s) returns the sections of a state, after those that name game, rule set, options and viewer."""
    read: Callable[[Any, Sections], None]
    """read(s, sections) fills a state in which rule set, options and viewer stand already."""
    options: Callable[[Any], Mapping[str, object]]
    """options(s) returns the options that a state was set up with, as far as they matter for what is to come."""
    players: Callable[[Sections], int]
    """players(sections) returns the number of players."""


class Sections:
    """The sections of a position's text, taken one after the other by name. What is left over is refused."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._found: dict[str, str] = {}
        for text in texts:
            match = _SECTION.fullmatch(text)
            if not match:
                raise ValueError(f'"{shown(text)}" is no section: a section begins with a word')
            if match[1] in self._found:
                raise ValueError(f'the section "{shown(match[1])}" stands there twice')
            self._found[match[1]] = match[3].strip()

    def __contains__(self, name: str) -> bool:
        return name in self._found

    def take(self, name: str) -> str | None:
        """Take a section; None if it is not there."""
        return self._found.pop(name, None)

    def need(self, name: str) -> str:
        """Take a section that must be there."""
        text = self.take(name)
        if text is None:
            raise ValueError(f'the section "{name}" is missing')
        return text

    def refuse_rest(self) -> None:
        """Refuse the sections that nobody took."""
        if self._found:
            raise ValueError(f'there is no section "{shown(next(iter(self._found)))}" in this game')

    @property
    def names(self) -> list[str]:
        return list(self._found)


def seat_count(sections: Sections) -> int:
    """Return the number of players where every seat has a section of its letter."""
    seats = [name for name in sections.names if len(name) == 1]
    if not seats or sorted(seats) != list(SEAT_LETTERS[: len(seats)]):
        raise ValueError(f"every seat has a section, from A on without a gap; here are {', '.join(seats) or 'none'}")
    return len(seats)


def read_seat(text: str, players: int, what: str) -> int:
    """Return the seat of a letter; `what` names the section for the message."""
    if len(text) != 1 or text not in SEAT_LETTERS[:players]:
        raise ValueError(f'{what}: "{shown(text)}" is no seat: the seats are A to {SEAT_LETTERS[players - 1]}')
    return SEAT_LETTERS.index(text)


def read_whole_number(text: str, low: int, high: int, what: str) -> int:
    """Return a whole number from `low` to `high`; `what` names the section for the message."""
    if not _NUMBER.fullmatch(text) or not low <= int(text) <= high:
        raise ValueError(f'{what}: a number from {low} to {high} is needed, not "{shown(text)}"')
    return int(text)


def check(holds: bool, message: str) -> None:
    """Raise a ValueError with this message unless something holds."""
    if not holds:
        raise ValueError(message)
