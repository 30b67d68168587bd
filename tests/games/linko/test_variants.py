"""Advanced, expert, first edition, the duel, and series."""

from __future__ import annotations

import pytest

from tatze.core.game import Outcome
from tatze.core.series import next_game, series_totals
from tatze.core.setup import make_setup
from tatze.games.linko import GAME
from tests.games.linko.position import position
from tests.helpers import open_table

POOL = "1 2 3 4 5 6"
DECK = "7 8 9 10 11 12"


@pytest.mark.parametrize("rules", ["advanced", "expert", "first"])
def test_without_the_optional_draw_a_miss_ends_the_turn(rules: str) -> None:  # L-26, L-28
    table = position(["9 3", "1 1", "1 1"], pool=POOL, deck=DECK, rules=rules)
    table.play("9")
    assert (table.s.turn, table.phase) == (1, "play")


@pytest.mark.parametrize(
    ("play", "layer", "hit"),
    [
        ("1x2", "13x2", True),
        ("1x2", "13+j", True),
        ("1+j", "13x2", True),
        ("1x2", "jx2", True),
        ("1+j", "jx2", True),
        ("1x2", "13", False),
        ("1x2", "12x2", False),
        ("1x2", "1x2", False),
        ("2x2", "13x2", False),
        ("2x2", "jx2", False),
        ("2x2", "1x2", True),
        ("13x2", "1+j", True),
        ("jx2", "1x2", True),
        ("jx2", "13x2", True),
        ("jx2", "jx2", False),
    ],
)
def test_expert_1s_beat_13s_and_jokers_alone_and_everything_higher_beats_1s(play: str, layer: str, hit: bool) -> None:
    """L-27, both directions."""
    for rules, expected in (("expert", hit), ("advanced", hit and play[:2] not in ("1x", "1+"))):
        table = position(["1 1 2 2 13 13 j j 5", "1 3", "1 4"], ["", layer, ""], pool=POOL, deck=DECK, rules=rules)
        assert ("abluxxed" in table.play(play)) == expected


def test_the_duel_deals_two_known_jokers_and_eleven_cards_to_each() -> None:  # L-30
    table = open_table("linko", "duel", 2)
    for seat in (0, 1):
        assert table.state.held[seat] == 13
        assert table.state.known[seat][14] == 2
        assert table.state.hand[seat][14] >= 2
    assert sum(table.state.shadow) == 13
    assert len(table.deal) == 105
    assert table.deal.count(14) == 1


def test_the_shadow_display_has_no_13s_and_no_jokers() -> None:  # L-31, L-32
    for seed in range(30):
        table = open_table("linko", "duel", 2, seed)
        assert table.state.shadow[13] == table.state.shadow[14] == 0


SHADOW = "3 3 5 5 5 6 6 8 9 10 11 12 12"


def test_a_shadow_abluxx_is_mandatory_and_one_set_is_picked() -> None:  # L-34
    table = position(["7 7 2", "1 1"], ["", "4x2"], POOL, DECK, rules="duel", shadow=SHADOW)
    table.play("7x2")
    assert table.phase == "pick"
    assert table.legal == {"shadow:3", "shadow:6"}
    assert table.refused("shadow:5") == "L-34"
    assert table.refused("pass") == "L-34"
    names = table.play("shadow:6")
    assert names == ["shadowed", "shadow_refilled", "shadow_refilled", "abluxxed"]
    assert table.hand(0) == "2 6 6"
    assert table.known(0) == "6 6"
    assert table.shadow == "3 3 5 5 5 7 8 8 9 10 11 12 12"


def test_part_of_a_larger_set_is_not_taken_unless_the_option_says_so() -> None:  # L-34, L-36
    hands, shadow = ["7 7 2", "1 1"], "3 3 5 5 5 8 8 8 9 10 11 12 12"
    table = position(hands, ["", ""], POOL, DECK, rules="duel", shadow=shadow)
    table.play("7x2")
    assert table.legal == {"shadow:3"}
    table = position(hands, ["", ""], POOL, DECK, rules="duel", shadow=shadow, shadow_part=True)
    table.play("7x2")
    assert table.legal == {"shadow:3", "shadow:5"}
    assert table.refused("shadow:8") == "L-36"
    table.play("shadow:5")
    assert table.s.shadow[5] == 1
    assert table.hand(0) == "2 5 5"


def test_a_13_or_joker_revealed_in_a_refill_goes_to_the_pool_and_the_next_card_is_revealed() -> None:  # L-32, L-35
    table = position(["7 7 2", "1 1"], ["", ""], "6 2 13 4 5 2", "13 9 j 8 1", rules="duel", shadow=SHADOW)
    table.play("7x2", "shadow:3")
    assert table.pool == "6 2+13 13 4 5 2+j"
    assert sum(table.s.shadow) == 13
    assert table.deck == 1


