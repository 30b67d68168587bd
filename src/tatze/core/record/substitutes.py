"""The header Substitute of a record: which entries a bot decided on in a person's place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tatze.core.errors import RecordError
from tatze.core.game import LETTERS

_HEADER = re.compile(r"(?P<bot>\S+)(?P<entries>(?: \d{1,7}(?:-\d{1,7})?)+)", re.ASCII)


class SubstituteEntries(NamedTuple):
    """The entries of a record that one bot decided on in the place of one seat's person."""

    seat: int
    """The seat of the person."""
    bot: str
    """The name of the bot."""
    entries: tuple[int, ...]
    """The numbers of the entries, counted from 1, ascending."""


def substitute_headers(substitutes: Iterable[SubstituteEntries]) -> dict[str, str]:
    """Return the headers, such as Substitute.B with the text "cat 12 15-18"."""
    return {
        f"Substitute.{LETTERS[one.seat]}": " ".join([one.bot, *_ranges(one.entries)])
        for one in substitutes
        if one.entries
    }


def read_substitutes(headers: Mapping[str, str], entries: int, name: str) -> tuple[SubstituteEntries, ...]:
    """Return what the headers of a record with so many entries say; `name` is for messages."""
    found = []
    for key, text in headers.items():
        letter = key.removeprefix("Substitute.")
        if letter == key or letter not in LETTERS:
            continue
        match = _HEADER.fullmatch(text)
        numbers = _numbers(match["entries"].split(), entries) if match else None
        if not match or numbers is None:
            raise RecordError(f'{name}: the header {key} is a bot and the numbers of entries, not "{text}"')
        found.append(SubstituteEntries(LETTERS.index(letter), match["bot"], numbers))
    return tuple(sorted(found))


def _ranges(numbers: Sequence[int]) -> list[str]:
    """Return ascending numbers as text; those that follow one another become one range."""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return [str(first) if first == last else f"{first}-{last}" for first, last in ranges]


def _numbers(words: Iterable[str], most: int) -> tuple[int, ...] | None:
    """Return the numbers that ranges stand for; None unless they ascend from 1 to at most `most`."""
    numbers: list[int] = []
    for word in words:
        first, _, last = word.partition("-")
        begin, end = int(first), int(last or first)
        if not (numbers[-1] if numbers else 0) < begin <= end <= most:
            return None
        numbers.extend(range(begin, end + 1))
    return tuple(numbers)
