"""What bots and learners read from a view stays inside the layout: no negative index, no number that does not fit.

The functions run in the checked form, on the views of random games of every setting."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tatze.core.game import Game
from tatze.core.layout import EVERYONE
from tatze.core.setup import make_setup
from tatze.games import game_named
from tests.helpers import every_setting, states

SETTINGS = pytest.mark.parametrize(("name", "rules", "players"), every_setting())
VIEWS_PER_GAME = 12
"""How many states of a game are looked at: enough of them to see all of its phases over all settings."""


def checked_views(game: Game[Any], rules: str, players: int) -> Iterator[tuple[Any, list[int]]]:
    """The views of the seat that decides and of everybody, with the legal actions, at moments of a random game."""
    random, setup = Random(players), make_setup(game, rules, players)
    moments = [i for i, (s, _, _) in enumerate(states(game, setup, players)) if s.actor >= 0]
    wanted = set(random.sample(moments, min(VIEWS_PER_GAME, len(moments))))
    for i, (s, legal, _) in enumerate(states(game, setup, players)):
        if i in wanted:
            for viewer in (s.actor, EVERYONE):
                view = game.layout.checked()
                game.hide(s, viewer, view)
                yield view, legal


@SETTINGS
def test_an_observation_is_written_within_its_length_and_bounds(name: str, rules: str, players: int) -> None:
    game = game_named(name)
    shape = game.observation
    for view, _ in checked_views(game, rules, players):
        row = [0] * shape.length
        shape.observe(view, row)
        for block in shape.blocks:
            assert all(block.low <= row[place] <= block.high for place in block.places()), block.name


@SETTINGS
def test_features_are_zeros_and_ones_and_choices_lead_back_to_actions(name: str, rules: str, players: int) -> None:
    game = game_named(name)
    features = game.features
    if features is None:
        assert not game.weights  # a network needs features
        return
    for view, legal in checked_views(game, rules, players):
        row = [0] * features.length
        features.describe(view, row)
        assert set(row) == {0, 1}
        if view.viewer >= 0:
            choices = [features.choice_of(view, action) for action in legal]
            assert all(0 <= choice < features.choices for choice in choices)
            assert [features.action_of(view, choice, [0] * game.actions) for choice in choices] == legal


@SETTINGS
def test_rule_of_thumb_bots_choose_a_legal_action_and_the_worth_is_what_thumb_goes_by(
    name: str, rules: str, players: int
) -> None:
    game = game_named(name)
    for view, legal in checked_views(game, rules, players):
        if view.viewer >= 0:
            assert game.bots.yardstick(view, legal, len(legal)) in legal
            chosen = game.bots.thumb(view, legal, len(legal))
            assert game.bots.thumb_worth(view, chosen) == max(game.bots.thumb_worth(view, action) for action in legal)
