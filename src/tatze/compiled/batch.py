"""Batches of games in arrays: played out, or stepped with legal masks, observations and rewards.

    batch = Batch("linko", rules="base", players=4, size=1024, seed=7)
    while …:
        batch.step(choose(batch.observation, batch.mask))

Which numbers chance gives depends on the seed and on a game's number alone: the games are the same whatever the size
of the batch, the number of threads and the form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tatze.compiled.drivers import COUNTERS
from tatze.compiled.forms import dtype_of, form_of
from tatze.core.errors import IllegalAction, SetupError
from tatze.core.game import Game
from tatze.core.setup import Setup, make_setup, write_rules
from tatze.games import game_named

SEEDS = 1 << 32


@dataclass(frozen=True, slots=True)
class Totals:
    """What came of many games."""

    games: int
    moves: int
    reasons: dict[str, int]
    """How often games ended for each reason."""
    wins: tuple[int, ...]
    """Per seat; a shared victory counts for each."""
    scores: tuple[int, ...]
    """Per seat, added up."""


class Batch:
    """Games side by side on the CPU.

    After `reset` and every `step`: `actor`, `mask` (games × actions) and `observation` (games × features, what the
    actor may see) say where each game stands; `done` is the reason of its end if the step ended it (a new game is
    already dealt then: autoreset in the same step), and `reward` (games × seats) shares one victory."""

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
        form: str = "cpu",
    ) -> None:
        if size < 1 or threads < 1:
            raise SetupError(f"a batch has at least one game and one thread, not {size} and {threads}")
        self.game: Game[Any] = game_named(game)
        self.setup = make_setup(self.game, rules, players, start, options)
        self.size = size
        self.functions = form_of(game, form)
        self.form = form
        self.template: Any = [plain_template(self.game, self.setup)]
        if form != "plain":
            self.template = template_of(self.game, self.setup)
        self.states = self._records(size)
        self.rolls = np.zeros(size, np.int64)
        self.numbers = np.zeros(size, np.int64)
        self.chosen = np.zeros(size, np.int32)
        features = self.game.observation.length
        self.actor = np.zeros(size, np.int8)
        self.mask = np.zeros((size, self.game.actions), np.int8)
        self.observation = np.zeros((size, features), np.int8)
        self.reward = np.zeros((size, self.setup.players), np.float32)
        self.done = np.zeros(size, np.int8)
        self._slices = _slices(size, threads)
        self._scratch = [_Scratch(self._records(1), self.game) for _ in self._slices]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Begin the games number 0 to size − 1 of this seed."""
        if not 0 <= seed < SEEDS:
            raise SetupError(f"a batch's seed is from 0 to {SEEDS - 1}, not {seed}")
        self.seed = seed
        self.numbers[:] = np.arange(self.size)
        self._each(self._reset)

    def step(self, actions: npt.ArrayLike) -> None:
        """Carry out one action in every game. If one of them is illegal nothing is done, and the error says where."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.size,) or not np.issubdtype(chosen.dtype, np.integer):
            raise IllegalAction(f"a step takes {self.size} action ids, not {chosen.dtype} {chosen.shape}")
        wrong = self.functions.first_illegal(self.states, 0, self.size, chosen, self.game.actions)
        if wrong >= 0:
            raise IllegalAction(f"game {wrong}: action {chosen[wrong]} is not legal")
        self.chosen[:] = chosen
        self._each(self._step)

    def choose_random(self, move: int) -> npt.NDArray[np.int32]:
        """A random legal action for every game; `move` numbers the choice, so that it can be repeated."""
        scratch = self._scratch[0]
        self.functions.choose_random(
            self.states, 0, self.size, scratch.actions, self.seed, self.numbers, move, self.chosen
        )
        return self.chosen.copy()

    def play_out(self, games: int, first: int = 0) -> Totals:
        """Play the games number `first` and on at random to their ends; the batch's own games are untouched."""
        return totals_of(self.game, self.setup, games, self._count(self.functions.play_many, games, first))

    def trace(self, games: int, first: int = 0) -> tuple[int, int]:
        """Play the same games; how many moves, and a digest of every one of them, added up: two forms that agree in
        it have played the same games."""
        moves, digest = self._count(self.functions.trace_many, games, first)[:2]
        return int(moves), int(digest)

    def _count(self, driver: Any, games: int, first: int) -> npt.NDArray[np.int64]:
        shares = [(first + low, first + high) for low, high in _slices(games, len(self._slices))]
        counts = [np.zeros(COUNTERS, np.int64) for _ in shares]

        def play(i: int) -> None:
            scratch = self._scratch[i]
            driver(scratch.view, 0, self.template, scratch.deal, scratch.actions, self.seed, *shares[i], counts[i])

        self._run(play, len(shares))
        total: npt.NDArray[np.int64] = np.sum(counts, axis=0)
        return total

    def _records(self, size: int) -> Any:
        if self.form == "plain":
            return [self.game.layout.new() for _ in range(size)]
        return np.zeros(size, dtype_of(self.game.layout))

    def _reset(self, low: int, high: int, scratch: _Scratch) -> None:
        self.functions.reset_games(
            self.states, low, high, self.template, scratch.deal, scratch.actions, self.seed, self.numbers, self.rolls
        )
        self._look(low, high, scratch)

    def _step(self, low: int, high: int, scratch: _Scratch) -> None:
        self.functions.step_games(
            self.states,
            low,
            high,
            self.template,
            scratch.deal,
            scratch.actions,
            self.seed,
            self.size,
            self.numbers,
            self.rolls,
            self.chosen,
            self.reward,
            self.done,
        )
        self._look(low, high, scratch)

    def _look(self, low: int, high: int, scratch: _Scratch) -> None:
        self.functions.look_games(
            self.states, low, high, scratch.view, scratch.actions, self.mask, self.observation, self.actor
        )

    def _each(self, work: Callable[[int, int, _Scratch], None]) -> None:
        self._run(lambda i: work(*self._slices[i], self._scratch[i]), len(self._slices))

    def _run(self, work: Callable[[int], None], count: int) -> None:
        if self._pool is None:
            work(0)
        else:
            list(self._pool.map(work, range(count)))


