"""What a game is to the rest of the package: a record of its functions and of the names people use for its numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, TypeVar

from tatze.core import generic
from tatze.core.errors import SetupError
from tatze.core.layout import Layout, Row, State
from tatze.core.observation import Observation
from tatze.core.position_format import PositionFormat
from tatze.core.strategy import (
    Features,
    Levels,
    ReviewSettings,
    RolloutParameters,
    RuleBots,
    SearchParameters,
    TrainingSettings,
)
from tatze.core.text import shown
from tatze.core.words import game_words

S = TypeVar("S", bound=State)

LETTERS = "ABCDEF"
"""Seats as people write them: A is seat 0."""


@dataclass(frozen=True, slots=True)
class EventKind:
    """The name of a kind of event, the meaning of its numbers, and which of them only one seat may see."""

    name: str
    """A word for programs, such as "played"."""
    fields: tuple[str, ...]
    """The names of the numbers of such an event, in their order."""
    secret: str = ""
    """The field that reads 0 for everybody but the seat in the event's first field."""
    reveals: bool = False
    """Whether such an event shows what nobody knew, or what chance decided. No undo takes it back."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A named way to play: who can play it, and what it writes into the state."""

    name: str
    """The word that commands and records use, such as "base"."""
    players: range
    """How many can play."""
    usual: int
    """The number of players when nobody says otherwise."""
    writes: Mapping[str, int]
    """Field of the state → the number that stands there before the game begins."""
    options: tuple[str, ...] = ()
    """The options that make sense with it."""
    defaults: Mapping[str, str] = field(default_factory=dict)
    """Where an option's default differs with it."""
    variant: str = ""
    """The rule set whose kind of play this one brings to another number of players; its own name if none is given."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "variant", self.variant or self.name)


@dataclass(frozen=True, slots=True)
class Option(Generic[S]):
    """A choice beside the rule set. Its value is a text, the same in a command and in a record."""

    name: str
    """The word that commands and records use."""
    default: str
    """The value where nobody says otherwise."""
    write: Callable[[S, str], str]
    """Check the text, write it into the state, and give it back in its one canonical spelling."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won and why."""

    winners: tuple[int, ...]
    """The seats that won; several if they share the victory."""
    scores: tuple[int, ...]
    """The score of every seat."""
    reason: str
    """Why the game ended, as a word for programs."""


@dataclass(frozen=True, slots=True)
class Detail:
    """Why an action is refused, as a message key and its parameters."""

    key: str
    """The key of a sentence in the game's words files."""
    params: Mapping[str, Any] = field(default_factory=dict)
    """What the sentence names: seats, cards, numbers."""


def leaders(standings: Sequence[int]) -> tuple[int, ...]:
    """Return the seats whose standing is highest."""
    best = max(standings)
    return tuple(seat for seat, standing in enumerate(standings) if standing == best)


_GAMES: dict[tuple[str, str], Game[Any]] = {}
"""The games of this process by package and name, for those that are unpickled."""


def _game_of(package: str, name: str) -> Game[Any]:
    """Return the game of a name, after its package was imported."""
    import_module(package)
    if (package, name) not in _GAMES:
        raise SetupError(f'there is no game "{name}" in {package}')
    return _GAMES[package, name]


