"""The results of a review, as plain data: the library returns them, the server sends them, files keep them.

Chances, errors and parts of the account are fractions: 0.07 is seven percentage points. docs/review.md defines them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Grade = Literal["fine", "inaccuracy", "mistake", "blunder"]
"""How large the error of a decision is; an error whose interval includes 0 is fine."""
Depth = Literal["instant", "deep"]
"""How a review evaluates actions: by the network after each action, or by playing on."""


@dataclass(frozen=True)
class Reason:
    """One reason why an action is better than another, from what the evaluation saw."""

    key: str
    """The key of the sentence in the game's words files."""
    params: dict[str, int | float | str]
    """The parameters of the sentence."""


@dataclass(frozen=True)
class Candidate:
    """A legal action of a decision, and how good it is by what the seat knew."""

    action: str
    """The action's spelling."""
    value: float
    """The chance to win of the seat that decides, if it takes the action."""
    gap: float
    """How much less the action is worth than the best one."""
    gap_low: float
    """The lower end of the gap's 95 % interval."""
    gap_high: float
    """The upper end of the gap's 95 % interval."""


@dataclass(frozen=True)
class DecisionReview:
    """A decision with more than one legal action, judged by what the seat could know."""

    entry: int
    """The number of the record's entry, counted from 0."""
    seat: int
    """The seat that decided."""
    chosen: str
    """The action that was taken."""
    best: str
    """The action with the highest value."""
    error: float
    """How much the chosen action's chance is below the best one's; at least 0."""
    low: float
    """The lower end of the error's 95 % interval."""
    high: float
    """The upper end of the error's 95 % interval."""
    grade: Grade
    """How large the error is."""
    candidates: tuple[Candidate, ...]
    """The evaluated actions, the best first; the chosen one is always among them."""
    right: tuple[str, ...]
    """The actions that cannot be told apart from the best one: a puzzle takes each of them as solved."""
    reasons: tuple[Reason, ...]
    """Why the best action is better than the chosen one; empty for a fine decision."""


@dataclass(frozen=True)
class Step:
    """One entry of the record, and how it moved everybody's chances. Each tuple has one number for each seat."""

    entry: int
    """The number of the record's entry, counted from 0; −1 is the deal."""
    actor: int | None
    """The seat that decided; None for the deal and for a roll of the die."""
    action: str
    """The action's spelling; empty for the deal."""
    chances: tuple[float, ...]
    """Everybody's chance to win after the entry; they add up to 1."""
    luck: tuple[float, ...]
    """What chance changed: the deal, cards from the deck, the die."""
    decision: tuple[float, ...]
    """What the decision changed, against the best one."""
    hidden: tuple[float, ...]
    """The part of `decision` that only comes from how the hidden cards lay."""
    rest: tuple[float, ...]
    """What neither luck nor the decision explains: the chances before the entry were inexact."""


@dataclass(frozen=True)
class Account:
    """Where a seat's result came from: before + luck + hidden + own + others + rest = result."""

    before: float
    """The chance to win before the deal."""
    luck: float
    """The sum of what chance changed."""
    hidden: float
    """The sum of what came from how the hidden cards lay."""
    own: float
    """The sum of what the seat's own decisions changed; at most about 0."""
    others: float
    """The sum of what the others' decisions changed; mostly positive."""
    rest: float
    """The sum of what nothing of this explains."""
    result: float
    """The share of the victory: 1 for the only winner, 0.5 for each of two."""


@dataclass(frozen=True)
class SeatReview:
    """What a review says about one seat."""

    seat: int
    name: str
    account: Account
    decisions: int
    """Number of decisions with more than one legal action."""
    mean_error: float
    """The mean error of these decisions."""
    low: float
    """The lower end of the mean error's 95 % interval."""
    high: float
    """The upper end of the mean error's 95 % interval."""
    inaccuracies: int
    mistakes: int
    blunders: int
    levels: tuple[str, ...]
    """The bot levels that play as well as this seat did, neighbours on the scale; empty if too many would fit."""
    moments: tuple[int, ...]
    """The entries of the seat's key decisions, the most expensive first; at most three."""


@dataclass(frozen=True)
class GameReview:
    """The review of a finished game."""

    game: str
    rules: str
    names: tuple[str, ...]
    """The names at the seats."""
    depth: Depth
    judge: str
    """The weights that judged, by the first characters of their digest."""
    reviewed: tuple[int, ...]
    """The seats whose decisions were evaluated."""
    complete: bool
    """Whether everything was evaluated; a review that was interrupted has only a part of its decisions."""
    start: tuple[float, ...]
    """Everybody's chance to win before the deal, given who starts."""
    steps: tuple[Step, ...]
    """The deal, then every entry of the record that was not undone."""
    decisions: tuple[DecisionReview, ...]
    """The evaluated decisions, in the order of the record."""
    seats: tuple[SeatReview, ...]
    turning_points: tuple[int, ...]
    """The entries that moved the chances most, the largest first; at most five."""

    def _repr_html_(self) -> str:
        """Return the curve of everybody's chances, for notebooks."""
        from tatze.review.picture import curve

        return curve(self)

    @property
    def rest_spread(self) -> float:
        """The root mean square of what one entry's `rest` changed for a seat: how inexact the chances are."""
        rests = [rest for step in self.steps[1:] for rest in step.rest]
        return float((sum(rest * rest for rest in rests) / len(rests)) ** 0.5) if rests else 0.0


@dataclass(frozen=True)
class Evaluation:
    """What a seat's view of a running game is worth."""

    seat: int
    chances: tuple[float, ...]
    """Everybody's chance to win, as the seat sees it; they add up to 1."""
    candidates: tuple[Candidate, ...]
    """The legal actions, the best first; empty if the seat does not decide now."""
