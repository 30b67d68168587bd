"""Samples for imitation: the decisions of searches, so that a network can learn to play like them.

    python -m tatze.train.samples linko --threads 2 --minutes 20 --out .train/samples/linko-1.npz

One learned bot plays among searches, in the settings that networks are trained on. Every decision of a search is a
sample: the features of its view, the visits of each choice, and the choice made. Needs NumPy and Numba alone."""

from __future__ import annotations

import argparse
import os
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tatze.arena.match import Meeting
from tatze.core.strategy import Features

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # every thread plays games of its own

import numpy as np
import numpy.typing as npt

from tatze.arena.compiled.drivers import PLAYOUTS_BETWEEN_CHECKS
from tatze.arena.compiled.games import CompiledGames
from tatze.arena.match import Bout
from tatze.arena.settings import MatchSetting, one_against
from tatze.bots.guided.policy import view_form
from tatze.bots.learned.network import features_of, requirements
from tatze.games import game_names
from tatze.train.settings import GameSetting, all_settings

PLAYOUTS = 2000
"""Number of playouts of a search: a quarter of what 200 ms give, for four times as many games."""
SEED = 5000
"""The default seed. Seeds from this one on are for samples; no reported match uses them."""
SAVE_SECONDS = 60.0
"""Time between two writes of the file."""


class Samples(NamedTuple):
    """Decisions of searches, one in each row. The names are those of the arrays in the file."""

    features: npt.NDArray[np.uint8]
    """The features as bits."""
    tried: npt.NDArray[np.uint16]
    """Visits of each choice plus 1 where it was legal: decisions × choices."""
    chosen: npt.NDArray[np.int16]
    """The choice that was made."""


@dataclass
class SampleLists:
    """Samples while they are collected."""

    features: list[Any] = field(default_factory=list)
    tried: list[Any] = field(default_factory=list)
    chosen: list[int] = field(default_factory=list)
    won: dict[str, list[float]] = field(default_factory=dict)
    """Setting → the learned bot's share of the victory in each game."""


class Recorder:
    """Plays games and collects the decisions of their searches. Threads need one each."""

    game: str
    module: Features

    def __init__(self, game: str, setting: GameSetting, playouts: int, seed: int) -> None:
        self.game, self.module = game, features_of(game)
        where = MatchSetting(game, setting.rules, setting.players)
        match = one_against(where, "learned", f"search:{playouts}", seed, options=setting.options)
        self.games: CompiledGames = CompiledGames(match)
        self.meeting: Meeting = match.meetings()[0]
        self.encode_view: Any = view_form(game).encode_view
        self.row: npt.NDArray[np.int8] = np.zeros((1, self.module.length), np.int8)
        self.places: npt.NDArray[np.int32] = np.zeros((1, self.games.searcher.game.actions), np.int32)

    def play(self, seat: int, number: int, samples: SampleLists) -> float:
        """Play the deal of this number with the learned bot on this seat, and return its share of the victory."""
        games, progress, searching = self.games, self.games.progress, False
        games.begin(Bout(*self.meeting, number, seat))
        while games.advance(self._playouts_to_check() if searching else 1):
            if not searching and not progress["waiting"]:
                searching = True
                self._add_features(samples)
            if searching and progress["playouts_left"] == 0:
                searching = False
                self._add_choice(samples)
        return games.result().share(seat)

    def _playouts_to_check(self) -> int:
        """Number of playouts until a search may end early: it must be seen before the next search begins."""
        return int(self.games.progress["playouts_left"]) % PLAYOUTS_BETWEEN_CHECKS or PLAYOUTS_BETWEEN_CHECKS

    def _add_features(self, samples: SampleLists) -> None:
        self.row[:] = 0
        self.encode_view(self.games.game.states, self.games.game.actions, 0, self.row, self.places)
        samples.features.append(np.packbits(self.row[0].astype(np.bool_)))

    def _add_choice(self, samples: SampleLists) -> None:
        nodes = self.games.searcher.tree.nodes
        tried = np.zeros(self.module.choices, np.uint16)
        child = int(nodes["first_child"][0])
        actions = []
        while child:
            actions.append((int(nodes["action"][child]), int(nodes["visits"][child])))
            child = int(nodes["next_sibling"][child])
        actions.append((int(self.games.progress["chosen"]), 0))
        listed = np.array([action for action, _ in actions], np.int32)
        self.encode_view(self.games.game.states, listed, len(listed), self.row, self.places)
        for (_, visits), place in zip(actions[:-1], self.places[0], strict=False):
            tried[place] += visits + 1
        samples.tried.append(tried)
        samples.chosen.append(int(self.places[0, len(actions) - 1]))


