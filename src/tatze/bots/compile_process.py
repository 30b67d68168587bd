"""The process that compiles a search into the cache: `python -m tatze.bots.compile_process GAME SEARCH`.

It makes a decision with the search, so that everything that a decision needs is compiled, and ends early if its
standard input is closed, because nobody waits for it then."""

from __future__ import annotations

import os
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


def searches_of(game: Game[Any]) -> tuple[str, ...]:
    """Return the names of the searches that a game has."""
    return ("search", "guided") if game.features is not None and game.weights else ("search",)


def form_of_search(game: str, search: str) -> Form:
    """Return the compiled functions of the search of this name. They are compiled when they are first called."""
    from tatze.bots.guided.searcher import form_of_guided
    from tatze.bots.search.searcher import search_form

    return form_of_guided(game) if search == "guided" else search_form(game)


def compile_search(game: str, search: str) -> None:
    """Compile a search in this process by a decision of it, and write down that it is in the cache."""
    from tatze.bots.guided.searcher import guided_searcher
    from tatze.bots.search.searcher import PlayoutSearcher

    table = Table.open(game_named(game), make_setup(game_named(game)))
    searcher = (guided_searcher if search == "guided" else PlayoutSearcher)(game, nodes=2 * PLAYOUTS)
    searcher.set_root(table.view(table.actor), 0)
    searcher.search(0, PLAYOUTS)
    searcher.most_visited_action()
    if stamp := stamp_of(form_of_search(game, search)):
        stamp.touch()


def end_with_input() -> None:
    """End this process when its standard input is closed."""
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=end_with_input, daemon=True).start()
    compile_search(sys.argv[1], sys.argv[2])
