"""Spreads the games of a match over processes or a Ray cluster. They come back in any order."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from types import FrameType

from tatze.arena.play import Played, Task, play_bout
from tatze.cluster import on_cluster
from tatze.core.errors import TatzeError

AHEAD = 3
"""Games handed out for each process, so that none of them waits."""


def play_tasks(tasks: Iterable[Task], processes: int = 1, ray: str | None = None) -> Iterator[Played]:
    """Play the games; whoever stops listening stops the playing."""
    if ray:
        return (played for _, played in on_cluster(play_bout, tasks, ray))
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
