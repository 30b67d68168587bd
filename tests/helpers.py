"""What the contract tests share: every game, rule set and player count, and random games of them."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from tatze.core.chance import Fairness
from tatze.core.game import Game
from tatze.core.layout import State
from tatze.core.setup import Setup, make_setup, write_rules
from tatze.core.table import Table
from tatze.games import game_named, game_names

POUNCE = Path(__file__).with_name("pounce")
"""The folder in which the game of the tests is installed, as a package with an entry point."""


def every_setting(names: Iterable[str] | None = None) -> list[tuple[str, str, int]]:
    """Game, rule set and number of players, for all settings of these games, or of all games."""
    return [
        (name, rule_set.name, players)
        for name in names or game_names()
        for rule_set in game_named(name).rule_sets.values()
        for players in rule_set.players
    ]


def heed_ctrl_c() -> None:
    """For a new process: heed Ctrl-C, also where the tests run in the background and a shell switched it off."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def open_table(name: str, rules: str, players: int, seed: int = 0) -> Table[Any]:
    game = game_named(name)
    return Table.open(game, make_setup(game, rules, players), Fairness.from_seed(seed))


def random_table(name: str, rules: str, players: int, seed: int = 0, stop: int = 10**6) -> Table[Any]:
    """A table after `stop` random decisions, or at the end of the game."""
    table = open_table(name, rules, players, seed)
    random = Random(seed)
    for _ in range(stop):
        if table.over:
            break
        table.play(random.choice(table.legal_actions))
    return table


S = TypeVar("S", bound=State)


def states(game: Game[S], setup: Setup, seed: int, checked: bool = False) -> Iterator[tuple[S, list[int], int]]:
    """Every state of a random game with its legal actions and the action chosen; then the last one with −1.

    The state is the same object each time, moving on."""
    random = Random(seed)
    s = game.layout.checked() if checked else game.layout.new()
    write_rules(game, setup, s)
    deal = [0] * game.deal_size
    deal = deal[: game.stock(s, deal)]
    random.shuffle(deal)
    s.start = random.randrange(setup.players)
    game.begin(s, deal, len(deal))
    while not s.reason:
        legal = game.legal_actions(s)
        action = random.choice(legal)
        yield s, legal, action
        game.apply(s, action)
    yield s, [], -1
