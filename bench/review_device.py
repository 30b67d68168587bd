"""The figures of reviews that need a CUDA device and many cores, all in one run with a time limit.

    PYTHONPATH=src python3 -m bench.review_device --out $OUT --seconds 505 --workers 15
    PYTHONPATH=src python3 -m bench.review_device --out $OUT --games linko
    python -m bench.review_device --out /tmp/try --small --seconds 200 --workers 2

The device plays full playouts with the learned policy, the reference, and computes the luck of whole games. The other
processes review. Results are written as they come:

- `planted.json`: positions with the reference values of actions, and the verdicts of the reviews on them;
- `gains.json`: called mistakes, with the gain that was promised and the one that came;
- `kitten.json`: luck in games of one kitten among tigers;
- `luck.npz`: result and luck of every game between equals; `log.txt`: what was done when.

docs/review.md has the figures; `bench.review_figures` computes them from these files."""

from __future__ import annotations

import argparse
import heapq
import json
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import Any

for _library in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_library, "1")

import numpy as np  # noqa: E402  # after the number of threads is set

from bench import review_tasks as tasks  # noqa: E402  # after the number of threads is set
from tatze.games import game_named, game_names  # noqa: E402  # after the number of threads is set
from tatze.review.judge import Judge  # noqa: E402  # after the number of threads is set

LUCK_SETTINGS = (("verflixxt", "base", 2), ("verflixxt", "base", 4), ("linko", "duel", 2), ("linko", "base", 4))
PLAYERS = 4
REFERENCE_PART = 0.6
"""The part of the time in which the reference of planted mistakes is played."""
GAINS_SECONDS = 110
"""Seconds kept for the gains of called mistakes."""
BEGUN = monotonic()


class Sizes:
    """How much is done; the small sizes are a try."""

    def __init__(self, small: bool) -> None:
        self.positions = 4 if small else 420
        self.coarse = 32 if small else 512
        self.fine = 64 if small else 20_000
        self.at_once = 2 if small else 4
        self.batch = 1 << 10 if small else 1 << 18
        self.luck_games = 20 if small else 10_000
        self.lookahead_games = 8 if small else 2_500
        self.gain_playouts = 8 if small else 256
        self.called_games = 1 if small else 400
        self.kitten_games = 1 if small else 1_500


class Pool:
    """Processes that work on tasks by priority until a deadline."""

    def __init__(self, workers: int, deadline: float) -> None:
        self.executor = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
        self.workers, self.deadline = workers, deadline
        self.waiting: list[tuple[int, int, Any]] = []
        self.order, self.lock = count(), threading.Lock()
        self.running: dict[Future[Any], Any] = {}
        self.failures: list[str] = []
        threading.Thread(target=self._run, daemon=True).start()

    def add(self, priority: int, done: Callable[[Any], None], function: Callable[..., Any], *arguments: Any) -> None:
        """Add a task; `done` gets its result. Tasks of lower priority numbers come first."""
        with self.lock:
            heapq.heappush(self.waiting, (priority, next(self.order), (done, function, arguments)))

    def idle(self) -> bool:
        with self.lock:
            return not self.waiting and not self.running

    def _run(self) -> None:
        while monotonic() < self.deadline:
            with self.lock:
                while self.waiting and len(self.running) < self.workers + 1:
                    done, function, arguments = heapq.heappop(self.waiting)[2]
                    self.running[self.executor.submit(function, *arguments)] = done
                futures = list(self.running)
            finished, _ = wait(futures, timeout=0.2, return_when=FIRST_COMPLETED)
            for future in finished:
                with self.lock:
                    done = self.running.pop(future)
                try:
                    done(future.result())
                except Exception as error:  # noqa: BLE001  # one bad task must not end the measurement
                    self.failures.append(repr(error)[:300])

    def close(self) -> None:
        self.executor.shutdown(wait=False, cancel_futures=True)


