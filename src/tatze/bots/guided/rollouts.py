"""The guided search of games with hidden items: rollouts by the network, from determinizations by a belief.

The network's policy says which actions are worth a look. Each of them is played on from the same determinizations, with
the policy at every seat, for some turns of the seat that decides; there the network says what the seat may hope for.
Actions that fall behind are given up. The best mean value is chosen, with a lead for the policy's own action."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from tatze.bots.learned.network import Network
from tatze.core.errors import MissingExtra
from tatze.core.game import Game

try:
    import numpy as np
    import numpy.typing as npt
except ImportError:
    raise MissingExtra("this needs NumPy and Numba: pip install 'tatze[compiled]'") from None

from tatze.bots.guided import rollout_drivers
from tatze.bots.guided.rollout_drivers import Hidden, Rollouts
from tatze.bots.guided.root import Root
from tatze.bots.learned.belief import Belief, belief_of
from tatze.bots.learned.bot import network_of
from tatze.bots.learned.network import features_of, masked_softmax, win_chances
from tatze.bots.search.compile_worker import RootAction
from tatze.bots.search.drivers import VIEW
from tatze.bots.search.searcher import SEATS, search_form
from tatze.compiled.builder import Form, build
from tatze.compiled.forms import dtype_of
from tatze.core import thermometer
from tatze.core.layout import State
from tatze.core.strategy import RolloutParameters
from tatze.games import game_named

BATCH_SIZE = 128
"""The largest number of rollouts side by side. Larger batches are cheaper for each rollout."""


@cache
def rollout_form(game: str) -> Form:
    """The compiled functions of a game's search with playouts, its features and the rollouts."""
    features = features_of(game)
    given: dict[str, Callable[..., Any]] = {
        name: getattr(features, name) for name in ("describe", "choice_of", "action_of")
    }
    return build("cpu", [thermometer, features.module, rollout_drivers], given, base=search_form(game))


