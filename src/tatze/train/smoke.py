"""A minute's look at whether and how fast everything works on this machine, before a long training."""

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
from tatze.train.field import Field
from tatze.train.learner import Learner
from tatze.train.plan import Plan
from tatze.train.settings import measured_settings, plain_settings


class Smoke:
    """The checks, in the order of what would go wrong first."""

    def __init__(self, plan: Plan, cuda: bool) -> None:
        self.plan, self.cuda, self.begun = plan, cuda, time.monotonic()
        self.device = "cuda" if cuda else "cpu"

    def say(self, text: str) -> None:
        print(f"[{self.plan.game} {time.monotonic() - self.begun:6.1f} s] {text}", flush=True)

    def time(self, name: str, work: Callable[[], Any], times: int = 1, count: int = 0) -> Any:
        """Do something and print how long it took, and how many of `count` that is a second."""
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
        if self.cuda and torch.cuda.is_available():
            torch.cuda.synchronize()

    def all(self, compiling: bool) -> None:
        learner = self.time("learner with its kernels", lambda: Learner(self.plan, self.cuda))
        self.same(learner)
        self.parts(learner)
        self.evaluation(learner)
        self.files(learner)
        self.time("round", learner.iterate, 1, self.plan.size * self.plan.steps)
        report = self.time("round", learner.iterate, 1, self.plan.size * self.plan.steps)
        self.say(f"report {[round(x, 4) for x in report.tolist()]}")
        if compiling:
            self.compiled(learner)
        if self.cuda and torch.cuda.is_available():
            self.say(f"most memory: {torch.cuda.max_memory_allocated() / 2**30:.1f} GiB")

    def same(self, learner: Learner) -> None:
        """What the kernels write is what plain Python says of the same states, and PyTorch sees it."""
        field = learner.field
        x, mask = learner.round.features[0, : field.size], learner.round.masks[0]
        told = features_of(field.game).length
        x.zero_()
        mask.zero_()
        features, _, masks, _ = learner.seen[0]
        field.look(features, masks)
        records = field.records()
        places = np.linspace(0, field.size - 1, 64).astype(int)
        for i in places:
            compare(field, records[i], x[i, :told].cpu().numpy(), mask[i].cpu().numpy(), int(field.actor[i]))
        self.say(f"{len(places)} games in {len(field.settings)} settings look the same from plain Python")

    def parts(self, learner: Learner) -> None:
        plan, r, field = self.plan, learner.round, learner.field
        features, watched, masks, viewers = learner.seen[0]
        self.time("look", lambda: field.look(features, masks), 5, plan.size)
        self.time("watch", lambda: field.watch(viewers, 0, plan.stride, watched), 5, learner.watchers)
        with torch.no_grad():
            x = r.features[0, : plan.size]
            self.time("network", lambda: learner.player(x.to(learner.precision)), 1)
            self.time("network again", lambda: learner.player(x.to(learner.precision)), 5, plan.size)
            r.features.zero_()
            r.masks.zero_()
            self.time("one step of play", lambda: learner._play_step(0))
            later = iter(range(1, 11))
            self.time("one more step of play", lambda: learner._play_step(next(later)), 10, plan.size)
        everything = plan.size * plan.steps
        self.time("play", learner.play, 1, everything)
        self.time("judge", learner.judge, 1, everything)
        self.time("learn", learner.learn, 1, everything)
        self.time("play", learner.play, 1, everything)
        self.time("judge", learner.judge, 1, everything)
        self.time("learn", learner.learn, 1, everything)
        values = r.values
        assert bool(torch.isfinite(values).all())
        assert bool(torch.isfinite(r.logs).all())
        assert bool((r.masks.gather(2, r.chosen[..., None]) == 1).all()), "something illegal was chosen"
        self.say(f"everything finite and legal; {int((r.done > 0).sum())} games ended in the last round")

    def evaluation(self, learner: Learner) -> None:
        deals = 1024 if self.cuda and torch.cuda.is_available() else 8
        settings = measured_settings(self.plan.game)
        match = self.time("match with its kernel", lambda: DeviceGames(self.plan.game, settings, deals, self.cuda))
        self.time("match", lambda: match.play(learner.player))
        for result in self.time("match again", lambda: match.play(learner.player)):
            self.say(str(result))
        every = DeviceGames(self.plan.game, plain_settings(self.plan.game), max(1, deals // 4), self.cuda)
        self.time(f"match of all settings, {every.field.size} games", lambda: every.play(learner.player))

    def files(self, learner: Learner) -> None:
        """A checkpoint there and back; the weights in NumPy say what the network says."""
        with TemporaryDirectory() as name:
            folder = Path(name)
            paths = self.time("checkpoint", lambda: checkpoint.save(learner, folder))
            self.time("resume", lambda: checkpoint.load(learner, folder))
            checkpoint.write_weights(learner, folder / "weights.npz", "smoke", [])
            sizes = [path.stat().st_size for path in [*paths, folder / "weights.npz"]]
            network = Network.load(folder / "weights.npz", self.plan.game)
        self.say(f"files of {[round(size / 2**20, 2) for size in sizes]} MiB")
        x = learner.round.features[-1, :64]
        with torch.no_grad():
            policy, worth = learner.mean(x.float())
        rows = x[:, : features_of(self.plan.game).length].cpu().numpy()
        mine = network.evaluate(rows)
        apart = max(float(np.abs(a - b.cpu().numpy()).max()) for a, b in zip(mine, (policy, worth), strict=True))
        start = time.monotonic()
        for _ in range(20):
            network.evaluate(rows[:1])
        self.say(f"NumPy is apart by at most {apart:.5f}; one row takes {(time.monotonic() - start) * 50:.2f} ms there")

    def compiled(self, learner: Learner) -> None:
        plain = learner.loss
        learner.loss = torch.compile(learner._loss, dynamic=False)
        try:
            self.time("first compiled learning", learner.learn)
            self.time("compiled learning", learner.learn, 2, self.plan.size * self.plan.steps)
        except Exception as error:  # noqa: BLE001  # whatever a compiler may raise, training goes on without it
            self.say(f"compiling failed: {type(error).__name__}: {str(error)[:300]}")
        learner.loss = plain


def compare(field: Field, record: Any, features: Any, mask: Any, actor: int) -> None:
    """The plain rules and features say the same of a state as what was written for it."""
    game, module = game_named(field.game), features_of(field.game)
    s = game.layout.new()
    for name, width in game.layout.fields.items():
        value = record[name]
        setattr(s, name, value.tolist() if width.shape else int(value))
    assert s.actor == actor, (s.actor, actor)
    view = game.view(s, s.actor)
    if not (describe(field.game, view) == features).all():
        raise AssertionError(f"features differ at {np.flatnonzero(describe(field.game, view) != features)[:20]}")
    wanted = sorted({module.choice_of(view, action) for action in game.legal_actions(s)})
    assert wanted == np.flatnonzero(mask).tolist(), (wanted, np.flatnonzero(mask).tolist())
