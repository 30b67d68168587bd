"""A table: one running game, from the agreement to the outcome.

Everything that happens is an entry: an action of a seat, a roll of the dice, or an undo. The state follows from the
setup, the deal and the entries, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from tatze.core.chance import Fairness
from tatze.core.errors import IllegalAction, TatzeError
from tatze.core.game import LETTERS, Detail, Game, Outcome
from tatze.core.layout import CHANCE, EVERYONE, Event, State
from tatze.core.setup import Setup, write_rules

S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the history. `actor` is a seat, CHANCE for a roll, or whoever asked for the undo."""

    actor: int
    action: int
    """The action, or minus the number of actions that were undone."""
    legal: int
    """How many actions were legal."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not possible: the rule's number and the details."""

    rule: str
    detail: Detail


class Table(Generic[S]):
    """A game being played. Knows everything; what a seat may know is in `view` and `events_for`."""

    def __init__(
        self, game: Game[S], setup: Setup, start: int, deal: Sequence[int], fairness: Fairness | None = None
    ) -> None:
        """A table with a given start and deal. With `fairness` it rolls by itself; without, rolls must be played."""
        self.game = game
        self.setup = setup
        self.start = start
        self.deal = tuple(deal)
        self.fairness = fairness
        self.entries: list[Entry] = []
        self.happened: list[tuple[Event, ...]] = []
        """The events of each entry; an undo has none."""
        self.state = opening(game, setup, start, self.deal)
        self.roll()

    @classmethod
    def open(cls, game: Game[S], setup: Setup, fairness: Fairness | None = None) -> Table[S]:
        """A table whose start and deal follow from a secret; from a fresh one if none is given."""
        fairness = fairness or Fairness.fresh()
        start = draw_start(setup, fairness) if setup.start is None else setup.start
        return cls(game, setup, start, draw_deal(game, setup, fairness), fairness)

    # --- What can be done ---

    @property
    def actor(self) -> int:
        """The seat that decides now; CHANCE for the dice, NOBODY when the game is over."""
        return self.state.actor

    @property
    def turn(self) -> int:
        return self.state.turn

    @property
    def version(self) -> int:
        """How many entries there are. It only grows."""
        return len(self.entries)

    @property
    def over(self) -> bool:
        return self.state.reason != 0

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    @property
    def legal(self) -> list[str]:
        """The legal actions in their notation."""
        return [self.game.write(action) for action in self.legal_actions]

    @property
    def legal_actions(self) -> list[int]:
        """The ids of the legal actions, ascending."""
        return self.game.legal_actions(self.state)

    def why_not(self, action: int | str) -> Refusal | None:
        """None if the action is legal, otherwise the rule that forbids it."""
        action = self._id(action)
        number = self.game.refusal(self.state, action)
        if not number:
            return None
        return Refusal(self.game.rule(number), self.game.why(self.state, action, number))

    def foresee(self, action: int | str) -> dict[str, Any]:
        """What a legal action would publicly bring about."""
        action = self._id(action)
        return dict(self.game.describe_foresight(self.state, action, self.game.foresee(self.state, action)))

    # --- Doing it ---

    def play(self, action: int | str, seat: int | None = None) -> tuple[Event, ...]:
        """Carry out an action of the seat that decides now, then the rolls that follow. Returns what happened."""
        action = self._id(action)
        text = self.game.write(action)
        if seat is not None and seat != self.actor and not self.over:
            waiting = "chance" if self.actor == CHANCE else f"seat {LETTERS[self.actor]}"
            raise IllegalAction(f'"{text}" is not possible for seat {LETTERS[seat]}: now {waiting} decides')
        number = self.game.refusal(self.state, action)
        if number:
            detail = self.game.why(self.state, action, number)
            reason = self.game.say("en", detail.key, detail.params)
            rule = self.game.rule(number)
            raise IllegalAction(f'"{text}" is not legal: {reason} ({rule})', rule)
        before = len(self.happened)
        self._enter(action)
        self.roll()
        return tuple(event for events in self.happened[before:] for event in events)

    def roll(self) -> None:
        """Let the dice decide what is theirs. The n-th roll of a game has a stream of its own, so an undone roll
        falls the same again."""
        while self.actor == CHANCE and self.fairness:
            self._enter(draw_roll(self.fairness, self.rolls, self.legal_actions))

    @property
    def rolls(self) -> int:
        """How many rolls led to the present state."""
        return sum(entry.actor == CHANCE for entry in self.line())

    def undo(self, seat: int, actions: int = 1) -> None:
        """Take back the last actions, rolls counted. Who may do that is the table's business, not the rules'."""
        line = self.line()
        if not 0 < actions <= len(line):
            raise TatzeError(f"cannot undo {actions} actions: {len(line)} were made")
        self.entries.append(Entry(seat, -actions, 0))
        self.happened.append(())
        self.state = opening(self.game, self.setup, self.start, self.deal)
        for entry in line[:-actions]:
            self.game.apply(self.state, entry.action)
        self.state.events.clear()
        self.roll()

    def line(self) -> list[Entry]:
        """The actions that led to the present state: the entries without what was undone."""
        line: list[Entry] = []
        for entry in self.entries:
            if entry.action >= 0:
                line.append(entry)
            else:
                del line[entry.action :]
        return line

    def copy(self) -> Table[S]:
        """An independent table in the same position."""
        twin = Table.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.entries = list(self.entries)
        twin.happened = list(self.happened)
        twin.state = self.game.layout.copy(self.state)
        return twin

    # --- What may be seen ---

    def view(self, seat: int = EVERYONE) -> S:
        """What a seat, or without one everybody, may know, as a state of its own."""
        if not EVERYONE <= seat < self.setup.players:
            raise TatzeError(f"there is no seat {seat}: the seats are 0 to {self.setup.players - 1}")
        return self.game.view(self.state, seat)

    def events_for(self, seat: int = EVERYONE, since: int = 0) -> list[tuple[Event, ...]]:
        """What a seat may know of what happened in each entry from version `since` on."""
        return [tuple(seen(self.game, event, seat) for event in events) for events in self.happened[since:]]

    def history(self, seat: int) -> bytes:
        """A key of all that a seat has seen: equal for two games exactly when it cannot tell them apart."""
        first = self.game.view(opening(self.game, self.setup, self.start, self.deal), seat)
        undone = [(version, entry.action) for version, entry in enumerate(self.entries) if entry.action < 0]
        return self.game.layout.pack(first) + repr((self.events_for(seat), undone)).encode()

    def show(self, seat: int = EVERYONE) -> Any:
        """What a seat, or without one everybody, may know, as plain data."""
        return self.game.show(self.view(seat))

    def record(self) -> str:
        """The whole game as a record's text, hidden cards and secret included."""
        from tatze.core.record import record_text  # a record reads tables, so it is the one to import them

        return record_text(self)

    def _repr_html_(self) -> str:
        return self.game.picture(self.view(), self.setup.names)

    # --- Inside ---

    def _enter(self, action: int) -> None:
        s = self.state
        self.entries.append(Entry(s.actor, action, len(self.legal_actions)))
        self.game.apply(s, action)
        self.happened.append(tuple(s.events))
        s.events.clear()

    def _id(self, action: int | str) -> int:
        if isinstance(action, str):
            try:
                return self.game.read(action)
            except ValueError as error:
                raise IllegalAction(str(error)) from None
        if not 0 <= action < self.game.actions:
            raise IllegalAction(f"{action} is not an action of {self.game.name}: ids are 0 to {self.game.actions - 1}")
        return action


