"""A record that was read: its headers and entries as text, and what the headers mean."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tatze.core.chance import Fairness
from tatze.core.errors import RecordError, TatzeError
from tatze.core.game import LETTERS, Game
from tatze.core.layout import OMNISCIENT
from tatze.core.position import read_position
from tatze.core.record.annotations import Annotation, Variation, read_annotations
from tatze.core.record.replay import replay
from tatze.core.record.substitutes import SubstituteEntries, read_substitutes
from tatze.core.setup import Setup, make_setup
from tatze.core.table import Table, unshuffled_deal
from tatze.core.text import MAX_RECORDED_NAME_LENGTH, shown


@dataclass(frozen=True)
class Record:
    """What a record's file says, as text, before anything is replayed."""

    headers: dict[str, str]
    """The headers by their keys, such as "Game"."""
    entries: tuple[tuple[str, str, int], ...]
    """Who acted (a letter or `*`), the text of the action or undo, and the number of the line it stands on."""
    name: str = field(default="record", compare=False)
    """The name of the file, for messages."""

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.header("Game")

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays each seat: "you" or the name of a bot; empty if the record does not say."""
        return tuple(self.headers.get("Seats", "").split())

    @property
    def substitutes(self) -> tuple[SubstituteEntries, ...]:
        """The entries that bots decided on in a person's place."""
        return read_substitutes(self.headers, len(self.entries), self.name)

    @cached_property
    def annotations(self) -> tuple[Annotation, ...]:
        """What is said about the entries, by entry."""
        return read_annotations(self.headers, len(self.entries), self._number("Players"), self.name)

    def variations_of(self, number: int) -> tuple[Variation, ...]:
        """Return what could have been done in place of an entry, counted from 1."""
        found = self._annotated.get(number)
        return found.variations if found else ()

    @cached_property
    def _annotated(self) -> dict[int, Annotation]:
        return {one.entry: one for one in self.annotations}

    @property
    def series(self) -> tuple[int, int]:
        """The number of this game in its series, from 1, and the number of games in the series."""
        text = self.headers.get("Series", "1/1")
        match = re.fullmatch(r"([0-9]{1,3})/([0-9]{1,3})", text)
        if not match or not 1 <= int(match[1]) <= int(match[2]):
            raise RecordError(f'{self.name}: the header Series is written 2/3, not "{shown(text)}"')
        return int(match[1]), int(match[2])

    @property
    def stand_ins(self) -> dict[int, int]:
        """Seat → number of decisions that another bot made in the place of the seat's own."""
        found: dict[int, int] = {}
        for word in self.headers.get("StandIns", "").split():
            match = re.fullmatch(r"([A-F]):([0-9]{1,6})", word)
            if not match or LETTERS.index(match[1]) in found:
                raise RecordError(f'{self.name}: the header StandIns is written B:3 C:1, not "{shown(word)}"')
            found[LETTERS.index(match[1])] = int(match[2])
        return found

    def header(self, key: str) -> str:
        """Return the text of a header that must be there."""
        try:
            return self.headers[key]
        except KeyError:
            raise RecordError(f"{self.name}: the header {key} is missing") from None

    def setup(self, game: Game[Any]) -> Setup:
        """Return the setup of the game, checked."""
        players = self._number("Players")
        names = [self.header(letter) for letter in LETTERS[:players]]
        options = {key[7:]: text for key, text in self.headers.items() if key.startswith("Option.")}
        start = self._seat("Start") if self._start_by() == "table" else None
        try:
            return make_setup(
                game, self.header("Rules"), players, start, options, names, max_name_length=MAX_RECORDED_NAME_LENGTH
            )
        except TatzeError as error:
            raise RecordError(f"{self.name}: {error}") from None

    def start(self, setup: Setup) -> int:
        """Return the seat that started."""
        start = self._seat("Start")
        if start >= setup.players:
            raise RecordError(f"{self.name}: seat {LETTERS[start]} starts, but there are {setup.players} players")
        return start

    def opening(self, game: Game[Any], setup: Setup) -> Table[Any]:
        """Return the table before the first entry, with the deal or in the position that the record has."""
        if "Position" not in self.headers:
            return Table(game, setup, self.start(setup), self.deal(game, setup))
        try:
            position = read_position(game, self.headers["Position"])
        except TatzeError as error:
            raise RecordError(f"{self.name}: {error}") from None
        found, options = position.setup, position.setup.options
        if (found.rules, found.players, found.start) != (setup.rules, setup.players, self.start(setup)):
            raise RecordError(f"{self.name}: rule set, players or start of the position are not those of the headers")
        if any(setup.options.get(name) != text for name, text in options.items()):
            raise RecordError(f"{self.name}: the options of the position are not those of the headers")
        if position.state.viewer != OMNISCIENT or "Deal" in self.headers:
            raise RecordError(f"{self.name}: a record has a deal, or a whole position")
        return Table.set_up(game, setup, position.state)

    def deal(self, game: Game[Any], setup: Setup) -> list[int]:
        """Return the cards or tiles in the order in which they were dealt."""
        try:
            deal = [game.read_item(item) for item in self.header("Deal").split()]
        except ValueError as error:
            raise RecordError(f"{self.name}: in the deal, {error}") from None
        expected = unshuffled_deal(game, setup)
        if sorted(deal) != sorted(expected):
            raise RecordError(f"{self.name}: the deal is not a shuffle of the {len(expected)} items of this game")
        return deal

    def fairness(self) -> Fairness | None:
        """Return the secret and the players' words; None if the record does not reveal them."""
        if "Secret" not in self.headers:
            return None
        count = sum(key.startswith("Word.") for key in self.headers)
        words = tuple(self.header(f"Word.{number}") for number in range(1, count + 1))
        try:
            return Fairness(bytes.fromhex(self.headers["Secret"]), words)
        except ValueError:
            raise RecordError(f"{self.name}: the header Secret is not hexadecimal") from None
        except TatzeError as error:
            raise RecordError(f"{self.name}: {error}") from None

    def replay(self, game: Game[Any]) -> Table[Any]:
        """Play the game again and return its table. Everything that the record claims is checked."""
        given: Any = game
        if not isinstance(given, Game) or given.name != self.game:
            found = given.name if isinstance(given, Game) else repr(given)
            raise RecordError(f"{self.name}: a record of {shown(self.game)} is not replayed by {shown(found)}")
        return replay(self, game)

    def check_facts(self, setup: Setup) -> None:
        """Refuse headers about seats and series that cannot be true; nothing else depends on them."""
        if "Seats" in self.headers and len(self.seats) != setup.players:
            raise RecordError(f"{self.name}: the header Seats names {len(self.seats)} for {setup.players} players")
        if any(seat >= setup.players for seat in self.stand_ins):
            raise RecordError(f"{self.name}: the header StandIns names a seat that nobody has")
        self.series  # noqa: B018  # it is checked when it is read

    def _start_by(self) -> str:
        text = self.header("StartBy")
        if text not in ("chance", "table"):
            raise RecordError(f'{self.name}: the header StartBy is "chance" or "table", not "{shown(text)}"')
        return text

    def _number(self, key: str) -> int:
        text = self.header(key)
        if not re.fullmatch(r"[0-9]{1,3}", text):
            raise RecordError(f'{self.name}: the header {key} is a number, not "{shown(text)}"')
        return int(text)

    def _seat(self, key: str) -> int:
        text = self.header(key)
        if len(text) != 1 or text not in LETTERS:
            raise RecordError(
                f'{self.name}: the header {key} is a seat, {LETTERS[0]} to {LETTERS[-1]}, not "{shown(text)}"'
            )
        return LETTERS.index(text)
