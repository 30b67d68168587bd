"""Vectorised games: what a decider sees right after its choice, and scripted seats."""

from __future__ import annotations

from typing import Any

import torch

from tatze.bots.learned.network import describe, features_of
from tatze.games import game_named
from tatze.train.settings import GameSetting
from tatze.train.vector.games import VectorGames, scripted_seats


def test_what_is_seen_after_a_choice_is_what_that_seat_may_know_then() -> None:
    """In a game of perfect information: the state after the move, before the die falls."""
    games = VectorGames("verflixxt", [GameSetting("base", 3)], [5], 3, cuda=False)
    game, module = game_named("verflixxt"), features_of("verflixxt")
    masks, features = games.new((5, module.choices), torch.int8), games.new((5, module.length), torch.int8)
    for _ in range(12):
        masks.zero_()
        games.encode_actors(games.numba_view(features), games.numba_view(masks))
        before = [state_of(game, record) for record in games.states()]
        chosen = masks.float().argmax(1)
        games.step(chosen)
        for s, choice, after in zip(before, chosen.tolist(), games.afterstates, strict=True):
            seat = s.actor
            game.apply(s, module.action_of(s, choice, [0] * game.actions))
            assert (describe("verflixxt", game.view(s, seat)) == after.numpy()[: module.length]).all()


def test_thumb_bots_sit_at_some_seats_and_never_have_to_be_asked() -> None:
    players = torch.tensor([2, 3, 4, 5] * 500)
    seats = scripted_seats(players, 0.5, 1)
    assert not seats[players == 2].any()
    assert 0.3 < float((seats[players == 4] > 0).float().mean()) < 0.5  # in an eighth of the chosen ones nobody is
    assert bool((seats < (1 << players) - 1).all())
    games = VectorGames("verflixxt", [GameSetting("base", 4)], [40], 3, cuda=False, scripted_fraction=1.0)
    masks = games.new((40, features_of("verflixxt").choices), torch.int8)
    features = games.new((40, features_of("verflixxt").length), torch.int8)
    ended = 0
    for _ in range(60):
        masks.zero_()
        games.encode_actors(games.numba_view(features), games.numba_view(masks))
        assert not bool((games.scripted >> games.actor & 1).any())
        games.step(masks.float().argmax(1))
        ended += int((games.done > 0).sum())
    assert ended > 20


def state_of(game: Any, record: Any) -> Any:
    s = game.layout.new()
    for name, width in game.layout.fields.items():
        setattr(s, name, record[name].tolist() if width.shape else int(record[name]))
    return s
