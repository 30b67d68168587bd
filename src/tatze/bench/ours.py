"""What is measured of Tatze: each function returns the works of one form for one game."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

from tatze.bench.measure import Work
from tatze.bots import SIMPLE_BOTS
from tatze.core.game import Game
from tatze.core.setup import make_setup, write_rules
from tatze.games import game_named

PLAYERS = 4
"""Number of players in every measured game."""
SINGLE, NATIVE = "one game from a Python loop", "played out in native code"
BATCHED, MASKED = "many games at once, with observations", "many games at once, legal actions alone"
STATES, STUDIES, CUDA = "one state", "studies", "on a CUDA device"
MOVES = "moves/s"
BATCH_GAMES = 1024
"""Number of games in the measured batch on the CPU."""
CUDA_BATCH_GAMES = 1 << 18
"""Number of games in the measured batch on a device."""
SINGLE_FORM, BATCHED_FORM, NATIVE_FORM = (
    "compiled, stepped singly",
    f"{BATCH_GAMES} games, masks and observations",
    "compiled",
)
MASKED_FORM = f"{BATCH_GAMES} games, masks only"
REFERENCE_FORMS = {SINGLE: SINGLE_FORM, BATCHED: BATCHED_FORM, MASKED: MASKED_FORM, NATIVE: NATIVE_FORM}
"""The form of the rules that other libraries of each group are compared with."""


def repeat(play: Callable[[], int], seconds: float) -> float:
    """Call `play`, which returns how much it did, for some seconds; return how much it did per second."""
    done, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        done += play()
    return done / (time.perf_counter() - begun)


def rate(play: Callable[[], int]) -> Callable[[float], float]:
    """Return a measurement of how much `play` does per second. It runs once now, to compile everything."""
    play()
    return lambda seconds: repeat(play, seconds)


def micros(act: Callable[[], object], times: int) -> Callable[[float], float]:
    """Return a measurement of how many microseconds one call of `act` takes; it is called `times` times in a row."""
    act()

    def play() -> int:
        for _ in range(times):
            act()
        return times

    return lambda seconds: 1e6 / repeat(play, seconds)


def all_works(parts: set[str], games: Iterable[str]) -> Iterator[Work]:
    """Yield everything that can be measured here, of the parts that are wanted."""
    for name in games:
        if "play" in parts:
            yield plain_work(name)
            yield from compiled_works(name)
            yield from state_works(name)
        if "study" in parts:
            yield from study_works(name)
        if "cuda" in parts:
            yield from cuda_works(name)


def title(name: str) -> str:
    """Return how the names of a game's works begin."""
    return f"Tatze {name.capitalize()}"


def plain_work(name: str) -> Work:
    """Return the plain rules, one game after the other."""
    game: Game[Any] = game_named(name)
    setup = make_setup(game, "base", PLAYERS)
    random, out = Random(1).random, [0] * game.actions
    shuffle, legal, apply = Random(2).shuffle, game.legal, game.apply

    def play() -> int:
        s, moves = game.layout.new(), 0
        write_rules(game, setup, s)
        deal = [0] * game.deal_size
        deal = deal[: game.stock(s, deal)]
        shuffle(deal)
        game.begin(s, deal, len(deal))
        while not s.reason:
            apply(s, out[int(random() * legal(s, out))])
            moves += 1
        return moves

    return Work(f"{title(name)}, plain", SINGLE, MOVES, rate(play))


def compiled_works(name: str) -> Iterator[Work]:
    """Yield the compiled rules: stepped singly, stepped in a batch, and played out on one core and on all."""
    from tatze.compiled.batch import Batch, MaskBatch

    cores = os.cpu_count() or 1
    one = Batch(name, players=PLAYERS, size=BATCH_GAMES)
    alone = f"{title(name)}, {NATIVE_FORM}"
    yield Work(f"{title(name)}, {SINGLE_FORM}", SINGLE, MOVES, rate(single_play(name)))
    yield Work(f"{title(name)}, {BATCHED_FORM}", BATCHED, MOVES, batch_run(one))
    masks = MaskBatch(name, players=PLAYERS, size=BATCH_GAMES)
    yield Work(f"{title(name)}, {MASKED_FORM}", MASKED, MOVES, batch_run(masks))
    yield Work(alone, NATIVE, MOVES, rate(lambda: one.play_out(500).moves))
    if cores > 1:
        many = Batch(name, players=PLAYERS, size=cores, threads=cores)
        work = rate(lambda: many.play_out(500 * cores).moves)
        yield Work(f"{alone}, {cores} cores", NATIVE, MOVES, work, base=alone)


