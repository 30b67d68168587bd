"""Spreads a study's pieces over threads, a CUDA device or a Ray cluster, and adds up what comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from importlib.util import find_spec
from typing import Any

from tatze.compiled.builder import import_cuda
from tatze.core.errors import MissingExtra, SetupError, TatzeError
from tatze.study.play import Piece, Setting, play_piece
from tatze.study.tally import Tally

SEEDS = 1 << 32
PIECE = {"plain": 16, "cpu": 1024, "cuda": 1 << 20}
"""Games in a piece, at least: enough to be worth the trip, few enough for the progress bar to move."""
MOST_PIECES = 1000

Notice = Callable[[int], None]
"""Called with the number of games that came back."""


def form_for(device: str) -> str:
    """The form that plays on "cpu", "cuda" or "auto"; plain where there is no Numba."""
    if device == "cuda":
        if not import_cuda().is_available():
            raise TatzeError("there is no CUDA device here; --device cpu plays the same games")
        return "cuda"
    if device == "auto" and cuda_is_there():
        return "cuda"
    return "cpu" if find_spec("numba") else "plain"


def cuda_is_there() -> bool:
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
) -> list[Tally]:
    """Play the games number 0 to games − 1 of every setting; a tally for each, whatever plays them."""
    check(games, seed)
    pieces = [piece for i in range(len(settings)) for piece in pieces_of(settings, i, games, seed, form)]
    tallies = [Tally() for _ in settings]
    played = _on_ray(pieces, ray) if ray else _on_threads(pieces, threads)
    for piece, tally in played:
        tallies[piece.place].add(tally)
        if notice:
            notice(piece.count)
    return tallies


def check(games: int, seed: int) -> None:
    """Chance is counted with 32 bits."""
    if not 0 <= seed < SEEDS or not 0 < games <= SEEDS:
        raise SetupError(f"a study has a seed from 0 to {SEEDS - 1} and 1 to {SEEDS} games, not {seed} and {games}")


def pieces_of(settings: Sequence[Setting], place: int, games: int, seed: int, form: str) -> Iterator[Piece]:
    size = max(PIECE[form], -(-games // MOST_PIECES))
    for first in range(0, games, size):
        yield Piece(settings[place], seed, first, min(size, games - first), form, place)


def _on_threads(pieces: Sequence[Piece], threads: int) -> Iterator[tuple[Piece, Tally]]:
    if threads == 1 or pieces[0].form != "cpu":
        for piece in pieces:
            yield piece, play_piece(piece)
        return
    pool = ThreadPoolExecutor(threads)
    try:
        futures = {pool.submit(play_piece, piece): piece for piece in pieces}
        for future in as_completed(futures):
            yield futures[future], future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _on_ray(pieces: Sequence[Piece], address: str) -> Iterator[tuple[Piece, Tally]]:
    try:
        import ray
    except ImportError:
        raise MissingExtra("--ray needs Ray: pip install 'tatze[ray]'") from None
    ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    try:
        yield from _gather(ray, pieces)
    finally:
        ray.shutdown()


def _gather(ray: Any, pieces: Sequence[Piece]) -> Iterator[tuple[Piece, Tally]]:
    play = ray.remote(num_gpus=1 if pieces[0].form == "cuda" else 0)(play_piece)
    waiting = {play.remote(piece): piece for piece in pieces}
    while waiting:
        ready, _ = ray.wait(list(waiting), num_returns=1)
        for reference in ready:
            yield waiting.pop(reference), ray.get(reference)
