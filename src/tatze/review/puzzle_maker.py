"""Finds puzzles in games of strong bots: decisions in which one action is better than all others by a clear interval.

The network proposes decisions, playing on confirms them, and the levels of our bots grade them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from tatze.bots import LEVELS, bot_named
from tatze.core.chance import Fairness
from tatze.core.position import read_position, write_position
from tatze.core.setup import make_setup
from tatze.core.table import Table
from tatze.games import game_named
from tatze.review.chance_events import seed_of
from tatze.review.decisions import ReviewedDecision, Values, Verdict, instant_values, judged
from tatze.review.deep import play_on
from tatze.review.judge import Judge, judge_of
from tatze.review.puzzles import Puzzle

PROPOSED_GAP = 0.06
"""The network proposes a decision if its best action is better than the second by this much."""
CONFIRMED_GAP_LOW = 0.03
"""A puzzle is kept if the lower end of the gap's interval is at least this."""
DRAWS = 384
"""Number of draws from which every action is played on."""
MOST_ACTIONS = 16
"""Decisions with more legal actions than this are left out: they would be puzzles of reading, not of thinking."""
TRIES = {"kitten": 8, "cat": 8, "wildcat": 1, "lynx": 3, "puma": 3, "tiger": 1}
"""Level → how often it is asked."""
GRADES = 5
"""Number of grades of how hard puzzles are."""


def positions_of(game: str, rules: str, players: int, seed: int) -> Iterator[Table[Any]]:
    """Yield a table of a game among learned bots at every decision with a choice."""
    known = game_named(game)
    table = Table.open(known, make_setup(known, rules, players), Fairness.from_seed(seed))
    bot = bot_named(game, "learned")
    while not table.over:
        legal = table.legal_actions
        if len(legal) > 1:
            yield table
        table.play(bot.choose(table.view(table.actor), legal))


def puzzles_in(game: str, rules: str, players: int, seed: int) -> list[Puzzle]:
    """Return the puzzles of one game, at most one of each seat, not yet named."""
    judge, found = judge_of(game), {}
    for table in positions_of(game, rules, players, seed):
        if table.actor in found or len(table.legal_actions) > MOST_ACTIONS:
            continue
        puzzle = _puzzle(judge, table)
        if puzzle:
            found[table.actor] = puzzle
    return list(found.values())


def _puzzle(judge: Judge, table: Table[Any]) -> Puzzle | None:
    """Return the puzzle at a table; None if no action is clearly the best."""
    legal = table.legal_actions
    state = judge.record(table.state)
    decision = ReviewedDecision(table.version, table.actor, state, legal, legal[0], seed_of(table.deal, table.version))
    instant = judged(judge, decision, instant_values(judge, decision))
    if second_gap(instant)[0] < PROPOSED_GAP:
        return None
    played = play_on(judge, decision, legal, DRAWS, 0)
    verdict = judged(judge, decision, Values(legal, played.chances, judge.deep_error))
    gap, gap_low = second_gap(verdict)
    if gap_low < CONFIRMED_GAP_LOW or verdict.best != instant.best:
        return None
    found = {level: found_by(table, level, verdict.best) for level in LEVELS}
    position = write_position(table.game, table.view(table.actor))
    right = (table.game.write(verdict.best),)
    return Puzzle("", table.setup.rules, position, right, round(gap, 4), round(gap_low, 4), grade(found), found)


def grade(found: dict[str, float]) -> int:
    """Return how hard a puzzle is, from 1, if every level finds it at least half of the times, to 5, if none does."""
    missed = sum(share < 0.5 for share in found.values())
    return 1 + round((GRADES - 1) * missed / len(found))


def graded_again(game: str, puzzle: Puzzle) -> Puzzle:
    """Return a puzzle graded anew: with the share of tries in which each of our levels finds its solution."""
    known = game_named(game)
    position, setup = read_position(known, puzzle.position)
    table = Table.set_up(known, setup, position, Fairness.from_seed(0))
    best = known.read(puzzle.right[0])
    found = {level: found_by(table, level, best) for level in LEVELS}
    return replace(puzzle, level=grade(found), found=found)


def second_gap(verdict: Verdict) -> tuple[float, float]:
    """Return how much better the best action is than every other: the smallest gap, and its lower end."""
    others = verdict.review.candidates[1:]
    return min(one.gap for one in others), min(one.gap_low for one in others)


def found_by(table: Table[Any], level: str, best: int) -> float:
    """Return how often a level of bots takes the best action."""
    tries = TRIES[level]
    view, legal = table.view(table.actor), table.legal_actions
    return sum(bot_named(table.game.name, level, seed).choose(view, legal) == best for seed in range(tries)) / tries


def named(puzzles: list[Puzzle], count: int) -> list[Puzzle]:
    """Return at most so many puzzles, spread evenly over how hard they are, with ids; the same position comes once."""
    distinct = list({puzzle.position: puzzle for puzzle in puzzles}.values())
    by_level: dict[int, list[Puzzle]] = {}
    for puzzle in distinct:
        by_level.setdefault(puzzle.level, []).append(puzzle)
    chosen: list[Puzzle] = []
    for rank in range(max((len(some) for some in by_level.values()), default=0)):
        chosen += [some[rank] for _, some in sorted(by_level.items()) if rank < len(some)]
    order = np.random.default_rng(1).permutation(min(count, len(chosen)))
    return [replace(chosen[i], id=f"{seed_of(chosen[i].position) % 36**6:06x}"[:6]) for i in order]