class DeviceJudge(Judge):
    """A judge whose network runs on the device."""

    def __init__(self, game: str, device: Any) -> None:
        super().__init__(game)
        self.device = device

    def _joined(self, states: Any, _parents: Any) -> Any:
        return self.device.joined(states)


class Bench:
    """The measurement."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.out, self.sizes = Path(args.out), Sizes(args.small)
        self.names: list[str] = args.games
        self.out.mkdir(parents=True, exist_ok=True)
        self.end = BEGUN + args.seconds
        self.cuda, self.small = not args.small, args.small
        self.pool = Pool(args.workers, self.end - 8)
        self.planted: list[dict[str, Any]] = []
        self.called: dict[str, list[Any]] = {game: [] for game in self.names}
        self.gains: dict[str, list[Any]] = {game: [] for game in self.names}
        self.kittens: dict[str, list[Any]] = {game: [] for game in self.names}
        self.luck: dict[str, Any] = {}
        self.devices: dict[tuple[str, str, int], Any] = {}
        self.lines: list[str] = []

    def log(self, text: str) -> None:
        self.lines.append(f"{monotonic() - BEGUN:7.1f} {text}")
        print(self.lines[-1], flush=True)
        (self.out / "log.txt").write_text("\n".join([*self.lines, *self.pool.failures[:20]]) + "\n")

    def left(self) -> float:
        return float(self.end - monotonic())

    def run(self) -> None:
        try:
            self._queue()
            self.device_of("linko", "base", PLAYERS)
            self._measure()
        finally:
            self.write()
            self.log(f"done; {len(self.pool.failures)} failures")
            self.pool.close()

    def device_of(self, game: str, rules: str, players: int) -> Any:
        from bench.review_reference import Device, setting

        key = (game, rules, players)
        if key not in self.devices:
            if self.cuda:
                import torch

                self.devices.clear()
                torch.cuda.empty_cache()
            self.devices[key] = Device(game, setting(rules, players), self.sizes.batch, self.cuda)
            self.log(f"device ready for {key}")
        return self.devices[key]

    def _queue(self) -> None:
        """Queue everything that needs no device: first one process compiles for each game, the others follow."""
        self.positions: dict[str, list[Any]] = {game: [] for game in self.names}
        warmed: set[str] = set()

        def when_warm(game: str) -> Callable[[Any], None]:
            def then(seconds: float) -> None:
                warmed.add(game)
                self.log(f"{game} compiled in {seconds:.0f} s")
                self._queue_game(game)

            return then

        for game in self.names:
            self.pool.add(0, when_warm(game), tasks.warm, game)

    def _queue_game(self, game: str) -> None:
        sizes, pool = self.sizes, self.pool
        for number in range(-(-sizes.positions // 2)):
            pool.add(1, self.positions[game].extend, tasks.position, game, "base", PLAYERS, 910_000 + number)
        for number in range(sizes.called_games):
            pool.add(4 + number // 8, self.called[game].extend, tasks.called, game, "base", PLAYERS, 920_000 + number)
        for number in range(sizes.kitten_games):
            done = self.kittens[game].append
            pool.add(4 + number // 25, done, tasks.kitten_luck, game, PLAYERS, 960_000 + number)

    def _measure(self) -> None:
        """What the device does, in order; each part has a share of the time."""
        for number, game in enumerate(self.names, 1):
            self._reference(game, BEGUN + REFERENCE_PART * number / len(self.names) * (self.end - BEGUN))
            self.write()
        for where in LUCK_SETTINGS:
            if where[0] in self.names and (self.left() > GAINS_SECONDS or self.small):
                self._luck(*where)
        self.write()
        while self.small and not self.pool.idle() and self.left() > 20:
            threading.Event().wait(0.5)
        for game in reversed(self.names):
            self._gains(game)

    # --- Planted mistakes ---

    def _reference(self, game: str, deadline: float) -> None:
        device = self.device_of(game, "base", PLAYERS)
        judge = Judge(game)
        begun, rows = monotonic(), device.rows
        for number, group in enumerate(self._groups(game, deadline)):
            self._refine(game, device, judge, group, number)
        self.log(f"{game}: {len(self.planted)} positions, {(device.rows - rows) / (monotonic() - begun):.0f} rows/s")

    def _groups(self, game: str, deadline: float) -> Iterator[list[Any]]:
        """Yield a few positions at a time, as they come, until there are enough or the time is over."""
        done = 0
        while done < self.sizes.positions and monotonic() < deadline:
            group = self.positions[game][done : done + self.sizes.at_once]
            if len(group) == self.sizes.at_once:
                done += len(group)
                yield group
            else:
                threading.Event().wait(0.2)

    def _refine(self, game: str, device: Any, judge: Judge, group: list[Any], number: int) -> None:
        """Rank all actions of some positions by a few playouts; then compare the two best and a planted mistake."""
        seed = tasks.fresh_seed(game, number)
        coarse = self._values(device, judge, group, [one["legal"] for one in group], self.sizes.coarse, seed)
        random = np.random.default_rng(seed)
        asked = []
        for values, one in zip(coarse, group, strict=True):
            means = {action: float(found.mean()) for action, found in values.items()}
            ranked = sorted(means, key=lambda action: -means[action])
            worse = [action for action in ranked[2:] if means[ranked[0]] - means[action] > 0.07]
            asked.append([*ranked[:2], *([int(random.choice(worse))] if worse else [])])
            one["coarse"] = {str(action): round(mean, 4) for action, mean in means.items()}
        fine = self._values(device, judge, group, asked, self.sizes.fine, tasks.fresh_seed(game, number, "fine"))
        for values, one in zip(fine, group, strict=True):
            self._plant(game, one, values)

    def _plant(self, game: str, one: dict[str, Any], values: dict[int, Any]) -> None:
        """Note the reference, and have the reviews judge the best action and the planted mistake."""
        actions = list(values)
        best = max(actions, key=lambda action: float(values[action].mean()))
        gaps = {}
        for action in actions:
            gap = values[best] - values[action]
            gaps[str(action)] = (float(gap.mean()), float(gap.std() / np.sqrt(len(gap))))
        about = {"game": game, "legal": one["legal"], "coarse": one["coarse"], "best": best, "gaps": gaps}

        def then(verdicts: Any) -> None:
            self.planted.append({**about, "verdicts": verdicts})

        wanted = [best, *actions[2:]]
        found = {name: one[name] for name in ("state", "seat", "legal")}
        self.pool.add(2, then, tasks.evaluated, game, found, wanted, tasks.fresh_seed(game, "deep", best))

    def _values(
        self, device: Any, judge: Judge, group: list[Any], actions: list[list[int]], playouts: int, seed: int
    ) -> list[dict[int, Any]]:
        """Return, for each position and action, the results of the seat over the same hidden cards and dice."""
        states, choices, numbers, labels = [], [], [], []
        for i, (one, legal) in enumerate(zip(group, actions, strict=True)):
            view = judge.view(one["state"], 0, one["seat"])
            drawn = np.zeros(playouts, judge.dtype)
            judge.functions.determinize_many(view, drawn, judge.items, (seed + i) & 0xFFFFFFFF)
            for action in legal:
                states.append(drawn)
                choices.append(np.full(playouts, choice_in(judge, view, action)))
                numbers.append(np.arange(playouts))
                labels.append((i, action))
        results = self._played(device, np.concatenate(states), np.concatenate(choices), np.concatenate(numbers), seed)
        found: list[dict[int, Any]] = [{} for _ in group]
        for k, (i, action) in enumerate(labels):
            found[i][action] = results[k * playouts : (k + 1) * playouts, group[i]["seat"]].astype(np.float64)
        return found

    def _played(self, device: Any, states: Any, choices: Any, numbers: Any, seed: int) -> Any:
        """Play everything out, as many games at once as the device takes."""
        size = self.sizes.batch
        parts = [slice(first, first + size) for first in range(0, len(states), size)]
        return np.concatenate([device.playouts(states[p], choices[p], numbers[p], seed & 0x7FFFFFFF) for p in parts])

    # --- Luck of whole games ---

    def _luck(self, game: str, rules: str, players: int) -> None:
        device = self.device_of(game, rules, players)
        judge = DeviceJudge(game, device)
        begun = monotonic()
        plain = whole_games(device, judge, self.sizes.luck_games, players, judge.joined, monotonic() + 45)
        self.luck[f"{game} {rules} {players}"] = plain
        self.log(f"luck {game} {rules} {players}: {ratio_text(plain)}, {monotonic() - begun:.0f} s")
        if not game_named(game).hidden and self.left() > 90:
            begun = monotonic()
            ahead = whole_games(
                device, judge, self.sizes.lookahead_games, players, lookahead(judge, device), monotonic() + 40
            )
            self.luck[f"{game} {rules} {players} ahead"] = ahead
            self.log(f"  with a lookahead: {ratio_text(ahead)}, {monotonic() - begun:.0f} s")

    # --- Promised and real gains ---

    def _gains(self, game: str) -> None:
        """Play called mistakes and the advice on from the true state, the undrawn order shuffled."""
        found = list(self.called[game])
        if not found or self.left() < 15:
            return
        device, judge = self.device_of(game, "base", PLAYERS), Judge(game)
        playouts = self.sizes.gain_playouts
        for first in range(0, len(found), 64):
            if self.left() < 14:
                break
            group = found[first : first + 64]
            states, choices = [], []
            for i, one in enumerate(group):
                drawn = np.repeat(one["state"], playouts)
                judge.functions.shuffle_undrawn(drawn, judge.items, tasks.fresh_seed(game, first + i))
                view = judge.view(one["state"], 0, one["seat"])
                for action in (one["chosen"], one["deep"]["best"], one["instant"]["best"]):
                    states.append(drawn)
                    choices.append(np.full(playouts, choice_in(judge, view, action)))
            numbers = np.tile(np.arange(playouts), len(states))
            results = self._played(device, np.concatenate(states), np.concatenate(choices), numbers, first + 5)
            for i, one in enumerate(group):
                mine = results[3 * i * playouts : 3 * (i + 1) * playouts, one["seat"]].reshape(3, playouts)
                came = {"deep": mine[1] - mine[0], "instant": mine[2] - mine[0]}
                self.gains[game].append(
                    {
                        **{kind: {**one[kind], "came": float(came[kind].mean())} for kind in came},
                        "chosen": one["chosen"],
                    }
                )
        self.log(f"gains {game}: {len(self.gains[game])} of {len(found)}")

    def write(self) -> None:
        """Write everything that is known by now."""
        for name, data in [
            ("planted", self.planted),
            ("gains", self.gains),
            ("kitten", self.kittens),
        ]:
            (self.out / f"{name}.json").write_text(json.dumps(data, separators=(",", ":")))
        arrays = {
            f"{where.replace(' ', '_')}_{part}": array
            for where, parts in self.luck.items()
            for part, array in parts.items()
        }
        np.savez_compressed(self.out / "luck.npz", **arrays)


def choice_in(judge: Judge, view: Any, action: int) -> int:
    """Return the place of an action in the policy."""
    return int(judge.functions.choice_of(view[0], action))


def whole_games(
    device: Any, judge: Any, size: int, players: int, value: Callable[[Any], Any], deadline: float
) -> dict[str, Any]:
    """Play games between equals, and return result and luck of every seat, without and with that of the deal.

    Q is the mean over all rolls, or over eight orders of the undrawn items. Games that do not end in time are left
    out."""
    from tatze.train.vector.games import VectorGames

    seed = 77_001
    games = VectorGames(device.game, [device.setting], [size], seed, device.cuda, afterstates=False)
    states = games.states()
    luck, results, ended = np.zeros((size, players)), np.zeros((size, players)), np.zeros(size, bool)
    deal = value(states) - 1 / players
    step = 0
    while not ended.all() and monotonic() < deadline:
        step += 1
        chosen = choices_of(device, games, size)
        before = states
        games.step(chosen)
        states = games.states()
        choices = chosen.cpu().numpy()
        rows = np.flatnonzero(~ended)
        pre = before[rows].copy()
        judge.functions.make_choices(pre, judge.scratch, choices[rows])
        after = value(pre)
        luck[rows] += draw_luck(judge, value, (before[rows], pre, choices[rows], after), seed + step)
        rolled = (pre["actor"] == -1) & (pre["reason"] == 0)
        luck[rows[rolled]] += value(states[rows[rolled]]) - after[rolled] if rolled.any() else 0
        over = pre["reason"] != 0
        results[rows[over]] = after[over]
        ended[rows[over]] = True
    return {"result": results[ended], "luck": luck[ended], "deal": deal[ended]}


def choices_of(device: Any, games: Any, size: int) -> Any:
    """Return the policy's choice in every game."""
    import torch

    with torch.no_grad():
        if size <= len(device.features):
            return device._choices(games, size)
    raise ValueError(size)


