"""The games as OpenSpiel games. Importing this module registers `python_tatze_NAME` for every installed game.

    import tatze.envs.openspiel
    game = pyspiel.load_game("python_tatze_NAME", {"rules": "base", "players": 3})

A game that is added by `tatze.register_game` later is registered with OpenSpiel by `register(NAME)`.

Everything that chance decides is a chance node with its probabilities: who starts, then the shuffled cards or tiles one
by one from the top, all before the first decision as at a real table, and later each roll of the die. So a history says
everything, and states can be cloned, serialised and replayed."""

from __future__ import annotations

from random import Random
from typing import Any

from tatze.core.errors import MissingExtra, SetupError
from tatze.core.game import LETTERS, Game
from tatze.core.layout import CHANCE, EVERYONE
from tatze.core.sample import sample
from tatze.core.setup import Setup, make_setup
from tatze.core.table import opening_state, unshuffled_deal
from tatze.envs.explicit import ExplicitGame, view_text
from tatze.envs.observer import SeatObserver
from tatze.games import game_named, game_names

try:
    import numpy as np
    import numpy.typing as npt
    import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]  # OpenSpiel ships no types
except ImportError:
    raise MissingExtra("this needs OpenSpiel and NumPy: pip install 'tatze[openspiel]'") from None


class TatzeState(pyspiel.State):  # type: ignore[misc]  # the base has no types
    """A state of one game."""

    def __init__(self, game: TatzeGame) -> None:
        super().__init__(game)
        self.explicit: ExplicitGame = ExplicitGame(game.game, game.setup)

    def current_player(self) -> int:
        """Return the seat that decides, or OpenSpiel's number for chance or for the end."""
        actor = self.explicit.actor
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def is_terminal(self) -> bool:
        """Say whether the game has ended."""
        return self.explicit.table is not None and self.explicit.table.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may decide now, each with its probability."""
        return self.explicit.outcomes()

    def returns(self) -> list[float]:
        """Return every seat's share of the victory; 0 for all before the end."""
        outcome = self.explicit.table and self.explicit.table.outcome
        winners = outcome.winners if outcome else ()
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.explicit.setup.players)]

    def resample_from_infostate(self, player: int, probability_sampler: Any) -> TatzeState:
        """Return a state that the seat cannot tell from this one, with everything that it may not know drawn anew: for
        information-set Monte-Carlo tree search. Its `history()` stays that of this state, so it is for playing on, not
        for serialising."""
        twin: TatzeState = self.clone()
        table = twin.explicit.table
        if table is None:
            raise SetupError("nothing is dealt yet, so nothing is hidden")
        table.state = sample(table.game, table.view(player), Random(probability_sampler()))
        return twin

    def _legal_actions(self, player: int) -> list[int]:
        table = self.explicit.table
        return table.legal_actions if table and table.actor == player else []

    def _apply_action(self, action: int) -> None:
        self.explicit.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.explicit.write(action)

    def __str__(self) -> str:
        """Everything that was decided, hidden cards included: for debugging, not for players."""
        explicit = self.explicit
        parts = [] if explicit.start is None else [f"start:{LETTERS[explicit.start]}"]
        parts += [explicit.game.write_item(item) for item in explicit.deal]
        if explicit.table:
            parts += ["|", *(explicit.game.write(entry.action) for entry in explicit.table.entries)]
        return " ".join(parts)


class TatzeObserver:
    """Shows what a seat may see now (tensor and string), or with perfect recall all that it has seen (string)."""

    def __init__(self, game: Game[Any], kind: Any, params: Any) -> None:
        if params:
            raise SetupError(f"observers have no parameters, so not {params}")
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise SetupError("an observer sees what a seat may see, or what everybody may see; there is no other kind")
        self._game = game
        self._alone = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recalls = kind.perfect_recall
        self._observer = SeatObserver(game)
        self.tensor: npt.NDArray[np.float32] | None = (
            None if self._recalls else np.zeros(game.observation.length, np.float32)
        )
        self.dict: dict[str, npt.NDArray[np.float32]] = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: TatzeState, player: int) -> None:
        """Write what a seat may see into `tensor`."""
        if self.tensor is None:
            return
        table = state.explicit.table
        self.tensor[:] = self._observer.observe(table.state, self._viewer(player)) if table else 0

    def string_from(self, state: TatzeState, player: int) -> str:
        """Return what a seat may see, or with perfect recall all that it has seen, as text."""
        explicit = state.explicit
        if self._recalls:
            return explicit.history(self._viewer(player))
        if explicit.table is None:
            return "dealing"
        return view_text(explicit.game, explicit.table.view(self._viewer(player)))

    def _viewer(self, player: int) -> int:
        return player if self._alone else EVERYONE


class TatzeGame(pyspiel.Game):  # type: ignore[misc]  # the base has no types
    """A game with its settings: rule set, players, start and options."""

    kind: Any
    """OpenSpiel's description of the game."""
    game: Game[Any]
    """The record of the game."""

    def __init__(self, params: Any = None) -> None:
        given = {**_defaults(self.game), **(params or {})}
        options = {name: given[name] for name in self.game.options if given[name]}
        start = None if given["start"] < 0 else given["start"]
        self.setup: Setup = make_setup(self.game, given["rules"], given["players"] or None, start, options)
        super().__init__(self.kind, _info(self.game, self.setup), params or {})

    def new_initial_state(self) -> TatzeState:
        """Return a state before anything is dealt."""
        return TatzeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TatzeObserver:
        """Return an observer of one seat's view; OpenSpiel's observation types choose another one."""
        return TatzeObserver(self.game, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def _defaults(game: Game[Any]) -> dict[str, Any]:
    """The parameters: 0 players are the usual number, the start −1 is chance's choice, an empty option its default."""
    return {"rules": "base", "players": 0, "start": -1, **dict.fromkeys(game.options, "")}


def _info(game: Game[Any], setup: Setup) -> Any:
    items = unshuffled_deal(game, setup)
    first = opening_state(game, setup, setup.start or 0, items)
    dice = len(game.legal_actions(first)) if first.actor == CHANCE else 0
    return pyspiel.GameInfo(
        num_distinct_actions=game.actions,
        max_chance_outcomes=max(setup.players, len(set(items)), dice),
        num_players=setup.players,
        min_utility=0.0,
        max_utility=1.0,
        utility_sum=1.0,
        max_game_length=game.observation.most_decisions(first),
    )


def _type(game: Game[Any]) -> Any:
    kinds = pyspiel.GameType
    counts = [players for rule_set in game.rule_sets.values() for players in rule_set.players]
    known = kinds.Information
    return kinds(
        short_name=f"python_tatze_{game.name}",
        long_name=f"Tatze {game.name.capitalize()}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=known.IMPERFECT_INFORMATION if game.hidden else known.PERFECT_INFORMATION,
        utility=kinds.Utility.CONSTANT_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_defaults(game),
    )


def register(name: str) -> None:
    """Register a game with OpenSpiel as `python_tatze_NAME`."""
    game = game_named(name)
    kind = _type(game)
    about = f"The game {name} with its settings, registered as `python_tatze_{name}`."
    parts = {"game": game, "kind": kind, "__module__": __name__, "__doc__": about}
    made = type(f"Tatze{name.capitalize()}", (TatzeGame,), parts)
    globals()[made.__name__] = made  # where pickle looks for it
    pyspiel.register_game(kind, made)


for _name in game_names():
    register(_name)
