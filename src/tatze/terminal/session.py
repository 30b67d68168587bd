"""One game at this terminal: who sits where, what each person has seen, and how it is drawn."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tatze.bots import Bot
from tatze.core.layout import EVERYONE
from tatze.core.record import PERSON
from tatze.core.table import Table
from tatze.core.words import say
from tatze.terminal.board import Board, Bunch, Scene, board_of
from tatze.terminal.choices import draw_choices, numbered
from tatze.terminal.saving import SaveFile
from tatze.terminal.screen import Screen

MIN_LOG_LINES = 3
"""The number of lines that the log should have at least; where they do not fit, the table is drawn more briefly."""
RECENT_ENTRIES = 40
"""The number of entries before a seat's last decision that are told again: enough to fill a screen."""


@dataclass(kw_only=True)
class Session:
    """The state of one game at this terminal, beside the table itself."""

    table: Table[Any]
    seats: Sequence[str]
    """For each seat "you" or the name of a bot."""
    lang: str
    screen: Screen
    save_file: SaveFile
    bots: dict[int, Bot[Any]]
    delay: float
    """How long the action of a bot stays on the screen, in seconds; not at all if negative."""
    number: int = 1
    """The number of this game in its series, from 1."""
    aid: bool = True
    """Whether the screen shows what is known of the hands."""
    rushed: bool = False
    """Whether somebody asked not to wait for bots any more until the next decision of a person."""
    stand_ins: list[tuple[int, int]] = field(default_factory=list)
    """Version and seat of each decision that a simpler bot made in the place of the seat's own."""
    since: dict[int, int] = field(default_factory=dict)
    """The version of the table at which each person last decided."""
    at_keyboard: int = EVERYONE
    """The seat of the person who looks at the screen; EVERYONE before the first decision of several people."""
    message: list[Text] = field(default_factory=list)
    """Lines that stand above the next prompt."""

    def __post_init__(self) -> None:
        self.board: Board = board_of(self.table.game)
        self.people: list[int] = [seat for seat, name in enumerate(self.seats) if name == PERSON]
        self.at_keyboard = self.people[0] if len(self.people) == 1 else EVERYONE

    def say(self, key: str, **params: object) -> str:
        """Return one of the terminal's sentences."""
        return say("tatze.terminal", self.lang, key, params)

    def add_message(self, key: str, **params: object) -> None:
        """Add one of the terminal's sentences to what stands above the next prompt."""
        self.message.append(Text(self.say(key, **params)))

    def scene(self, seat: int, scarce: int = 0) -> Scene:
        """Return what a seat looks at. `scarce` says how scarce lines are: 0, 1 or 2."""
        return Scene(
            game=self.table.game,
            view=self.table.view(seat),
            names=self.table.setup.names,
            lang=self.lang,
            aid=self.aid,
            width=self.screen.width,
            scarce=scarce,
        )

    # --- What happened, in words ---

    def introduction(self, seat: int) -> list[str]:
        """Return what is said before anything has happened: rules, options, commitment, start."""
        table, scene = self.table, self.scene(seat)
        lines = [scene.say(f"ruleset.{table.setup.rules}")]
        for option, value in table.setup.options.items():
            sentence = scene.say(f"option.{option}") if value == "yes" else ""
            lines.append(sentence or self.say("start.option", option=option, value=value))
        if table.fairness:
            lines.append(self.say("start.fair", short=table.fairness.commitment[:12]))
        begins = "log.start.you" if table.start == seat else "log.start"
        return [*lines, self.say(begins, name=table.setup.names[table.start])]

    def sentences(self, seat: int, since: int = 0, until: int | None = None) -> list[str]:
        """Return what happened between two versions and was not undone, in the words of a seat."""
        table = self.table
        events = table.events_for(seat, since)
        kept = table.log.kept
        end = len(kept) if until is None else bisect_left(kept, until)
        versions = kept[bisect_left(kept, since) : end]
        told = [event for version in versions for event in events[version - since]]
        return [*self.board.sentences(self.scene(seat), told), *self._stand_in_sentences(since, until)]

    def note_stand_in(self, seat: int) -> None:
        """Note that a simpler bot makes the decision that comes next, for the log, the screen and the record."""
        self.stand_ins.append((self.table.version, seat))
        self.save_file.stand_ins[seat] += 1

    def _stand_in_sentences(self, since: int, until: int | None) -> list[str]:
        counts = Counter(seat for version, seat in self.stand_ins if since <= version < (until or self.table.version))
        return [
            self.say("stand_in", name=self.table.setup.names[seat], count=count)
            for seat, count in sorted(counts.items())
        ]

    def recent_log(self, seat: int) -> list[tuple[str, bool]]:
        """Return what happened lately, and of each sentence whether it is new: since the seat's last decision."""
        since = self.since.get(seat, 0)
        early = max(0, since - RECENT_ENTRIES)
        old = [] if early else self.introduction(seat)
        old += self.sentences(seat, early, since) if since else []
        new = self.sentences(seat, since)
        return [(sentence, since == 0) for sentence in old] + [(sentence, True) for sentence in new]

    # --- What is drawn ---

    def top(self, scene: Scene) -> RenderableType:
        """Draw the title and the table."""
        return Group(self._title(scene), self.board.draw(scene))

    def bottom(self, scene: Scene, bunches: list[Bunch], first: int) -> RenderableType:
        """Draw the question, the numbered choices and the messages."""
        question = Text(self.board.question(scene), style="bold")
        return Group(question, draw_choices(bunches, first, scene.width, scene.scarce), *self.message)

    def ask(self, seat: int) -> tuple[str, dict[int, int]]:
        """Draw the table with the choices of a seat and read a line; returns it and the action of each number."""
        scene = self.scene(seat)
        bunches = self.board.choices(scene, self.table.legal_actions, self.table.foresee)
        first = self.board.first_number(scene)
        top, bottom = self.top(scene), self.bottom(scene, bunches, first)
        while scene.scarce < 2 and not self.screen.fits(top, bottom, MIN_LOG_LINES - scene.scarce):
            scene = self.scene(seat, scene.scarce + 1)
            top, bottom = self.top(scene), self.bottom(scene, bunches, first)
        self.screen.frame(top, self.recent_log(seat), bottom)
        self.message.clear()
        typed = self.screen.ask(self.say("prompt", name=self.table.setup.names[seat]))
        return typed, numbered(bunches, first)

    def show_bot_action(self) -> None:
        """Show what a bot did, until the delay is over or somebody presses Enter."""
        reader = self.at_keyboard if len(self.people) == 1 else EVERYONE
        coming = self.table.actor
        if self.rushed or self.delay <= 0 or coming == reader:
            return
        key = "waiting.bot" if coming in self.bots else "waiting.person"
        name = self.table.setup.names[coming] if coming >= 0 else ""
        bottom = Text(self.say(key, name=name) if name else "", style="dim")
        self.screen.frame(self.top(self.scene(reader)), self.recent_log(reader), bottom)
        self.rushed = self.screen.keyboard.wait(self.delay)

    def _title(self, scene: Scene) -> RenderableType:
        name = scene.say(f"ruleset.{self.table.setup.rules}.name")
        title = Text.assemble((scene.say("title"), "bold"), f" · {name}")
        if self.save_file.games > 1:
            title.append(f" · {self.say('series', game=self.number, games=self.save_file.games)}")
        line = Grid.grid(expand=True)
        line.add_column(no_wrap=True, overflow="ellipsis")
        line.add_column(no_wrap=True, justify="right")
        line.add_row(title, Text(self.board.corner(scene)))
        return line
