"""What a game adds to the terminal: how its table looks, what its choices and events are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from rich.console import RenderableType
from rich.text import Text

from tatze.core.game import Game
from tatze.core.layout import Event
from tatze.core.words import load_words, say

TURN_MARK = "»"
"""Stands before the name of whoever has the turn."""
GENERIC_BOARD = f"{__package__}.generic"
"""The package of the board for games that have none of their own."""

Foresee = Callable[[int], Mapping[str, Any]]
"""What an action would publicly bring about."""


@dataclass(frozen=True)
class Scene:
    """What one reader looks at: a view, and how to speak about it."""

    game: Game[Any]
    view: Any
    """A state of this game, as its reader may see it."""
    names: tuple[str, ...]
    lang: str
    aid: bool = True
    """Whether what is known of the hands is shown."""
    width: int = 80
    scarce: int = 0
    """How scarce the lines of the screen are: 0 (enough), 1 (few) or 2 (very few)."""

    @property
    def reader(self) -> int:
        """The seat whose view this is, or EVERYONE."""
        viewer: int = self.view.viewer
        return viewer

    @property
    def words(self) -> Mapping[str, str]:
        """The templates of the game and of its board in the reader's language."""
        return board_words(self.game, self.lang)

    def say(self, key: str, **params: object) -> str:
        """A sentence of the game or of its board."""
        return self.words[key].format_map(params)

    def tell(self, key: str, **params: object) -> str:
        """One of the terminal's sentences."""
        return say("tatze.terminal", self.lang, key, params)

    def object(self, seat: int) -> str:
        """A seat as an object: "you", "dir", or the name."""
        return self.tell("you.object") if seat == self.reader else self.names[seat]

    def number(self, count: int) -> str:
        """A small number as a word."""
        return self.tell(f"number.{count}") if count <= 12 else str(count)

    def join(self, parts: Sequence[str]) -> str:
        """a, b and c."""
        if len(parts) < 2:
            return "".join(parts)
        return self.tell("list.and", some=", ".join(parts[:-1]), last=parts[-1])


@dataclass(frozen=True)
class Choice:
    """A legal action: its notation and, in words, what it is or brings about."""

    action: int
    text: Text
    effect: str = ""
    """What it would bring about, in a few words."""
    about: str = ""
    """What it is, where the notation alone does not say enough: such a choice gets a line of its own."""


@dataclass(frozen=True)
class Bunch:
    """Choices that stand together under a label."""

    label: Text
    choices: Sequence[Choice] = field(default_factory=tuple)


class Board(Protocol):
    """One game's part of the terminal. Its words lie beside it."""

    @property
    def has_hands(self) -> bool:
        """Whether there are hands of which something can be known."""

    def corner(self, scene: Scene) -> str:
        """The most important counts, for the corner of the screen."""

    def draw(self, scene: Scene) -> RenderableType:
        """The table as the reader may see it, and the reader's own hand if the game has hands."""

    def details(self, scene: Scene) -> RenderableType:
        """All that is public but too long for the table."""

    def question(self, scene: Scene) -> str:
        """What the reader has to decide now."""

    def choices(self, scene: Scene, legal: Sequence[int], foresee: Foresee) -> list[Bunch]:
        """The legal actions, grouped and labelled, in the order in which they are numbered."""

    def first_number(self, scene: Scene) -> int:
        """The number of the first choice: 1, or more where small numbers already mean something."""

    def read(self, scene: Scene, text: str) -> str:
        """What somebody typed, in the game's notation."""

    def write(self, scene: Scene, action: int) -> str:
        """An action as the reader would type it."""

    def sentences(self, scene: Scene, events: Sequence[Event]) -> list[str]:
        """What happened, in the reader's words."""


def board_of(game: Game[Any]) -> Board:
    """The game's own board, or the generic one."""
    board: Board = import_module(board_package(game)).BOARD
    return board


@cache
def board_package(game: Game[Any]) -> str:
    """The package of the game's board: under this one for a built-in game, `terminal` in the folder of another."""
    built_in = game.package == f"tatze.games.{game.name}"
    own = f"{__package__}.{game.name}" if built_in else f"{game.package}.terminal"
    return own if find_spec(own) else GENERIC_BOARD


@cache
def board_words(game: Game[Any], lang: str) -> Mapping[str, str]:
    """The templates that a game's board speaks with by key."""
    return {**load_words(GENERIC_BOARD, lang), **game.words(lang), **load_words(board_package(game), lang)}
