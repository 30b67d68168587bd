"""Learning: what decisions are judged by, that it gets better, and that it can go on where it stopped."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from tatze.bots.learned.bot import WEIGHTS
from tatze.bots.learned.network import Network, UnfitWeights, describe, features_of
from tatze.cli import main
from tatze.games import game_named
from tatze.games.verflixxt.features import CHOICES, LENGTH
from tatze.train import checkpoint
from tatze.train.device_games import DeviceGames
from tatze.train.field import Field, scripted_seats
from tatze.train.learner import Learner, mirrored_seats, values_of
from tatze.train.net import Net, imported
from tatze.train.plan import Plan
from tatze.train.settings import Setting

TINY = Plan(
    "verflixxt",
    size=96,
    steps=24,
    stride=4,
    width=32,
    blocks=1,
    rate=4e-3,
    last_rate=1e-3,
    horizon=1e6,
    rise=5,
    wander=30,
    keep_games=True,
    luck=0.1,
    follow=2,
    entropy=0.05,
)


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


@pytest.mark.parametrize("game", ["linko", "verflixxt"])
def test_trusting_only_what_happened_every_seat_is_judged_by_the_end_of_its_game(game: str) -> None:
    learner = Learner(replace(TINY, game=game, steps=160 if game == "linko" else 90, trust=1.0, lead=0.0), cuda=False)
    learner.play()
    learner.judge()
    r, size, judged = learner.round, learner.plan.size, 0
    for i in range(size):
        players = int(learner.field.players[i])
        for t in range(learner.plan.steps):
            end = next((u for u in range(t, learner.plan.steps) if r.done[u, i]), None)
            if end is None:
                break
            seats = [(int(r.actors[t, i]) + k) % players for k in range(players)]
            assert torch.allclose(r.targets[t, i, :players], r.shares[end, i, seats])
            assert not r.targets[t, i, players:-1].any()
            lead = float(r.leads[end, i, seats[0]]) / learner.plan.lead_scale
            assert float(r.targets[t, i, -1]) == pytest.approx(max(-1.0, min(1.0, lead)))
            judged += 1
    assert judged > 1000
    assert torch.allclose(r.targets[:, :, :-1].sum(2), torch.ones(()), atol=1e-4)


def test_half_trust_mixes_the_end_with_the_seats_next_value() -> None:
    learner = Learner(replace(TINY, trust=0.5), cuda=False)
    learner.play()
    learner.judge()
    r, checked = learner.round, 0
    for i in range(learner.plan.size):
        for t in range(learner.plan.steps - 1):
            again = [u for u in range(t + 1, learner.plan.steps) if r.actors[u, i] == r.actors[t, i]]
            if again and not r.done[t : again[0], i].any():
                wanted = (r.values[again[0], i] + r.targets[again[0], i]) / 2
                assert torch.allclose(r.targets[t, i], wanted, atol=1e-5)
                checked += 1
    assert checked > 500


def test_a_choice_is_judged_by_what_is_thought_right_after_it_and_at_the_end_by_the_end() -> None:
    learner = Learner(replace(TINY, luck=0.0, lead=0.0, scripted=0.0, steps=90), cuda=False)
    learner.play()
    learner.judge()
    r = learner.round
    raw = r.after[..., 0] - r.values[..., 0]
    assert torch.allclose(r.advantages, (raw - raw.mean()) / raw.std(), atol=1e-4)
    ends = r.done.nonzero()
    assert len(ends) > 20
    for t, i in ends.tolist():
        assert float(r.after[t, i, 0]) == float(r.shares[t, i, r.actors[t, i]])


def test_what_is_seen_after_a_choice_is_what_that_seat_may_know_then() -> None:
    """In a game of perfect information: the state after the move, before the die falls."""
    field = Field("verflixxt", [Setting("base", 3)], [5], 3, cuda=False)
    game, module = game_named("verflixxt"), features_of("verflixxt")
    masks, features = field.new((5, module.choices), torch.int8), field.new((5, module.length), torch.int8)
    for _ in range(12):
        masks.zero_()
        field.look(field.share(features), field.share(masks))
        before = [state_of(game, record) for record in field.records()]
        chosen = masks.float().argmax(1)
        field.step(chosen)
        for s, choice, after in zip(before, chosen.tolist(), field.after, strict=True):
            seat = s.actor
            game.apply(s, module.action_of(s, choice, [0] * game.actions))
            assert (describe("verflixxt", game.view(s, seat)) == after.numpy()[: module.length]).all()


def test_thumb_bots_sit_at_some_seats_and_never_have_to_be_asked() -> None:
    players = torch.tensor([2, 3, 4, 5] * 500)
    seats = scripted_seats(players, 0.5, 1)
    assert not seats[players == 2].any()
    assert 0.3 < float((seats[players == 4] > 0).float().mean()) < 0.5  # in an eighth of the chosen ones nobody is
    assert bool((seats < (1 << players) - 1).all())
    field = Field("verflixxt", [Setting("base", 4)], [40], 3, cuda=False, scripted=1.0)
    masks = field.new((40, features_of("verflixxt").choices), torch.int8)
    features = field.new((40, features_of("verflixxt").length), torch.int8)
    ended = 0
    for _ in range(60):
        masks.zero_()
        field.look(field.share(features), field.share(masks))
        assert not bool((field.scripted >> field.actor & 1).any())
        field.step(masks.float().argmax(1))
        ended += int((field.done > 0).sum())
    assert ended > 20


def test_mirrors_sit_at_some_seats_and_only_own_choices_are_learned_from() -> None:
    torch.manual_seed(3)
    stubborn = Net(LENGTH, CHOICES, 6, 32, 1)
    with torch.no_grad():
        stubborn.policy.bias.copy_(torch.linspace(0, 900, CHOICES))  # always the last choice that there is
    learner = Learner(replace(TINY, mirrored=0.7, steps=60, scripted=0.2), cuda=False, mirror=stubborn)
    learner.play()
    r, mirrored = learner.round, learner.mirrored
    theirs = mirrored.gather(1, r.actors.T).T
    assert torch.equal(r.own, (~theirs).float())
    last = (r.masks.long() * torch.arange(1, CHOICES + 1)).amax(2) - 1
    assert torch.equal(r.chosen[theirs], last[theirs])
    assert bool((r.chosen[~theirs] != last[~theirs]).any())
    assert bool((mirrored.sum(1) < learner.field.players).all())
    assert not mirrored[learner.field.scripted > 0].any()
    assert not mirrored[learner.seated.logical_not()].any()
    assert 0.3 < float(mirrored.any(1).float().mean()) < 0.7
    among = learner.among_mirrors()
    assert sum(games for games, _ in among.values()) > 10
    assert not learner.among_mirrors()  # counted anew
    learner.judge()
    before = loss(learner)
    r.advantages[5][theirs[5]] += 100.0
    r.chosen[5][theirs[5]] = 0
    assert loss(learner) == pytest.approx(before)
    r.advantages[5][~theirs[5]] += 100.0
    assert loss(learner) < before - 10


def loss(learner: Learner) -> float:
    with torch.no_grad():
        return float(learner.loss_at(5, torch.tensor(0.01))[0])


def test_with_few_players_there_are_no_mirrors_where_the_plan_says_so() -> None:
    field = Field("verflixxt", [Setting("base", 2), Setting("base", 4)], [50, 50], 3, cuda=False)
    mirrored = mirrored_seats(field, 1.0, 3, seed=1)
    assert not mirrored[:50].any()
    assert mirrored[50:].any(1).float().mean() > 0.9
    assert not mirrored_seats(field, 0.0, 2, seed=1).any()


def test_the_network_that_judges_and_is_shipped_is_the_mean_of_the_latest() -> None:
    learner = Learner(replace(TINY, mean=1000), cuda=False)
    weights = []
    for _ in range(2):
        learner.play()
        learner.judge()
        for t in range(learner.plan.steps):
            learner._update(t, torch.tensor(0.01))
            weights.append(learner.net.worth.weight.detach().clone())
    assert torch.allclose(learner.mean.worth.weight, torch.stack(weights).mean(0), atol=1e-5)
    learner.play()
    features = learner.round.features[0, : learner.plan.size]
    wanted = values_of(learner.mean(features.float())[1], learner.seated)
    assert torch.allclose(learner.round.values[0], wanted, atol=1e-5)


def test_a_training_can_begin_with_weights_alone(tmp_path: Path) -> None:
    learner = Learner(TINY, cuda=False)
    learner.iterate()
    checkpoint.write_weights(learner, tmp_path / "weights.npz", "", [])
    other = Learner(replace(TINY, seed=2), cuda=False)
    checkpoint.load_weights(other, tmp_path / "weights.npz")
    assert other.decisions == learner.decisions
    for mine, theirs, mean in zip(
        learner.mean.parameters(), other.net.parameters(), other.mean.parameters(), strict=True
    ):
        assert torch.allclose(mine, theirs, atol=2e-3)
        assert torch.equal(theirs, mean)
    with pytest.raises(UnfitWeights, match="another shape"):
        checkpoint.load_weights(Learner(replace(TINY, width=24), cuda=False), tmp_path / "weights.npz")


def test_more_blocks_than_the_weights_have_do_nothing_in_the_beginning(tmp_path: Path) -> None:
    learner = Learner(TINY, cuda=False)
    learner.iterate()
    checkpoint.write_weights(learner, tmp_path / "weights.npz", "", [])
    deeper = Learner(replace(TINY, blocks=TINY.blocks + 2), cuda=False)
    checkpoint.load_weights(deeper, tmp_path / "weights.npz")
    rows = learner.round.features[0].float()
    for mine, theirs in zip(learner.mean(rows), deeper.mean(rows), strict=True):
        assert torch.allclose(mine, theirs, atol=2e-3)
    last = f"blocks.{TINY.blocks + 1}.down.weight"
    assert not deeper.net.state_dict()[last].any()
    deeper.iterate()
    assert deeper.net.state_dict()[last].any()
    checkpoint.write_weights(deeper, tmp_path / "deeper.npz", "", [])
    with pytest.raises(UnfitWeights, match="another shape"):
        checkpoint.load_weights(learner, tmp_path / "deeper.npz")


def test_a_network_among_its_like_wins_its_share_and_a_better_one_more() -> None:
    match = DeviceGames("verflixxt", [Setting("base", 2)], 60, cuda=False)
    learned = imported(Network.load(WEIGHTS / "verflixxt.npz", "verflixxt"))
    assert match.play(learned, learned)[0].wins.value == 0.5  # the same games from both seats
    unlearned = Net(LENGTH, CHOICES, 6, 32, 1)
    assert match.play(learned, unlearned)[0].wins.low > 0.8
    assert match.play(unlearned, learned)[0].wins.high < 0.2


def state_of(game: Any, record: Any) -> Any:
    s = game.layout.new()
    for name, width in game.layout.fields.items():
        setattr(s, name, record[name].tolist() if width.shape else int(record[name]))
    return s


def test_a_few_seconds_of_training_beat_what_it_was_before() -> None:
    learner = Learner(replace(TINY, size=192), cuda=False)
    match = DeviceGames("verflixxt", [Setting("base", 2), Setting("pro", 2)], 60, cuda=False)
    before = match.play(learner.net)
    first, *_, last = [learner.iterate() for _ in range(30)]
    after = match.play(learner.net)
    assert float(last[1]) < float(first[1]) - 0.1  # the value's surprise
    for old, new in zip(before, after, strict=True):
        assert new.wins.low > old.wins.value
        assert new.lead.value > old.lead.value + 5


def test_a_resumed_training_is_the_same_as_one_that_never_stopped(tmp_path: Path) -> None:
    whole = Learner(TINY, cuda=False)
    for _ in range(2):
        whole.iterate()
    checkpoint.save(whole, tmp_path)
    reports = [whole.iterate() for _ in range(2)]
    resumed = Learner(TINY, cuda=False)
    checkpoint.load(resumed, tmp_path)
    assert all(torch.equal(report, resumed.iterate()) for report in reports)
    assert resumed.decisions == whole.decisions
    for mine, other in zip(whole.net.parameters(), resumed.net.parameters(), strict=True):
        assert torch.equal(mine, other)


def test_without_its_games_a_checkpoint_goes_on_with_new_ones(tmp_path: Path) -> None:
    learner = Learner(replace(TINY, keep_games=False), cuda=False)
    checkpoint.save(learner, tmp_path)
    resumed = Learner(replace(TINY, keep_games=False), cuda=False)
    checkpoint.load(resumed, tmp_path)
    assert resumed.field.seed == learner.field.seed + 1
    assert torch.isfinite(resumed.iterate()).all()


def test_a_checkpoint_comes_in_parts_and_is_refused_when_it_does_not_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint, "PART", 100_000)
    learner = Learner(TINY, cuda=False)
    paths = checkpoint.save(learner, tmp_path)
    assert len(paths) > 3
    assert all(path.stat().st_size < 101_000 for path in paths)
    checkpoint.load(learner, tmp_path)
    with pytest.raises(UnfitWeights, match="another shape"):
        checkpoint.load(Learner(replace(TINY, width=24), cuda=False), tmp_path)
    with pytest.raises(UnfitWeights, match="made for game verflixxt"):
        checkpoint.load(Learner(replace(TINY, game="linko"), cuda=False), tmp_path)
    paths[2].unlink()
    with pytest.raises(UnfitWeights, match="missing"):
        checkpoint.load(learner, tmp_path)
    with pytest.raises(UnfitWeights, match="no checkpoint"):
        checkpoint.load(learner, tmp_path / "elsewhere")


def test_the_command_trains_writes_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["train", "verflixxt", "--small", "--device", "cpu", "--threads", "1", "--deals", "4", "--minutes", "5"]
    words += ["--set", "size=64", "--set", "steps=16"]
    assert main([*words, "--rounds", "3", "--out", str(tmp_path / "one")]) == 0
    network = Network.load(tmp_path / "one" / "weights.npz", "verflixxt")
    assert network.about["decisions"] == 3 * 64 * 16
    assert network.about["plan"]["size"] == 64
    assert len(network.about["among yardsticks"]) == 15
    one, two = tmp_path / "one", tmp_path / "two"
    again = ["--rounds", "3", "--resume", str(one), "--out", str(two), "--rival", str(one / "weights.npz")]
    assert main([*words, *again]) == 0
    assert Network.load(tmp_path / "two" / "weights.npz", "verflixxt").about["decisions"] == 6 * 64 * 16
    lines = [json.loads(line) for line in (tmp_path / "two" / "curve.jsonl").read_text().splitlines()]
    assert [line["decisions"] for line in lines] == [3 * 64 * 16, 6 * 64 * 16]
    assert ["rivals" in line for line in lines] == [False, True]
    assert lines[1]["rivals"].keys() == lines[1]["wins"].keys()
    mirrored = ["--rounds", "1", "--resume", str(tmp_path / "two" / "weights.npz"), "--out", str(tmp_path / "three")]
    assert main([*words, *mirrored, "--mirror", str(tmp_path / "one" / "weights.npz")]) == 0
    said = capsys.readouterr().out
    assert "among yardsticks" in said
    assert said.count("among rivals") == 2  # on the way, and in all settings at the end
    assert main([*words, "--set", "colour=3"]) == 2