class _Scratch:
    """What one thread writes on."""

    def __init__(self, view: Any, game: Game[Any]) -> None:
        self.view = view
        self.deal: Any = [0] * game.deal_size
        self.actions: Any = [0] * game.actions
        if not isinstance(view, list):
            self.deal = np.zeros(max(1, game.deal_size), np.int8)
            self.actions = np.zeros(game.actions, np.int32)


def _slices(size: int, threads: int) -> list[tuple[int, int]]:
    """Even shares of 0 to size, one for each thread that has something to do."""
    threads = min(threads, size)
    return [(size * i // threads, size * (i + 1) // threads) for i in range(threads)]


def plain_template(game: Game[Any], setup: Setup) -> Any:
    """A state that holds the agreement; its start is −1 where chance chooses."""
    s = game.layout.new()
    write_rules(game, setup, s)
    s.start = -1 if setup.start is None else setup.start
    return s


def template_of(game: Game[Any], setup: Setup) -> npt.NDArray[Any]:
    """The same as an array of one record."""
    s = plain_template(game, setup)
    template = np.zeros(1, dtype_of(game.layout))
    for name in game.layout.fields:
        template[name][0] = getattr(s, name)
    return template


def totals_of(game: Game[Any], setup: Setup, games: int, counts: Any) -> Totals:
    """What the drivers counted, by name."""
    return Totals(
        games=games,
        moves=int(counts[0]),
        reasons={name: int(counts[number]) for number, name in game.reasons.items()},
        wins=tuple(int(n) for n in counts[8 : 8 + setup.players]),
        scores=tuple(int(n) for n in counts[16 : 16 + setup.players]),
    )
