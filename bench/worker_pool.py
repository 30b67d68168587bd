"""Runs independent tasks in processes within a time limit, and keeps their results as lines of JSON.

A file of lines goes on where it ended: tasks whose line it has are not done again."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path
from typing import Any

Task = tuple[Any, ...]
"""The arguments of a call, which JSON can hold."""
AHEAD = 2
"""Number of tasks that are handed out for each process, so that none of them waits."""


def results(
    function: Callable[..., Any], tasks: Iterable[Task], workers: int, minutes: float
) -> Iterator[tuple[Task, Any]]:
    """Yield tasks with their results, in any order; begin none after so many minutes."""
    deadline = time.monotonic() + 60 * minutes
    waiting: dict[Future[Any], Task] = {}
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        for task in tasks:
            if time.monotonic() > deadline:
                break
            waiting[pool.submit(function, *task)] = task
            if len(waiting) >= AHEAD * workers:
                yield from _finished(waiting)
        while waiting:
            yield from _finished(waiting)


def _finished(waiting: dict[Future[Any], Task]) -> Iterator[tuple[Task, Any]]:
    done, _ = wait(waiting, return_when=FIRST_COMPLETED)
    for future in done:
        yield waiting.pop(future), future.result()


class ResultFile:
    """A file with a line for each task: the task, a digest of what its result depends on, and the result."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.known: dict[tuple[str, Task], Any] = {}
        """(Digest, task) → the result."""
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
            found = json.loads(line)
            self.known[found["digest"], tuple(found["task"])] = found["result"]

    def fill(
        self, function: Callable[..., Any], tasks: Iterable[tuple[str, Task]], workers: int, minutes: float
    ) -> None:
        """Do the tasks that the file lacks, given with their digests, and write each result as soon as it is there."""
        digests = {task: digest for digest, task in tasks if (digest, task) not in self.known}
        begun, done = time.monotonic(), 0
        with self.path.open("a", encoding="utf-8") as file:
            for task, result in results(function, digests, workers, minutes):
                self.known[digests[task], task] = result
                file.write(json.dumps({"digest": digests[task], "task": task, "result": result}) + "\n")
                file.flush()
                done += 1
                print(f"{time.monotonic() - begun:6.0f} s  {done} of {len(digests)}  {task}", flush=True)
