"""Plays, abluxxing and drawing."""

from __future__ import annotations

from tatze.games.linko import GAME
from tests.games.linko.position import position
from tests.helpers import open_table

POOL = "1 2 3 4 5 6"
DECK = "7 8 9 10 11 12 13 1 2 3"


def test_thirteen_cards_each_six_in_the_pool_and_the_rest_is_the_deck() -> None:  # L-4, L-5
    for players in (3, 4, 5):
        table = open_table("linko", "base", players)
        assert table.state.held[:players] == [13] * players
        assert all(table.state.pool)
        assert table.state.cards - table.state.top == 109 - 13 * players - 6


def test_the_table_or_chance_says_who_starts() -> None:  # L-3
    from tatze import linko

    assert linko(start=2, seed=1).actor == 2
    assert {linko(seed=seed).actor for seed in range(30)} == {0, 1, 2, 3}


def test_rule_sets_are_for_their_numbers_of_players() -> None:  # L-2
    players = {name: list(rule_set.players) for name, rule_set in GAME.rule_sets.items()}
    assert players == {
        "base": [3, 4, 5],
        "advanced": [3, 4, 5],
        "expert": [3, 4, 5],
        "duel": [2],
        "duel-advanced": [2],
        "duel-expert": [2],
        "first": [2, 3, 4, 5],
    }


def test_any_number_of_cards_of_one_value_may_be_played_with_any_number_of_jokers() -> None:  # L-6, L-7, L-8
    table = position(["7 7 9 j j", "1", "1"], pool=POOL, deck=DECK)
    assert table.legal == {
        *("7", "7+j", "7+jx2", "7x2", "7x2+j", "7x2+jx2"),
        *("9", "9+j", "9+jx2"),
        *("j", "jx2"),
    }
    assert table.refused("7x3") == "L-6"
    assert table.refused("8") == "L-6"
    assert table.refused("9+jx3") == "L-7"
    assert table.refused("jx3") == "L-8"
    assert table.refused("pass") == "L-6"


def test_a_play_need_not_match_what_lies_in_the_own_display() -> None:  # L-9
    table = position(["2 9", "1 1", "1 1"], ["13x3 / 5x2"], pool=POOL, deck=DECK)
    table.play("2")
    assert table.display(0) == "13x3 / 5x2 / 2"


def test_a_joker_takes_the_value_of_the_cards_played_with_it() -> None:  # L-7
    table = position(["7 j 2", "1 1", "1 1"], ["", "8x2", "6x2"], pool=POOL, deck=DECK)
    table.play("7+j")
    assert table.s.compared == 2  # not above the 8s, but above the 6s


def test_jokers_alone_beat_13s() -> None:  # L-8
    table = position(["j j 2", "1 1", "1 1"], ["", "13x2", "12+j"], pool=POOL, deck=DECK)
    assert table.play("jx2") == ["played", "abluxxed"]
    assert table.play("leave", "back") == ["left", "took_back", "abluxxed"]


def test_jokers_alone_are_not_abluxxed_by_numbers_nor_by_jokers_alone() -> None:  # L-12
    for play in ("13x2", "jx2"):
        table = position(["13 13 j j 2", "1 1", "1 1"], ["", "jx2", ""], pool=POOL, deck=DECK)
        table.play(play)
        assert table.phase == "miss"


def test_equal_value_or_another_count_is_no_abluxx_and_an_abluxx_is_not_optional() -> None:  # L-10
    table = position(["7 7 2", "1 1", "1 1"], ["", "7x2", "6"], pool=POOL, deck=DECK)
    table.play("7x2")
    assert table.phase == "miss"
    table = position(["7 7 2", "1 1", "1 1"], ["", "", "6x2"], pool=POOL, deck=DECK)
    table.play("7x2")
    assert table.legal == {"take", "leave"}
    assert table.refused("pass") == "L-13"


def test_comparison_goes_clockwise_from_the_left_neighbour() -> None:  # L-11
    table = position(["1 1", "1 2", "9 9 3", "4 4"], ["3", "4", "", "5"], pool=POOL, deck=DECK, turn=2)
    owners = []
    table.play("9")
    while table.phase == "take":
        owners.append((table.s.turn + table.s.compared) % 4)
        table.play("leave", "back")
    assert owners == [3, 0, 1]


def test_an_abluxx_is_resolved_completely_before_the_next_opponent_is_compared() -> None:  # L-11, L-18
    table = position(["9 9 3", "1 1", "1 1"], ["", "4x2", "5x2"], pool=POOL, deck=DECK)
    names = table.play("9x2", "take", "deck", "pool:1")
    assert names == ["played", "abluxxed", "took", "drew_deck", "drew_pool", "refilled", "abluxxed"]


