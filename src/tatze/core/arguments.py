"""Checks of the arguments that callers pass to public functions. Each error names the argument and its value."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from tatze.core.errors import TatzeError
from tatze.core.layout import EVERYONE, OMNISCIENT
from tatze.core.text import shown


def whole_number(value: Any, name: str, error: type[TatzeError] = TatzeError) -> int:
    """Return a whole number as an int, also one of NumPy's; refuse everything else, truth values too."""
    if not isinstance(value, bool):
        try:
            return operator.index(value)
        except TypeError:
            pass
    raise error(f"{name} is a whole number, not {shown(repr(value))}")


def number_from(value: Any, low: int, name: str, error: type[TatzeError] = TatzeError) -> int:
    """Return a whole number of at least `low`."""
    number = whole_number(value, name, error)
    if number < low:
        raise error(f"{name} is at least {low}, not {number}")
    return number


def seat_number(value: Any, players: int, name: str = "seat", lowest: int = 0) -> int:
    """Return a seat; with `lowest` −1, EVERYONE is one too."""
    seat = whole_number(value, name)
    if not lowest <= seat < players:
        everyone = f", and {EVERYONE} is everybody" if lowest == EVERYONE else ""
        raise TatzeError(f"there is no {name} {seat}: the seats are 0 to {players - 1}{everyone}")
    return seat


def text_of(value: Any, name: str, error: type[TatzeError] = TatzeError) -> str:
    """Return a text; refuse everything else."""
    if not isinstance(value, str):
        raise error(f"{name} is a text, not {shown(repr(value))}")
    return value


def check_view(view: Any) -> None:
    """Refuse what is no view: a whole state would hand over what is hidden."""
    viewer = getattr(view, "viewer", None)
    if viewer is None:
        raise TatzeError(f"view is what table.view(seat) returns, not {shown(repr(view))}")
    if viewer == OMNISCIENT:
        raise TatzeError("view is a whole state, in which nothing is hidden; pass table.view(seat) instead")


def check_decision(view: Any, legal: Sequence[int]) -> None:
    """Refuse a question to a bot that is not about a seat's view, or that has no answer."""
    check_view(view)
    if view.viewer < 0:
        raise TatzeError("view is what everybody sees; a bot decides with a seat's view, table.view(seat)")
    if len(legal) == 0:
        raise TatzeError("legal is empty: there is nothing to choose from")
