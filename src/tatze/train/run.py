"""One training from its start, or from a checkpoint, to the end of its time: what it prints and writes on the way."""

from __future__ import annotations

import json
import shlex
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tatze.arena.figures import HeroFigures
from tatze.bots.learned.network import Network
from tatze.train import checkpoint
from tatze.train.device_games import DeviceGames
from tatze.train.hyperparameters import Hyperparameters
from tatze.train.net import Net, imported
from tatze.train.ppo.learner import Learner
from tatze.train.ppo.update import REPORTED
from tatze.train.settings import measured_settings, plain_settings

PRINT_SECONDS = 10.0
"""Seconds between two lines of progress."""
MEASURE_SECONDS = 45.0
"""Seconds between two measurements of strength."""
CHECKPOINT_SECONDS = 150.0
"""Seconds between two checkpoints."""
FIRST_MEASURED_ROUND = 3
"""The round after which strength is measured for the first time."""
MAX_RESERVE_SECONDS = 40.0
"""Largest number of seconds kept free for writing and measuring at the end; a short training keeps a tenth."""


class TrainingRun:
    """One training with its clock, its folder and its curve."""

    parameters: Hyperparameters
    out: Path
    cuda: bool
    deals: int

    def __init__(
        self,
        parameters: Hyperparameters,
        out: Path,
        minutes: float,
        cuda: bool,
        resume: Path | None,
        deals: int = 1024,
        imitations: Sequence[Path] = (),
        rival: Path | None = None,
    ) -> None:
        """Prepare the training.

        `minutes` is all the time there is. `resume` is the folder of a checkpoint or a weights file. `deals` is the
        number of deals on which strength is measured. `imitations` and `rival` are weights files: of networks that
        play at some of the seats, and of one that strength is measured against."""
        self.begun: float = time.monotonic()
        self.parameters, self.out, self.cuda, self.deals = parameters, out, cuda, deals
        self.end: float = self.begun + 60 * minutes - min(MAX_RESERVE_SECONDS, 6 * minutes)
        out.mkdir(parents=True, exist_ok=True)
        self.learner: Learner = Learner(parameters, cuda, [self._loaded(path) for path in imitations])
        critic = self.learner.networks.critic.first.weight
        self.rival: Net | None = self._loaded(rival).to(critic.device, critic.dtype) if rival else None
        self._resume(resume)
        self.match: DeviceGames = DeviceGames(parameters.game, measured_settings(parameters.game), deals, cuda)
        weights = sum(p.numel() for p in self.learner.networks.trained.parameters())
        self.say(f"ready: {weights:,} weights, {self.learner.decisions:,} decisions so far")

    def _loaded(self, path: Path) -> Net:
        """Return the network of a weights file."""
        return imported(Network.load(path, self.parameters.game))

    def _resume(self, resume: Path | None) -> None:
        """Continue from a weights file, or from the checkpoint and the curve in a folder."""
        if resume and resume.is_file():
            checkpoint.load_weights(self.learner, resume)
        elif resume:
            checkpoint.load(self.learner, resume)
            earlier, curve = resume / "curve.jsonl", self.out / "curve.jsonl"
            if earlier.exists() and not curve.exists():
                curve.write_bytes(earlier.read_bytes())

    def say(self, text: str) -> None:
        """Print a line with the game and the seconds since the start."""
        print(f"[{self.parameters.game} {time.monotonic() - self.begun:6.1f} s] {text}", flush=True)

    def train(self, rounds: int | None = None) -> list[HeroFigures]:
        """Iterate until the time is over, or for this many rounds; then write and measure everything."""
        printed = measured = kept = began = time.monotonic()
        before, done = self.learner.decisions, 0
        while time.monotonic() < self.end and done != rounds:
            report = self._iterate()
            done += 1
            now = time.monotonic()
            if now - printed > PRINT_SECONDS or done == 1:
                printed = now
                self.progress(report, (self.learner.decisions - before) / (now - began))
            if now - measured > MEASURE_SECONDS or done == FIRST_MEASURED_ROUND:
                self.measure(report)
                measured = time.monotonic()
            if now - kept > CHECKPOINT_SECONDS:
                checkpoint.save(self.learner, self.out)
                self.write([])
                kept = time.monotonic()
        return self.finish()

    def _iterate(self) -> dict[str, float]:
        """Collect and learn once; return the report by name."""
        start = time.monotonic()
        report = self.learner.iterate().tolist()
        self.learner.seconds += time.monotonic() - start
        return dict(zip(REPORTED, report, strict=True))

    def progress(self, report: dict[str, float], speed: float) -> None:
        """Print how far the training is; `speed` is in decisions per second."""
        figures = " ".join(f"{name} {figure:.4f}" for name, figure in report.items())
        self.say(f"{self.learner.decisions / 1e6:,.0f} M decisions, {speed / 1e6:.2f} M/s, {figures}")

    def measure(self, report: dict[str, float]) -> None:
        """Measure the strength among yardsticks; print it, and add a line to the curve."""
        results = self.match.play(self.player())
        self.say("among yardsticks: " + "; ".join(map(str, results)))
        line = {
            "seconds": round(self.learner.seconds, 1),
            "decisions": self.learner.decisions,
            **{name: round(figure, 5) for name, figure in report.items()},
            **self._among_imitations(),
            "wins": shares_of(results),
            **self._among_rivals(self.match),
        }
        with (self.out / "curve.jsonl").open("a") as file:
            file.write(json.dumps(line) + "\n")

    def _among_imitations(self) -> dict[str, Any]:
        """Print what was won among imitations since the last measurement, and return it for the curve."""
        found = self.learner.imitators.results()
        if not found:
            return {}
        self.say("among imitations: " + "; ".join(f"{name}: {100 * won:.1f} %" for name, (_, won) in found.items()))
        return {"mirrors": {name: [games, round(won, 4)] for name, (games, won) in found.items()}}

    def _among_rivals(self, match: DeviceGames) -> dict[str, Any]:
        """Measure the strength among rivals, if there is one; print it, and return it for the curve."""
        if not self.rival:
            return {}
        results = match.play(self.player(), self.rival)
        self.say("among rivals: " + "; ".join(map(str, results)))
        return {"rivals": shares_of(results)}

    def player(self) -> Net:
        """Return the averaged network with its latest weights, as it is exported."""
        self.learner.networks.refresh()
        return self.learner.networks.critic

    def finish(self) -> list[HeroFigures]:
        """Write the checkpoint and the weights; then measure every setting, and write the results into the weights."""
        paths = checkpoint.save(self.learner, self.out)
        self.write([])
        self.say(f"{len(paths)} checkpoint files; weights {(self.out / 'weights.npz').stat().st_size / 1e6:.2f} MB")
        settings = plain_settings(self.parameters.game)
        match = DeviceGames(self.parameters.game, settings, max(1, self.deals // 4), self.cuda)
        results = match.play(self.player())
        for result in results:
            self.say(str(result))
        self._among_rivals(match)
        self.write([str(result) for result in results])
        self.say("done")
        return results

    def write(self, results: list[str]) -> None:
        """Write the weights with the results of measurements."""
        command = shlex.join(["tatze", *sys.argv[1:]])
        checkpoint.write_weights(self.learner, self.out / "weights.npz", command, results)


def shares_of(results: list[HeroFigures]) -> dict[str, list[float]]:
    """Return the share of victories in each setting with its interval, as the curve has it."""
    return {str(result.setting): [round(float(n), 4) for n in result.wins] for result in results}