def test_the_layer_leaves_the_display_whatever_is_chosen() -> None:  # L-15
    for choice in (["take", "deck"], ["leave", "back"], ["leave", "discard", "deck"]):
        table = position(["9 3", "1 1", "1 1"], ["", "2 / 4", ""], pool=POOL, deck=DECK)
        table.play("9", *choice)
        assert table.display(1) == "2"


def test_jokers_that_come_back_to_a_hand_are_free_again() -> None:  # L-15
    table = position(["9 9 3", "1 1", "1 1"], ["", "4+j", ""], pool=POOL, deck=DECK)
    table.play("9x2", "leave", "back")
    assert table.hand(1) == "1 1 4 j"
    table.play("1+j")
    assert table.display(1) == "1+j"


def test_an_uncovered_layer_is_safe_until_the_next_turn() -> None:  # L-16
    table = position(["9 3", "10 1", "1 1"], ["", "", "2 / 4"], pool=POOL, deck=DECK)
    names = table.play("9", "leave", "back")
    assert names.count("abluxxed") == 1
    assert table.s.turn == 1
    assert table.play("10")[1] == "abluxxed"


def test_discarding_costs_a_draw_and_taking_back_does_not() -> None:  # L-14
    table = position(["9 9 9 3", "1 1", "1 1"], ["", "4x2+j", ""], pool=POOL, deck=DECK)
    before = table.s.discard[4], table.s.discard[14]
    table.play("9x3", "leave", "discard")
    assert (table.s.discard[4], table.s.discard[14]) == (before[0] + 2, before[1] + 1)
    assert table.s.owed == 3
    assert table.refused("pass") == "L-17"


def test_the_optional_draw_is_one_card_however_many_were_played() -> None:  # L-19, L-20
    table = position(["9 9 9 3", "1 1", "1 1"], pool=POOL, deck=DECK)
    table.play("9x3", "deck")
    assert table.hand(0) == "3 7"
    assert (table.s.turn, table.phase) == (1, "play")
    table.play("1", "pass")
    assert table.hand(1) == "1"
    assert table.s.turn == 2


def test_in_the_first_round_nobody_has_a_display_and_the_optional_draw_is_offered() -> None:  # L-19
    table = position(["9 3", "1 1", "1 1"], pool=POOL, deck=DECK)
    table.play("9")
    assert table.phase == "miss"


def test_equal_pool_cards_are_one_choice() -> None:  # L-40
    table = position(["9 3", "1 1", "1 1"], pool="7 7 7 2 2 j", deck=DECK)
    table.play("9")
    assert table.legal == {"deck", "pool:2", "pool:7", "pool:j", "pass"}
    assert table.refused("place:1") == "L-40"
    assert table.refused("pool:5") == "L-17"
    assert table.refused("9") == "L-19"


def test_a_decision_with_one_answer_is_still_an_action() -> None:  # L-40
    table = position(["9 3", "1 1", "1 1"], ["", "4", ""], pool="7 7 7 - - -", deck="")
    table.play("9", "take")
    assert table.legal == {"pool:7"}


def test_an_empty_deck_is_not_rebuilt_and_the_pool_not_refilled() -> None:  # L-18
    table = position(["9 3", "1 1", "1 1"], ["", "4", ""], pool="7 8 9 - - -", deck="5")
    table.play("9", "take")
    table.play("deck")
    assert table.deck == 0
    assert table.pool == "7 8 9 - - -"
    table.play("1", "pass", "1")
    assert table.refused("deck") == "L-18"


def test_what_was_taken_openly_is_known_until_it_is_played() -> None:  # L-39
    table = position(["9 3 5", "1 1", "1 1"], ["", "4", ""], pool=POOL, deck=DECK)
    table.play("9", "take", "deck")
    assert table.known(0) == "4"
    assert table.known(1) == ""  # a card from the deck is not seen
    table.play("1", "pool:4")
    assert table.known(1) == "4"
    table.play("1", "pass", "4")
    assert table.known(0) == ""


def test_of_two_equal_cards_the_known_one_counts_as_played_first() -> None:  # L-39
    table = position(["5 5 2", "1 1", "1 1"], pool=POOL, deck=DECK)
    table.s.known[0][5] = 1
    table.play("5", "pass")
    assert table.known(0) == ""
    assert table.hand(0) == "2 5"
