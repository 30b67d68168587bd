"""The account of a review: every part by its own formula, and together they are the result."""

from __future__ import annotations

from pathlib import Path

import pytest

from tatze.core.errors import TatzeError
from tatze.core.record import read_record, record_text
from tatze.games import game_named
from tatze.review.game import review_game
from tatze.review.results import GameReview
from tests.helpers import random_table
from tests.review.games import TRAINED, played, reviewed

GOLDEN = sorted(
    path for path in (Path(__file__).parents[1] / "playthroughs").glob("*.tatze") if path.stem.split("-")[0] in TRAINED
)


def check_account(review: GameReview) -> None:
    for seat in review.seats:
        account = seat.account
        parts = account.luck + account.hidden + account.own + account.others + account.rest
        assert account.before + parts == pytest.approx(account.result, abs=1e-9)
    for step in review.steps:
        assert sum(step.chances) == pytest.approx(1, abs=1e-9)
        for part in (step.luck, step.decision, step.hidden, step.rest):
            assert sum(part) == pytest.approx(0, abs=1e-9)
    assert sum(seat.account.result for seat in review.seats) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_account_of_every_golden_game_adds_up(path: Path) -> None:
    check_account(review_game(read_record(path.read_text(encoding="utf-8"))))


@pytest.mark.parametrize("name", TRAINED)
def test_the_account_of_a_random_game_adds_up(name: str) -> None:
    players = game_named(name).rule_sets["base"].usual
    check_account(review_game(random_table(name, "base", players, seed=8)))


def test_every_step_is_the_difference_of_chances() -> None:
    """Luck, decision and rest are computed without each other, and their sum is what changed."""
    review = reviewed("linko")
    before = review.start
    for step in review.steps:
        for seat, chance in enumerate(step.chances):
            change = step.luck[seat] + step.decision[seat] + step.rest[seat]
            assert before[seat] + change == pytest.approx(chance, abs=1e-9)
        before = step.chances


def test_where_nothing_is_hidden_nothing_comes_from_hidden_cards() -> None:
    review = reviewed("verflixxt")
    assert all(part == 0 for step in review.steps for part in step.hidden)


def test_a_roll_is_luck_and_nothing_else() -> None:
    rolls = [step for step in reviewed("verflixxt").steps[1:] if step.actor is None]
    assert len(rolls) > 20
    assert all(not any(step.decision) and not any(step.rest) for step in rolls)
    assert any(abs(step.luck[0]) > 0.01 for step in rolls)


def test_a_game_from_a_position_has_no_luck_of_the_deal() -> None:
    from tatze.core.chance import Fairness
    from tatze.core.setup import make_setup
    from tatze.core.table import Table

    late = random_table("linko", "duel", 2, seed=4, stop=30)
    game = late.game
    table = Table.set_up(game, make_setup(game, "duel", 2, late.start), late.state, Fairness.from_seed(1))
    while not table.over:
        table.play(table.legal_actions[0])
    review = review_game(read_record(record_text(table)))
    assert review.start == review.steps[0].chances
    check_account(review)


def test_undone_entries_are_left_out() -> None:
    table = played("linko", "duel", 2).copy()
    table.undo(0, 3)
    while not table.over:
        table.play(table.legal_actions[-1])
    review = review_game(table.record())
    made = [step.entry for step in review.steps]
    assert made == [-1, *table.log.kept]
    check_account(review)


def test_records_that_cannot_be_reviewed_are_refused_in_one_line() -> None:
    running = random_table("linko", "base", 4, stop=9)
    text = played("verflixxt").record()
    long = played("verflixxt").copy()
    long.log.entries.extend(long.log.entries * 30)
    for record, reason in [
        (running.record(), "not finished"),
        (text.replace("[Players", "[Playerz"), "altered"),
        ("no record", "not a record"),
        (text.replace('[Game "verflixxt"]', '[Game "chess"]'), "altered"),
        (7, "a record, its text or a table"),
        (long, "a review takes at most"),
        (played("pounce", players=2), "no network"),
    ]:
        with pytest.raises(TatzeError, match=reason) as refused:
            review_game(record)  # type: ignore[arg-type]  # wrong on purpose
        assert "\n" not in str(refused.value)
