"""What a game of Linko consists of: its numbers, its state, and its action ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from tatze.core import layout
from tatze.core.layout import Grid, Int, Row

if TYPE_CHECKING:
    from tatze.games.linko.show import LinkoView

SEATS = 5
NUMBERS = 13
"""The highest number on a card; 1 to 13 are the numbers."""
JOKER = 14
"""A joker as a card, and the rank of jokers played alone."""
COPIES = 8
JOKERS = 5
CARDS = NUMBERS * COPIES + JOKERS
HAND = 13
POOL = 6
SHADOW = 13
SHADOW_TOP = 12
"""The highest value that may lie in the Shadow Display."""
LAYERS = CARDS - 2
"""The most layers that can be buried: every layer has a card, one layer is open, an opponent always holds a card."""
QUIET_ROUNDS = 20

# What is being decided
PLAY, TAKE, BACK, DRAW, MISS, PICK, OVER = range(1, 8)
# What goes on by itself before an action is done
COMPARE, NEXT = range(8, 10)

# Why the game ended
HAND_EMPTY, CARDS_GONE, STALEMATE = range(1, 4)

# Kinds of events; `EVENTS` in this package names the numbers that each kind carries
(
    PLAYED, ABLUXXED, TOOK, LEFT, TOOK_BACK, DISCARDED, DREW_DECK, DREW_POOL,
    REFILLED, PASSED, SHADOWED, SHADOW_REFILLED, COVERED, TURNED, ENDED,
) = range(1, 16)  # fmt: skip  # read in rows, not one a line

# Actions. A play of `numbers` cards and `jokers` jokers as `value` is ((value - 1) * 8 + numbers - 1) * 6 + jokers.
PER_COUNT = JOKERS + 1
PER_VALUE = COPIES * PER_COUNT
JOKERS_ALONE = NUMBERS * PER_VALUE - 1
"""Plus how many."""
PLAYS = JOKERS_ALONE + JOKERS + 1
TAKE_IT = PLAYS
LEAVE_IT = PLAYS + 1
BACK_TO_HAND = PLAYS + 2
DISCARD_IT = PLAYS + 3
FROM_DECK = PLAYS + 4
FROM_POOL = FROM_DECK
"""Plus the value."""
FROM_PLACE = FROM_POOL + JOKER + 1
"""Plus the place, 0 to 5."""
NO_DRAW = FROM_PLACE + POOL
PICK_SHADOW = NO_DRAW
"""Plus the value."""
ACTIONS = PICK_SHADOW + SHADOW_TOP + 1


class State(layout.State):
    """One game of Linko. Cards are counted by value; index 0 of such a row is never used."""

    # The rule set, written before the game begins
    draws: Annotated[int, Int(8)]
    """1 if a card may be drawn after a turn without an abluxx."""
    ones: Annotated[int, Int(8)]
    """1 if 1s beat 13s and jokers alone."""
    duel: Annotated[int, Int(8)]
    part: Annotated[int, Int(8)]
    """1 if part of a larger set may be taken from the Shadow Display."""
    shared: Annotated[int, Int(8)]
    """1 if players with equal scores share the victory whatever they hold."""

    # The table
    hand: Annotated[Grid, Int(8, (SEATS, JOKER + 1))]
    """How many cards of each value each seat holds."""
    held: Annotated[Row, Int(8, (SEATS,))]
    """How many cards each seat holds."""
    known: Annotated[Grid, Int(8, (SEATS, JOKER + 1))]
    """The cards of each hand that everybody knows of."""
    depth: Annotated[Row, Int(8, (SEATS,))]
    """How many layers each display has."""
    shown: Annotated[Row, Int(8, (SEATS,))]
    """How many cards each display has."""
    open: Annotated[Row, Int(16, (SEATS,))]
    """The top layer of each display, as `pack_layer` writes it; 0 where there is none."""
    buried: Annotated[Grid, Int(16, (SEATS, LAYERS))]
    """The layers below it, the oldest first, zeros above."""
    laid: Annotated[Row, Int(8, (JOKER + 1,))]
    """How many of each card lie in the displays."""
    deck: Annotated[Row, Int(8, (CARDS,))]
    cards: Annotated[int, Int(8)]
    """How many cards the deck had before the deal."""
    top: Annotated[int, Int(8)]
    """How many of them have left it."""
    pool: Annotated[Row, Int(8, (POOL,))]
    """The card in each place; 0 where there is none."""
    pool_13s: Annotated[Row, Int(8, (POOL,))]
    """The 13s lying on it (duel)."""
    pool_jokers: Annotated[Row, Int(8, (POOL,))]
    """The jokers lying on it (duel)."""
    discard: Annotated[Row, Int(8, (JOKER + 1,))]
    shadow: Annotated[Row, Int(8, (JOKER + 1,))]

    # The turn
    compared: Annotated[int, Int(8)]
    """How many opponents this play has been compared with."""
    hit: Annotated[int, Int(8)]
    """1 once something was abluxxed this turn."""
    owed: Annotated[int, Int(8)]
    """How many cards the actor still has to draw."""
    quiet: Annotated[int, Int(8)]
    """Turns in a row in which no card left deck or pool; −1 in a turn in which one did."""

    if TYPE_CHECKING:

        def plain_data(self) -> LinkoView: ...
