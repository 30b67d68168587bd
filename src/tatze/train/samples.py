"""What searches choose, written down so that a network can learn to play like one.

    python -m tatze.train.samples linko --threads 2 --minutes 20 --out .train/samples/linko-1.npz

Games of one learned bot among searches, in the settings that are trained on: whenever a search decides, what it saw,
how often it tried each choice, and what it chose. Needs NumPy and Numba alone."""

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

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # every thread plays games of its own

import numpy as np
import numpy.typing as npt

from tatze.bots.guided.searcher import learned_form
from tatze.bots.learned.network import features_of, needs
from tatze.bots.search.match import Match, Pairing
from tatze.bots.search.match_drivers import CHOSEN, GLANCE, LEFT, WAITING
from tatze.games import game_names
from tatze.train.settings import Setting, all_settings

PLAYOUTS = 2000
"""Of a search: a quarter of what 200 ms give, for four times as many games."""
SEED = 5000
"""The games of samples have this seed and later ones; no match that is reported has."""
SAVE_EVERY = 60.0


class Samples(NamedTuple):
    """Decisions of searches."""

    features: npt.NDArray[np.uint8]
    """A row of bits for each."""
    tried: npt.NDArray[np.uint16]
    """How often each choice was tried, plus 1 where it was possible: decisions × choices."""
    chosen: npt.NDArray[np.int16]


@dataclass
class Book:
    """Samples while they are made."""

    features: list[Any] = field(default_factory=list)
    tried: list[Any] = field(default_factory=list)
    chosen: list[int] = field(default_factory=list)
    won: dict[str, list[float]] = field(default_factory=dict)
    """What the learned bot won in the games of each setting."""


class Recorder:
    """Plays games and writes down what their searches do. Two threads need two."""

    def __init__(self, game: str, setting: Setting, playouts: int) -> None:
        self.game, self.module = game, features_of(game)
        others = f"search:{playouts}"
        self.match = Match(Pairing(game, setting.rules, setting.players, "learned", others, setting.options))
        self.face = learned_form(game).face
        self.row = np.zeros((1, self.module.length), np.int8)
        self.places = np.zeros((1, self.match.desk.game.actions), np.int32)

    def play(self, seat: int, seed: int, number: int, book: Book) -> float:
        """One game, with the learned bot on this seat; its share of the victory."""
        match, notes = self.match, self.match.notes
        bots, begun = match.begin(seat, seed, number), False
        while match.go_on(bots, seed, number, int(notes[LEFT]) % GLANCE or GLANCE if begun else 1):
            if not begun and not notes[WAITING]:
                begun = True
                self._see(book)
            if begun and notes[LEFT] == 0:
                begun = False
                self._note(book)
        return float(match.result()[0][seat])

    def _see(self, book: Book) -> None:
        self.row[:] = 0
        self.face(self.match.desk.states, self.match.choices, 0, self.row, self.places)
        book.features.append(np.packbits(self.row[0].astype(np.bool_)))

    def _note(self, book: Book) -> None:
        tree = self.match.desk.tree
        tried = np.zeros(self.module.choices, np.uint16)
        child = int(tree["child"][0])
        actions = []
        while child:
            actions.append((int(tree["action"][child]), int(tree["visits"][child])))
            child = int(tree["sibling"][child])
        actions.append((int(self.match.notes[CHOSEN]), 0))
        states = self.match.desk.states
        self.face(states, np.array([a for a, _ in actions], np.int32), len(actions), self.row, self.places)
        for (_, visits), place in zip(actions[:-1], self.places[0], strict=False):
            tried[place] += visits + 1
        book.tried.append(tried)
        book.chosen.append(int(self.places[0, len(actions) - 1]))


def games(settings: Sequence[Setting], random: Random) -> Iterator[tuple[Setting, int, int]]:
    """Settings by their weights, a seat, and the number of a deal, without an end."""
    number = 0
    while True:
        setting = random.choices(settings, [s.weight for s in settings])[0]
        yield setting, random.randrange(setting.players), number
        number += 1


def record(game: str, playouts: int, threads: int, minutes: float, seed: int, out: Path) -> Samples:
    """Play for so many minutes, and write what there is again and again."""
    begun = saved = time.monotonic()
    settings = [s for s in all_settings(game) if s.weight >= 1]
    Recorder(game, settings[0], 8).play(0, 0, 0, Book())  # compiled once, not by all threads at once
    book, own, lock = Book(), threading.local(), threading.Lock()
    todo = games(settings, Random(seed))

    def work() -> None:
        nonlocal saved
        while time.monotonic() - begun < 60 * minutes:
            with lock:
                setting, seat, number = next(todo)
            desks: dict[str, Recorder] = own.__dict__.setdefault("desks", {})
            if str(setting) not in desks:
                desks[str(setting)] = Recorder(game, setting, playouts)
            mine = Book()
            won = desks[str(setting)].play(seat, seed, number, mine)
            with lock:
                book.features += mine.features
                book.tried += mine.tried
                book.chosen += mine.chosen
                book.won.setdefault(str(setting), []).append(won)
                if time.monotonic() - saved > SAVE_EVERY:
                    saved = time.monotonic()
                    save(out, game, book)
                    print(f"[{game} {saved - begun:6.1f} s] {len(book.chosen):,} decisions", flush=True)

    with ThreadPoolExecutor(threads) as pool:
        for task in [pool.submit(work) for _ in range(threads)]:
            task.result()
    for name, shares in sorted(book.won.items()):
        print(f"{name}: the learned bot won {100 * sum(shares) / len(shares):.1f} % of {len(shares):,} games")
    return save(out, game, book)


def save(out: Path, game: str, book: Book) -> Samples:
    samples = Samples(np.array(book.features), np.array(book.tried, np.uint16), np.array(book.chosen, np.int16))
    out.parent.mkdir(parents=True, exist_ok=True)
    new = out.with_suffix(".new")
    with new.open("wb") as file:
        np.savez_compressed(file, fingerprint=np.array(needs(game)["fingerprint"]), **samples._asdict())
    new.replace(out)
    return samples


def load(paths: Sequence[Path], game: str) -> Samples:
    """What is in these files; they must be of this version's rules and features."""
    found = []
    for path in paths:
        with np.load(path, allow_pickle=False) as file:
            if str(file["fingerprint"]) != needs(game)["fingerprint"]:
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
