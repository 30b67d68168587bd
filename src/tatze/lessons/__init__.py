"""Lessons: a first game of a rule set to learn from.

A lesson follows a script, which is a record in the game's folder. The deal is the script's, and opponents and dice do
what it says as long as the learner, on seat A, follows it too. The sentences lie beside the script: the words
`NAME.5` go with its entry 5, and `NAME.after.4` are said after its entry 4. A decision with the words `NAME.5.ask` is a
key decision: the learner is asked instead of told, another choice is answered with `NAME.5.wrong` (or, for one action,
`NAME.5.wrong.ACTION`), and the right one with `NAME.5.right` if there are such words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from tatze.core.chance import Fairness
from tatze.core.errors import SetupError
from tatze.core.game import Game
from tatze.core.layout import CHANCE
from tatze.core.record import read_record
from tatze.core.setup import Setup
from tatze.core.table import Entry, Table, draw_roll
from tatze.core.words import load_words
from tatze.games import game_named, game_names

LEARNER = 0
"""The learner's seat."""
LEVEL = "kitten"
"""The level of the bots that play for the opponents where the script does not say what they do."""
WORDS_A_MINUTE = 200
"""How fast a learner reads a lesson's sentences."""
DECISION_SECONDS = 4
"""How long a learner looks at the table before a decision."""


def lessons(game: str) -> list[str]:
    """The names of a game's lessons, in the order in which to learn: one for each rule set that has a script."""
    record = game_named(game)
    return [f"{game}-{rules}" for rules in record.rule_sets if _script(record, rules).is_file()]


def _script(game: Game[Any], rules: str) -> Traversable:
    """The record that the lesson of a rule set follows, in the game's folder."""
    return files(game.package).joinpath("lessons", f"{rules}.tatze")


def lesson_words(game: str, lang: str) -> Mapping[str, str]:
    """The sentences of a game's lessons by key, such as "GAME-RULES.5"."""
    return load_words(f"{game_named(game).package}.lessons", lang) if lessons(game) else {}


def lesson_minutes(name: str) -> int:
    """How many minutes a lesson takes: the time to read its sentences, and some seconds for each decision."""
    lesson = lesson_named(name)
    heard = re.compile(rf"{name}\.(\w+|after\.\d+)")
    said = [text for key, text in lesson_words(lesson.game.name, "en").items() if heard.fullmatch(key)]
    decisions = sum(entry.actor == LEARNER for entry in lesson.entries)
    return max(1, round(len(" ".join(said).split()) / WORDS_A_MINUTE + decisions * DECISION_SECONDS / 60))


@dataclass(frozen=True)
class Lesson:
    """A game to learn from: its settings, its deal and the actions of its script."""

    name: str
    game: Game[Any]
    setup: Setup
    start: int
    deal: tuple[int, ...]
    entries: tuple[Entry, ...]

    def step(self, actions: Sequence[int]) -> int | None:
        """How many actions have followed the script; None if they left it."""
        script = [entry.action for entry in self.entries[: len(actions)]]
        return len(script) if list(actions[: len(script)]) == script else None

    def next_action(self, actions: Sequence[int]) -> int | None:
        """The action that the script has after these; None if they left it, or if it is over."""
        step = self.step(actions)
        return None if step is None or step == len(self.entries) else self.entries[step].action


@cache
def lesson_named(name: str) -> Lesson:
    """The lesson of this name."""
    if name not in (known := [lesson for game in game_names() for lesson in lessons(game)]):
        raise SetupError(f'there is no lesson "{name}"; there are {", ".join(known)}')
    game = game_named(next(game for game in game_names() if name in lessons(game)))
    script = _script(game, name.removeprefix(f"{game.name}-"))
    record = read_record(script.read_text(encoding="utf-8"), name)
    table = record.replay(game)
    return Lesson(name, game, table.setup, table.start, table.deal, tuple(table.entries))


class LessonTable(Table[Any]):
    """A table that follows a lesson. Where its script is left or over, rolls are drawn from `dice`. Nothing is promised
    about them, so the table has no fairness to prove."""

    def __init__(self, lesson: Lesson, names: Sequence[str], dice: Fairness) -> None:
        self.lesson = lesson
        self.dice = dice
        super().__init__(lesson.game, replace(lesson.setup, names=tuple(names)), lesson.start, lesson.deal)

    @property
    def step(self) -> int | None:
        """How many actions have followed the script; None if the learner left it."""
        return self.lesson.step(self._actions())

    @property
    def asks(self) -> bool:
        """Whether the next entry of the script is a key decision, which the learner is to find."""
        return f"{self.lesson.name}.{self.step}.ask" in lesson_words(self.lesson.game.name, "en")

    @property
    def scripted(self) -> int | None:
        """The action that the script has next; None if it was left, or if it is over."""
        return self.lesson.next_action(self._actions())

    def roll(self) -> None:
        while self.actor == CHANCE:
            roll = self.scripted
            self._enter(draw_roll(self.dice, self.rolls, self.legal_actions) if roll is None else roll)

    def undo_to(self, seat: int) -> int:
        """How many actions an undo takes back to the last decision of a seat, rolls counted; 0 if it made none."""
        line = self.kept_entries
        made = [number for number, entry in enumerate(line) if entry.actor == seat]
        return len(line) - made[-1] if made else 0

    def _actions(self) -> list[int]:
        return [entry.action for entry in self.kept_entries]
