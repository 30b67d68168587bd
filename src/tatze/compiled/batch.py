"""Batches of games in arrays: played out, or stepped with legal masks, observations and rewards.

    batch = Batch(GAME, rules="base", players=4, size=1024, seed=7)
    while …:
        batch.step(choose(batch.observation, batch.mask))

The random numbers of a game depend on the seed and on the game's number alone: the games are the same whatever the
size of the batch, the number of threads and the form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar, NamedTuple

from tatze.compiled.builder import Form
from tatze.core.errors import MissingExtra
from tatze.core.setup import Setup

try:
    import numpy as np
    import numpy.typing as npt
except ImportError:
    raise MissingExtra("this needs NumPy and Numba: pip install 'tatze[compiled]'") from None

from tatze.compiled.batch_drivers import BatchArrays, Observations
from tatze.compiled.drivers import Scratch
from tatze.compiled.forms import dtype_of, form_of
from tatze.compiled.playout_drivers import COUNTERS
from tatze.compiled.templates import plain_template, template_of
from tatze.compiled.totals import Totals, totals_of
from tatze.core.arguments import number_from, whole_number
from tatze.core.errors import IllegalAction, SetupError
from tatze.core.game import Game
from tatze.core.setup import make_setup
from tatze.core.threefry import SEED_LIMIT
from tatze.games import game_named


class Batch:
    """Games side by side on the CPU.

    After `reset` and every `step`, `actor`, `mask` (games × actions) and `observation` (games × features, what the
    actor may see) describe each game. `done` is the reason of its end if the step ended it; a new game is dealt in the
    same step then (autoreset). `reward` (games × seats) shares one victory among the winners."""

    form: ClassVar[str] = "cpu"
    """The form of the rules that plays."""
    observes: ClassVar[bool] = True
    """Whether observations are written."""

    def __init__(
        self,
        game: str,
        rules: str = "base",
        players: int | None = None,
        size: int = 1,
        seed: int = 0,
        start: int | None = None,
        options: Mapping[str, object] | None = None,
        threads: int = 1,
    ) -> None:
        size = number_from(size, 1, "size", SetupError)
        threads = number_from(threads, 1, "threads", SetupError)
        self.game: Game[Any] = game_named(game)
        self.setup: Setup = make_setup(self.game, rules, players, start, options)
        self.size = size
        self.functions: Form = form_of(game, self.form)
        self.template: Any = self._template()
        self.states: Any = self._records(size)
        self._make_arrays()
        self._shares = [
            _ThreadShare(low, high, self._records(1), self._scratch()) for low, high in even_ranges(size, threads)
        ]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.reset(seed)

    def _make_arrays(self) -> None:
        size, game = self.size, self.game
        features = game.observation.length if self.observes else 0
        self.rolls: npt.NDArray[np.int64] = np.zeros(size, np.int64)
        self.numbers: npt.NDArray[np.int64] = np.zeros(size, np.int64)
        self.chosen: npt.NDArray[np.int32] = np.zeros(size, np.int32)
        self.actor: npt.NDArray[np.int8] = np.zeros(size, np.int8)
        self.mask: npt.NDArray[np.int8] = np.zeros((size, game.actions), np.int8)
        self.observation: npt.NDArray[np.int8] = np.zeros((size, features), np.int8)
        self.reward: npt.NDArray[np.float32] = np.zeros((size, self.setup.players), np.float32)
        self.done: npt.NDArray[np.int8] = np.zeros(size, np.int8)
        self._arrays = BatchArrays(
            numbers=self.numbers, rolls=self.rolls, chosen=self.chosen, rewards=self.reward, done=self.done
        )
        self._observations = Observations(self.mask, self.observation, self.actor)

    def reset(self, seed: int) -> None:
        """Begin the games number 0 to size − 1 of this seed."""
        seed = whole_number(seed, "seed", SetupError)
        if not 0 <= seed < SEED_LIMIT:
            raise SetupError(f"a batch's seed is from 0 to {SEED_LIMIT - 1}, not {seed}")
        self.seed = seed
        self.numbers[:] = np.arange(self.size)
        self._in_threads(self._reset, self._shares)

    def step(self, actions: npt.ArrayLike) -> None:
        """Carry out one action in every game. If one of them is illegal nothing is done, and the error says where."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.size,) or not np.issubdtype(chosen.dtype, np.integer):
            raise IllegalAction(f"a step takes {self.size} action ids, not {chosen.dtype} {chosen.shape}")
        wrong = self.functions.first_illegal(self.states, chosen, self.game.actions)
        if wrong >= 0:
            raise IllegalAction(f"game {wrong}: action {chosen[wrong]} is not legal")
        self.chosen[:] = chosen
        self._in_threads(self._step, self._shares)

    def choose_random(self, move: int) -> npt.NDArray[np.int32]:
        """Return a random legal action for every game; `move` numbers the choice, so that it can be repeated."""
        move = number_from(move, 0, "move", SetupError)
        actions = self._shares[0].scratch.actions
        self.functions.choose_random(self.states, actions, self.seed, self.numbers, move, self.chosen)
        return self.chosen.copy()

    def play_out(self, games: int, first: int = 0) -> Totals:
        """Play the games number `first` and on at random to their ends; the batch's own games are untouched."""
        counts = self._count(self.functions.play_many, games, first)
        return totals_of(self.game, self.setup.players, games, counts.tolist())

    def trace(self, games: int, first: int = 0) -> tuple[int, int]:
        """Play the same games as `play_out`; return the number of moves, and the sum of a digest of every game.

        Two forms that agree in it have played the same games."""
        moves, digest = self._count(self.functions.trace_many, games, first)[:2]
        return int(moves), int(digest)

    def _count(self, driver: Any, games: int, first: int) -> npt.NDArray[np.int64]:
        """Spread games over the threads; return the sum of what the driver counts."""
        games = number_from(games, 1, "games", SetupError)
        first = number_from(first, 0, "first", SetupError)

        def play(work: tuple[_ThreadShare, tuple[int, int]]) -> npt.NDArray[np.int64]:
            share, (low, high) = work
            totals = np.zeros(COUNTERS, np.int64)
            driver(share.views, self.template, share.scratch, self.seed, first + low, first + high, totals)
            return totals

        ranges = even_ranges(games, len(self._shares))
        total: npt.NDArray[np.int64] = np.sum(
            self._in_threads(play, list(zip(self._shares, ranges, strict=False))), axis=0
        )
        return total

    def _reset(self, share: _ThreadShare) -> None:
        self.functions.reset_games(
            self.states, share.low, share.high, self.template, share.scratch, self.seed, self._arrays
        )
        self._observe(share)

    def _step(self, share: _ThreadShare) -> None:
        self.functions.step_games(
            self.states, share.low, share.high, self.template, share.scratch, self.seed, self._arrays
        )
        self._observe(share)

    def _observe(self, share: _ThreadShare) -> None:
        self.functions.observe_games(
            self.states, share.low, share.high, share.views, share.scratch.actions, self._observations
        )

    def _in_threads(self, work: Callable[[Any], Any], items: list[Any]) -> list[Any]:
        """Do a piece of work for every item, in the threads of the batch; return the results."""
        return [work(items[0])] if self._pool is None else list(self._pool.map(work, items))

    def _template(self) -> Any:
        return template_of(self.game, self.setup)

    def _records(self, size: int) -> Any:
        return np.zeros(size, dtype_of(self.game.layout))

    def _scratch(self) -> Scratch:
        return scratch_of(self.game)


class MaskBatch(Batch):
    """The same batch without observations, for programs that read masks and states alone: a step takes half the time.

    `observation` has no columns."""

    observes = False


class PlainBatch(Batch):
    """The same batch, played by the rules in plain Python: far slower, for comparison."""

    form = "plain"

    def _template(self) -> Any:
        return [plain_template(self.game, self.setup)]

    def _records(self, size: int) -> Any:
        return [self.game.layout.new() for _ in range(size)]

    def _scratch(self) -> Scratch:
        return Scratch([0] * self.game.deal_size, [0] * self.game.actions)


class _ThreadShare(NamedTuple):
    """The games low to high − 1, which one thread plays, and what it writes on."""

    low: int
    high: int
    views: Any
    scratch: Scratch


def scratch_of(game: Game[Any]) -> Scratch:
    """Return scratch arrays for a thread that plays compiled games."""
    return Scratch(np.zeros(max(1, game.deal_size), np.int8), np.zeros(game.actions, np.int32))


def even_ranges(size: int, threads: int) -> list[tuple[int, int]]:
    """Divide 0 to size − 1 into even ranges, one for each thread that has something to do."""
    threads = min(threads, size)
    return [(size * i // threads, size * (i + 1) // threads) for i in range(threads)]
