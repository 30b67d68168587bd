"""How many seconds pass until the first game is played: compiled anew, and from the cache."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator

from tatze.bench.measure import Work
from tatze.core.errors import TatzeError

GROUP = "until the first game is played out, imports included"


def compiling_works(games: Iterable[str]) -> Iterator[Work]:
    """Yield the works of compiling each game; each is measured once, at the time it is yielded."""
    for name in games:
        with tempfile.TemporaryDirectory() as folder:
            for how in ("compiled anew", "from the cache"):
                runs = [_seconds(name, folder)]
                yield Work(f"Tatze {name.capitalize()}, {how}", GROUP, "s", lambda _: 0.0, runs=runs)


def _seconds(name: str, cache: str) -> float:
    """Return the seconds that a new process takes to play out one game."""
    code = f"from tatze.compiled.batch import Batch; Batch({name!r}, size=8).play_out(1)"
    environment = os.environ | {"TATZE_CACHE": cache, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    begun = time.perf_counter()
    if subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode:
        raise TatzeError(f"{name} could not be compiled")
    return time.perf_counter() - begun
