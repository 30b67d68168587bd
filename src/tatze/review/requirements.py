"""What reviews and luck-adjusted results need beside the base install, found out without loading it."""

from __future__ import annotations

from typing import Literal, get_args

from tatze.core.errors import MissingExtra, SetupError
from tatze.core.installed import is_installed
from tatze.games import game_named

LuckValue = Literal["network", "lookahead"]
"""The value function by which luck is measured: the network alone, or the network after the policy's next choice."""
LUCK_VALUES: tuple[LuckValue, ...] = get_args(LuckValue)


def check_review_installed(what: str = "a review") -> None:
    """Raise a MissingExtra if NumPy or Numba is missing; its message begins with `what` needs them."""
    for module in ("numpy", "numba"):
        if not is_installed(module):
            raise MissingExtra(f"{what} needs NumPy and Numba: pip install 'tatze[compiled]'")


def check_luck_value(game: str, value: LuckValue) -> None:
    """Raise an error if the luck of a game cannot be measured by this value function here."""
    known = game_named(game)
    if not known.weights:
        raise SetupError(f"luck is measured by a trained network, and {game} has none")
    if value == "lookahead" and known.hidden:
        raise SetupError(f"a lookahead is for games without hidden cards or tiles, and {game} has them")
    check_review_installed("adjusting for luck")
