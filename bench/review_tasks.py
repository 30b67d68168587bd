"""What the processes of `bench.review_device` do: games, their reviews, and puzzles. All return plain data."""

from __future__ import annotations

from dataclasses import asdict
from random import Random
from time import monotonic
from typing import Any

import numpy as np

from tatze.bots import LEVELS, bot_named
from tatze.core.chance import Fairness
from tatze.core.setup import make_setup
from tatze.core.table import Table
from tatze.games import game_named
from tatze.review.account import means_of_chosen
from tatze.review.chance_events import seed_of
from tatze.review.decisions import ReviewedDecision, instant_values, judged
from tatze.review.deep import deep_verdict
from tatze.review.judge import judge_of
from tatze.review.puzzle_maker import positions_of, puzzles_in
from tatze.review.trail import decisions_of, trail_of

DEEP_SECONDS = 4.0


def bot_of(game: str, level: str, seed: int) -> Any:
    """Return the bot of a level."""
    return bot_named(game, level, seed)


def warm(game: str) -> float:
    """Compile all that the other tasks need; return the seconds it took."""
    begun = monotonic()
    table = Table.open(game_named(game), make_setup(game_named(game), "base", 4), Fairness.from_seed(1))
    for level in LEVELS:
        bot_of(game, level, 0).choose(table.view(table.actor), table.legal_actions)
    judge_of(game).joined(judge_of(game).record(table.state))
    state = judge_of(game).record(table.state)
    decision = ReviewedDecision(0, table.actor, state, table.legal_actions, table.legal_actions[0], 1)
    instant = judged(judge_of(game), decision, instant_values(judge_of(game), decision))
    deep_verdict(judge_of(game), decision, instant, 0.0)
    means_of_chosen(judge_of(game), trail_of(judge_of(game), table), judge_of(game).joined(state))
    return monotonic() - begun


def play_game(game: str, rules: str, players: int, levels: list[str], seed: int) -> Table[Any]:
    """Return a finished game of these levels."""
    known = game_named(game)
    table = Table.open(known, make_setup(known, rules, players), Fairness.from_seed(seed))
    bots = [bot_of(game, level, seed + seat) for seat, level in enumerate(levels)]
    while not table.over:
        table.play(bots[table.actor].choose(table.view(table.actor), table.legal_actions))
    return table


def position(game: str, rules: str, players: int, seed: int) -> list[dict[str, Any]]:
    """Return two positions of a game among learned bots, at random decisions with three or more actions."""
    found = []
    for table in positions_of(game, rules, players, seed):
        if len(table.legal_actions) >= 3:
            found.append((table.state_after(len(table.log.kept)), table.legal_actions))
    judge, random = judge_of(game), Random(seed)
    picked = random.sample(found, min(2, len(found)))
    return [{"state": judge.record(state), "seat": state.actor, "legal": legal} for state, legal in picked]


def evaluated(game: str, found: dict[str, Any], chosen: list[int], seed: int) -> list[dict[str, Any]]:
    """Return the deep and the instant verdict on each of these actions in a position."""
    judge, verdicts = judge_of(game), []
    for action in chosen:
        decision = ReviewedDecision(0, found["seat"], found["state"], found["legal"], action, seed)
        begun = monotonic()
        instant = judged(judge, decision, instant_values(judge, decision))
        deep = deep_verdict(judge, decision, instant, DEEP_SECONDS)
        both = {
            "action": action,
            "instant": plain_verdict(instant),
            "deep": plain_verdict(deep),
            "seconds": monotonic() - begun,
        }
        verdicts.append(both)
    return verdicts


def plain_verdict(verdict: Any) -> dict[str, Any]:
    """Return what a verdict says of a decision as plain data."""
    review = verdict.review
    gaps = {one.action: round(one.gap, 5) for one in review.candidates}
    shown = {"error": review.error, "low": review.low, "high": review.high, "grade": review.grade, "gaps": gaps}
    return {**shown, "best": int(verdict.best)}


def called(game: str, rules: str, players: int, seed: int) -> list[dict[str, Any]]:
    """Return the decisions of a game among kittens and cats that the instant or the deep review calls a mistake.

    Only what the instant review calls so is looked at deeply."""
    levels = [("kitten", "cat")[(seed + seat) % 2] for seat in range(players)]
    table = play_game(game, rules, players, levels, seed)
    judge = judge_of(game)
    trail = trail_of(judge, table)
    found = []
    for place, decision in decisions_of(judge, trail).items():
        instant = judged(judge, decision, instant_values(judge, decision))
        if instant.review.grade == "fine":
            continue
        deep = deep_verdict(judge, decision, instant, DEEP_SECONDS)
        state = trail.states[place : place + 1]
        about = {"state": state, "seat": decision.seat, "chosen": decision.chosen, "legal": decision.legal}
        found.append({**about, "instant": plain_verdict(instant), "deep": plain_verdict(deep)})
    return found


def kitten_luck(game: str, players: int, seed: int) -> list[float]:
    """Return everybody's luck without that of the deal in a game of one kitten among tigers, the kitten's first."""
    kitten = seed % players
    levels = ["learned"] * players
    levels[kitten] = "kitten"
    known = game_named(game)
    table = Table.open(known, make_setup(known, "base", players), Fairness.from_seed(seed))
    bots = [bot_named(game, level, seed) for level in levels]
    while not table.over:
        table.play(bots[table.actor].choose(table.view(table.actor), table.legal_actions))
    judge = judge_of(game)
    trail = trail_of(judge, table)
    chances = judge.joined(trail.states)
    luck = np.sum([chances[k + 1] - mean for k, mean in enumerate(means_of_chosen(judge, trail, chances))], axis=0)
    return [float(luck[(kitten + step) % players]) for step in range(players)]


def puzzles(game: str, rules: str, players: int, seed: int) -> list[dict[str, Any]]:
    """Return the puzzles of one game."""
    return [asdict(puzzle) for puzzle in puzzles_in(game, rules, players, seed)]


def fresh_seed(*facts: object) -> int:
    """Return a seed for other random numbers than those of the reviews."""
    return seed_of("reference", *facts)
