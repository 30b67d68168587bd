"""What chance decides at a table: the start, the deal and the rolls; and the state that they lead to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from tatze.core.arguments import whole_number
from tatze.core.chance import Fairness
from tatze.core.errors import SetupError
from tatze.core.game import Game
from tatze.core.layout import State
from tatze.core.setup import Setup, write_rules
from tatze.core.text import shown

S = TypeVar("S", bound=State)


def draw_start(setup: Setup, fairness: Fairness) -> int:
    """Draw the seat that starts."""
    return fairness.stream("start").below(setup.players)


def draw_deal(game: Game[S], setup: Setup, fairness: Fairness) -> list[int]:
    """Shuffle the cards or tiles of the game; returns them in the order of the deal."""
    deal = unshuffled_deal(game, setup)
    fairness.stream("deal").shuffle(deal)
    return deal


def draw_roll(fairness: Fairness, number: int, actions: Sequence[int]) -> int:
    """Draw one of the equally likely outcomes `actions` of the roll of this number, counted from 0 in each game."""
    return actions[fairness.stream(f"dice {number}").below(len(actions))]


def unshuffled_deal(game: Game[S], setup: Setup) -> list[int]:
    """Return the cards or tiles that are dealt, before they are shuffled."""
    s = game.layout.new()
    write_rules(game, setup, s)
    deal = [0] * game.deal_size
    return deal[: game.stock(s, deal)]


def checked_deal(game: Game[S], setup: Setup, deal: Sequence[int]) -> list[int]:
    """Return a deal as ints; a SetupError says if it is not a shuffle of what this game deals."""
    try:
        found = [whole_number(item, "an item of deal", SetupError) for item in deal]
    except TypeError:
        raise SetupError(f"deal is a sequence of items, not {shown(repr(deal))}") from None
    expected = unshuffled_deal(game, setup)
    if sorted(found) != sorted(expected):
        items = f"the {len(expected)} items of {game.name}, rule set {setup.rules}" if expected else "nothing at all"
        raise SetupError(f"deal has {len(found)} items, but it must be a shuffle of {items}")
    return found


def opening_state(game: Game[S], setup: Setup, start: int, deal: Sequence[int]) -> S:
    """Return the state before the first action."""
    s = game.layout.new()
    write_rules(game, setup, s)
    s.start = start
    game.begin(s, list(deal), len(deal))
    s.events.clear()
    return s
