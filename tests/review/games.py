"""Finished games for the tests of reviews."""

from __future__ import annotations

from functools import cache
from typing import Any

from tatze.bots import bot_named
from tatze.core.table import Table
from tatze.games import game_named
from tatze.review.game import review_game
from tatze.review.results import GameReview
from tests.helpers import open_table

TRAINED = [name for name in ("linko", "verflixxt") if game_named(name).weights]


@cache
def played(name: str, rules: str = "base", players: int = 4, bots: tuple[str, ...] = ("thumb",)) -> Table[Any]:
    """A finished game of bots; those of `bots` sit in turn."""
    table = open_table(name, rules, players, seed=3)
    seats = [bot_named(name, bots[seat % len(bots)], seat) for seat in range(players)]
    while not table.over:
        table.play(seats[table.actor].choose(table.view(table.actor), table.legal_actions))
    return table


@cache
def reviewed(name: str, rules: str = "base", players: int = 4) -> GameReview:
    """The instant review of such a game."""
    return review_game(played(name, rules, players))