def test_when_every_pool_card_is_covered_the_lowest_smallest_leftmost_group_is_covered_again() -> None:  # L-32
    pool = "6+13 2+13+j 13+13 2+j 5+13 2+13"
    table = position(["7 7 3", "1 1"], ["", ""], pool, "13 13 j 9 8 1", rules="duel", shadow=SHADOW)
    table.play("7x2", "shadow:3")
    # first the left of the two smaller groups on a 2, then the other, then the leftmost of three equal ones
    assert table.pool == "6+13 2+13+j+j 13+13 2+13+j 5+13 2+13+13"


def test_a_joker_in_the_pool_counts_as_highest_when_cards_are_covered() -> None:  # L-32
    shadow = "3 3 5 5 5 6 6 8 10 11 11 12 12"
    table = position(["7 7 3", "1 1"], ["", ""], "j 13 j j j j", "13 9 9 1", rules="duel", shadow=shadow)
    table.play("7x2", "shadow:3")
    assert table.pool == "j 13+13 j j j j"


def test_a_group_fills_one_place_counts_as_one_card_and_goes_whole_to_its_taker() -> None:  # L-33
    shadow = "3 5 5 5 6 8 8 9 10 11 12 12 12"
    table = position(["7 7 2", "1 1"], ["", "4x2"], "1 2+13+j - 4 5 6", "9 10 11", rules="duel", shadow=shadow)
    table.play("7x2", "take")
    assert table.refused("pool:1") == "L-33"
    assert table.refused("place:3") == "L-33"
    table.play("place:2")
    assert table.hand(1) == "1 1 2 13 j"
    assert table.known(1) == "2 13 j"
    assert table.s.owed == 1
    table.play("deck")
    assert table.pool == "1 10 11 4 5 6"  # places 2 and 3, nearest to the deck first


def test_a_shadow_refill_takes_what_the_deck_has_and_does_not_end_the_game() -> None:  # L-35
    table = position(["7 7 2", "1 1"], ["", "4x2"], POOL, "9", rules="duel", shadow=SHADOW)
    table.play("7x2", "shadow:3")
    assert table.deck == 0
    assert sum(table.s.shadow) == 12
    assert table.phase == "take"
    table.play("leave", "back")
    assert table.phase == "play"
    assert table.s.quiet == 0


def test_shadow_comes_before_the_opponent_and_is_refilled_first() -> None:  # L-34, L-35
    table = position(["7 7 2", "1 1"], ["", "4x2"], POOL, DECK, rules="duel", shadow=SHADOW)
    table.play("7x2")
    assert table.display(1) == "4x2"
    table.play("shadow:3")
    assert sum(table.s.shadow) == 13
    assert table.phase == "take"


def test_in_the_duel_the_optional_draw_needs_a_miss_on_both_sides() -> None:  # L-37
    shadow = "3 5 5 5 6 8 8 9 10 11 12 12 12"
    table = position(["7 7 2", "1 1"], ["", "4"], POOL, DECK, rules="duel", shadow=shadow)
    table.play("7x2")
    assert table.phase == "miss"
    table = position(["7 7 2", "1 1"], ["", "4"], POOL, DECK, rules="duel", shadow=SHADOW)
    table.play("7x2", "shadow:3")
    assert (table.s.turn, table.phase) == (1, "play")


@pytest.mark.parametrize(("rules", "ones"), [("duel-advanced", 0), ("duel-expert", 1)])
def test_the_duel_combines_with_advanced_and_expert(rules: str, ones: int) -> None:  # L-37, L-26, L-27
    shadow = "3 5 5 5 6 8 8 9 10 11 12 12 12"
    table = position(["1 2", "3 1"], ["", "13"], POOL, DECK, rules=rules, shadow=shadow)
    table.play("1")
    assert table.phase == ("take" if ones else "play")


def test_a_hand_played_empty_takes_nothing_from_the_shadow_display() -> None:  # L-21, L-34
    table = position(["7 7", "1 1"], ["", "4x2"], POOL, DECK, rules="duel", shadow=SHADOW)
    assert table.play("7x2") == ["played", "ended"]


def test_a_series_adds_scores_moves_the_start_and_shares_equal_totals() -> None:  # L-29
    games = [Outcome((0,), (5, 3, -2), "hand-empty"), Outcome((1,), (-1, 1, 0), "cards-gone")]
    assert series_totals(3, games).points == (4, 4, -2)
    assert series_totals(3, games).leaders == (0, 1)
    setup = make_setup(GAME, "first", 3, start=2)
    assert next_game(setup, 2).start == 0
    assert next_game(setup, 0).start == 1
