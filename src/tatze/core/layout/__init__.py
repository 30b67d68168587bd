"""The state of a game, declared once as annotations; every form of it is made from that declaration.

    class State(core.State):
        hand: Annotated[Grid, Int(8, (5, 15))]

The *plain* form is an object of ints and lists. The *checked* form, for tests, is the same object, but it refuses
negative indices and values that do not fit their width: the compiled forms would accept both without an error.
"""

from tatze.core.layout.fields import (
    CHANCE,
    EVERYONE,
    NOBODY,
    OMNISCIENT,
    Event,
    Grid,
    Int,
    Row,
    State,
    clear,
    copy_numbers,
    count_numbers,
    interleave_numbers,
    note,
    spread_numbers,
    sum_numbers,
)
from tatze.core.layout.layout import Layout

__all__ = [
    "CHANCE",
    "EVERYONE",
    "NOBODY",
    "OMNISCIENT",
    "Event",
    "Grid",
    "Int",
    "Layout",
    "Row",
    "State",
    "clear",
    "copy_numbers",
    "count_numbers",
    "interleave_numbers",
    "note",
    "spread_numbers",
    "sum_numbers",
]
