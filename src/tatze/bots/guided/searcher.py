"""The guided search that fits a game: by rollouts where something is hidden, by playouts and a lookahead elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from tatze.bots.guided.lookahead import LookaheadSearcher, compile_lookahead, lookahead_form
from tatze.bots.guided.rollouts import RolloutSearcher, rollout_form
from tatze.bots.search.searcher import TREE_NODES, PlayoutSearcher
from tatze.compiled.builder import Form
from tatze.games import game_named


def guided_searcher(game: str, nodes: int = TREE_NODES) -> RolloutSearcher | LookaheadSearcher:
    """Return the guided search that fits a game, compiled; `nodes` is the room of its tree where it has one."""
    searcher = RolloutSearcher(game) if game_named(game).hidden else LookaheadSearcher(game, nodes)
    searcher.warm_up()
    return searcher


def form_of_guided(game: str) -> Form:
    """Return the compiled functions of the guided search that fits a game."""
    return rollout_form(game) if game_named(game).hidden else lookahead_form(game)


def compile_halves(game: str) -> tuple[Callable[[], object], Callable[[], object]]:
    """Return two functions each of which compiles about one half of the guided search that fits a game."""
    if not game_named(game).hidden:
        return lambda: compile_lookahead(game), lambda: PlayoutSearcher(game, nodes=1)
    searcher = RolloutSearcher(game)
    return searcher.compile_beginning, searcher.compile_rest
