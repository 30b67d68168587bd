"""Many games at once, with the conventions of Gymnasium's vector environments.

    envs = VectorEnv(NAME, num_envs=1024, rules="base", players=4)
    observations, infos = envs.reset(seed=7)
    observations, rewards, terminations, truncations, infos = envs.step(choose(observations, infos["action_mask"]))

Each game waits for one seat, `infos["actor"]`; observation and mask are that seat's. A game that ends is replaced by a
new one in the same step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tatze.core.errors import MissingExtra, SetupError
from tatze.core.observation import bounds
from tatze.core.threefry import SEED_LIMIT
from tatze.games import game_names

try:
    import numpy as np
    import numpy.typing as npt
    from gymnasium import spaces, vector
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise MissingExtra("this needs Gymnasium, NumPy and Numba: pip install 'tatze[compiled,envs]'") from None

from tatze.compiled.batch import Batch  # needs NumPy, so it comes after the line that says so

Step = tuple[Any, Any, Any, Any, dict[str, Any]]


class VectorEnv(vector.VectorEnv["npt.NDArray[np.int8]", "npt.NDArray[Any]", "npt.NDArray[Any]"]):
    """Games side by side. `reset` and `step` return the batch's own arrays, which the next step writes over; with
    `copy=True` they return copies."""

    def __init__(
        self,
        game: str | None = None,
        num_envs: int = 1,
        rules: str = "base",
        players: int | None = None,
        start: int | None = None,
        threads: int = 1,
        copy: bool = False,
        seat: int | None = None,
        **options: object,
    ) -> None:
        """The game is the first registered one if none is named; `options` are the game's own. Rewards have a column
        for every seat; with `seat` they are that seat's alone, of the shape that Gymnasium's wrappers expect."""
        self.batch: Batch = Batch(
            game or game_names()[0], rules, players, num_envs, start=start, options=options, threads=threads
        )
        observation = self.batch.game.observation
        self.metadata = {
            "name": f"tatze_{self.batch.game.name}_v{observation.version}",
            "autoreset_mode": vector.AutoresetMode.SAME_STEP,
            "render_modes": [],
        }
        self.num_envs = num_envs
        self.players: int = self.batch.setup.players
        low, high = bounds(observation.blocks, observation.length)
        self.single_observation_space = spaces.Box(np.array(low, np.int8), np.array(high, np.int8), dtype=np.int8)
        self.single_action_space = spaces.Discrete(self.batch.game.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        if seat is not None and not 0 <= seat < self.players:
            raise SetupError(f"seat is 0 to {self.players - 1}, not {seat}")
        self._seat = seat
        self._copy = copy
        self._all = np.ones(num_envs, np.bool_)
        self._ended = np.zeros(num_envs, np.bool_)
        self._never = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.int8], dict[str, Any]]:
        """Begin the games number 0 to num_envs − 1 of the seed; without one, of a seed that follows from the last, or
        that nobody knew before if there was none. A list of seeds, one for each game, stands for the one seed that
        follows from all of them. There are no options."""
        if options:
            raise SetupError(f'reset has no option "{next(iter(options))}"; it has none')
        one = self._one_seed(seed)
        self.batch.reset(int(self.np_random.integers(SEED_LIMIT)) if one is None else one)
        super().reset(seed=one)
        return self._returned(self.batch.observation), self._infos()

    def _one_seed(self, seed: int | Sequence[int | None] | None) -> int | None:
        if seed is None or isinstance(seed, int | np.integer):
            return seed if seed is None else int(seed)
        if len(seed) != self.num_envs:
            raise SetupError(f"there are {self.num_envs} games, but {len(seed)} seeds")
        if None in seed:
            return None
        return int(np.random.SeedSequence([int(one or 0) for one in seed]).generate_state(1)[0]) % SEED_LIMIT

    def step(self, actions: npt.ArrayLike) -> Step:
        """One action in every game; if one is illegal an IllegalAction says which, and nothing is done."""
        batch = self.batch
        batch.step(actions)
        np.not_equal(batch.done, 0, out=self._ended)
        infos = self._infos()
        if self._ended.any():
            ended = self._returned(self._ended)
            infos["final_info"] = {"reason": self._returned(batch.done), "_reason": ended}
            infos["_final_info"] = ended
        return (
            self._returned(batch.observation),
            self._returned(batch.reward if self._seat is None else batch.reward[:, self._seat]),
            self._returned(self._ended),
            self._returned(self._never),
            infos,
        )

    def _infos(self) -> dict[str, Any]:
        """By Gymnasium's convention `_key` says which games have `key`: here all of them."""
        return {
            "action_mask": self._returned(self.batch.mask),
            "_action_mask": self._all,
            "actor": self._returned(self.batch.actor),
            "_actor": self._all,
        }

    def _returned(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array.copy() if self._copy else array