def draw_start(setup: Setup, fairness: Fairness) -> int:
    """Who starts, as chance has it."""
    return fairness.stream("start").below(setup.players)


def draw_deal(game: Game[S], setup: Setup, fairness: Fairness) -> list[int]:
    """The deal, as chance has it."""
    deal = stock(game, setup)
    fairness.stream("deal").shuffle(deal)
    return deal


def draw_roll(fairness: Fairness, number: int, actions: Sequence[int]) -> int:
    """The outcome of the game's roll of this number, counted from 0, among equally likely ones."""
    return actions[fairness.stream(f"dice {number}").below(len(actions))]


def stock(game: Game[S], setup: Setup) -> list[int]:
    """What is dealt, before it is shuffled."""
    s = game.layout.new()
    write_rules(game, setup, s)
    deal = [0] * game.deal_size
    return deal[: game.stock(s, deal)]


def opening(game: Game[S], setup: Setup, start: int, deal: Sequence[int]) -> S:
    """The state before the first action."""
    s = game.layout.new()
    write_rules(game, setup, s)
    s.start = start
    game.begin(s, list(deal), len(deal))
    s.events.clear()
    return s


def seen(game: Game[Any], event: Event, viewer: int) -> Event:
    """What a viewer may know of an event: its secret number is 0 for all but the seat it happened to."""
    kind = game.events[event[0]]
    if not kind.secret or event[1] == viewer:
        return event
    hidden = 1 + kind.fields.index(kind.secret)
    return (*event[:hidden], 0, *event[hidden + 1 :])  # type: ignore[return-value]  # as long as it was
