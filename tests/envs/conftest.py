"""Compiling a game takes a while, so it is done once for all workers: the others take it from the cache."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tatze.games import BUILT_IN


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> None:
    """All games are compiled. Workers begin with different ones and wait for each other."""
    from tatze.envs.vector import VectorEnv  # the tests of missing packages need none

    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    shared = tmp_path_factory.getbasetemp().parent if worker else tmp_path_factory.getbasetemp()
    for game in BUILT_IN if worker in ("", "gw0") else reversed(BUILT_IN):
        with only_one(shared / f"compiling-{game}"):
            envs = VectorEnv(game)
            envs.step(envs.reset(seed=0)[1]["action_mask"].argmax(axis=1))


@contextmanager
def only_one(path: Path) -> Iterator[None]:
    """One process at a time, where the system can say so."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
