"""How many action sequences there are from a fixed deal, pinned: a slip in what is legal changes the numbers.

`python -m tests.test_counts` prints them anew; a change of a number is a change of the rules, and must be meant."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tatze.core.game import Game
from tatze.core.layout import State
from tests.helpers import every_setting, open_table

PINNED = Path(__file__).with_name("counts.json")
LIMIT = 20_000
"""The count goes one action deeper while the last depth had fewer sequences than this."""


def sequences(game: Game[Any], s: State, depth: int) -> int:
    """How many sequences of so many legal actions begin here; a game that ends earlier counts as one."""
    legal = game.legal_actions(s)
    if depth == 1 or not legal:
        return max(1, len(legal))
    total = 0
    for action in legal:
        twin = game.layout.copy(s)
        game.apply(twin, action)
        total += sequences(game, twin, depth - 1)
    return total


def counts(name: str, rules: str, players: int) -> list[int]:
    """From a position in mid-game, where every kind of decision can follow."""
    table = open_table(name, rules, players, seed=99)
    while table.version < 24:
        table.play(table.legal_actions[table.version * 7 % len(table.legal_actions)])
    found: list[int] = []
    while not found or found[-1] < LIMIT / 10:
        found.append(sequences(table.game, table.state, len(found) + 1))
    return found


@pytest.mark.parametrize(("name", "rules", "players"), every_setting())
def test_the_number_of_action_sequences_is_as_pinned(name: str, rules: str, players: int) -> None:
    pinned = json.loads(PINNED.read_text(encoding="utf-8"))
    assert counts(name, rules, players) == pinned[f"{name} {rules} {players}"]


if __name__ == "__main__":
    found = {f"{name} {rules} {players}": counts(name, rules, players) for name, rules, players in every_setting()}
    lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(numbers)}" for key, numbers in found.items())
    PINNED.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
