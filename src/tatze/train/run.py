"""A training from its start, or from a checkpoint, to its time: what is printed and written on the way."""

from __future__ import annotations

import json
import shlex
import sys
import time
from pathlib import Path
from typing import Any

import torch

from tatze.arena.figures import HeroFigures
from tatze.bots.learned.network import Network
from tatze.train import checkpoint
from tatze.train.device_games import DeviceGames
from tatze.train.learner import Learner, copy_weights
from tatze.train.net import Net, imported
from tatze.train.plan import Plan
from tatze.train.settings import measured_settings, plain_settings

SAY, MEASURE, KEEP = 10.0, 45.0, 150.0
"""How often to print, to measure strength and to write a checkpoint, in seconds."""
REPORTED = ("policy", "value", "lead", "entropy", "moved")


class Run:
    """One training with its clock, its folder and its curve."""

    def __init__(
        self,
        plan: Plan,
        out: Path,
        minutes: float,
        cuda: bool,
        resume: Path | None,
        deals: int = 1024,
        mirror: Path | None = None,
        rival: Path | None = None,
    ) -> None:
        self.begun = time.monotonic()
        self.plan, self.out, self.cuda, self.deals = plan, out, cuda, deals
        self.end = self.begun + 60 * minutes - min(40.0, 6 * minutes)
        out.mkdir(parents=True, exist_ok=True)
        self.learner = Learner(plan, cuda, imported(Network.load(mirror, plan.game)) if mirror else None)
        critic = self.learner.critic.first.weight
        self.rival = imported(Network.load(rival, plan.game)).to(critic.device, critic.dtype) if rival else None
        if resume and resume.is_file():
            checkpoint.load_weights(self.learner, resume)
        elif resume:
            checkpoint.load(self.learner, resume)
            earlier = resume / "curve.jsonl"
            if earlier.exists() and not (out / "curve.jsonl").exists():
                (out / "curve.jsonl").write_bytes(earlier.read_bytes())
        self.match = DeviceGames(plan.game, measured_settings(plan.game), deals, cuda)
        self.say(
            f"ready: {sum(p.numel() for p in self.learner.net.parameters()):,} weights, "
            f"{self.learner.decisions:,} decisions so far"
        )

    def say(self, text: str) -> None:
        print(f"[{self.plan.game} {time.monotonic() - self.begun:6.1f} s] {text}", flush=True)

    def train(self, rounds: int | None = None) -> list[HeroFigures]:
        """Iterate until the time is over, or for so many rounds; then write and measure."""
        said = measured = kept = time.monotonic()
        began, before = said, self.learner.decisions
        done = 0
        while time.monotonic() < self.end and done != rounds:
            start = time.monotonic()
            report = self.learner.iterate().tolist()
            self.learner.seconds += time.monotonic() - start
            done += 1
            now = time.monotonic()
            if now - said > SAY or done == 1:
                said = now
                speed = (self.learner.decisions - before) / (now - began)
                self.progress(dict(zip(REPORTED, report, strict=True)), speed)
            if now - measured > MEASURE or done == 3:
                self.measure(dict(zip(REPORTED, report, strict=True)))
                measured = time.monotonic()
            if now - kept > KEEP:
                checkpoint.save(self.learner, self.out)
                self.write([])
                kept = time.monotonic()
        return self.finish()

    def progress(self, report: dict[str, float], speed: float) -> None:
        figures = " ".join(f"{name} {figure:.4f}" for name, figure in report.items())
        self.say(f"{self.learner.decisions / 1e6:,.0f} M decisions, {speed / 1e6:.2f} M/s, {figures}")

    def measure(self, report: dict[str, float]) -> None:
        """Strength among yardsticks, printed and added to the curve."""
        results = self.match.play(self.player())
        self.say("among yardsticks: " + "; ".join(map(str, results)))
        among = self.learner.among_mirrors()
        if among:
            self.say("among mirrors: " + "; ".join(f"{name}: {100 * won:.1f} %" for name, (_, won) in among.items()))
        line = {
            "seconds": round(self.learner.seconds, 1),
            "decisions": self.learner.decisions,
            **{name: round(figure, 5) for name, figure in report.items()},
            **({"mirrors": {name: [games, round(won, 4)] for name, (games, won) in among.items()}} if among else {}),
            "wins": {r.setting: [round(float(n), 4) for n in r.wins] for r in results},
            **self.met(self.match),
        }
        with (self.out / "curve.jsonl").open("a") as file:
            file.write(json.dumps(line) + "\n")

    def met(self, match: DeviceGames) -> dict[str, Any]:
        """Strength among rivals, printed and as the curve has it; nothing without one."""
        if not self.rival:
            return {}
        results = match.play(self.player(), self.rival)
        self.say("among rivals: " + "; ".join(map(str, results)))
        return {"rivals": {r.setting: [round(float(n), 4) for n in r.wins] for r in results}}

    def player(self) -> Net:
        """The network as it is shipped, with its latest weights."""
        with torch.no_grad():
            copy_weights(self.learner.mean, self.learner.critic)
        return self.learner.critic

    def finish(self) -> list[HeroFigures]:
        """Write the checkpoint and the weights, then measure every setting and write it beside them."""
        paths = checkpoint.save(self.learner, self.out)
        self.write([])
        self.say(f"{len(paths)} checkpoint files; weights {(self.out / 'weights.npz').stat().st_size / 1e6:.2f} MB")
        settings = plain_settings(self.plan.game)
        match = DeviceGames(self.plan.game, settings, max(1, self.deals // 4), self.cuda)
        results = match.play(self.player())
        for result in results:
            self.say(str(result))
        self.met(match)
        self.write([str(result) for result in results])
        self.say("done")
        return results

    def write(self, results: list[str]) -> None:
        command = shlex.join(["tatze", *sys.argv[1:]])
        checkpoint.write_weights(self.learner, self.out / "weights.npz", command, results)