def games(settings: Sequence[GameSetting], random: Random) -> Iterator[tuple[GameSetting, int, int]]:
    """Yield games without an end: a setting drawn by weight, the learned bot's seat, and the number of a deal."""
    number = 0
    while True:
        setting = random.choices(settings, [s.weight for s in settings])[0]
        yield setting, random.randrange(setting.players), number
        number += 1


def record(game: str, playouts: int, threads: int, minutes: float, seed: int, out: Path) -> Samples:
    """Play for this number of minutes, write the samples to a file every now and then, and return them."""
    begun = saved = time.monotonic()
    settings = [s for s in all_settings(game) if s.weight >= 1]
    Recorder(game, settings[0], 8, 0).play(0, 0, SampleLists())  # compiled once, not by all threads at once
    samples, own, lock = SampleLists(), threading.local(), threading.Lock()
    todo = games(settings, Random(seed))

    def work() -> None:
        nonlocal saved
        while time.monotonic() - begun < 60 * minutes:
            with lock:
                setting, seat, number = next(todo)
            recorders: dict[str, Recorder] = own.__dict__.setdefault("recorders", {})
            if str(setting) not in recorders:
                recorders[str(setting)] = Recorder(game, setting, playouts, seed)
            mine = SampleLists()
            won = recorders[str(setting)].play(seat, number, mine)
            with lock:
                samples.features += mine.features
                samples.tried += mine.tried
                samples.chosen += mine.chosen
                samples.won.setdefault(str(setting), []).append(won)
                if time.monotonic() - saved > SAVE_SECONDS:
                    saved = time.monotonic()
                    save(out, game, samples)
                    print(f"[{game} {saved - begun:6.1f} s] {len(samples.chosen):,} decisions", flush=True)

    with ThreadPoolExecutor(threads) as pool:
        for task in [pool.submit(work) for _ in range(threads)]:
            task.result()
    for name, shares in sorted(samples.won.items()):
        print(f"{name}: the learned bot won {100 * sum(shares) / len(shares):.1f} % of {len(shares):,} games")
    return save(out, game, samples)


def save(out: Path, game: str, lists: SampleLists) -> Samples:
    """Write the samples to a file, in place of an older one, and return them as arrays."""
    samples = Samples(np.array(lists.features), np.array(lists.tried, np.uint16), np.array(lists.chosen, np.int16))
    out.parent.mkdir(parents=True, exist_ok=True)
    new = out.with_suffix(".new")
    with new.open("wb") as file:
        np.savez_compressed(file, fingerprint=np.array(requirements(game)["fingerprint"]), **samples._asdict())
    new.replace(out)
    return samples


def load(paths: Sequence[Path], game: str) -> Samples:
    """Read the samples of several files; a ValueError says which file was made for other rules or features."""
    found = []
    for path in paths:
        with np.load(path, allow_pickle=False) as file:
            if str(file["fingerprint"]) != requirements(game)["fingerprint"]:
                raise ValueError(f"{path}: of another game, other rules or other features")
            found.append(Samples(file["features"], file["tried"], file["chosen"]))
    return Samples(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=game_names())
    parser.add_argument("--playouts", type=int, default=PLAYOUTS, help="of a search (%(default)s)")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=SEED, help="others give other games (%(default)s)")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE")
    args = parser.parse_args()
    samples = record(args.game, args.playouts, args.threads, args.minutes, args.seed, args.out)
    print(f"{len(samples.chosen):,} decisions in {args.out}")


if __name__ == "__main__":
    main()
