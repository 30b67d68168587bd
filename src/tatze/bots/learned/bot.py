"""The learned bot, and win probabilities: a network trained by self-play evaluates a view.

    bot = LearnedBot(GAME)
    action = bot.choose(view, legal)
    chances(GAME, view)  # every seat's chance to win, as the seat of this view sees it

NumPy and the weights are loaded with the first decision. docs/training.md tells how the weights were made; weights that
were made for other rules or other features are refused."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from tatze.bots.analysis import ActionAnalysis, Analysis, best_first, mean_interval
from tatze.bots.simple import RuleBot
from tatze.core.arguments import check_decision, check_view
from tatze.core.errors import MissingExtra, SetupError, TatzeError
from tatze.core.game import Game
from tatze.core.layout import CHANCE, State
from tatze.core.sample import sample
from tatze.games import game_named

if TYPE_CHECKING:
    from tatze.bots.learned.network import Network

WEIGHTS = Path(__file__).parent / "weights"
"""The folder of the weights that come with the package."""
DETERMINIZATIONS = 8
"""Number of determinizations that an analysis by the network alone looks at."""


class LearnedBot:
    """A bot that takes the legal action with the highest logit of the network's policy head."""

    def __init__(self, game: str, stand_in: bool = False) -> None:
        """With `stand_in` the thumb bot decides where the network cannot be loaded; otherwise that is an error."""
        self.game = game
        self.stand_in = stand_in
        self.fallback_reason: str = ""
        """Why the thumb bot made the last decision; empty if the network made it."""
        self._fallback = RuleBot(game_named(game).bots.thumb)

    def prepare(self) -> None:
        """Load the weights. A MissingExtra says what is not installed, an UnfitWeights what does not match."""
        network_of(self.game)

    def choose(self, view: State, legal: Sequence[int], budget: float | None = None) -> int:
        """Return the legal action that the policy head likes best; `budget` is not needed."""
        check_decision(view, legal)
        self.fallback_reason = ""
        if len(legal) == 1:
            return legal[0]
        try:
            network = network_of(self.game)
        except TatzeError as error:
            if not self.stand_in:
                raise
            self.fallback_reason = str(error)
            return self._fallback.choose(view, legal)
        from tatze.bots.learned.network import describe, features_of

        policy, _ = network.evaluate(describe(self.game, view)[None])
        choice_of = features_of(self.game).choice_of
        return max(legal, key=lambda action: float(policy[0, choice_of(view, action)]))

    def analyse(self, view: State, legal: Sequence[int] | None = None, budget: float | None = None) -> Analysis:
        """Return what the network makes of each legal action: the policy head gives its prior, the value head the
        chances after it. Where items are hidden, the value is the mean over several determinizations, and the interval
        that of this mean. Nothing is searched, so all visits are 0."""
        game = game_named(self.game)
        legal = game.legal_actions(view) if legal is None else legal
        check_decision(view, legal)
        priors = policy_of(self.game, view, legal)
        random = Random(0)
        states = [sample(game, view, random) for _ in range(DETERMINIZATIONS if game.hidden else 1)]
        actions = []
        for action in legal:
            value, low, high = mean_interval([_chance_after(game, state, view.viewer, action) for state in states])
            actions.append(ActionAnalysis(action, game.write(action), value, 0, priors[action], low, high))
        return Analysis(view.viewer, chances(self.game, view), best_first(actions))


def _chance_after(game: Game[Any], state: State, seat: int, action: int) -> float:
    """Return a seat's chance to win after an action, as the seat will see it."""
    after = game.layout.copy(state)
    game.apply(after, action)
    after.events.clear()
    return chances(game.name, game.view(after, seat))[seat]


def policy_of(game: str, view: State, legal: Sequence[int]) -> dict[int, float]:
    """Return the probability of each legal action by the network's policy head."""
    network = network_of(game)
    from tatze.bots.learned.network import describe, features_of

    policy, _ = network.evaluate(describe(game, view)[None])
    choice_of = features_of(game).choice_of
    logits = [float(policy[0, choice_of(view, action)]) for action in legal]
    raised = [exp(logit - max(logits)) for logit in logits]
    return {action: one / sum(raised) for action, one in zip(legal, raised, strict=True)}


def chances(game: str, view: State) -> tuple[float, ...]:
    """Return every seat's chance to win, as the seat of this view sees it; a shared victory counts in parts.

    Where the dice are about to be rolled it is the mean over all rolls; after the end of a game it is the outcome."""
    check_view(view)
    if view.viewer < 0:
        raise SetupError("chances are what a seat makes of its view; this view is nobody's")
    known = game_named(game)
    outcome = known.outcome(view)
    if outcome:
        return tuple((seat in outcome.winners) / len(outcome.winners) for seat in range(view.players))
    if view.actor == CHANCE:
        rolled = []
        for roll in known.legal_actions(view):
            after = known.layout.copy(view)
            known.apply(after, roll)
            rolled.append(chances(game, after))
        return tuple(sum(column) / len(rolled) for column in zip(*rolled, strict=True))
    return _network_chances(game, view)


def _network_chances(game: str, view: State) -> tuple[float, ...]:
    """Return the network's win probabilities by seat; the network itself orders them from the viewer's seat on."""
    network = network_of(game)
    from tatze.bots.learned.network import describe, win_chances

    _, value = network.evaluate(describe(game, view)[None])
    found = win_chances(value, view.players)[0]
    return tuple(float(found[(seat - view.viewer) % view.players]) for seat in range(view.players))


def weights_file(game: str) -> Path:
    """Return the file of the weights that come with the package for a game."""
    name = game_named(game).weights
    if not name:
        raise SetupError(f"no network was trained for {game}")
    return WEIGHTS / name


@cache
def network_of(game: str) -> Network:
    """Return the network of a game; it is loaded once."""
    try:
        from tatze.bots.learned.network import Network
    except ModuleNotFoundError:
        raise MissingExtra("a learned bot needs NumPy: pip install 'tatze[compiled]'") from None
    return Network.load(weights_file(game), game)