def single_play(name: str) -> Callable[[], int]:
    """Return a function that plays one random game through `Single` and returns its number of moves."""
    from tatze.compiled.single import Single

    single = Single(name, players=PLAYERS)
    random, step, legal = Random(1).random, single.step, single.legal
    numbers = iter(range(1 << 32))

    def play() -> int:
        moves, count = 0, single.reset(next(numbers))
        while count:
            count = step(legal[int(random() * count)])
            moves += 1
        return moves

    return play


def batch_run(batch: Any) -> Callable[[float], float]:
    """Return a measurement of steps with legality checks, masks, observations and rewards. Choosing is not timed."""
    moves = iter(range(1 << 32))

    def run(seconds: float) -> float:
        timed, steps = 0.0, 0
        while timed < seconds:
            actions = batch.choose_random(next(moves))
            begun = time.perf_counter()
            batch.step(actions)
            timed += time.perf_counter() - begun
            steps += batch.size
        return steps / timed

    run(0.01)
    return run


def state_works(name: str) -> Iterator[Work]:
    """Yield what is done with one state: copies, and the way to bytes and back."""
    import numpy as np

    from tatze.bench import drivers
    from tatze.compiled.forms import build_form, dtype_of

    game: Game[Any] = game_named(name)
    dtype = dtype_of(game.layout)
    states, times = np.zeros(64, dtype), 100_000
    copy = build_form(name, "cpu", more=[drivers]).copy_around
    around = micros(lambda: copy(states, times), 1)
    yield Work(f"{title(name)}, copied in compiled code", STATES, "µs", lambda seconds: around(seconds) / times)
    one = states[:1]
    to_bytes = micros(lambda: np.frombuffer(one.tobytes(), dtype), 1000)
    yield Work(f"{title(name)}, compiled, to bytes and back", STATES, "µs", to_bytes)
    s, layout = game.layout.new(), game.layout
    there_and_back = micros(lambda: layout.unpack(layout.pack(s)), 10)
    yield Work(f"{title(name)}, plain, to bytes and back", STATES, "µs", there_and_back)


def study_works(name: str) -> Iterator[Work]:
    """Yield studies with each of the simple bots at every seat."""
    from tatze.study.play import Chunk, Setting, play_chunk

    setup = make_setup(game_named(name), "base", PLAYERS)

    def play(bot: str) -> Callable[[], int]:
        chunk = Chunk(Setting(name, setup, (bot,) * PLAYERS), 0, 0, 200)
        return lambda: play_chunk(chunk).games

    for bot in SIMPLE_BOTS:
        yield Work(f"{title(name)}, {bot}", STUDIES, "games/s", rate(play(bot)))


def cuda_works(name: str) -> Iterator[Work]:
    """Yield what is measured on a CUDA device; nothing where there is none."""
    from tatze.study.run import cuda_is_there

    if not cuda_is_there():
        return
    from tatze.compiled.cuda import CudaBatch
    from tatze.compiled.imports import import_cuda
    from tatze.study.play import Chunk, Setting, play_chunk

    cuda = import_cuda()
    size = CUDA_BATCH_GAMES
    batch = CudaBatch(name, players=PLAYERS, size=size)
    yield Work(f"{title(name)}, played out", CUDA, MOVES, rate(lambda: batch.play_out(1 << 22).moves))
    steps = iter(range(1 << 32))

    def play() -> int:
        for _ in range(20):
            batch.step(batch.choose_random(next(steps)))
        cuda.synchronize()
        return 20 * size

    yield Work(f"{title(name)}, {size} games, masks and observations", CUDA, MOVES, rate(play))
    setting = Setting(name, make_setup(game_named(name), "base", PLAYERS), ("thumb",) * PLAYERS)
    study = Chunk(setting, 0, 0, 1 << 20, "cuda")
    yield Work(f"{title(name)}, study with thumb", CUDA, "games/s", rate(lambda: play_chunk(study).games))
