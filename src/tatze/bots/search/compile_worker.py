"""Compiles a search in the background, so that a bot can answer with a simpler bot in the meantime."""

from __future__ import annotations

import threading
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, Protocol

from tatze.bots.search.compile_apart import compile_apart
from tatze.compiled.imports import import_numba
from tatze.core.errors import MissingExtra
from tatze.core.layout import State

if TYPE_CHECKING:
    from tatze.compiled.builder import Form


class RootAction(NamedTuple):
    """What a search knows of one action of its root."""

    visits: int
    """Number of playouts that tried the action."""
    value: float
    """The mean result of the seat that decides."""
    prior: float | None
    """The action's prior if the tree keeps it."""


class Searcher(Protocol):
    """A search of one game that a bot runs piece by piece."""

    seconds_between_clock_checks: float
    """The longest time that one call of `search` may take where a bot thinks by the clock."""

    def set_root(self, view: State, seed: int, analysis: bool = False) -> None:
        """Begin a search of a seat's view. For an analysis it tells what actions are worth in shares of victory."""

    def search(self, first: int, count: int) -> None:
        """Make the playouts number first to first + count − 1."""

    @property
    def settled(self) -> bool:
        """Whether the choice is final, so that more playouts would change nothing."""

    def most_visited_action(self) -> int:
        """Return the best action so far."""

    def root_actions(self) -> dict[int, RootAction]:
        """Return what is known of each action of the root."""


class CompileWorker:
    """A thread that compiles the search of one game once. A process of its own compiles it into the cache, from where
    it is loaded; where that is not possible, the thread compiles."""

    search: str = "search"
    """The name of the search, for the process that compiles it."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.failure: Exception | None = None
        """Why there is no search, if compiling failed."""
        self._thread = threading.Thread(target=self._compile, daemon=True)
        self._thread.start()

    @property
    def done(self) -> bool:
        """Whether compiling has ended, successfully or not."""
        return not self._thread.is_alive()

    def searcher(self) -> Searcher:
        """Wait for the compiler, and return a new searcher; raise what made compiling fail."""
        self._thread.join()
        if self.failure:
            raise self.failure
        return self._new_searcher()

    def _new_searcher(self, **options: int) -> Searcher:
        from tatze.bots.search.searcher import PlayoutSearcher

        return PlayoutSearcher(self.game, **options)

    def form(self) -> Form:
        """Return the compiled functions of the search. They are compiled when they are first called."""
        from tatze.bots.search.searcher import search_form

        return search_form(self.game)

    def _compile(self) -> None:
        try:
            import_numba()  # says what is missing, before modules are imported that another thread may be importing too
            compile_apart(self.game, self.search, self.form())
            self._new_searcher(nodes=1)
        except ModuleNotFoundError:
            self.failure = MissingExtra("searching needs Numba: pip install 'tatze[compiled]'")
        except Exception as error:  # noqa: BLE001  # whoever asks for a searcher gets it
            self.failure = error


@cache
def search_worker(game: str) -> CompileWorker:
    """Return the one compile worker of a game's search with playouts; the first call starts it."""
    return CompileWorker(game)
