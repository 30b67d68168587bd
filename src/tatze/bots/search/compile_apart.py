"""Compiles a search in a process of its own, into the cache.

A compiler takes hundreds of MiB of memory, which a process does not give back, and holds up the other threads of its
process. A server that loads from the cache has neither."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import threading
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from tatze.compiled.cache import STAMP
from tatze.core.errors import TatzeError

if TYPE_CHECKING:
    from tatze.compiled.builder import Form

COMMAND = ("-m", "tatze.bots.compile_process")
"""What Python is started with for the process that compiles."""

_one_at_a_time: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
"""By game, because the searches of one game share most of their functions."""


def compile_apart(game: str, search: str, form: Form) -> bool:
    """Have a search compiled into the cache by another process, unless it is there, and return whether it is there now.

    It is not there if the cache cannot be written, or if another process cannot make this search."""
    try:
        compile_into_cache(game, search, form)
    except TatzeError:
        return False
    return True


def compile_into_cache(game: str, search: str, form: Form) -> None:
    """Have a search compiled into the cache by another process, unless it is there. A TatzeError says why it cannot
    be."""
    stamp = stamp_of(form)
    if stamp is None:
        raise TatzeError("the folder for compiled code cannot be written; TATZE_CACHE names another one")
    with _one_at_a_time[game]:
        if stamp.exists():
            return
        _run(game, search)
        if not stamp.exists():
            raise TatzeError(f"{search} of {game} was compiled by another version or for another processor")


def is_compiled(form: Form) -> bool:
    """Return whether the search of a form is in the cache."""
    stamp = stamp_of(form)
    return stamp is not None and stamp.exists()


def stamp_of(form: Form) -> Path | None:
    """Return the file that says that the search of a form is in the cache, compiled for this processor; None where
    nothing is cached."""
    from numba.core.registry import cpu_target

    if form.folder is None:
        return None
    processor = repr(cpu_target.target_context.codegen().magic_tuple())
    return form.folder / f"{STAMP}{hashlib.sha256(processor.encode()).hexdigest()[:16]}"


def _run(game: str, search: str) -> None:
    """Run the process that compiles. It ends when this process does, because its standard input is closed then."""
    try:
        with subprocess.Popen(
            [sys.executable, *COMMAND, game, search],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
        ) as process:
            said = process.stderr.read() if process.stderr else ""
    except OSError as error:
        raise TatzeError(f"no process can be started to compile: {error}") from None
    if process.returncode:
        raise TatzeError(f"compiling {search} of {game} failed: {(said.strip().splitlines() or ['it was ended'])[-1]}")
