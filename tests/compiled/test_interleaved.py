"""The rules do the same with interleaved states as with plain ones. Here they are compiled for the CPU, where they can
be run without a CUDA device."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest

from tatze.compiled.builder import build
from tatze.compiled.forms import dtype_of, form_of
from tatze.compiled.interleaved import in_place, interleaved, interleaving
from tatze.compiled.replacements import memory_copy
from tatze.core.layout import CHANCE
from tatze.core.setup import make_setup
from tatze.games import game_named
from tests.compiled.test_builder import module_of
from tests.helpers import states

SOURCE = """
def list_places(memory, i, actions):
    return legal(state_at(memory, i), actions)
def act(memory, i, action):
    apply(state_at(memory, i), action)
def see(memory, i, row):
    s = state_at(memory, i)
    hide(s, s.actor, view_at(memory, i))
    observe(view_at(memory, i), row)
def digest(memory, i):
    return fold_state(state_at(memory, i), 1)
def digest_plain(records, i):
    return fold_state(records[i], 1)
def copy_from(memory, i, out, j):
    copy_column(state_at(memory, i), state_at(out, j))
"""


@pytest.mark.parametrize(("name", "rules", "players"), [("linko", "base", 5), ("verflixxt", "combined", 3)])
def test_rules_do_the_same_with_interleaved_states(name: str, rules: str, players: int) -> None:
    game, form = game_named(name), form_of(name, "cpu")
    users = module_of(f"interleaved_{name}", SOURCE)
    users.__dict__.update(in_place(interleaving(game)), copy_column=memory_copy(game), GENERATED=SOURCE)
    compiled = build("cpu", [users], {}, base=form)
    path = [
        (game.layout.copy(s), legal, action) for s, legal, action in states(game, make_setup(game, rules, players), 3)
    ]
    records = np.zeros(len(path), dtype_of(game.layout))
    for i, (s, _, _) in enumerate(path):
        for field in game.layout.fields:
            records[field][i] = getattr(s, field)
    assert len(path) > 33  # more than one group of games
    memory: Any = interleaved(game, records)
    copied = np.zeros_like(memory)
    actions, row = np.zeros(game.actions, np.int32), np.zeros(game.observation.length, np.int8)
    for i, (s, legal, action) in enumerate(islice(path, len(path) - 1)):
        assert actions[: compiled.list_places(memory, i, actions)].tolist() == legal
        if s.actor != CHANCE:
            compiled.see(memory, i, row)
            plain = [0] * game.observation.length
            game.observation.observe(game.view(s, s.actor), plain)
            assert row.tolist() == plain
        compiled.copy_from(memory, i, copied, i + 1)
        assert compiled.digest(copied, i + 1) == compiled.digest_plain(records, i)
        compiled.act(memory, i, action)
        assert compiled.digest(memory, i) == compiled.digest_plain(records, i + 1)
