"""The deep evaluation: the policy plays on to the seat's next turn, from the same draws for every action."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from tatze.core.layout import CHANCE
from tatze.core.sample import sample
from tatze.games import game_named
from tatze.review import deep
from tatze.review.decisions import ReviewedDecision, instant_values, judged
from tatze.review.deep import deep_verdict, play_on, play_stretches
from tatze.review.game import review_game
from tatze.review.judge import judge_of
from tests.helpers import random_table
from tests.review.games import TRAINED, played


def decision_at(name: str, seed: int, stop: int) -> ReviewedDecision:
    table = random_table(name, "base", 4, seed=seed, stop=stop)
    state = judge_of(name).record(table.state)
    return ReviewedDecision(stop, table.actor, state, table.legal_actions, table.legal_actions[0], 5)


@pytest.mark.parametrize("name", TRAINED)
def test_a_stretch_ends_at_the_seats_next_turn(name: str) -> None:
    judge, decision = judge_of(name), decision_at(name, 3, 10)
    states = judge.applied(np.repeat(decision.state, 8), [decision.legal[-1]] * 8)
    marked = play_stretches(judge, states, decision.seat, np.arange(8), 1)
    for state, passed in zip(states, marked, strict=True):
        assert state["reason"] or (state["turn"] == decision.seat == state["actor"])
        assert state["actor"] != CHANCE
        assert passed["reason"] or passed["turn"] != decision.seat


@pytest.mark.parametrize("name", TRAINED)
def test_the_network_judges_after_the_number_of_turns_that_the_game_says(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    decision, turns = decision_at(name, 3, 10), []
    monkeypatch.setattr(deep, "play_turn", lambda *_: turns.append(1))
    play_on(judge_of(name), decision, decision.legal[:1], 4, 0)
    assert 1 + len(turns) == game_named(name).review.turns


@pytest.mark.parametrize("name", TRAINED)
def test_a_turn_begins_and_ends_with_the_seat_to_decide(name: str) -> None:
    judge, decision = judge_of(name), decision_at(name, 3, 10)
    states = judge.applied(np.repeat(decision.state, 8), [decision.legal[-1]] * 8)
    play_stretches(judge, states, decision.seat, np.arange(8), 1)
    before = states.copy()
    deep.play_turn(judge, states, decision.seat, np.arange(8), 2)
    for earlier, state in zip(before, states, strict=True):
        assert state["reason"] or (state["turn"] == decision.seat == state["actor"])
        assert (earlier.tobytes() == state.tobytes()) == bool(earlier["reason"])


def test_equal_actions_of_common_draws_are_worth_the_same() -> None:
    """The same action twice has the same hidden cards, dice and replies, so no difference at all."""
    judge, decision = judge_of("linko"), decision_at("linko", 6, 14)
    found = play_on(judge, decision, [decision.legal[0]] * 2, 16, 0)
    assert (found.chances[0] == found.chances[1]).all()
    assert (found.statistics[0] == found.statistics[1]).all()
    assert not (found.chances == play_on(judge, decision, [decision.legal[0]] * 2, 16, 1).chances).all()


def test_playing_on_knows_only_the_seats_view() -> None:
    game, judge = game_named("linko"), judge_of("linko")
    table = random_table("linko", "base", 4, seed=6, stop=14)
    verdicts = []
    for seed in range(2):
        state = judge.record(sample(game, table.view(table.actor), Random(seed)))
        decision = ReviewedDecision(3, table.actor, state, table.legal_actions, table.legal_actions[0], 5)
        instant = judged(judge, decision, instant_values(judge, decision))
        verdicts.append(deep_verdict(judge, decision, instant, 0.0).review)
    assert verdicts[0] == verdicts[1]


def test_what_was_not_played_on_stays_right_where_the_network_could_not_tell_it_from_the_best() -> None:
    judge, decision = judge_of("linko"), decision_at("linko", 6, 10)
    instant = judged(judge, decision, instant_values(judge, decision))
    every = tuple(one.action for one in instant.review.candidates)
    assert len(every) > deep.CANDIDATES + 1
    unsure = instant._replace(review=replace(instant.review, right=every))
    found = deep_verdict(judge, decision, unsure, 0.0).review
    tried = {one.action for one in found.candidates}
    assert set(found.right) - tried == set(every) - tried
    assert set(found.right) & tried == {one.action for one in found.candidates if one.gap_low <= 0}
    assert not set(deep_verdict(judge, decision, instant, 0.0).review.right) - tried - set(instant.review.right)


def test_a_deep_review_ends_in_time_and_adds_up() -> None:
    table = played("linko", "duel", 2, ("thumb", "random"))
    review = review_game(table, "deep", seats=[1], seconds=0.01)
    assert review.complete
    assert {decision.seat for decision in review.decisions} == {1}
    assert all(len(decision.candidates) <= 5 for decision in review.decisions)
    for seat in review.seats:
        account = seat.account
        parts = account.luck + account.hidden + account.own + account.others + account.rest
        assert account.before + parts == pytest.approx(account.result, abs=1e-9)
    told = {reason.key for decision in review.decisions for reason in decision.reasons}
    words = table.game.words("de")
    assert told
    assert told <= set(words)
