"""Errors of decisions: judged by the seat's view, with intervals and grades."""

from __future__ import annotations

import numpy as np
import pytest

import tatze
from tatze.core.errors import TatzeError
from tatze.core.sample import sample
from tatze.games import game_named
from tatze.review.decisions import ReviewedDecision, Values, instant_values, judged
from tatze.review.game import Progress, mean_error, review_game, turning_points
from tatze.review.grades import grade_of, half_width, student
from tatze.review.judge import judge_of
from tests.helpers import random_table
from tests.review.games import TRAINED, played, reviewed


def decision_at(name: str, seed: int, stop: int) -> ReviewedDecision:
    table = random_table(name, "base", 4, seed=seed, stop=stop)
    state = judge_of(name).record(table.state)
    return ReviewedDecision(stop, table.actor, state, table.legal_actions, table.legal_actions[0], 5)


def test_only_what_the_seat_could_know_counts() -> None:
    """Other hidden cards behind the same view lead to the same verdict, digit for digit."""
    from random import Random

    game, judge = game_named("linko"), judge_of("linko")
    table = random_table("linko", "base", 4, seed=6, stop=14)
    verdicts = []
    for seed in range(3):
        state = sample(game, table.view(table.actor), Random(seed))
        decision = ReviewedDecision(3, table.actor, judge.record(state), table.legal_actions, table.legal_actions[0], 5)
        verdicts.append(judged(judge, decision, instant_values(judge, decision)).review)
    assert verdicts[0] == verdicts[1] == verdicts[2]


@pytest.mark.parametrize("name", TRAINED)
def test_the_chosen_action_is_a_candidate_and_the_best_is_first(name: str) -> None:
    review = reviewed(name)
    assert review.decisions
    for decision in review.decisions:
        actions = [one.action for one in decision.candidates]
        assert decision.chosen in actions
        assert actions[0] == decision.best
        assert decision.best in decision.right
        assert decision.low <= decision.error <= decision.high
        assert (decision.grade != "fine") <= (decision.low > 0)
        assert (decision.chosen == decision.best) <= (decision.error == 0)


def test_an_interval_ends_where_chances_end() -> None:
    """A record's annotations and the page's exercises take an error of at most 100 points at either end."""
    judge, decision = judge_of("verflixxt"), decision_at("verflixxt", 5, 9)
    chances = np.zeros((len(decision.legal), 8, 4))
    chances[1:, :, decision.seat] = [1, 1, 1, 1, 1, 1, 1, 0.7]
    found = judged(judge, decision, Values(decision.legal, chances, 0.2)).review
    assert max(one.gap_high for one in found.candidates) > 1
    assert 0 < found.low < found.error < found.high == 1


def test_nothing_is_called_a_mistake_whose_interval_includes_0() -> None:
    assert grade_of(0.3, -0.01) == "fine"
    assert [grade_of(size, 0.001) for size in (0.019, 0.02, 0.05, 0.1)] == ["fine", "inaccuracy", "mistake", "blunder"]


def test_intervals_follow_student() -> None:
    assert student(2) == pytest.approx(12.71)
    assert student(31) == pytest.approx(2.042, abs=2e-3)
    assert half_width([1.0, 1.0], 0.0) == 0
    assert half_width([0.0, 2.0], 0.0) == pytest.approx(12.71, abs=0.01)
    assert half_width([1.0], 0.5) == pytest.approx(0.98, abs=0.01)
    assert mean_error([]) == (0.0, 1.0)
    assert mean_error([0.5]) == (0.5, 1.0)


def test_only_the_named_seats_are_listed() -> None:
    review = review_game(played("linko"), seats=[2])
    assert {decision.seat for decision in review.decisions} == {2}
    assert review.reviewed == (2,)
    assert review.steps == reviewed("linko").steps
    for wrong in ([4], "A", 1, [None]):
        with pytest.raises(TatzeError, match="seats is a list"):
            review_game(played("linko"), seats=wrong)  # type: ignore[arg-type]  # wrong on purpose


def test_an_interrupted_review_keeps_what_it_has() -> None:
    seen: list[Progress] = []

    def stop_after_five(progress: Progress) -> bool:
        seen.append(progress)
        return len(seen) < 5

    review = review_game(played("linko"), progress=stop_after_five)
    assert not review.complete
    assert len(review.decisions) == 5 == seen[-1].done
    assert review.decisions == reviewed("linko").decisions[:5]
    assert seen[-1].total == len(reviewed("linko").decisions)
    account = review.seats[0].account
    parts = account.luck + account.hidden + account.own + account.others + account.rest
    assert account.before + parts == pytest.approx(account.result, abs=1e-9)


def test_key_moments_are_the_most_expensive_decisions() -> None:
    review = reviewed("linko")
    errors = {decision.entry: decision.error for decision in review.decisions}
    for seat in review.seats:
        costs = [errors[entry] for entry in seat.moments]
        assert costs == sorted(costs, reverse=True)
        assert len(costs) <= 3
    assert len(review.turning_points) <= 5
    assert turning_points(review.steps) == review.turning_points


def test_a_depth_that_does_not_exist_is_refused() -> None:
    with pytest.raises(TatzeError, match="depth is instant or deep"):
        review_game(played("linko"), depth="blitz")  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize("name", TRAINED)
def test_evaluate_tells_what_a_seat_makes_of_a_running_game(name: str) -> None:
    table = random_table(name, "base", 4, seed=5, stop=9)
    for seat in range(4):
        found = tatze.evaluate(table, seat)
        assert sum(found.chances) == pytest.approx(1)
        assert bool(found.candidates) == (seat == table.actor)
    found = tatze.evaluate(table, table.actor)
    assert sorted(one.action for one in found.candidates) == sorted(table.legal)
    with pytest.raises(TatzeError, match="table is a table"):
        tatze.evaluate("table", 0)  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(TatzeError, match="no seat 9"):
        tatze.evaluate(table, 9)
