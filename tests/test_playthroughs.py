"""Golden playthroughs: a whole game of every rule set, as a record and as a story that a person has read.

`python -m tests.test_playthroughs` writes them anew. Read the difference before you keep it: a story that changed
means that the rules, a bot or the words did."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from tatze.bots import bot_named
from tatze.core.chance import Fairness
from tatze.core.layout import EVERYONE
from tatze.core.record import read_record, record_text
from tatze.core.setup import make_setup
from tatze.core.table import Table
from tatze.games import game_named, game_names
from tatze.terminal.replay import ReplayViewer, print_replay

FOLDER = Path(__file__).with_name("playthroughs")
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Finn")
RULE_SETS = [(game, rules) for game in game_names() for rules in game_named(game).rule_sets]


def play(name: str, rules: str) -> str:
    """A game of yardsticks, which never change."""
    game = game_named(name)
    players = game.rule_sets[rules].players[0]
    setup = make_setup(game, rules, players, names=NAMES[:players])
    table = Table.open(game, setup, Fairness.from_seed(2014))
    bot = bot_named(name, "yardstick")
    while not table.over:
        table.play(bot.choose(table.view(table.actor), table.legal_actions))
    return record_text(table, day="")


def story(name: str, record: str) -> str:
    """What everybody saw, in words."""
    out = io.StringIO()
    table = read_record(record).replay(game_named(name))
    print_replay(ReplayViewer(table, EVERYONE, "en"), Console(file=out, width=120, color_system=None))
    outcome = table.outcome
    assert outcome
    return f"{out.getvalue()}\n{outcome}\n"


@pytest.mark.parametrize(("name", "rules"), RULE_SETS)
def test_the_story_is_the_one_that_was_read(name: str, rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = FOLDER / f"{name}-{rules}.tatze"
    record = path.read_text(encoding="utf-8")
    writer = read_record(record).headers["Software"].removeprefix("tatze ")  # also an older version than this one
    monkeypatch.setattr("tatze.core.record.write.__version__", writer)
    assert play(name, rules) == record
    assert story(name, record) == path.with_suffix(".txt").read_text(encoding="utf-8")


def test_there_is_no_playthrough_without_a_rule_set() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {f"{name}-{rules}" for name, rules in RULE_SETS}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, rules in RULE_SETS:
        path = FOLDER / f"{name}-{rules}.tatze"
        path.write_text(play(name, rules), encoding="utf-8")
        path.with_suffix(".txt").write_text(story(name, path.read_text(encoding="utf-8")), encoding="utf-8")
