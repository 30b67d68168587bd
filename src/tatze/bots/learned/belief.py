"""The belief of a game's guided search: a small network that says where the items that a seat does not see may be."""

from __future__ import annotations

from functools import cache

from tatze.bots.learned.bot import WEIGHTS
from tatze.bots.learned.network import Array, Trunk
from tatze.core.errors import MissingExtra
from tatze.games import game_named

try:
    import numpy as np
    import numpy.typing as npt
except ImportError:
    raise MissingExtra("this needs NumPy and Numba: pip install 'tatze[compiled]'") from None


class Belief(Trunk):
    """A network with one head: where hidden items may be."""

    def odds(self, features: npt.ArrayLike) -> Array:
        """Return where the hidden items of a view may be, by its features (seats × items): the logarithm of the odds
        that an item is with a seat, counted from the viewer's, beside a uniform draw. The first row, for items that no
        seat has, is zeros."""
        found = self.trunk(np.asarray(features)[None]) @ self.weights["belief.weight"] + self.weights["belief.bias"]
        return np.pad(found.reshape(-1, self.about["items"]), ((1, 0), (0, 0)))


@cache
def belief_of(game: str) -> Belief | None:
    """Return the belief of a game, None where none was trained; it is loaded once."""
    name = game_named(game).belief_weights
    return Belief.load(WEIGHTS / name, game) if name else None
