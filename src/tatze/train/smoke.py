"""A smoke test of one minute before a long training: does everything work on this machine, and how fast?"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch

from tatze.bots.learned.network import Network, describe, features_of
from tatze.games import game_named
from tatze.train import checkpoint
from tatze.train.device_games import DeviceGames
from tatze.train.hyperparameters import Hyperparameters
from tatze.train.ppo.learner import Learner
from tatze.train.settings import measured_settings, plain_settings
from tatze.train.vector.games import VectorGames

COMPARED_GAMES = 64
"""Number of games whose features are compared with those of plain Python."""


class SmokeTest:
    """The checks, in the order of what is most likely to fail."""

    parameters: Hyperparameters
    cuda: bool
    begun: float

    def __init__(self, parameters: Hyperparameters, cuda: bool) -> None:
        self.parameters, self.cuda, self.begun = parameters, cuda, time.monotonic()
        self.decisions: int = parameters.games * parameters.rollout_steps
        """Number of decisions in a rollout."""

    def say(self, text: str) -> None:
        """Print a line with the game and the seconds since the start."""
        print(f"[{self.parameters.game} {time.monotonic() - self.begun:6.1f} s] {text}", flush=True)

    def time(self, name: str, work: Callable[[], Any], times: int = 1, count: int = 0) -> Any:
        """Do something and print the milliseconds it took, and how many of `count` that makes in a second."""
        self.wait()
        start = time.monotonic()
        found = None
        for _ in range(times):
            found = work()
        self.wait()
        spent = (time.monotonic() - start) / times
        self.say(f"{name}: {1000 * spent:.2f} ms" + (f", {count / spent / 1e6:.2f} M/s" if count else ""))
        return found

    def wait(self) -> None:
        """Wait until the device has done everything."""
        if self.cuda and torch.cuda.is_available():
            torch.cuda.synchronize()

    def all(self, compiling: bool) -> None:
        """Make all checks; `compiling` adds PyTorch's compiler."""
        learner = self.time("learner with its kernels", lambda: Learner(self.parameters, self.cuda))
        self.same(learner)
        self.parts(learner)
        self.evaluation(learner)
        self.files(learner)
        self.time("round", learner.iterate, 1, self.decisions)
        report = self.time("round", learner.iterate, 1, self.decisions)
        self.say(f"report {[round(x, 4) for x in report.tolist()]}")
        if compiling:
            self.compiled(learner)
        if self.cuda and torch.cuda.is_available():
            self.say(f"most memory: {torch.cuda.max_memory_allocated() / 2**30:.1f} GiB")

    def same(self, learner: Learner) -> None:
        """Compare what the kernels write with what plain Python says of the same states."""
        games, rollout = learner.games, learner.rollout
        features, masks = rollout.features[0, : games.size], rollout.masks[0]
        length = features_of(games.game).length
        features.zero_()
        masks.zero_()
        views = learner.collector.views[0]
        games.encode_actors(views.features, views.masks)
        states = games.states()
        places = np.linspace(0, games.size - 1, COMPARED_GAMES).astype(int)
        for i in places:
            compare(games, states[i], features[i, :length].cpu().numpy(), masks[i].cpu().numpy(), int(games.actor[i]))
        self.say(f"{len(places)} games in {len(games.settings)} settings look the same from plain Python")

    def parts(self, learner: Learner) -> None:
        """Time the parts of a round, one by one, and check what they wrote."""
        self.time_step(learner)
        for _ in range(2):
            self.time("collect", learner.collect, 1, self.decisions)
            self.time("advantages", learner.estimate_advantages, 1, self.decisions)
            self.time("learn", learner.learn, 1, self.decisions)
        r = learner.rollout
        assert bool(torch.isfinite(r.values).all())
        assert bool(torch.isfinite(r.log_probs).all())
        assert bool((r.masks.gather(2, r.chosen[..., None]) == 1).all()), "something illegal was chosen"
        self.say(f"everything finite and legal; {int((r.done > 0).sum())} games ended in the last round")

    def time_step(self, learner: Learner) -> None:
        """Time one step of all games, and what it consists of."""
        parameters, r, games, networks = self.parameters, learner.rollout, learner.games, learner.networks
        views, size = learner.collector.views[0], parameters.games
        self.time("describe actors", lambda: games.encode_actors(views.features, views.masks), 5, size)

        def encode_seats() -> None:
            games.encode_seats(views.observers, 0, parameters.observer_interval, views.observer_features)

        self.time("describe observers", encode_seats, 5, parameters.observers)
        with torch.no_grad():
            x = r.features[0, :size]
            self.time("network", lambda: networks.player(x.to(networks.precision)), 1)
            self.time("network again", lambda: networks.player(x.to(networks.precision)), 5, size)
            r.features.zero_()
            r.masks.zero_()
            self.time("one step of play", lambda: learner.collector.play_step(0))
            later = iter(range(1, 11))
            self.time("one more step of play", lambda: learner.collector.play_step(next(later)), 10, size)

    def evaluation(self, learner: Learner) -> None:
        """Time the measurement of strength."""
        deals = 1024 if self.cuda and torch.cuda.is_available() else 8
        settings = measured_settings(self.parameters.game)
        match = self.time(
            "match with its kernel", lambda: DeviceGames(self.parameters.game, settings, deals, self.cuda)
        )
        self.time("match", lambda: match.play(learner.networks.player))
        for result in self.time("match again", lambda: match.play(learner.networks.player)):
            self.say(str(result))
        every = DeviceGames(self.parameters.game, plain_settings(self.parameters.game), max(1, deals // 4), self.cuda)
        self.time(f"match of all settings, {every.games.size} games", lambda: every.play(learner.networks.player))

    def files(self, learner: Learner) -> None:
        """Write and read a checkpoint; compare the network in NumPy with the one in PyTorch."""
        with TemporaryDirectory() as name:
            folder = Path(name)
            paths = self.time("checkpoint", lambda: checkpoint.save(learner, folder))
            self.time("resume", lambda: checkpoint.load(learner, folder))
            checkpoint.write_weights(learner, folder / "weights.npz", "smoke", [])
            sizes = [path.stat().st_size for path in [*paths, folder / "weights.npz"]]
            network = Network.load(folder / "weights.npz", self.parameters.game)
        self.say(f"files of {[round(size / 2**20, 2) for size in sizes]} MiB")
        x = learner.rollout.features[-1, :64]
        with torch.no_grad():
            policy, worth = learner.networks.average(x.float())
        rows = x[:, : features_of(self.parameters.game).length].cpu().numpy()
        mine = network.evaluate(rows)
        apart = max(float(np.abs(a - b.cpu().numpy()).max()) for a, b in zip(mine, (policy, worth), strict=True))
        start = time.monotonic()
        for _ in range(20):
            network.evaluate(rows[:1])
        self.say(f"NumPy is apart by at most {apart:.5f}; one row takes {(time.monotonic() - start) * 50:.2f} ms there")

    def compiled(self, learner: Learner) -> None:
        """Time the learning with PyTorch's compiler."""
        updater = learner.updater
        plain = updater.loss
        updater.loss = torch.compile(updater.ppo_loss, dynamic=False)
        try:
            self.time("first compiled learning", learner.learn)
            self.time("compiled learning", learner.learn, 2, self.decisions)
        except Exception as error:  # noqa: BLE001  # whatever a compiler may raise, training goes on without it
            self.say(f"compiling failed: {type(error).__name__}: {str(error)[:300]}")
        updater.loss = plain


def compare(games: VectorGames, record: Any, features: Any, mask: Any, actor: int) -> None:
    """Check that the plain rules and features say the same of a state as what was written for it."""
    game, module = game_named(games.game), features_of(games.game)
    s = game.layout.new()
    for name, width in game.layout.fields.items():
        value = record[name]
        setattr(s, name, value.tolist() if width.shape else int(value))
    assert s.actor == actor, (s.actor, actor)
    view = game.view(s, s.actor)
    if not (describe(game.name, view) == features).all():
        raise AssertionError(f"features differ at {np.flatnonzero(describe(game.name, view) != features)[:20]}")
    wanted = sorted({module.choice_of(view, action) for action in game.legal_actions(s)})
    assert wanted == np.flatnonzero(mask).tolist(), (wanted, np.flatnonzero(mask).tolist())
