"""A game in which chance is explicit: who starts, each dealt item and each roll are decisions of chance.

OpenSpiel's states are made of it. This module needs only the rules."""

from __future__ import annotations

from typing import Any

from tatze.core.game import LETTERS, Game
from tatze.core.layout import CHANCE, State
from tatze.core.setup import Setup
from tatze.core.table import Table, opening_state, unshuffled_deal
from tatze.games import game_named


class ExplicitGame:
    """One game from its first chance node on: chance says who starts and deals item by item; then a table begins."""

    items: list[int]
    left: list[int]

    __slots__ = ("_first_views", "deal", "game", "items", "left", "setup", "start", "table")

    def __init__(self, game: Game[Any], setup: Setup) -> None:
        self.game: Game[Any] = game
        self.setup: Setup = setup
        self.start = setup.start
        self.deal: list[int] = []
        self.items, self.left = _counted(unshuffled_deal(game, setup))
        self.table: Table[Any] | None = None
        self._first_views: dict[int, str] = {}
        self._set_table()

    def __deepcopy__(self, memo: Any) -> ExplicitGame:
        """A clone, for OpenSpiel's deep copies of states. Only what changes is copied."""
        twin = ExplicitGame.__new__(ExplicitGame)
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.deal = list(self.deal)
        twin.left = list(self.left)
        twin.table = self.table and self.table.copy()
        return twin

    def __reduce__(self) -> Any:
        """The pickled form, for OpenSpiel's serialised states: the decisions, from which everything follows."""
        actions = [entry.action for entry in self.table.entries] if self.table else []
        return _replay, (self.game.name, self.setup, self.start, self.deal, actions)

    @property
    def actor(self) -> int:
        """The seat that decides now, or CHANCE."""
        return self.table.actor if self.table else CHANCE

    def outcomes(self) -> list[tuple[int, float]]:
        """The actions that chance may decide on now, each with its probability."""
        if self.start is None:
            return [(seat, 1 / self.setup.players) for seat in range(self.setup.players)]
        if self.table is None:
            cards = sum(self.left)
            return [(i, left / cards) for i, left in enumerate(self.left) if left]
        legal = self.table.legal_actions
        return [(action, 1 / len(legal)) for action in legal]

    def apply(self, action: int) -> None:
        """Carry out a decision of a seat or of chance."""
        if self.table:
            self.table.play(action)
            return
        if self.start is None:
            self.start = action
        else:
            self.left[action] -= 1
            self.deal.append(self.items[action])
        self._set_table()

    def write(self, action: int) -> str:
        """The text of a decision that can be made now."""
        if self.table:
            return self.game.write(action)
        if self.start is None:
            return f"start:{LETTERS[action]}"
        return f"deal:{self.game.write_item(self.items[action])}"

    def history(self, seat: int) -> str:
        """All that a seat has seen: the table before the first action, then every event as far as it may know it."""
        if self.table is None:
            return "dealing"
        if seat not in self._first_views:
            first = opening_state(self.game, self.setup, self.table.start, self.table.deal)
            self._first_views[seat] = view_text(self.game, self.game.view(first, seat))
        events = [
            f"{self.game.events[kind].name}{numbers}"
            for entry in self.table.events_for(seat)
            for kind, *numbers in entry
        ]
        return "\n".join([self._first_views[seat], *events])

    def _set_table(self) -> None:
        if self.start is not None and not any(self.left):
            self.table = Table(self.game, self.setup, self.start, self.deal)
            self._first_views = {}


def _replay(name: str, setup: Setup, start: int | None, deal: list[int], actions: list[int]) -> ExplicitGame:
    """The game in which this was decided."""
    explicit = ExplicitGame(game_named(name), setup)
    if explicit.start is None and start is not None:
        explicit.apply(start)
    for item in deal:
        explicit.apply(explicit.items.index(item))
    for action in actions:
        explicit.apply(action)
    return explicit


def _counted(stocked: list[int]) -> tuple[list[int], list[int]]:
    """The different items of a deal, ascending, and the number of copies of each."""
    items = sorted(set(stocked))
    return items, [stocked.count(item) for item in items]


def view_text(game: Game[Any], view: State) -> str:
    """Every number of a view that is not zero, by field: equal texts for equal views and for no others."""
    fields = ((name, _text(getattr(view, name))) for name in game.layout.fields)
    return " ".join(f"{name}={text}" for name, text in fields if text)


def _text(value: Any) -> str:
    """A field's numbers; what is zero at the end of a row is left out."""
    if isinstance(value, int):
        return str(value) if value else ""
    rows = [_text(item) if isinstance(item, list) else str(item) for item in value]
    while rows and rows[-1] in ("", "0"):
        rows.pop()
    return f"({','.join(rows)})" if rows else ""
