"""The process that compiles a search into the cache: `python -m tatze.bots.compile_process GAME SEARCH`.

It makes a decision with the search, so that everything that a decision needs is compiled, and ends early if its
standard input is closed, because nobody waits for it then. It starts a second process for one half of a guided search
where there are two processors."""

from __future__ import annotations

import contextlib
import gc
import os
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any

from tatze.bots.search.compile_apart import stamp_of
from tatze.core.game import Game
from tatze.core.setup import make_setup
from tatze.core.table import Table
from tatze.games import game_named

if TYPE_CHECKING:
    from tatze.compiled.builder import Form

PLAYOUTS = 64
"""Number of playouts of the decision."""
HALF = "half"
"""The second argument, in place of a search, of a process that compiles one half of a game's guided search."""


def searches_of(game: Game[Any]) -> tuple[str, ...]:
    """Return the names of the searches that a game has."""
    return ("search", "guided") if game.features is not None and game.weights else ("search",)


def form_of_search(game: str, search: str) -> Form:
    """Return the compiled functions of the search of this name. They are compiled when they are first called."""
    from tatze.bots.guided.searcher import form_of_guided
    from tatze.bots.search.searcher import search_form

    return form_of_guided(game) if search == "guided" else search_form(game)


def compile_search(game: str, search: str) -> None:
    """Compile a search in this process by a decision of it, and write down that it is in the cache. Where there are two
    processors, another process compiles a half of the guided search."""
    half = None
    if search == "guided" and processors() > 1:
        with contextlib.suppress(OSError):  # where no other process can be started, this one compiles all of it
            half = process_for_half(game)  # before the imports, which take a quarter of a second
    from tatze.bots.guided.searcher import compile_halves, guided_searcher
    from tatze.bots.search.searcher import PlayoutSearcher

    if half:
        compile_halves(game)[0]()
        half.wait()
    table = Table.open(game_named(game), make_setup(game_named(game)))
    searcher = (guided_searcher if search == "guided" else PlayoutSearcher)(game, nodes=2 * PLAYOUTS)
    searcher.set_root(table.view(table.actor), 0)
    searcher.search(0, PLAYOUTS)
    searcher.most_visited_action()
    if stamp := stamp_of(form_of_search(game, search)):
        stamp.touch()


def processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def process_for_half(game: str) -> subprocess.Popen[bytes]:
    """Start the process that compiles the second half of a game's guided search. It ends when this one does. If it
    fails, this one has that half to compile too."""
    command = [sys.executable, "-m", "tatze.bots.compile_process", game, HALF]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)


def compile_half(game: str) -> None:
    """Compile the second half of a game's guided search."""
    from tatze.bots.guided.searcher import compile_halves

    compile_halves(game)[1]()


def end_with_input() -> None:
    """End this process when its standard input is closed."""
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    gc.disable()  # compilers leave little garbage, and looking for it would take a twentieth of the time
    threading.Thread(target=end_with_input, daemon=True).start()
    if sys.argv[2] == HALF:
        compile_half(sys.argv[1])
    else:
        compile_search(sys.argv[1], sys.argv[2])
    os._exit(0)  # everything is written; to take the compiler apart would take half a second
