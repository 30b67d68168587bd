"""One game at native speed, stepped from a Python loop.

    game = Single(GAME, players=4, seed=7)
    count = game.reset(0)
    while count:
        count = game.step(game.legal[choose(count)])

It is the game of that number in a `Batch` of the same seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import index
from typing import Any

from tatze.core.errors import MissingExtra
from tatze.core.setup import Setup

try:
    import numpy as np
    import numpy.typing as npt
except ImportError:
    raise MissingExtra("this needs NumPy and Numba: pip install 'tatze[compiled]'") from None

from tatze.compiled.forms import dtype_of, form_of
from tatze.compiled.single_drivers import NUMBER, SEED
from tatze.compiled.templates import template_of
from tatze.core.arguments import whole_number
from tatze.core.errors import IllegalAction, SetupError
from tatze.core.game import Game
from tatze.core.setup import make_setup
from tatze.core.threefry import SEED_LIMIT
from tatze.games import game_named


class Single:
    """A game whose functions are called through Numba's compiled entry points, past the dispatcher.

    The dispatcher looks at the type of every argument in every call; here the types are always the same."""

    def __init__(
        self,
        game: str,
        rules: str = "base",
        players: int | None = None,
        seed: int = 0,
        start: int | None = None,
        options: Mapping[str, object] | None = None,
    ) -> None:
        if not 0 <= whole_number(seed, "seed", SetupError) < SEED_LIMIT:
            raise SetupError(f"a seed is from 0 to {SEED_LIMIT - 1}, not {seed}")
        self.game: Game[Any] = game_named(game)
        self.setup: Setup = make_setup(self.game, rules, players, start, options)
        self.states: npt.NDArray[Any] = np.zeros(1, dtype_of(self.game.layout))
        self._actions = np.zeros(self.game.actions, np.int32)
        self._stream = np.zeros(3, np.int64)
        self._stream[SEED] = seed
        functions = form_of(game, "cpu")
        deal = np.zeros(max(1, self.game.deal_size), np.int8)
        self._arguments = (self.states, template_of(self.game, self.setup), deal, self._actions, self._stream)
        self._begin = entry_point(functions.begin_single, *self._arguments)
        self._step = entry_point(functions.step_single, self.states, self._actions, self._stream, 0)
        self.legal: memoryview[int] = self._actions.data
        """The legal actions; as many are valid as `reset` or `step` returned."""
        self._actor = self.states["actor"].data
        self._reason = self.states["reason"].data
        self.reset(0)

    def reset(self, number: int) -> int:
        """Begin the game of this number; return how many legal actions there are."""
        if not 0 <= whole_number(number, "number", SetupError) < SEED_LIMIT:
            raise SetupError(f"a game's number is from 0 to {SEED_LIMIT - 1}, not {number}")
        self._stream[NUMBER] = number
        return self._begin(*self._arguments)

    def step(self, action: int) -> int:
        """Carry out an action; return how many legal actions there are then, 0 when the game is over."""
        try:
            count = self._step(self.states, self._actions, self._stream, index(action))
        except TypeError:
            raise IllegalAction(f"an action is a whole number, not {action!r}") from None
        if count < 0:
            raise IllegalAction(f"action {action} is not legal")
        return count

    @property
    def actor(self) -> int:
        """The seat that decides now; −2 when the game is over."""
        return self._actor[0]

    @property
    def reason(self) -> int:
        """The reason why the game ended; 0 while it runs."""
        return self._reason[0]

    def pack(self) -> bytes:
        """Return the state as bytes, for `unpack` of a game with the same agreement."""
        return self.states.tobytes()


def entry_point(function: Any, *arguments: Any) -> Callable[..., int]:
    """Return what Numba compiled for arguments of these types, as a function that does not check their types."""
    import numba

    typeof: Callable[[Any], Any] = numba.typeof
    types = tuple(typeof(argument) for argument in arguments)
    function.compile(types)
    entry: Callable[..., int] = function.get_overload(types)
    return entry
