"""PettingZoo's AEC environment for every game.

    env = tatze.envs.pettingzoo.env(game=NAME, rules="base", players=3)

The environment has no wrappers. An illegal action raises an IllegalAction that names the rule, and changes nothing;
with illegal="terminate" it ends the game instead."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

from tatze.core.arguments import whole_number
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
    import numpy as np
    import numpy.typing as npt
    from gymnasium import spaces
    from pettingzoo import AECEnv  # type: ignore[import-untyped]  # PettingZoo ships no types
except ImportError:
    raise MissingExtra("this needs PettingZoo, Gymnasium and NumPy: pip install 'tatze[envs]'") from None

from tatze.envs.single import ILLEGAL_REWARD, Illegal, check_illegal  # needs Gymnasium, so it comes after that line

API_TEST_OPTIONS = {"options": 1}
"""The options with which PettingZoo's api_test checks that `reset` takes options. They are accepted and ignored."""

Observation = dict[str, "npt.NDArray[np.int8]"]


def env(
    game: str | None = None,
    rules: str = "base",
    players: int | None = None,
    start: int | None = None,
    render_mode: str | None = None,
    illegal: Illegal = "raise",
    **options: object,
) -> TatzeEnv:
    """Return an environment of the game of this name, or of the first registered game. `options` are the game's own."""
    return TatzeEnv(game or game_names()[0], rules, players, start, render_mode, illegal, options)


raw_env = env
"""PettingZoo's name for an environment without wrappers. There are none here, so it is the same."""


class TatzeEnv(AECEnv):  # type: ignore[misc]  # the base has no types
    """One table. The seats are the agents; the dice are rolled by the environment."""

    def __init__(
        self,
        game: str,
        rules: str,
        players: int | None,
        start: int | None,
        render_mode: str | None,
        illegal: Illegal,
        options: Mapping[str, object],
    ) -> None:
        super().__init__()
        check_render_mode(render_mode)
        check_illegal(illegal)
        self.illegal = illegal
        self.game: Game[Any] = game_named(game)
        self.setup: Setup = make_setup(self.game, rules, players, start, options)
        self.render_mode = render_mode
        name = f"tatze_{game}_v{self.game.observation.version}"
        self.metadata: dict[str, Any] = {
            "name": name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents: list[str] = [f"seat_{seat}" for seat in range(self.setup.players)]
        self.agents: list[str] = []
        self.table: Table[Any] | None = None
        self._observer = SeatObserver(self.game)
        limits = bounds(self.game.observation.blocks, self.game.observation.length)
        self._observation_spaces = {agent: self._observation_space(*limits) for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(self.game.actions) for agent in self.possible_agents}
        low, high = (np.tile(np.array(limit, np.int8), self.setup.players) for limit in limits)
        self.state_space: spaces.Box = spaces.Box(low, high, dtype=np.int8)
        self._seed: int | None = None
        self._number = 0

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations and masks."""
        return self._observation_spaces[self._agent(agent)]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions."""
        return self._action_spaces[self._agent(agent)]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a new game. With a seed it is that seed's game number 0; without, the next number of the last seed, or
        one that nobody can repeat if there never was a seed. The only option is `start`, the seat that begins."""
        self.table = Table.open(self.game, self._agreed(options or {}), self._chance(seed))
        self.agents = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection: str = self.agents[self.table.actor]

    def observe(self, agent: str) -> Observation:
        """Return what the agent may see, and a mask of what it may do: all zeros while others decide."""
        table = self._table()
        seat = self.possible_agents.index(self._agent(agent))
        mask = np.zeros(self.game.actions, np.int8)
        if seat == table.actor:
            mask[table.legal_actions] = 1
        return {"observation": np.array(self._observer.observe(table.state, seat), np.int8), "action_mask": mask}

    def state(self) -> npt.NDArray[np.int8]:
        """Return what all seats know together: the observation of every seat, one after the other. It is for training
        with a critic that sees everything, not for agents."""
        table = self._table()
        rows = [list(self._observer.observe(table.state, seat)) for seat in range(self.setup.players)]
        return np.array(rows, np.int8).ravel()

    def step(self, action: int | None) -> None:
        """Carry out an action of `agent_selection`, and the rolls that follow. After the end it takes None."""
        table = self._table()
        if not self.agents:
            raise TatzeError("the game is over and every agent has seen the end: reset() begins a new one")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        broken = self._play(table, action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if broken:
            self._end_early(agent, broken)
        elif table.over:
            self._share_victory(table)
        else:
            self.agent_selection = self.agents[table.actor]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _play(self, table: Table[Any], action: int | None) -> str:
        """Carry out an action. Return why it is illegal, if illegal actions end the game; otherwise an empty text."""
        try:
            table.play(_id(action))
        except IllegalAction as error:
            if self.illegal == "raise":
                raise
            return str(error)
        return ""

    def _end_early(self, agent: str, reason: str) -> None:
        """End the game after an illegal action: −1 for whoever did it, nothing for the others."""
        self.rewards[agent] = ILLEGAL_REWARD
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos[agent] = {"illegal": reason}
        self.agent_selection = self.agents[0]

    def render(self) -> Any:
        """Return what everybody may see: in words, as a drawing, or as pixels; "human" prints the words."""
        return render(self._table(), self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _share_victory(self, table: Table[Any]) -> None:
        """One victory, shared by its winners; the info tells each agent its score and why the game ended."""
        outcome = table.outcome
        assert outcome
        for seat, agent in enumerate(self.agents):
            if seat in outcome.winners:
                self.rewards[agent] = 1 / len(outcome.winners)
            self.terminations[agent] = True
            self.infos[agent] = {"score": outcome.scores[seat], "reason": outcome.reason}
        self.agent_selection = self.agents[0]

    def _observation_space(self, low: list[int], high: list[int]) -> spaces.Dict:
        row = spaces.Box(np.array(low, np.int8), np.array(high, np.int8), dtype=np.int8)
        mask = spaces.Box(0, 1, (self.game.actions,), np.int8)
        return spaces.Dict({"observation": row, "action_mask": mask})

    def _agreed(self, options: Mapping[str, Any]) -> Any:
        if not options or options == API_TEST_OPTIONS:
            return self.setup
        unknown = sorted(set(options) - {"start"})
        if unknown:
            raise SetupError(f'reset has no option "{unknown[0]}"; it has start')
        s = self.setup
        return make_setup(self.game, s.rules, s.players, options["start"], s.options, s.names)

    def _chance(self, seed: int | None) -> Fairness:
        if seed is not None:
            self._seed, self._number = whole_number(seed, "seed", SetupError), 0
        elif self._seed is None:
            return Fairness.fresh()
        else:
            self._number += 1
        return Fairness.from_seed(self._seed, self._number)

    def _agent(self, agent: str) -> str:
        if agent not in self.possible_agents:
            raise TatzeError(f"there is no agent {agent!r}; there are {', '.join(self.possible_agents)}")
        return agent

    def _table(self) -> Table[Any]:
        if self.table is None:
            raise TatzeError("nothing is dealt yet: reset() begins a game")
        return self.table


def _id(action: object) -> int:
    try:
        return operator.index(action)  # type: ignore[arg-type]  # that it may not be one is the question
    except TypeError:
        raise IllegalAction(f"an action is a whole number, not {action!r}") from None
