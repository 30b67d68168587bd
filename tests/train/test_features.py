"""What networks are told: the same in every form, nothing hidden, and a place for every choice."""

from __future__ import annotations

from random import Random

import pytest
import torch

from tatze.bots.learned.network import describe, features_of, fingerprint
from tatze.core.sample import sample
from tatze.core.setup import make_setup
from tatze.core.thermometer import exact_thermometer
from tatze.games import BUILT_IN, game_named
from tatze.games.verflixxt import features as verflixxt
from tatze.games.verflixxt.state import GIFT, LUCKY, MINUS, PLUS, START, STEAL
from tatze.train.settings import all_settings, games_per_setting, plain_settings
from tatze.train.smoke import compare
from tatze.train.vector.games import VectorGames
from tests.helpers import every_setting, random_table, states


@pytest.mark.parametrize("name", BUILT_IN)
def test_compiled_features_and_masks_are_those_of_plain_python(name: str) -> None:
    settings = all_settings(name)
    games = VectorGames(name, settings, [2] * len(settings), seed=3)
    module = features_of(name)
    ended = 0
    for _ in range(12):
        features = torch.zeros(games.size, module.length, dtype=torch.int8)
        masks = torch.zeros(games.size, module.choices, dtype=torch.int8)
        games.encode_actors(games.numba_view(features), games.numba_view(masks))
        for record, row, mask, actor in zip(games.states(), features, masks, games.actor, strict=True):
            compare(games, record, row.numpy(), mask.numpy(), int(actor))
        games.play_randomly(17)
        ended += int((games.done > 0).sum())
    assert ended > 0


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_watcher_is_told_what_its_own_view_shows(name: str) -> None:
    settings = plain_settings(name)
    games = VectorGames(name, settings, [2] * len(settings), seed=4)
    games.play_randomly(40)
    game = game_named(name)
    for viewer in range(games.seats):
        viewers = torch.full((len(settings),), viewer)
        features = torch.zeros(len(settings), features_of(name).length, dtype=torch.int8)
        games.encode_seats(games.numba_view(viewers), 1, 2, games.numba_view(features))
        for i, row in enumerate(features.numpy()):
            s = game.layout.new()
            for column, width in game.layout.fields.items():
                value = games.states()[1 + 2 * i][column]
                setattr(s, column, value.tolist() if width.shape else int(value))
            wanted = describe(name, game.view(s, viewer)) if viewer < settings[i].players else row * 0
            assert (row == wanted).all()


@pytest.mark.parametrize("name", BUILT_IN)
def test_features_do_not_depend_on_what_the_seat_may_not_see(name: str) -> None:
    game, random = game_named(name), Random(5)
    for stop in (0, 7, 30, 60):
        table = random_table(name, "base", 4, seed=stop, stop=stop)
        for seat in range(4):
            other = game.view(sample(game, table.view(seat), random), seat)
            assert (describe(name, table.view(seat)) == describe(name, other)).all()


@pytest.mark.parametrize(("name", "rules", "players"), every_setting(BUILT_IN))
def test_every_legal_action_has_a_choice_of_its_own_that_leads_back(name: str, rules: str, players: int) -> None:
    game, module = game_named(name), features_of(name)
    for s, legal, _ in states(game, make_setup(game, rules, players), seed=2, checked=True):
        if s.actor >= 0:
            choices = [module.choice_of(s, action) for action in legal]
            assert len(set(choices)) == len(choices)
            assert all(0 <= choice < module.choices for choice in choices)
            assert [module.action_of(s, choice, [0] * game.actions) for choice in choices] == legal
            row = describe(name, game.view(s, s.actor))
            assert set(row.tolist()) == {0, 1}


def test_a_fingerprint_is_that_of_one_game_and_always_the_same() -> None:
    assert fingerprint("linko") == fingerprint("linko") != fingerprint("verflixxt")


def test_every_setting_gets_its_share_of_the_games() -> None:
    for name in BUILT_IN:
        settings = all_settings(name)
        counts = games_per_setting(settings, 32768)
        assert sum(counts) == 32768
        assert min(counts) > 300
        assert sum(games_per_setting(settings, len(settings))) == len(settings)
        with pytest.raises(ValueError, match="too few"):
            games_per_setting(settings, len(settings) - 1)


def test_a_gauge_can_tell_every_count_from_the_next() -> None:
    seen = set()
    for count in range(8 + 4 * 8 + 4):
        row = [0] * 19
        exact_thermometer(row, 0, count, 8, 4, 8)
        seen.add(tuple(row))
    assert len(seen) == 8 + 4 * 8 + 4


def test_tiles_of_verflixxt_look_different_each() -> None:
    module = verflixxt
    rows = set()
    for tile in [*range(-MINUS, 0), *range(1, PLUS + 1), LUCKY, GIFT, STEAL, START]:
        row = [0] * module.TILE
        module.describe_tile(row, 0, tile)
        rows.add(tuple(row))
    assert len(rows) == MINUS + PLUS + 4


def test_of_a_tower_the_next_two_minus_tiles_that_luck_would_turn_are_told() -> None:
    game, module = game_named("verflixxt"), verflixxt
    table = random_table("verflixxt", "base", 2, seed=1, stop=0)
    s = game.view(table.state, 0)
    s.tower[0][:4], s.height[0] = [-3, -9, LUCKY, -5], 4
    row = [0] * module.LENGTH
    module.describe(s, row)
    at = module.TOWERS + 12
    told = [sum(row[at + 3 + k * MINUS : at + 3 + (k + 1) * MINUS]) for k in range(2)]
    assert told == [5, 3]  # the lucky tile has turned the 9
