"""A state and the plain words to act on it: what the positions of all games share."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from tatze.core.game import Game
from tatze.core.layout import State

S = TypeVar("S", bound=State)


class Position(Generic[S]):
    """A state of a game, acted on in its notation."""

    def __init__(self, game: Game[S], s: S) -> None:
        self.game = game
        self.s = s

    def play(self, *texts: str) -> list[str]:
        """Carry out legal actions one after the other; the names of what happened."""
        names = []
        for text in texts:
            action = self.game.read(text)
            assert self.game.refusal(self.s, action) == 0, f"{text} is refused by {self.refused(text)}"
            self.s.events.clear()
            self.game.apply(self.s, action)
            names += [self.game.events[event[0]].name for event in self.s.events]
        return names

    @property
    def legal(self) -> set[str]:
        return {self.game.write(action) for action in self.game.legal_actions(self.s)}

    @property
    def phase(self) -> str:
        phase: str = self.game.show(self.s).phase
        return phase

    def refused(self, text: str) -> str:
        """The rule that forbids an action."""
        return self.game.rule(self.game.refusal(self.s, self.game.read(text)))

    def reason(self, text: str) -> str:
        """Why an action is refused, as an English sentence."""
        action = self.game.read(text)
        detail = self.game.why(self.s, action, self.game.refusal(self.s, action))
        return self.game.say("en", detail.key, detail.params)

    def foresee(self, text: str) -> dict[str, Any]:
        action = self.game.read(text)
        return dict(self.game.describe_foresight(self.s, action, self.game.foresee(self.s, action)))
