"""The learned bots: a network, trained by playing against itself, says what to do and who may win.

    bot = LearnedBot("linko")
    action = bot.choose(view, legal)
    chances("linko", view)  # everybody's chance to win, as the seat of this view sees it

They need NumPy, which is loaded with the weights when the first decision is due. docs/training.md tells how the
weights were made; those that do not go with this version of rules and features are refused."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tatze.bots import RuleBot
from tatze.core.errors import MissingExtra, SetupError, TatzeError
from tatze.core.layout import CHANCE, State
from tatze.games import game_named

if TYPE_CHECKING:
    from tatze.bots.learned.network import Network

WEIGHTS = Path(__file__).parent / "weights"


class LearnedBot:
    """Does what the policy likes best."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.excuse = ""
        """Why the last decision was the thumb bot's, if it was."""
        self._thumb = RuleBot(game_named(game).bots.thumb)

    def prepare(self) -> None:
        """Load the weights now. A MissingExtra says what is not installed, an UnfitWeights what does not match."""
        network_of(self.game)

    def choose(self, view: State, legal: Sequence[int], budget: float | None = None) -> int:
        self.excuse = ""
        if len(legal) == 1:
            return legal[0]
        try:
            network = network_of(self.game)
        except TatzeError as error:
            self.excuse = str(error)
            return self._thumb.choose(view, legal)
        from tatze.bots.learned.network import describe, features_of

        policy, _ = network.think(describe(self.game, view)[None])
        choice_of = features_of(self.game).choice_of
        return max(legal, key=lambda action: float(policy[0, choice_of(view, action)]))


def chances(game: str, view: State) -> tuple[float, ...]:
    """The chance of every seat to win, as the seat of this view sees it; a shared victory counts in parts.

    Where the die is about to fall it is the mean over all rolls, and of a finished game it is what came out."""
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
    return _seen(game, view)


def _seen(game: str, view: State) -> tuple[float, ...]:
    """What the network says, seat by seat instead of from the viewer's on."""
    network = network_of(game)
    from tatze.bots.learned.network import describe, win_chances

    _, worth = network.think(describe(game, view)[None])
    found = win_chances(worth, view.players)[0]
    return tuple(float(found[(seat - view.viewer) % view.players]) for seat in range(view.players))


def weights_file(game: str) -> Path:
    """The shipped weights of a game."""
    name = game_named(game).weights
    if not name:
        raise SetupError(f"no network was trained for {game}")
    return WEIGHTS / name


@cache
def network_of(game: str) -> Network:
    """The network of a game, loaded once."""
    try:
        from tatze.bots.learned.network import Network
    except ModuleNotFoundError:
        raise MissingExtra("a learned bot needs NumPy: pip install 'tatze[compiled]'") from None
    return Network.load(weights_file(game), game)
