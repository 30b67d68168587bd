"""Spreads the games of a match over processes or a Ray cluster. They come back in any order."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from types import FrameType
from typing import Any

from tatze.arena.play import Played, Task, play_bout
from tatze.core.errors import MissingExtra, TatzeError

AHEAD = 3
"""Games handed out for each process, so that none of them waits."""


def play_tasks(tasks: Iterable[Task], processes: int = 1, ray: str | None = None) -> Iterator[Played]:
    """Play the games; whoever stops listening stops the playing."""
    if ray:
        return _on_ray(tasks, ray)
    if processes > 1:
        return _in_processes(tasks, processes)
    return map(play_bout, tasks)


def _in_processes(tasks: Iterable[Task], processes: int) -> Iterator[Played]:
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _prepare)
    waiting: set[Future[Played]] = set()
    try:
        for task in tasks:
            with _deaf():
                waiting.add(pool.submit(_work, task))
            if len(waiting) >= AHEAD * processes:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    except BrokenProcessPool:
        raise TatzeError("a process that played was killed from outside") from None
    except BaseException:
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Processes that start here never hear Ctrl-C; they are told to stop. Ours waits until we listen again."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


class _Worker:
    """What a process that plays knows of itself."""

    playing = False
    stopped = False


def _prepare() -> None:
    signal.signal(signal.SIGTERM, _stop)


def _stop(_: int, __: FrameType | None) -> None:
    """Leave the game, so that its programs are ended, and play no other. In between games there is nothing to leave."""
    _Worker.stopped = True
    if _Worker.playing:
        _Worker.playing = False
        raise SystemExit


def _work(task: Task) -> Played:
    if _Worker.stopped:
        raise SystemExit
    _Worker.playing = True
    try:
        return play_bout(task)
    finally:
        _Worker.playing = False


def _on_ray(tasks: Iterable[Task], address: str) -> Iterator[Played]:
    try:
        import ray
    except ImportError:
        raise MissingExtra("--ray needs Ray: pip install 'tatze[ray]'") from None
    ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    try:
        yield from _gather(ray, tasks)
    finally:
        ray.shutdown()


def _gather(ray: Any, tasks: Iterable[Task]) -> Iterator[Played]:
    play = ray.remote(play_bout)
    most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting: list[Any] = []
    for task in tasks:
        waiting.append(play.remote(task))
        if len(waiting) >= most:
            ready, waiting = ray.wait(waiting, num_returns=1)
            yield from ray.get(ready)
    while waiting:
        ready, waiting = ray.wait(waiting, num_returns=1)
        yield from ray.get(ready)
