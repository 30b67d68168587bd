"""The games that a network looks at in a step."""

from __future__ import annotations

import torch

from tatze.train.ppo.deciding import DecidingGames


def test_all_games_in_which_a_network_decides_are_picked_and_always_as_many_games() -> None:
    generator = torch.Generator().manual_seed(1)
    games = torch.arange(0, 20_000, 2)
    deciding = DecidingGames(games, 0.25)
    assert deciding.count < 0.4 * len(games)
    for _ in range(5):
        decides = torch.rand(20_000, generator=generator) < 0.25
        picked = deciding.pick(decides)
        assert len(picked) == len(set(picked.tolist())) == deciding.count
        assert set(games[decides[games]].tolist()) <= set(picked.tolist()) <= set(games.tolist())
    deciding.grow_if_missed()
    assert deciding.count < 0.4 * len(games)


def test_after_a_step_with_more_decisions_than_expected_more_games_are_picked() -> None:
    deciding = DecidingGames(torch.arange(10_000), 0.1)
    before = deciding.count
    decides = torch.arange(10_000) % 3 == 0
    assert int(decides[deciding.pick(decides)].sum()) == before
    for _ in range(10):
        deciding.pick(decides)
        deciding.grow_if_missed()
    assert int(decides[deciding.pick(decides)].sum()) == int(decides.sum())
    assert deciding.count < 5_000
