"""What chance decides in a game of given settings: the basis on which anybody can check start, deal and rolls."""

from __future__ import annotations

from typing import Any

from tatze.core.errors import SetupError
from tatze.core.game import Game
from tatze.core.layout import CHANCE, NOBODY
from tatze.core.setup import Setup, agree
from tatze.core.table import opening, stock
from tatze.games import game_named, game_names
from tatze.server.table.refusals import Refused
from tatze.wire import ChanceAsked, ChanceInfo


def chance_of(asked: ChanceAsked) -> ChanceInfo:
    """Return the items that are shuffled and the outcomes of a roll. The answer depends on the settings alone, never
    on a table or its secret."""
    if asked.game not in game_names():
        raise Refused("table/setup", detail=f"there are {', '.join(game_names())}")
    game = game_named(asked.game)
    try:
        setup = agree(game, asked.rules, asked.players, options=asked.options)
    except SetupError as error:
        raise Refused("table/setup", detail=str(error)) from None
    items = [game.write_item(item) for item in stock(game, setup)]
    return ChanceInfo(items, [game.write(action) for action in outcomes(game, setup)])


def outcomes(game: Game[Any], setup: Setup) -> list[int]:
    """Return the actions among which a roll of this game chooses; empty where nothing is rolled. They are found by
    playing the first legal action until chance is due."""
    s = opening(game, setup, setup.start or 0, stock(game, setup))
    while s.actor not in (CHANCE, NOBODY):
        game.apply(s, game.legal_actions(s)[0])
        s.events.clear()
    return game.legal_actions(s) if s.actor == CHANCE else []
