"""One game at this terminal: who sits where, what each person has seen, and how it is drawn."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tatze.bots import Bot
from tatze.core.game import Game
from tatze.core.layout import CHANCE, EVERYONE
from tatze.core.table import Table
from tatze.core.words import say
from tatze.terminal.board import Bunch, Scene, board_of
from tatze.terminal.choices import draw_choices, numbered
from tatze.terminal.saving import Keeper
from tatze.terminal.screen import Screen

YOU = "you"
"""The seat word for a person at this keyboard."""
LEAST = 3
"""So many lines of what happened should have room."""
RECENT = 40
"""So many entries are enough to fill a screen with what happened."""


@dataclass
class Session:
    """The state of the loop beside the table itself."""

    table: Table[Any]
    seats: Sequence[str]
    lang: str
    screen: Screen
    keeper: Keeper
    bots: dict[int, Bot]
    delay: float
    number: int = 1
    """Which game of the series this is."""
    aid: bool = True
    rushed: bool = False
    """Whether somebody asked not to wait any more until the next decision of a person."""
    since: dict[int, int] = field(default_factory=dict)
    """The version at which each person last decided."""
    at_keyboard: int = EVERYONE
    message: list[Text] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.board = board_of(self.table.game)
        self.people = [seat for seat, word in enumerate(self.seats) if word == YOU]
        self.at_keyboard = self.people[0] if len(self.people) == 1 else EVERYONE

    def say(self, key: str, **params: object) -> str:
        return say("tatze.terminal", self.lang, key, params)

    def tell(self, key: str, **params: object) -> None:
        """Add a line to what is said above the prompt."""
        self.message.append(Text(self.say(key, **params)))

    def scene(self, seat: int, scarce: int = 0) -> Scene:
        table = self.table
        return Scene(table.game, table.view(seat), table.setup.names, self.lang, self.aid, self.screen.width, scarce)

    # --- What is drawn ---

    def header(self, scene: Scene) -> RenderableType:
        name = scene.say(f"ruleset.{self.table.setup.rules}.name")
        title = Text.assemble((scene.say("title"), "bold"), f" · {name}")
        if self.keeper.games > 1:
            title.append(f" · {self.say('series', game=self.number, games=self.keeper.games)}")
        line = Grid.grid(expand=True)
        line.add_column(no_wrap=True, overflow="ellipsis")
        line.add_column(no_wrap=True, justify="right")
        line.add_row(title, Text(self.board.corner(scene)))
        return line

    def top(self, scene: Scene) -> RenderableType:
        return Group(self.header(scene), self.board.draw(scene))

    def history(self, seat: int, since: int = 0, until: int | None = None) -> list[str]:
        """What happened between two versions and was not taken back, in the words of a seat."""
        table = self.table
        events = table.events_for(seat, since)
        until = table.version if until is None else until
        kept = table.log.kept
        between = kept[bisect_left(kept, since) : bisect_left(kept, until)]
        told = [event for version in between for event in events[version - since]]
        return self.board.sentences(self.scene(seat), told)

    def log(self, seat: int) -> list[tuple[str, bool]]:
        """What happened lately, and whether it is new: it happened since the seat's last decision."""
        since = self.since.get(seat, 0)
        early = max(0, since - RECENT)
        old = [] if early else self.opening(seat)
        old += self.history(seat, early, since) if since else []
        return [(line, since == 0) for line in old] + [(line, True) for line in self.history(seat, since)]

    def opening(self, seat: int) -> list[str]:
        """What is said before anything has happened."""
        table, scene = self.table, self.scene(seat)
        lines = [scene.say(f"ruleset.{table.setup.rules}")]
        for option, value in table.setup.options.items():
            told = scene.say(f"option.{option}") if value == "yes" else ""
            lines.append(told or self.say("start.option", option=option, value=value))
        if table.fairness:
            lines.append(self.say("start.fair", short=table.fairness.commitment[:12]))
        begins = "log.start.you" if table.start == seat else "log.start"
        return [*lines, self.say(begins, name=table.setup.names[table.start])]

    def ask(self, seat: int) -> tuple[str, dict[int, int]]:
        """Draw the table with the choices of a seat and read a line; say which action each number means."""
        scene = self.scene(seat)
        legal = self.table.legal_actions
        bunches = self.board.choices(scene, legal, self.table.foresee)
        first = self.board.first_number(scene)
        log = self.log(seat)
        top, bottom = self.top(scene), self.bottom(scene, bunches, first)
        while scene.scarce < 2 and not self.screen.fits(top, bottom, LEAST - scene.scarce):
            scene = self.scene(seat, scene.scarce + 1)
            top, bottom = self.top(scene), self.bottom(scene, bunches, first)
        self.screen.frame(top, log, bottom)
        self.message.clear()
        line = self.screen.ask(self.say("prompt", name=self.table.setup.names[seat]))
        return line, numbered(bunches, first)

    def bottom(self, scene: Scene, bunches: list[Bunch], first: int) -> RenderableType:
        question = Text(self.board.question(scene), style="bold")
        return Group(question, draw_choices(bunches, first, scene.width, scene.scarce), *self.message)

    def watch(self) -> None:
        """Show what a bot did, for a moment."""
        reader = self.at_keyboard if len(self.people) == 1 else EVERYONE
        coming = self.table.actor
        if self.rushed or self.delay <= 0 or coming == reader:
            return
        key = "waiting.bot" if coming in self.bots else "waiting.person"
        name = self.table.setup.names[coming] if coming >= 0 else ""
        bottom = Text(self.say(key, name=name) if name else "", style="dim")
        self.screen.frame(self.top(self.scene(reader)), self.log(reader), bottom)
        self.rushed = self.screen.keyboard.wait(self.delay)


def unseen(game: Game[Any], s: Any, seat: int) -> list[int]:
    """What a seat has not seen yet in a state."""
    out = [0] * game.deal_size
    return out[: game.unseen(game.view(s, seat), out)]


def refused_undo(session: Session, seat: int) -> tuple[str, dict[str, object]] | int:
    """How many actions to take back for a seat's last decision, or why that is not possible any more."""
    table = session.table
    line = table.kept_entries
    own = [place for place, entry in enumerate(line) if entry.actor == seat]
    if not own:
        return "undo.nothing", {}
    later = line[own[-1] + 1 :]
    if any(entry.actor == CHANCE for entry in later):
        return "undo.chance", {}
    for entry in later:
        if entry.actor in session.people:
            return "undo.other", {"name": table.setup.names[entry.actor]}
    before = table.state_after(own[-1])
    if unseen(table.game, before, seat) != unseen(table.game, table.state, seat):
        return "undo.hidden", {}
    return len(later) + 1
