"""The belief: a small network learns where hidden items are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from tatze.bots.learned.belief import Belief, belief_of
from tatze.bots.learned.network import describe, features_of
from tatze.core.errors import SetupError
from tatze.games import game_named
from tatze.train import belief
from tatze.train.belief import BeliefNet, SelfPlay, belief_loss
from tatze.train.net import padded
from tests.helpers import random_table


def test_hidden_items_are_counted_at_the_seats_that_have_them() -> None:
    play = SelfPlay("linko", 64, 3)
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


def test_a_belief_is_trained_and_written_as_bots_read_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "belief.npz"
    words = f"linko --minutes 0.1 --games 64 --width 16 --updates 2 --size 64 --buffer 2000 --out {out}"
    monkeypatch.setattr("sys.argv", ["belief", *words.split()])
    belief.main()
    assert "bits for each item in a hand" in capsys.readouterr().out
    table = random_table("linko", "base", 4, seed=8, stop=11)
    odds = Belief.load(out, "linko").odds(describe("linko", table.view(table.actor)))
    assert odds.shape == (game_named("linko").most_players, features_of("linko").items)
    assert not odds[0].any()
    assert odds[1:].any()


def test_bots_compute_what_was_trained() -> None:
    net = BeliefNet(features_of("linko").length, 5, 15, 16, 1)
    for parameter in net.parameters():
        torch.nn.init.normal_(parameter, std=0.1)
    table = random_table("linko", "base", 4, seed=8, stop=11)
    row = describe("linko", table.view(table.actor))
    padding = torch.zeros(padded(len(row)) - len(row))
    with torch.no_grad():
        wanted = net(torch.cat([torch.from_numpy(row).float(), padding])[None])[0]
    assert np.allclose(belief.export(net, "linko", {}).odds(row)[1:], wanted.numpy(), atol=0.02)


def test_a_game_without_hidden_items_has_no_belief(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.argv", ["belief", "verflixxt", "--out", str(tmp_path / "none.npz")])
    with pytest.raises(SetupError, match="nothing is hidden in verflixxt"):
        belief.main()
    assert belief_of("verflixxt") is None


def test_the_shipped_belief_tells_where_cards_are() -> None:
    """The shipped weights beat a uniform draw."""
    shipped, play = belief_of("linko"), SelfPlay("linko", 256, 5)
    assert shipped
    positions = [play.step() for _ in range(20)][-1]
    rows = positions.features[:, : features_of("linko").length].numpy()
    weights = torch.from_numpy(np.stack([shipped.odds(row)[1:] for row in rows]))
    hidden = positions.hidden.float()
    assert float(belief_loss(weights, hidden)) < float(belief_loss(torch.zeros_like(weights), hidden)) - 0.02
