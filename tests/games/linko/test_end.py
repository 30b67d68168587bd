"""The end, the score and the victory."""

from __future__ import annotations

import pytest

from tatze.games.linko import GAME
from tests.games.linko.position import Position, position

POOL = "1 2 3 4 5 6"


def test_a_hand_played_empty_ends_the_game_at_once_and_abluxxes_nothing() -> None:  # L-21
    table = position(["9 9", "1 1 1", "1 1"], ["3", "4x2", "5x2"], pool=POOL, deck="7 8 9")
    assert table.play("9x2") == ["played", "ended"]
    assert table.display(1) == "4x2"
    assert table.outcome == ((0,), (3, -1, 0), "hand-empty")
    assert table.refused("9") == "L-21"


def test_the_last_card_of_all_ends_the_game_in_the_middle_of_a_draw() -> None:  # L-22
    table = position(["9 9 9 3", "1 1", "1 1"], ["", "4x3", "5x3"], pool="7 - - - - -", deck="8")
    names = table.play("9x3", "take", "pool:7", "deck")
    assert names[-1] == "ended"
    assert table.hand(1) == "1 1 7 8"  # one card short
    assert table.hand(0) == "3 4 4 4"  # what was taken stays taken
    assert table.display(2) == "5x3"  # not compared any more
    assert table.outcome == ((2,), (3 - 4, -4, 3 - 2), "cards-gone")
    assert table.refused("deck") == "L-22"


def test_the_last_card_may_come_from_the_pool_or_from_the_deck() -> None:  # L-22
    for order in (("deck", "pool:7"), ("pool:7", "deck")):
        table = position(["9 9 3", "1 1", "1 1"], ["", "4x2", ""], pool="7 - - - - -", deck="8")
        table.play("9x2", "take", *order)
        assert table.outcome[2] == "cards-gone"


def test_the_end_in_a_chain_of_abluxxes_leaves_the_rest_of_the_table_as_it_is() -> None:  # L-22
    table = position(["9 3", "1 1", "1 1", "2 2"], ["", "4", "5", "6"], pool="7 - - - - -", deck="8")
    table.play("9", "take", "deck", "take", "pool:7")
    assert table.outcome[2] == "cards-gone"
    assert table.display(3) == "6"
    assert table.hand(0) == "3 4 5"


def test_the_last_card_of_an_optional_draw_ends_the_game() -> None:  # L-22
    table = position(["9 3", "1 1", "1 1"], pool="- - 7 - - -", deck="")
    table.play("9", "pool:7")
    assert table.outcome[2] == "cards-gone"


def test_an_empty_deck_beside_a_full_pool_does_not_end_the_game() -> None:  # L-22
    table = position(["9 3", "1 1", "1 1"], pool=POOL, deck="8")
    table.play("9", "deck")
    assert table.deck == 0
    assert table.phase == "play"


def test_the_refill_may_empty_the_deck_without_ending_the_game() -> None:  # L-18, L-35
    table = position(["9 3", "1 1", "1 1"], pool="1 - - - - -", deck="8")
    table.play("9", "pool:1")
    assert (table.deck, table.pool, table.phase) == (0, "8 - - - - -", "play")


def test_cards_in_the_display_count_one_and_cards_in_hand_minus_one() -> None:  # L-24
    table = position(["9", "1 1 j", "13"], ["3x2 / 5", "jx2 / 13x4+j", ""], pool=POOL)
    table.play("9")
    assert table.outcome == ((0,), (4, 4, -1), "hand-empty")


def tie(rules: str) -> Position:
    """A has 2 in the display and none in hand, B 4 and 2, C 5 and 3: two points each."""
    return position(["9", "1 1", "2 2 2"], ["8", "5x4", "6x5"], pool=POOL, rules=rules)


@pytest.mark.parametrize("rules", ["base", "advanced", "expert"])
def test_a_tie_goes_to_the_fewest_cards_in_hand(rules: str) -> None:  # L-25
    table = tie(rules)
    table.play("9")
    assert table.outcome == ((0,), (2, 2, 2), "hand-empty")


def test_players_who_also_hold_equally_many_cards_share_the_victory() -> None:  # L-25
    table = position(["9 9 1", "1", "2"], ["3", "5x4", "6x4"], pool="- - - - - 7", deck="")
    table.play("9", "pool:7")
    assert table.outcome == ((1, 2), (-1, 3, 3), "cards-gone")


def test_in_the_first_edition_equal_scores_share_the_victory_whatever_is_held() -> None:  # L-28
    table = tie("first")
    table.play("9")
    assert table.outcome == ((0, 1, 2), (2, 2, 2), "hand-empty")


def test_twenty_quiet_rounds_are_a_stalemate() -> None:  # L-23
    """Each player in turn lays a 1 on an opponent's 13, or a 13 on an opponent's 1, and the owner takes it back."""
    table = position(["1 5 5", "13 5 5", "1 6 6"], pool=POOL, deck="7 8 9", rules="expert")
    turns = 0
    while not table.s.reason:
        mine = {"1", "13"} & table.legal
        assert mine, f"turn {turns}: {table.legal}"
        table.play(mine.pop())
        turns += 1
        while table.phase in ("take", "back"):
            table.play("leave", "back")
        if turns > 200:
            break
    assert table.outcome[2] == "stalemate"
    assert turns == 20 * 3
    assert table.refused("1") == "L-23"


def test_a_card_leaving_deck_or_pool_starts_the_quiet_rounds_anew() -> None:  # L-23
    table = position(["9 3 3", "1 1", "1 1"], ["", "4", ""], pool=POOL, deck="7 8 9", rules="advanced")
    table.s.quiet = 55
    table.play("9", "take", "deck")
    assert table.s.quiet == 0
    table.play("1")
    assert table.s.quiet == 1


def test_a_card_taken_from_the_pool_beside_an_empty_deck_counts_too() -> None:  # L-23
    table = position(["9 3 3", "1 1", "1 1"], ["", "4", ""], pool=POOL, deck="", rules="advanced")
    table.s.quiet = 55
    table.play("9", "take", "pool:1")
    assert table.s.quiet == 0


def test_scores_of_a_running_game_are_those_of_the_moment() -> None:  # L-24
    table = position(["9 3", "1 1", "1 1"], ["2x3", "", ""], pool=POOL, deck="7")
    assert [GAME.score(table.s, seat) for seat in range(3)] == [1, -2, -2]
