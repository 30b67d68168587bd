"""One agent among bots, by Gymnasium's interface.

    import gymnasium, tatze.envs
    env = gymnasium.make("tatze/NAME-v1", opponents="thumb")

Bots play at the other seats. The agent sees what its seat may see, decides when its seat does, and gets its share of
the victory at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from tatze.bots import Bot, bot_named, close_bot
from tatze.core.chance import Fairness
from tatze.core.errors import IllegalAction, MissingExtra, SetupError, TatzeError
from tatze.core.game import Game
from tatze.core.observation import bounds
from tatze.core.setup import Setup, make_setup
from tatze.core.table import Table
from tatze.envs.observer import SeatObserver
from tatze.envs.rendering import RENDER_MODES, check_render_mode, render
from tatze.games import game_named, game_names

try:
    import gymnasium
    import numpy as np
    import numpy.typing as npt
    from gymnasium import spaces
except ImportError:
    raise MissingExtra("this needs Gymnasium and NumPy: pip install 'tatze[envs]'") from None

ILLEGAL_REWARD = -1.0
"""The reward of an illegal action where such an action ends the game."""

Illegal = Literal["raise", "terminate"]
Observation = dict[str, "npt.NDArray[np.int8]"]


def check_illegal(illegal: str) -> None:
    """Refuse a way to treat illegal actions that there is not."""
    if illegal not in ("raise", "terminate"):
        raise SetupError(f'illegal is "raise" or "terminate", not "{illegal}"')


class SingleAgentEnv(gymnasium.Env[Observation, int]):
    """One table at which one seat is the agent's."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        game: str | None = None,
        rules: str = "base",
        players: int | None = None,
        seat: int = 0,
        opponents: str | Sequence[str] = "thumb",
        illegal: Illegal = "raise",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        """The game is the first registered one if none is named. `opponents` is one bot for all other seats or a list
        of them, by the names that `tatze bots` tells. An illegal action raises an error, or with "terminate" ends the
        game with the reward −1. `options` are the game's own."""
        check_render_mode(render_mode)
        check_illegal(illegal)
        self.game: Game[Any] = game_named(game or game_names()[0])
        self.setup: Setup = make_setup(self.game, rules, players, None, options)
        if not 0 <= seat < self.setup.players:
            raise SetupError(f"seat is 0 to {self.setup.players - 1}, not {seat}")
        self.seat = seat
        self.opponents: list[str] = self._names(opponents)
        self.illegal = illegal
        self.render_mode = render_mode
        self.table: Table[Any] | None = None
        low, high = bounds(self.game.observation.blocks, self.game.observation.length)
        self.observation_space = spaces.Dict(  # type: ignore[assignment]  # its values are of any type
            {
                "observation": spaces.Box(np.array(low, np.int8), np.array(high, np.int8), dtype=np.int8),
                "action_mask": spaces.Box(0, 1, (self.game.actions,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(self.game.actions)  # type: ignore[assignment]  # its numbers are np.int64
        self._observer = SeatObserver(self.game)
        self._bots: list[Bot[Any] | None] = []
        self._seed: int | None = None
        self._number = 0

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game. With a seed it is that seed's game number 0; without, the next number of the last seed, or
        one that nobody can repeat if there never was a seed. There are no options."""
        if options:
            raise SetupError(f'reset has no option "{next(iter(options))}"; it has none')
        super().reset(seed=seed)
        if seed is not None:
            self._seed, self._number = int(seed), 0
        elif self._seed is not None:
            self._number += 1
        chance = Fairness.fresh() if self._seed is None else Fairness.from_seed(self._seed, self._number)
        self.table = Table.open(self.game, self.setup, chance)
        for bot in self._bots:
            if bot is not None:
                close_bot(bot)
        self._bots = [
            None if seat == self.seat else bot_named(self.game.name, name, self._bot_seed(seat))
            for seat, name in enumerate(self.opponents)
        ]
        self._let_bots_play(self.table)
        if self.table.over:  # the others ended it before the agent had a turn
            return self.reset()
        return self._observation(self.table), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carry out an action of the agent, and what the bots do until it is the agent's turn again."""
        table = self._running()
        try:
            table.play(int(action))
        except IllegalAction as error:
            if self.illegal == "raise":
                raise
            self.table = None
            return self._observation(table), ILLEGAL_REWARD, True, False, {"illegal": str(error)}
        self._let_bots_play(table)
        seen = self._observation(table)
        if self.render_mode == "human":
            self.render()
        if (outcome := table.outcome) is None:
            return seen, 0.0, False, False, {}
        reward = 1 / len(outcome.winners) if self.seat in outcome.winners else 0.0
        return seen, reward, True, False, {"score": outcome.scores[self.seat], "reason": outcome.reason}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal, as sb3-contrib's MaskablePPO asks for it."""
        return self._mask(self._running()).astype(np.bool_)

    def render(self) -> Any:
        """Return what the agent's seat may see: in words, as a drawing, or as pixels; "human" prints the words."""
        return render(self._running(), self.render_mode, self.seat)

    def close(self) -> None:
        """End the external programs among the opponents."""
        for bot in self._bots:
            if bot is not None:
                close_bot(bot)
        self._bots = []
        super().close()

    def _names(self, opponents: str | Sequence[str]) -> list[str]:
        others = self.setup.players - 1
        names = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(names) != others:
            raise SetupError(f"opponents names one bot or {others}, not {len(names)}")
        names.insert(self.seat, "")
        for name in {*names} - {""}:
            bot_named(self.game.name, name)  # an unknown name is refused now
        return names

    def _bot_seed(self, seat: int) -> int | None:
        return None if self._seed is None else (self._seed * 31 + self._number) * 8 + seat

    def _let_bots_play(self, table: Table[Any]) -> None:
        while not table.over and (bot := self._bots[table.actor]) is not None:
            table.play(bot.choose(table.view(table.actor), table.legal_actions))

    def _observation(self, table: Table[Any]) -> Observation:
        row = np.array(self._observer.observe(table.state, self.seat), np.int8)
        return {"observation": row, "action_mask": self._mask(table)}

    def _mask(self, table: Table[Any]) -> npt.NDArray[np.int8]:
        mask = np.zeros(self.game.actions, np.int8)
        if not table.over and table.actor == self.seat:
            mask[table.legal_actions] = 1
        return mask

    def _running(self) -> Table[Any]:
        if self.table is None:
            raise TatzeError("no game runs: reset() begins one")
        return self.table
