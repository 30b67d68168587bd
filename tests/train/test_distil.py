"""Distillation: a small network learns to play like the large one and where hidden items are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from tatze.bots.learned.network import Network, describe, features_of
from tatze.games import game_named
from tatze.train import distil
from tatze.train.distil import SelfPlay, belief_loss
from tests.helpers import random_table

CPU = torch.device("cpu")


def test_hidden_items_are_counted_at_the_seats_that_have_them() -> None:
    play = SelfPlay("linko", 64, 3, CPU)
    for _ in range(20):
        play.step()
    states = play.games.states()
    play.hidden.zero_()
    play.backend.count_hidden_items(play.hidden.numpy())
    for state, counts in zip(states, play.hidden.numpy(), strict=True):
        actor, players = int(state["actor"]), int(state["players"])
        for step in range(1, players):
            seat = (actor + step) % players
            assert counts[step].tolist() == (state["hand"][seat] - state["known"][seat]).tolist()
        assert counts[0].sum() == state["cards"] - state["top"]


def test_the_belief_is_right_when_it_knows_where_items_are() -> None:
    hidden = torch.tensor([[[0.0, 6.0, 0.0], [0.0, 0.0, 2.0]]])
    uniform = belief_loss(torch.zeros(1, 1, 3), hidden)
    assert float(uniform) == pytest.approx(-(6 * np.log(6 / 8) + 2 * np.log(2 / 8)) / 8, abs=1e-5)
    assert float(belief_loss(torch.tensor([[[0.0, -9.0, 9.0]]]), hidden)) < 0.01
    assert float(belief_loss(torch.tensor([[[0.0, 9.0, -9.0]]]), hidden)) > float(uniform)


@pytest.mark.parametrize("game", ["linko", "verflixxt"])
def test_a_small_network_learns_and_is_written_as_bots_read_it(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "small.npz"
    words = f"{game} --minutes 0.1 --games 64 --width 16 --updates 2 --size 64 --buffer 2000 --held-out 2 --out {out}"
    monkeypatch.setattr("sys.argv", ["distil", *words.split()])
    distil.main()
    assert "held out: policy" in capsys.readouterr().out
    network = Network.load(out, game)
    table = random_table(game, "base", 4, seed=8, stop=11)
    row = describe(game, table.view(table.actor))[None]
    assert network.evaluate(row)[0].shape == (1, features_of(game).choices)
    shape = (game_named(game).most_players, features_of(game).items) if game_named(game).hidden else (0, 0)
    assert network.belief(row).shape == shape
