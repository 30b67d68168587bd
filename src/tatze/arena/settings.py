"""The settings in which strength is measured, and matches of one bot among others in one of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from tatze.arena.entrants import read_entrant
from tatze.arena.match import Match
from tatze.core.setup import make_setup
from tatze.games import game_named, game_names

LEAST_DEALS = 2
"""Number of deals that an interval needs."""


class MatchSetting(NamedTuple):
    """A game, one of its rule sets, and a number of players."""

    game: str
    rules: str
    players: int


def every_setting() -> Iterator[MatchSetting]:
    """Every game with every rule set and number of players."""
    for game in game_names():
        for rule_set in game_named(game).rule_sets.values():
            for players in rule_set.players:
                yield MatchSetting(game, rule_set.name, players)


def network_settings() -> list[MatchSetting]:
    """The settings of the games that have a network."""
    return [setting for setting in every_setting() if game_named(setting.game).weights]


def main_settings() -> list[MatchSetting]:
    """The settings in which strength has to be known best: those that the games name for it."""
    return [MatchSetting(game, *setting) for game in game_names() for setting in game_named(game).training.measured]


def one_against(
    setting: MatchSetting,
    hero: str,
    field: str,
    seed: int,
    deals: int = LEAST_DEALS,
    options: Mapping[str, str] | None = None,
) -> Match:
    """Return the match of one bot against others of one kind. Bots are written as in `tatze arena`; a bot against
    itself gets the label "again" on the other seats."""
    one, other = read_entrant(hero), read_entrant(field)
    if one.label == other.label:
        other = replace(other, label="again")
    setup = make_setup(game_named(setting.game), setting.rules, setting.players, None, options)
    return Match(setting.game, setup, seed, deals, (one, other), one.label)