def draw_luck(judge: Any, value: Any, now: tuple[Any, Any, Any, Any], seed: int, orders: int = 8) -> Any:
    """Return the luck of draws inside one action of each game: its value minus the mean over other orders."""
    before, pre, choices, after = now
    functions = judge.functions
    drew = np.array(
        [
            functions.list_undrawn(before, i, judge.items) != functions.list_undrawn(pre, i, judge.items)
            for i in range(len(pre))
        ],
        bool,
    )
    luck = np.zeros_like(after)
    if drew.any():
        others = np.repeat(before[drew], orders)
        functions.shuffle_undrawn(others, judge.items, seed)
        functions.make_choices(others, judge.scratch, np.repeat(choices[drew], orders))
        luck[drew] = after[drew] - value(others).reshape(-1, orders, after.shape[1]).mean(axis=1)
    return luck


def lookahead(judge: Any, device: Any) -> Callable[[Any], Any]:
    """Return everybody's chances after the policy's next choice: the mean over the rolls after it."""

    def value(states: Any) -> Any:
        rolled, parents, weights = judge._rolled(states)
        running = np.flatnonzero(rolled["reason"] == 0)
        chosen = rolled[running].copy()
        if len(chosen):
            judge.functions.make_choices(chosen, judge.scratch, device_policy(device, chosen))
        rolled = rolled.copy()
        rolled[running] = chosen
        chances = judge.joined(rolled)
        found = np.zeros((len(states), chances.shape[1]))
        np.add.at(found, parents, chances * weights[:, None])
        return found

    return value


