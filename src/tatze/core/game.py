"""What a game is to the rest of the house: a record of its functions and of the names people use for its numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Generic, TypeVar

from tatze.core.errors import SetupError
from tatze.core.layout import Layout, Row, State
from tatze.core.observation import Observation
from tatze.core.strategy import Features, GuidedParameters, RuleBots, SearchParameters, TrainingSettings
from tatze.core.words import say

S = TypeVar("S", bound=State)

LETTERS = "ABCDEF"
"""Seats as people write them: A is seat 0."""


@dataclass(frozen=True, slots=True)
class EventKind:
    """How an event is called, what its numbers mean, and what of it only one seat may see."""

    name: str
    fields: tuple[str, ...]
    secret: str = ""
    """The field that reads 0 for everybody but the seat in the event's first field."""
    reveals: bool = False
    """Whether it brings to light what nobody knew, or what chance decided: no undo goes back behind it."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A named way to play: who can play it, and what it writes into the state."""

    name: str
    players: range
    usual: int
    """The number of players when nobody says otherwise."""
    writes: Mapping[str, int]
    options: tuple[str, ...] = ()
    """The options that make sense with it."""
    defaults: Mapping[str, str] = field(default_factory=dict)
    """Where an option's default differs with it."""


@dataclass(frozen=True, slots=True)
class Option(Generic[S]):
    """A choice beside the rule set, as text: what people type is what a record says."""

    name: str
    default: str
    write: Callable[[S, str], str]
    """Check the text, write it into the state, and give it back in its one canonical spelling."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won and why."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Detail:
    """Why an action is refused, as a message key and its parameters."""

    key: str
    params: Mapping[str, Any] = field(default_factory=dict)


def leaders(standings: Sequence[int]) -> tuple[int, ...]:
    """Whoever stands highest; equals share it."""
    best = max(standings)
    return tuple(seat for seat, standing in enumerate(standings) if standing == best)


@dataclass(frozen=True, eq=False)
class Game(Generic[S]):
    """One game. Functions over the state are written in the rules' style and compile; the rest is for people."""

    name: str
    package: str
    """The dotted name of the game's folder; its words files and lessons lie there."""
    letter: str
    """The letter of its rule numbers."""
    layout: Layout[S]
    actions: int
    """Actions are the numbers below this one."""
    deal_size: int
    """A deal is at most this long."""
    rule_sets: Mapping[str, RuleSet]
    options: Mapping[str, Option[S]]
    phases: Mapping[int, str]
    events: Mapping[int, EventKind]
    reasons: Mapping[int, str]

    # The rules
    stock: Callable[[S, Row], int]
    begin: Callable[[S, Row, int], None]
    legal: Callable[[S, Row], int]
    apply: Callable[[S, int], None]
    refusal: Callable[[S, int], int]
    foresee: Callable[[S, int], int]
    score: Callable[[S, int], int]
    standing: Callable[[S, int], int]
    """A number that is highest for the winners of a finished game."""

    # The door for secrets
    hide: Callable[[S, int, S], None]
    """hide(s, seat, out) writes what the seat may know into `out`."""
    unseen: Callable[[S, Row], int]
    """unseen(view, out) lists what the view does not show; says how many."""
    fill: Callable[[S, Row], None]
    """fill(view, shuffled) makes a whole state of a view, putting those where they could be."""

    # For people
    write: Callable[[int], str]
    """An action's text."""
    read: Callable[[str], int]
    """The action of a text; raises ValueError with the reason when there is none."""
    write_item: Callable[[int], str]
    """A dealt thing (card, tile) as text."""
    read_item: Callable[[str], int]
    show: Callable[[S], Any]
    """A view as plain data for JSON."""
    own: Callable[[S, int], Mapping[str, Any]]
    """What a seat sees beyond what everybody sees, as plain data: with it, everybody's view is the seat's own."""
    describe_foresight: Callable[[S, int, int], Mapping[str, Any]]
    """What `foresee` said of an action, as plain data."""
    why: Callable[[S, int, int], Detail]
    """The details behind a refusal: state, action, rule number."""
    picture: Callable[[S, tuple[str, ...]], str]
    """A view as an SVG drawing, given the seats' names."""
    caption: Callable[[S, tuple[str, ...]], str]
    """A view in words, given the seats' names."""

    # For the compiler, environments, bots and training
    modules: tuple[ModuleType, ...]
    """The modules of the rules, the views and the observation; compiled forms are built from their functions."""
    observation: Observation
    bots: RuleBots
    hidden: bool = True
    """Whether a seat can be unaware of anything but chance to come."""
    strongest: str = "search"
    """The bot behind the level `tiger`: the strongest one of this game, by measurement."""
    search: SearchParameters = field(default_factory=SearchParameters)
    features: Features | None = None
    guided: GuidedParameters = field(default_factory=GuidedParameters)
    weights: str = ""
    """The file of trained weights in `tatze.bots.learned.weights`; empty where no network was trained."""
    training: TrainingSettings = field(default_factory=TrainingSettings)

    @property
    def most_players(self) -> int:
        """The largest number of players over all rule sets."""
        return max(max(rule_set.players) for rule_set in self.rule_sets.values())

    def rule_set(self, name: str) -> RuleSet:
        try:
            return self.rule_sets[name]
        except KeyError:
            known = ", ".join(self.rule_sets)
            raise SetupError(f'{self.name} has no rule set "{name}"; it has {known}') from None

    def default(self, rules: str, option: str) -> str:
        """What an option of a rule set says when nobody says otherwise."""
        return self.rule_set(rules).defaults.get(option, self.options[option].default)

    def view(self, s: S, viewer: int) -> S:
        """What this viewer may know, as a state of its own."""
        out = self.layout.new()
        self.hide(s, viewer, out)
        return out

    def legal_actions(self, s: S) -> list[int]:
        out = [0] * self.actions
        return out[: self.legal(s, out)]

    def outcome(self, s: S) -> Outcome | None:
        if not s.reason:
            return None
        seats = range(s.players)
        return Outcome(
            winners=leaders([self.standing(s, seat) for seat in seats]),
            scores=tuple(self.score(s, seat) for seat in seats),
            reason=self.reasons[s.reason],
        )

    def rule(self, number: int) -> str:
        return f"{self.letter}-{number}"

    def say(self, lang: str, key: str, params: Mapping[str, Any]) -> str:
        """One of the game's own sentences."""
        return say(self.package, lang, key, params)
