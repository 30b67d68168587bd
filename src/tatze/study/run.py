"""Spreads the chunks of a study over threads, a CUDA device or a Ray cluster, and adds up what comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from importlib.util import find_spec

from tatze.cluster import on_cluster
from tatze.compiled.imports import import_cuda
from tatze.core.errors import MissingExtra, SetupError, TatzeError
from tatze.core.threefry import SEED_LIMIT
from tatze.study.ledger import StudyLedger
from tatze.study.play import Chunk, Setting, play_chunk
from tatze.study.tally import Tally

MIN_CHUNK_GAMES = {"plain": 16, "cpu": 1024, "cuda": 1 << 20}
"""Smallest number of games in a chunk, by form: enough to be worth handing out, few enough for progress to be seen."""
MAX_CHUNKS = 1000
"""Largest number of chunks into which the games of one setting are divided."""

Notice = Callable[[int], None]
"""Called with the number of games of each chunk that came back."""


def form_for(device: str) -> str:
    """Return the form that plays on the device "cpu", "cuda" or "auto"; the plain form where there is no Numba."""
    if device == "cuda":
        if not import_cuda().is_available():
            raise TatzeError("there is no CUDA device here; --device cpu plays the same games")
        return "cuda"
    if device == "auto" and cuda_is_there():
        return "cuda"
    return "cpu" if find_spec("numba") else "plain"


def cuda_is_there() -> bool:
    """Return whether Numba finds a CUDA device."""
    try:
        return bool(import_cuda().is_available())
    except MissingExtra:
        return False


def play_study(
    settings: Sequence[Setting],
    games: int,
    seed: int = 0,
    threads: int = 1,
    form: str = "cpu",
    ray: str | None = None,
    notice: Notice | None = None,
    ledger: StudyLedger | None = None,
) -> list[Tally]:
    """Play the games number 0 to games − 1 of every setting; return a tally for each setting.

    The tallies are the same whatever the form, the number of threads and the cluster. Games that a ledger has are not
    played again, and those that are played are added to it."""
    check(games, seed)
    missing = [ledger.missing(setting, games) if ledger else [range(games)] for setting in settings]
    chunks = [chunk for i in range(len(settings)) for chunk in chunks_of(settings, i, missing[i], seed, form)]
    tallies = [ledger.tally(setting) if ledger else Tally() for setting in settings]
    gpus = 1 if form == "cuda" else 0
    played = on_cluster(play_chunk, chunks, ray, gpus) if ray and chunks else _on_threads(chunks, threads)
    for chunk, tally in played:
        tallies[chunk.setting_index].add(tally)
        if ledger:
            ledger.add(chunk, tally)
        if notice:
            notice(chunk.count)
    return tallies


def check(games: int, seed: int) -> None:
    """Refuse numbers that the random numbers cannot be counted with."""
    if not 0 <= seed < SEED_LIMIT or not 0 < games <= SEED_LIMIT:
        raise SetupError(
            f"a study has a seed from 0 to {SEED_LIMIT - 1} and 1 to {SEED_LIMIT} games, not {seed} and {games}"
        )


def chunks_of(
    settings: Sequence[Setting], index: int, missing: Sequence[range], seed: int, form: str
) -> Iterator[Chunk]:
    """Divide the missing games of one setting, given by ranges of their numbers, into chunks."""
    size = max(MIN_CHUNK_GAMES[form], -(-sum(map(len, missing)) // MAX_CHUNKS))
    for numbers in missing:
        for first in numbers[::size]:
            count = min(size, numbers.stop - first)
            yield Chunk(setting=settings[index], seed=seed, first=first, count=count, form=form, setting_index=index)


def _on_threads(chunks: Sequence[Chunk], threads: int) -> Iterator[tuple[Chunk, Tally]]:
    if threads == 1 or not chunks or chunks[0].form != "cpu":
        for chunk in chunks:
            yield chunk, play_chunk(chunk)
        return
    pool = ThreadPoolExecutor(threads)
    try:
        futures = {pool.submit(play_chunk, chunk): chunk for chunk in chunks}
        for future in as_completed(futures):
            yield futures[future], future.result()
    finally:
        pool.shutdown(cancel_futures=True)
