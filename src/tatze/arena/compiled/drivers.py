"""Whole games between rule bots and searches, in the rules' style. Every bot gets a view and never the state.

The bot of a seat is a code: the number of playouts of its search, or one of RANDOM, THUMB and YARDSTICK. Codes from
DECIDES_IN_PYTHON down are bots that Python asks: the game pauses and leaves the view and the legal actions behind.

A search ends early when no other action can still become the most visited one. Its choice is the same as if all
playouts were made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tatze.bots.search.drivers import (
    GAME,
    VIEW,
    SearchBuffers,
    SearchTree,
    clear_tree,
    most_visited,
    search,
    view_seed,
)
from tatze.compiled.drivers import deal_game, pick, reward
from tatze.core.layout import CHANCE, Row, State

legal: Callable[[Any, Row], int]
apply: Callable[[Any, int], None]
score: Callable[[Any, int], int]
hide: Callable[[Any, int, Any], None]
thumb: Callable[[Any, Row, int], int]
yardstick: Callable[[Any, Row, int], int]

RANDOM, THUMB, YARDSTICK, DECIDES_IN_PYTHON = 0, -1, -2, -3
NO_ACTION = -1
PLAYOUTS_BETWEEN_CHECKS = 64
"""Number of playouts between two checks whether a search can end early."""


class RunningGame(NamedTuple):
    """One game of a match while it is played."""

    states: Any
    """The states of a search; the game itself is at GAME."""
    actions: Any
    """Legal actions of the seat that decides."""
    bots: Any
    """The code of each seat's bot."""
    parameters: Any
    """The search parameters of each seat, as records."""
    progress: Any
    """One record of type `PROGRESS`."""


def deal_match_game(s: State, template: State, deal: Row, progress: Any, seed: int, number: int) -> None:
    """Deal the game of this number."""
    deal_game(s, template, deal, seed, number)
    progress.moves = 0
    progress.searches = 0
    progress.playouts_left = 0
    progress.search_seed = 0
    progress.waiting = 0
    progress.chosen = NO_ACTION


def play_match_game(
    game: RunningGame, tree: SearchTree, buffers: SearchBuffers, seed: int, number: int, playouts: int
) -> bool:
    """Play until the game is over, or a bot in Python must decide, or `playouts` playouts are made. Return whether it
    was the last of these."""
    s = game.states[GAME]
    progress = game.progress[0]
    for _ in range(playouts):
        if progress.playouts_left == 0:
            progress.waiting = 0
            n = play_rule_bots(game, seed, number)
            if n == 0:
                return False
            if game.bots[s.actor] <= DECIDES_IN_PYTHON:
                progress.waiting = n
                return False
            clear_tree(tree)
            progress.playouts_left = game.bots[s.actor]
            progress.search_seed = view_seed(game.states, seed)
        made = game.bots[s.actor] - progress.playouts_left
        search(game.states, tree, buffers, game.parameters[s.actor], progress.search_seed, made, 1)
        progress.playouts_left -= 1
        left = progress.playouts_left
        if left == 0 or (left % PLAYOUTS_BETWEEN_CHECKS == 0 and visit_lead(tree) > left):
            progress.playouts_left = 0
            progress.searches += 1
            progress.chosen = most_visited(tree)
    return True


def play_rule_bots(game: RunningGame, seed: int, number: int) -> int:
    """Carry out the chosen action, and play until a search or a bot in Python must decide. Return the number of its
    legal actions, 0 at the end of the game."""
    s = game.states[GAME]
    view = game.states[VIEW]
    progress = game.progress[0]
    while True:
        if progress.chosen != NO_ACTION:
            apply(s, progress.chosen)
            progress.moves += 1
            progress.chosen = NO_ACTION
        if s.reason:
            return 0
        n = legal(s, game.actions)
        action = game.actions[0]
        if n > 1 and (s.actor == CHANCE or game.bots[s.actor] == RANDOM):
            action = pick(s, game.actions, n, seed, number, progress.moves)
        elif n > 1:
            hide(s, s.actor, view)
            if game.bots[s.actor] == THUMB:
                action = thumb(view, game.actions, n)
            elif game.bots[s.actor] == YARDSTICK:
                action = yardstick(view, game.actions, n)
            else:
                return n
        progress.chosen = action


def visit_lead(tree: SearchTree) -> int:
    """Return how many more visits the most visited action of the root has than any other."""
    most = 0
    second = 0
    child = tree.nodes[0].first_child
    while child:
        visits = tree.nodes[child].visits
        if visits > most:
            second = most
            most = visits
        elif visits > second:
            second = visits
        child = tree.nodes[child].next_sibling
    return most - second


def write_outcome(s: State, shares: Any, scores: Row) -> None:
    """Write each seat's share of the victory, onto zeros, and its score."""
    reward(s, shares)
    for seat in range(s.players):
        scores[seat] = score(s, seat)
