"""The table: what can be done, doing it, and what each seat may see of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from tatze.core.arguments import number_from, seat_number, whole_number
from tatze.core.chance import Fairness
from tatze.core.errors import IllegalAction, TatzeError
from tatze.core.events import NamedEvent, event_class, named_event
from tatze.core.game import LETTERS, Detail, Game, Outcome
from tatze.core.layout import CHANCE, EVERYONE, Event, State
from tatze.core.position import fill_hidden, write_position
from tatze.core.setup import Setup, check_setup
from tatze.core.table.checkpoints import Checkpoints
from tatze.core.table.deal import checked_deal, draw_deal, draw_roll, draw_start, opening_state
from tatze.core.table.log import Entry, Log

S = TypeVar("S", bound=State)
Shown = TypeVar("Shown", covariant=True)


class ShownState(Protocol[Shown]):
    """A state whose class says by `plain_data` of what type the plain data of its game is."""

    def plain_data(self) -> Shown: ...


class ShowingTable(Protocol[Shown]):
    """A table, as far as the type of its plain data depends on it."""

    @property
    def state(self) -> ShownState[Shown]: ...


@dataclass(frozen=True, slots=True)
class RuleRefusal:
    """Why an action is not legal: the number of the rule, such as "L-6", and the details."""

    rule: str
    """The number of the rule that forbids the action."""
    detail: Detail
    """What exactly is in the way, as the key of a sentence and its parameters."""


class Table(Generic[S]):
    """A game being played. It knows everything; what a seat may know is in `view` and `events_for`."""

    def __init__(
        self, game: Game[S], setup: Setup, start: int, deal: Sequence[int], fairness: Fairness | None = None
    ) -> None:
        """Open a table with a given start and deal. With `fairness` it rolls by itself; without, rolls are played."""
        check_setup(game, setup)
        start = seat_number(start, setup.players, "start")
        deal = checked_deal(game, setup, deal)
        self._begin(game, setup, tuple(deal), opening_state(game, setup, start, deal), fairness)
        self.roll()

    def _begin(
        self, game: Game[S], setup: Setup, deal: tuple[int, ...], opening: S, fairness: Fairness | None = None
    ) -> None:
        """Begin with a state, before anything is rolled."""
        self.game = game
        self.setup = setup
        self.start: int = opening.start
        self.deal = deal
        self.position = ""
        """The text of the position that the table was set up with; empty if its cards or tiles were dealt."""
        self.fairness = fairness
        self.log: Log = Log()
        self.state: S = opening
        self._checkpoints = Checkpoints(game.layout, opening)

    @classmethod
    def open(cls, game: Game[S], setup: Setup, fairness: Fairness | None = None) -> Table[S]:
        """Open a table whose start and deal follow from a secret; from a fresh one if none is given."""
        check_setup(game, setup)
        fairness = fairness or Fairness.fresh()
        start = draw_start(setup, fairness) if setup.start is None else setup.start
        return cls(game, setup, start, draw_deal(game, setup, fairness), fairness)

    @classmethod
    def set_up(cls, game: Game[S], setup: Setup, position: S, fairness: Fairness | None = None) -> Table[S]:
        """Open a table in a position. What a view does not show is drawn with `fairness`, or freshly; with `fairness`
        the table rolls by itself."""
        chance = fairness or Fairness.fresh()
        table = cls.__new__(cls)
        table._begin(game, setup, (), fill_hidden(game, position, chance.stream("deal").shuffle), fairness)
        table.position = write_position(game, table.state)
        table.roll()
        return table

    def restarted(self) -> Table[S]:
        """Return a table as this one was at its beginning, at which rolls are played."""
        table: Table[S] = Table.__new__(Table)
        table._begin(self.game, self.setup, self.deal, self.state_after(0))
        table.position = self.position
        return table

    # --- Where the game is ---

    @property
    def actor(self) -> int:
        """The seat that decides now; CHANCE for the dice, NOBODY when the game is over."""
        return self.state.actor

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self.state.turn

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.reason != 0

    @property
    def outcome(self) -> Outcome | None:
        """The winners, the scores and the reason of the end; None while the game runs."""
        return self.game.outcome(self.state)

    @property
    def entries(self) -> list[Entry]:
        """Every action, roll and undo, from the beginning."""
        return self.log.entries

    @property
    def happened(self) -> list[tuple[NamedEvent, ...]]:
        """The events of each entry; an undo has none."""
        return self.log.events

    @property
    def version(self) -> int:
        """The number of entries. It only grows."""
        return len(self.log.entries)

    @property
    def kept_entries(self) -> list[Entry]:
        """The actions and rolls that led to the present state: the entries without what was undone."""
        return [self.log.entries[version] for version in self.log.kept]

    @property
    def rolls(self) -> int:
        """The number of rolls that led to the present state."""
        return self.log.rolls

    # --- What can be done ---

    @property
    def legal(self) -> list[str]:
        """The legal actions in their notation."""
        return [self.game.write(action) for action in self.legal_actions]

    @property
    def legal_actions(self) -> list[int]:
        """The ids of the legal actions, ascending."""
        return self.game.legal_actions(self.state)

    def why_not(self, action: int | str) -> RuleRefusal | None:
        """Return the rule that forbids an action; None if the action is legal."""
        action = self._id(action)
        number = self.game.refusal(self.state, action)
        if not number:
            return None
        return RuleRefusal(self.game.rule(number), self.game.why(self.state, action, number))

    def foresee(self, action: int | str) -> dict[str, Any]:
        """Return what a legal action would publicly bring about."""
        action = self._id(action)
        self._refuse_illegal(action)
        return dict(self.game.describe_foresight(self.state, action, self.game.foresee(self.state, action)))

    # --- Doing it ---

    def play(self, action: int | str, seat: int | None = None) -> tuple[NamedEvent, ...]:
        """Carry out an action of the seat that decides now, then the rolls that follow. Returns what happened."""
        action = self._id(action)
        self._refuse_other_seat(action, seat)
        self._refuse_illegal(action)
        before = self.version
        self._enter(action)
        self.roll()
        return tuple(event for events in self.happened[before:] for event in events)

    def roll(self) -> None:
        """Let the dice decide while it is their turn. The n-th roll of a game has its own stream of numbers, so a
        roll that was undone has the same outcome again."""
        while self.actor == CHANCE and self.fairness:
            self._enter(draw_roll(self.fairness, self.rolls, self.legal_actions))

    def undo(self, seat: int, actions: int = 1) -> None:
        """Undo the last actions, rolls counted. Whether the seat may do that is for the caller to decide."""
        seat = seat_number(seat, self.setup.players)
        actions = whole_number(actions, "actions")
        made = len(self.log.kept)
        if not 0 < actions <= made:
            raise TatzeError(f"cannot undo {actions} actions: {made} were made")
        self.log.add_undo(seat, actions, self.turn)
        self._checkpoints.drop_after(made - actions)
        self.state = self.state_after(made - actions)
        self.roll()

    def state_after(self, actions: int) -> S:
        """Return the state after the first of the actions and rolls that were not undone, as a copy.

        At most `CHECKPOINT_INTERVAL` − 1 actions are carried out again for it."""
        if not 0 <= whole_number(actions, "actions") <= len(self.log.kept):
            raise TatzeError(f"actions is a number from 0 to {len(self.log.kept)}, not {actions}")
        done, s = self._checkpoints.nearest(actions)
        for version in self.log.kept[done:actions]:
            self.game.apply(s, self.log.entries[version].action)
        s.events.clear()
        return s

    def copy(self) -> Table[S]:
        """Return an independent table in the same position."""
        twin = Table.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.log = self.log.copy()
        twin.state = self.game.layout.copy(self.state)
        twin._checkpoints = self._checkpoints.copy()
        return twin

    # --- What may be seen ---

    def view(self, seat: int = EVERYONE) -> S:
        """Return what a seat, or without one everybody, may know, as a state of its own."""
        return self.game.view(self.state, seat_number(seat, self.setup.players, lowest=EVERYONE))

    def show(self: ShowingTable[Shown], seat: int = EVERYONE) -> Shown:
        """Return what a seat, or without one everybody, may know, as plain data: a dataclass of the game."""
        table = cast("Table[Any]", self)
        shown: Shown = table.game.show(table.view(seat))
        return shown

    def events_for(self, seat: int = EVERYONE, since: int = 0) -> list[tuple[NamedEvent, ...]]:
        """Return what a seat may know of the events of each entry from version `since` on."""
        seat = seat_number(seat, self.setup.players, lowest=EVERYONE)
        since = number_from(since, 0, "since")
        return [tuple(visible_event(self.game, event, seat) for event in events) for events in self.happened[since:]]

    def history(self, seat: int) -> bytes:
        """Return a key of all that a seat has seen: equal for two games exactly when it cannot tell them apart."""
        seat = seat_number(seat, self.setup.players, lowest=EVERYONE)
        first = self.game.view(self.state_after(0), seat)
        undone = [(version, entry.action) for version, entry in enumerate(self.entries) if entry.action < 0]
        return self.game.layout.pack(first) + repr((self.events_for(seat), undone)).encode()

    def record(self) -> str:
        """Return the whole game as the text of a record, hidden cards and secret included."""
        from tatze.core.record import record_text  # records are made of tables, so they import this module

        return record_text(self)

    def __eq__(self, other: object) -> bool:
        """Tables are equal if the same game was played at them so far, by the same players and from the same deal."""
        if not isinstance(other, Table):
            return NotImplemented
        return self._facts() == other._facts()

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # a table changes; its state and its position's text can be keys

    def __copy__(self) -> Table[S]:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Table[S]:
        return self.copy()

    def __repr__(self) -> str:
        return f"<Table after {self.version} entries: {write_position(self.game, self.view())}>"

    def __str__(self) -> str:
        """Return what everybody may see, as lines of text."""
        return self.game.draw(self.view(), self.setup.names)

    def _facts(self) -> tuple[Any, ...]:
        return self.game.name, self.setup, self.start, self.deal, self.position, self.log.entries, self.fairness

    def _repr_html_(self) -> str:
        return self.game.picture(self.view(), self.setup.names)

    # --- Helpers ---

    def _enter(self, action: int) -> None:
        """Carry out a legal action and write it into the log."""
        s = self.state
        entry = Entry(s.actor, action, s.turn)
        self.game.apply(s, action)
        classes = event_classes(self.game)
        self.log.add(entry, tuple([classes[event[0]](event) for event in s.events]))
        s.events.clear()
        self._checkpoints.save(len(self.log.kept), s)

    def _refuse_other_seat(self, action: int, seat: int | None) -> None:
        if seat is None or seat_number(seat, self.setup.players) == self.actor or self.over:
            return
        waiting = "chance" if self.actor == CHANCE else f"seat {LETTERS[self.actor]}"
        text = self.game.write(action)
        raise IllegalAction(f'"{text}" is not possible for seat {LETTERS[seat]}: now {waiting} decides')

    def _refuse_illegal(self, action: int) -> None:
        refusal = self.why_not(action)
        if refusal:
            reason = self.game.say("en", refusal.detail.key, refusal.detail.params)
            text = self.game.write(action)
            raise IllegalAction(f'"{text}" is not legal: {reason} ({refusal.rule})', refusal.rule)

    def _id(self, action: int | str) -> int:
        if isinstance(action, str):
            try:
                return self.game.read(action)
            except ValueError as error:
                raise IllegalAction(str(error)) from None
        action = whole_number(action, "action", IllegalAction)
        if not 0 <= action < self.game.actions:
            raise IllegalAction(f"{action} is not an action of {self.game.name}: ids are 0 to {self.game.actions - 1}")
        return action


@cache
def event_classes(game: Game[Any]) -> dict[int, type[NamedEvent]]:
    """Return the class of each kind of event of a game, by its number."""
    return {number: event_class(kind) for number, kind in game.events.items()}


def visible_event(game: Game[Any], event: Event, viewer: int) -> NamedEvent:
    """Return what a viewer may know of an event: its secret number is 0 for all but the seat it happened to."""
    kind = game.events[event[0]]
    if not kind.secret or event[1] == viewer:
        return event if isinstance(event, NamedEvent) else named_event(kind, event)
    hidden = 1 + kind.fields.index(kind.secret)
    return named_event(kind, (*event[:hidden], 0, *event[hidden + 1 :]))  # type: ignore[arg-type]  # the same length
