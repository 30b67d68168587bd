"""Two bots as Python classes. One reads the game's state, the other plain data; both are typed.

    cd examples
    tatze arena linko --bots thumb py:class_bots:Unloader py:class_bots:Reader
    tatze play linko --seat you py:class_bots:Unloader thumb

docs/bots.md says what a class is given."""

from collections.abc import Sequence

from tatze.bots.question import LegalChoice, Question
from tatze.games.linko.notation import play_of
from tatze.games.linko.show import LinkoView
from tatze.games.linko.state import PLAY, State


class Unloader:
    """Plays as many cards as it can; otherwise takes the first thing offered."""

    def choose(self, view: State, legal: Sequence[int], budget: float | None = None) -> int:
        """Return one of the legal actions; `view` is the state of the game as this seat sees it."""
        if view.phase != PLAY:
            return legal[0]
        return max(legal, key=lambda action: sum(play_of(action)[1:]))


class Reader:
    """Abluxxes as many cards as it can, and keeps its jokers."""

    def decide(self, question: Question[LinkoView]) -> str:
        """Return the text of one of the legal actions; the question is plain data."""
        return max(question.legal, key=self.worth).text

    def worth(self, choice: LegalChoice) -> int:
        """What an action seems to bring."""
        abluxxes: list[object] = choice.foresight.get("abluxxes", [])
        return 3 * len(abluxxes) - choice.text.count("j")
