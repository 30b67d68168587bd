"""Going back by checkpoints leads to the same states as playing from the beginning."""

from __future__ import annotations

from random import Random

import pytest

from tatze.core.table import Table
from tatze.core.table.checkpoints import CHECKPOINT_INTERVAL
from tatze.games import game_named, game_names
from tests.helpers import random_table


@pytest.mark.parametrize("name", game_names())
def test_the_state_after_each_action_is_the_one_that_was_there(name: str) -> None:
    table = random_table(name, "base", 3, seed=5, stop=60)
    pack = table.game.layout.pack
    replayed = Table(table.game, table.setup, table.start, table.deal)
    for actions, entry in enumerate(table.kept_entries):
        assert pack(table.state_after(actions)) == pack(replayed.state)
        replayed.play(entry.action)
    assert pack(table.state_after(len(table.kept_entries))) == pack(table.state) == pack(replayed.state)


def test_undos_of_every_length_around_a_checkpoint_lead_back() -> None:
    table = random_table("linko", "base", 3, seed=6, stop=3 * CHECKPOINT_INTERVAL)
    pack = table.game.layout.pack
    states = [pack(table.state_after(actions)) for actions in range(len(table.kept_entries) + 1)]
    for actions in range(1, len(table.kept_entries) + 1):
        twin = table.copy()
        twin.undo(0, actions)
        assert pack(twin.state) == states[-1 - actions]
    assert pack(table.state) == states[-1]


def test_a_game_of_plays_and_undos_is_where_its_kept_actions_lead() -> None:
    random = Random(3)
    table = random_table("linko", "base", 3, seed=7, stop=20)
    for _ in range(150):
        if table.over or (table.kept_entries and random.random() < 0.3):
            table.undo(0, random.randint(1, min(20, len(table.kept_entries))))
        else:
            table.play(random.choice(table.legal_actions))
    fresh = Table(game_named("linko"), table.setup, table.start, table.deal)
    for entry in table.kept_entries:
        fresh.play(entry.action)
    assert fresh.game.layout.pack(fresh.state) == table.game.layout.pack(table.state)


def test_a_state_that_was_asked_for_can_be_changed_without_harm() -> None:
    table = random_table("linko", "base", 3, seed=5, stop=20)
    before = table.game.layout.pack(table.state_after(CHECKPOINT_INTERVAL))
    table.state_after(CHECKPOINT_INTERVAL).turn = 99
    assert table.game.layout.pack(table.state_after(CHECKPOINT_INTERVAL)) == before