class RolloutSearcher:
    """A guided search by rollouts, and its memory. Bots that search at the same time need one each."""

    seconds_between_clock_checks: float = 0.03  # enough for a whole batch

    def __init__(self, game: str, batch: int = BATCH_SIZE) -> None:
        self.game: Game[Any] = game_named(game)
        self.network: Network = network_of(game)
        self.belief: Belief | None = belief_of(game)
        self.functions: Form = rollout_form(game)
        self.parameters: RolloutParameters = self.game.rollouts
        self.states: npt.NDArray[Any] = np.zeros(3, dtype_of(self.game.layout))
        size = max(1, self.game.deal_size)
        self.hidden: Hidden = Hidden(np.zeros(size, np.int8), np.zeros(size, np.int64), np.zeros((0, 0), np.float32))
        self.actions: npt.NDArray[np.int32] = np.zeros(self.game.actions, np.int32)
        self.rollouts: Rollouts = new_rollouts(game, batch)
        self.seed: int = 0
        self.root: Root = Root([], [], self.parameters)

    def warm_up(self) -> None:
        """Call every compiled function once, so that no later decision waits for the compiler."""
        self.compile_beginning()
        self.compile_rest()

    def compile_beginning(self) -> None:
        """Compile what makes determinizations and what looks at the ends of rollouts."""
        self.functions.view_seed(self.states, 0)
        self.functions.begin_rollouts(self.states, self.rollouts, self.hidden, self.actions[:1], 0, 0, 0)
        self._results(0)

    def compile_rest(self) -> None:
        """Compile what encodes and what plays on."""
        self._encode_root()
        self.rollouts.ended[:] = 1
        self._advance(0)

    def set_root(self, view: State, seed: int, analysis: bool = False) -> None:
        """Begin a search of a seat's view. For an analysis actions that will not be chosen are tried too."""
        for name in self.game.layout.fields:
            self.states[name][VIEW] = getattr(view, name)
        self.begin(seed, analysis)

    def begin(self, seed: int, analysis: bool = False) -> None:
        """Begin a search of the view in `states[VIEW]`."""
        self.seed = self.functions.view_seed(self.states, seed)
        count, choices = self._encode_root()
        features = self.rollouts.features[:1]
        logits = self.network.evaluate(features)[0][:, choices[:count]]
        priors = masked_softmax(logits, np.ones_like(logits, np.bool_))[0] if count else np.zeros(0)
        if self.belief:
            self.hidden = self.hidden._replace(weights=self.belief.odds(features[0]))
        self.root = Root(self.actions[:count], priors, self.parameters, analysis)

    def _encode_root(self) -> tuple[int, npt.NDArray[np.int32]]:
        """Write what the seat sees into the first row of features. Return the number of legal actions and their places
        in the policy."""
        features, choices = self.rollouts.features[0], np.zeros(len(self.actions), np.int32)
        features[:] = 0
        return self.functions.encode_root(self.states, self.actions, choices, features), choices

    def search(self, first: int, count: int) -> None:
        """Make up to `count` rollouts, as many of each action that is still tried, but at least one of each. The number
        of the first one changes nothing."""
        root = self.root
        while count > 0 and not root.settled:
            draws = max(1, min(count, len(self.rollouts.ended)) // len(root.places))
            values = self.values(root.tried, root.draws, draws)
            root.add(values)
            count -= values.size

    def values(self, tried: Any, first: int, draws: int) -> Any:
        """Return what actions are worth to the seat in each of these determinizations (determinizations × actions)."""
        r = self.rollouts
        r.ended[:] = 1
        self.functions.begin_rollouts(self.states, r, self.hidden, tried, self.seed, first, draws)
        live = self._advance(0)
        while live:
            policy, _ = self.network.evaluate(r.features[:live])
            r.chosen[:live] = np.where(r.masks[:live], policy, -np.inf).argmax(axis=1)
            live = self._advance(live)
        return self._results(draws * len(tried)).reshape(draws, len(tried))

    def _advance(self, decided: int) -> int:
        """Carry out the first choices, and return the number of decisions that follow; without choices, begin."""
        r, turns = self.rollouts, int(self.parameters.turns)
        rows = decided or len(r.features)
        r.features[:rows] = 0
        r.masks[:rows] = 0
        return int(self.functions.advance_rollouts(self.states, r, self.actions, self.seed, turns, decided))

    def _results(self, count: int) -> Any:
        """Return what the seat may hope for at the ends of the first rollouts."""
        r, players, seat = self.rollouts, int(self.states["players"][VIEW]), int(self.states["viewer"][VIEW])
        r.features[:count] = 0
        r.results[:count] = 0
        going = self.functions.encode_ends(self.states, r, count)
        found = r.results[:count, seat].copy()
        if going:
            _, value = self.network.evaluate(r.features[:going])
            found[r.rows[:going]] = win_chances(value, players)[:, 0]
        return found

    def most_visited_action(self) -> int:
        """Return the best action so far."""
        return self.root.best_action()

    @property
    def settled(self) -> bool:
        """Whether one action is left, so that more rollouts would change nothing."""
        return self.root.settled

    def root_actions(self) -> dict[int, RootAction]:
        """Return what is known of each action of the root."""
        return self.root.known()


def new_rollouts(game: str, size: int) -> Rollouts:
    """Return arrays for up to `size` rollouts."""
    features = features_of(game)
    return Rollouts(
        states=np.zeros(size, dtype_of(game_named(game).layout)),
        numbers=np.zeros(size, np.int64),
        rolls=np.zeros(size, np.int64),
        away=np.zeros(size, np.int64),
        turns=np.zeros(size, np.int64),
        ended=np.zeros(size, np.int64),
        rows=np.zeros(size, np.int64),
        chosen=np.zeros(size, np.int64),
        features=np.zeros((size, features.length), np.int8),
        masks=np.zeros((size, features.choices), np.bool_),
        results=np.zeros((size, SEATS)),
    )