def device_policy(device: Any, states: Any) -> Any:
    """Return the policy's choice in each of these states."""
    import torch

    found = []
    with torch.no_grad():
        for first in range(0, len(states), device.sizes[0]):
            part = states[first : first + device.sizes[0]]
            size = min((size for size in device.sizes if size >= len(part)), default=device.sizes[0])
            games = device.sized(size)
            games.restore(np.concatenate([part, np.repeat(part[:1], size - len(part))]))
            found.append(device._choices(games, size).cpu().numpy()[: len(part)])
    return np.concatenate(found)


def ratio_text(found: dict[str, Any]) -> str:
    """Return the ratio of the variances of results and of luck-adjusted results."""
    result, luck = found["result"], found["luck"] + found["deal"]
    plain, adjusted = result.var(axis=0).mean(), (result - luck).var(axis=0).mean()
    return f"{len(result)} games, variance {plain:.4f} / {adjusted:.4f} = {plain / adjusted:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True)
    parser.add_argument("--seconds", type=float, default=505)
    parser.add_argument("--workers", type=int, default=15)
    parser.add_argument("--games", nargs="+", choices=game_names(), default=list(game_names()))
    parser.add_argument("--small", action="store_true")
    Bench(parser.parse_args()).run()
    os._exit(0)  # processes that still work on a task are not waited for


if __name__ == "__main__":
    main()
