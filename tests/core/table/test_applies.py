"""No quadratic work: how often the rules carry out an action, counted, for what people do all the time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from random import Random
from typing import Any

import pytest
from rich.console import Console

from tatze.core.chance import Fairness
from tatze.core.game import Game
from tatze.core.record import read_record, record_data, record_text
from tatze.core.setup import make_setup
from tatze.core.table import Table
from tatze.core.table.checkpoints import CHECKPOINT_INTERVAL
from tatze.games import BUILT_IN, game_named
from tatze.terminal.keyboard import ScriptedKeyboard
from tatze.terminal.replay import ReplayViewer, print_replay, watch_replay

ENTRIES = 120


class Counter:
    """A game whose rules count how often an action is carried out and how often the legal ones are listed."""

    def __init__(self, name: str) -> None:
        plain = game_named(name)
        self.applies = self.listings = 0

        def apply(s: Any, action: int) -> None:
            self.applies += 1
            plain.apply(s, action)

        def legal(s: Any, out: list[int]) -> int:
            self.listings += 1
            return plain.legal(s, out)

        self.game: Game[Any] = replace(plain, apply=apply, legal=legal)

    def of(self, work: Callable[[], object]) -> int:
        """Return how many actions are carried out during some work."""
        self.applies = self.listings = 0
        work()
        return self.applies

    def table(self) -> Table[Any]:
        """Return a table after ENTRIES random entries, enough for quadratic work to be seen."""
        table = Table.open(self.game, make_setup(self.game, "base", 4), Fairness.from_seed(1))
        random = Random(1)
        while table.version < ENTRIES:
            table.play(random.choice(table.legal_actions))
        return table


@pytest.fixture(params=BUILT_IN)
def counter(request: pytest.FixtureRequest) -> Counter:
    return Counter(request.param)


def test_a_play_lists_no_legal_actions_but_those_of_the_dice(counter: Counter) -> None:
    table = counter.table()
    action, rolls = table.legal_actions[0], table.rolls
    assert counter.of(lambda: table.play(action)) == 1 + table.rolls - rolls
    assert counter.listings == table.rolls - rolls


def test_writing_a_record_carries_out_nothing(counter: Counter) -> None:
    table = counter.table()
    assert counter.of(lambda: record_text(table)) == 0
    table.undo(0, 3)
    assert counter.of(lambda: record_text(table)) == 0
    assert counter.listings == 0


def test_the_json_form_replays_the_game_once(counter: Counter) -> None:
    table = counter.table()
    assert counter.of(lambda: record_data(table)) == table.version


def test_an_undo_carries_out_less_than_one_interval_again(counter: Counter) -> None:
    table = counter.table()
    for actions in range(1, CHECKPOINT_INTERVAL + 2):
        twin = table.copy()
        done = counter.of(lambda: twin.undo(0, actions))  # noqa: B023  # called at once
        rolled_again = twin.version - table.version - 1
        assert done < CHECKPOINT_INTERVAL + rolled_again


def test_a_record_of_many_undos_replays_in_linear_work(counter: Counter) -> None:
    table = counter.table()
    for _ in range(ENTRIES):
        table.undo(0)
        if table.actor >= 0:
            table.play(table.legal_actions[0])
    record = read_record(record_text(table))
    assert counter.of(lambda: record.replay(counter.game)) < table.version * CHECKPOINT_INTERVAL


def test_each_frame_of_a_terminal_replay_carries_out_less_than_one_interval_for_each_sentence(counter: Counter) -> None:
    table = counter.table()
    viewer, console = ReplayViewer(table, 0, "en"), Console(file=StringIO())
    assert counter.of(lambda: print_replay(viewer, console)) < table.version * CHECKPOINT_INTERVAL
    last = str(table.version)
    keyboard = ScriptedKeyboard([last, "b", "q"])
    frames, sentences, drawings = 3, 8, 2
    limit = frames * (sentences + drawings) * CHECKPOINT_INTERVAL
    assert counter.of(lambda: watch_replay(viewer, console, keyboard)) < limit