GENERIC: Any = None
"""The value of a field that is left out of a record: `tatze.core.generic` has a part for it."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Game(Generic[S]):
    """The record of one game. Functions over the state are written in the rules' style and compile; the others may use
    all of Python. A field with a default may be left out."""

    name: str
    """A lower-case word; people type it, and addresses and file names have it."""
    package: str
    """The dotted name of the game's folder. Its words files, lessons and rules page lie there if it has any."""
    letter: str = ""
    """The letter of its rule numbers; the first one of its name if none is given."""
    layout: Layout[S]
    """The fields of its state."""
    actions: int
    """The number of actions. They are the numbers from 0 to one less."""
    deal_size: int = 0
    """The largest number of items that are shuffled and dealt."""
    rule_sets: Mapping[str, RuleSet]
    """Its rule sets by name; one of them is `base`."""
    options: Mapping[str, Option[S]] = field(default_factory=dict)
    """Its options by name."""
    events: Mapping[int, EventKind]
    """Its kinds of events by their numbers."""
    reasons: Mapping[int, str]
    """Why a game ends: a word for each number of the state's `reason` but 0."""
    limited_rules: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """The numbered rules that hold only in some rule sets, and the names of those; all others hold in all of them."""

    # The rules
    stock: Callable[[S, Row], int]
    """stock(s, deal) writes the items to be shuffled into `deal` and returns their number."""
    begin: Callable[[S, Row, int], None]
    """begin(s, deal, n) sets up the game with n shuffled items. The state has players, start and rule set already."""
    legal: Callable[[S, Row], int] = GENERIC
    """legal(s, out) writes the legal actions into `out`, ascending, and returns their number. The generic part asks
    `refusal` for every action."""
    apply: Callable[[S, int], None]
    """apply(s, action) carries out a legal action."""
    refusal: Callable[[S, int], int]
    """refusal(s, action) is 0 for a legal action, or the number of the rule that forbids it."""
    foresee: Callable[[S, int], int] = generic.foresee
    """foresee(s, action) is what a legal action would publicly bring about, packed into one number."""
    score: Callable[[S, int], int]
    """score(s, seat) is the seat's score as it stands."""
    standing: Callable[[S, int], int] = GENERIC
    """standing(s, seat) is highest for the winners of a finished game: the score, unless something breaks ties."""

    # What is hidden
    private: tuple[str, ...] = ()
    """Fields of the state with a row for each seat that only this seat may see."""
    secret: tuple[str, ...] = ()
    """Fields of the state that nobody may see. In a view all fields but these, the private ones and `viewer` are as in
    the state."""
    hide: Callable[[S, int, S], None] = GENERIC
    """hide(s, seat, out) writes what the seat, or EVERYONE, may know into `out`, which may be `s` itself. The generic
    part copies all but the private rows of other seats and the secret fields, which are zeros."""
    unseen: Callable[[S, Row], int] = GENERIC
    """unseen(view, out) writes the items that the view does not show into `out` and returns their number. The generic
    part is for games in which nothing is hidden."""
    fill: Callable[[S, Row], None] = GENERIC
    """fill(view, shuffled) makes a whole state of a view: it puts those items where they could be."""
    hidden_items: Callable[[S, S, Row, Row], int] = GENERIC
    """hidden_items(s, view, items, seats) writes the items of a whole state that the view does not show, in the order
    of `fill`, and the seat that has each, NOBODY for none; it returns their number."""
    undrawn: Callable[[S, Row], int] = GENERIC
    """undrawn(s, out) writes the items that nobody has drawn yet into `out`, the next one first, and returns their
    number. The generic part is for games in which nothing is drawn after the deal."""
    redraw: Callable[[S, Row], None] = GENERIC
    """redraw(s, order) puts the undrawn items of a whole state into another order."""
    hidden: bool = True
    """Whether a seat can be unaware of anything but chance to come."""

    # For people
    write: Callable[[int], str]
    """The text of an action."""
    read: Callable[[str], int]
    """The action of a text; raises ValueError with the reason when there is none."""
    write_item: Callable[[int], str] = str
    """The text of a dealt item, such as a card or a tile."""
    read_item: Callable[[str], int] = generic.read_number
    """The dealt item of a text; raises ValueError with the reason when there is none."""
    show: Callable[[S], Any]
    """A view as a frozen dataclass of plain data for JSON. It has a field `seat`, the viewer or None for everybody."""
    own: Callable[[S, int], Mapping[str, Any]] = GENERIC
    """What a seat sees beyond what everybody sees, as plain data: with it, everybody's view is the seat's own.
    The generic part has the fields of the view that differ."""
    describe_foresight: Callable[[S, int, int], Mapping[str, Any]] = generic.describe_foresight
    """describe_foresight(s, action, seen) is what `foresee` returned, as plain data."""
    why: Callable[[S, int, int], Detail] = GENERIC
    """why(s, action, rule) is the reason why a rule forbids an action."""
    position: PositionFormat = GENERIC
    """How positions are written and read as text; the generic part has a section for every field of the layout."""
    draw: Callable[[S, tuple[str, ...]], str] = GENERIC
    """draw(view, names) is a view as lines of text; the generic part has a line for every entry of `show`."""
    picture: Callable[[S, tuple[str, ...]], str] = GENERIC
    """picture(view, names) is a view as an SVG drawing."""
    caption: Callable[[S, tuple[str, ...]], str] = GENERIC
    """caption(view, names) is a view in words."""

    # For the compiler, environments, bots and training
    modules: tuple[ModuleType, ...] = ()
    """The modules of the functions that are compiled. Those in which the rules, the views and the observation are
    written are found without being listed."""
    observation: Observation = GENERIC
    """How a view becomes a row of numbers; the generic part has every number of the layout."""
    bots: RuleBots = GENERIC
    """The bots that follow rules of thumb; the generic ones choose arbitrarily."""
    levels: Levels = field(default_factory=Levels)
    """The bots behind the levels lynx, puma and tiger."""
    search: SearchParameters = GENERIC
    """The parameters of the search with playouts."""
    features: Features | None = None
    """How a view becomes the zeros and ones that a network reads; None where no network is trained."""
    rollouts: RolloutParameters = field(default_factory=RolloutParameters)
    """The parameters of the search that a network guides where items are hidden."""
    weights: str = ""
    """The file of trained weights in `tatze.bots.learned.weights`; empty where no network was trained."""
    belief_weights: str = ""
    """The file there that says where hidden items may be; empty where nothing is hidden or none was trained."""
    training: TrainingSettings = field(default_factory=TrainingSettings)
    """What training with this game is begun with."""
    review: ReviewSettings = field(default_factory=ReviewSettings)
    """What a review of this game is made with."""

    def __post_init__(self) -> None:
        for name, part in generic.missing_parts(self).items():
            object.__setattr__(self, name, part)
        object.__setattr__(self, "modules", tuple(dict.fromkeys((*generic.modules_of(self), *self.modules))))
        _GAMES.setdefault((self.package, self.name), self)  # a copy with other parts is unpickled as the game itself

    def __reduce__(self) -> tuple[Callable[[str, str], Game[Any]], tuple[str, str]]:
        """The pickled form of a game is its name: whoever unpickles it imports its package."""
        return _game_of, (self.package, self.name)

    @property
    def fingerprint(self) -> str:
        """A digest of the layout and of all Python files of the game's package, for the cache of compiled code."""
        digest = sha256(repr(sorted(self.layout.fields.items())).encode())
        for path in sorted(Path(str(files(self.package))).rglob("*.py")):
            digest.update(path.name.encode() + path.read_bytes())
        return digest.hexdigest()

    @property
    def most_players(self) -> int:
        """The largest number of players over all rule sets."""
        return max(max(rule_set.players) for rule_set in self.rule_sets.values())

    def rule_set(self, name: str) -> RuleSet:
        """Return the rule set of this name; a SetupError lists those that there are."""
        try:
            return self.rule_sets[name]
        except KeyError:
            known = ", ".join(self.rule_sets)
            raise SetupError(f'{self.name} has no rule set "{shown(name)}"; it has {known}') from None

    def default(self, rules: str, option: str) -> str:
        """Return the default of an option in a rule set."""
        return self.rule_set(rules).defaults.get(option, self.options[option].default)

    def view(self, s: S, viewer: int) -> S:
        """Return what this viewer may know, as a state of its own."""
        out = self.layout.new()
        self.hide(s, viewer, out)
        return out

    def legal_actions(self, s: S) -> list[int]:
        """Return the ids of the legal actions, ascending."""
        out = [0] * self.actions
        return out[: self.legal(s, out)]

    def outcome(self, s: S) -> Outcome | None:
        """Return the winners, the scores and the reason of the end; None while the game runs."""
        if not s.reason:
            return None
        seats = range(s.players)
        return Outcome(
            winners=leaders([self.standing(s, seat) for seat in seats]),
            scores=tuple(self.score(s, seat) for seat in seats),
            reason=self.reasons[s.reason],
        )

    def rule(self, number: int) -> str:
        """Return the number of a rule as people write it, such as "L-6"."""
        return f"{self.letter}-{number}"

    def say(self, lang: str, key: str, params: Mapping[str, Any]) -> str:
        """Return the sentence of a key in the game's words, or a generic one."""
        return self.words(lang)[key].format_map(params)

    def words(self, lang: str) -> Mapping[str, str]:
        """Return all templates of the game in one language by key, generic ones where its words files have none."""
        return game_words(self, lang)
