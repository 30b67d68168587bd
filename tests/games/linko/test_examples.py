"""The worked examples of the rulebooks, with seats instead of the books' people: A is seat 0, and so on clockwise."""

from __future__ import annotations

from tests.games.linko.position import position


def test_2022_jokers_example_three_4s_and_a_joker_are_four_4s() -> None:
    """L-7: they abluxx four 3s."""
    table = position(["4 4 4 j 9", "5 5", "6 6"], ["", "3x4", ""], pool="1 2 3 6 7 8", deck="9 9 9 9 9")
    table.play("4x3+j")
    assert table.display(0) == "4x3+j"
    assert table.phase == "take"


def test_2022_example_with_abluxxing() -> None:
    """L-10, L-11, L-13, L-14, L-17, L-18: three 7s meet a pair of 5s, two 3s with a joker, and three 2s."""
    table = position(
        ["7 7 7 3 3 10", "4 8", "9 12", "1 6"],
        ["13", "5x2", "8 / 3x2+j", "11 / 2x3"],
        pool="1 4 6 9 11 12",
        deck="13 5 10 8",
    )
    table.play("7x3")
    assert table.display(1) == "5x2"  # higher, but not as many: nothing happens to B
    assert table.phase == "take"
    table.play("take")
    assert table.hand(0) == "3 3 3 3 10 j"
    assert table.s.actor == 2
    table.play("pool:4", "pool:12")
    assert table.pool == "1 - 6 9 11 -"  # not refilled before the whole draw is done
    table.play("deck")
    assert table.hand(2) == "4 9 12 12 13"
    assert table.pool == "1 5 6 9 11 10"
    assert table.display(2) == "8"
    assert table.phase == "take"
    table.play("leave")
    assert table.s.actor == 3
    table.play("back")
    assert table.hand(3) == "1 2 2 2 6"
    assert table.display(3) == "11"
    assert table.deck == 1
    assert (table.s.turn, table.phase) == (1, "play")


def test_2022_example_without_abluxxing() -> None:
    """L-10, L-19: one 13 against two cards, a 13 and three cards; the optional card is a joker from the pool."""
    table = position(
        ["13 2 5", "4 8", "9 12", "1 6"],
        ["", "9 / 4x2", "13", "7x3"],
        pool="1 4 j 9 11 12",
        deck="3 5",
    )
    table.play("13")
    assert table.phase == "miss"
    assert table.s.actor == 0
    assert table.legal == {"deck", "pass", "pool:1", "pool:4", "pool:j", "pool:9", "pool:11", "pool:12"}
    table.play("pool:j")
    assert table.hand(0) == "2 5 j"
    assert table.pool == "1 4 3 9 11 12"
    assert (table.s.turn, table.phase) == (1, "play")


def test_2014_example_abluxx_1_two_12s_against_three_displays() -> None:
    """L-10, L-11, L-13, L-14: a single 3, two 7s, two 9s."""
    table = position(
        ["12 12 1", "5 8 13", "6 10", "2 4"],
        ["", "3", "5 / 7x2", "9x2"],
        pool="1 2 4 6 8 10",
        deck="11 11 3 3 3 3",
        rules="first",
    )
    table.play("12x2")
    assert table.s.compared == 2  # B's single 3 was passed over
    table.play("leave")
    assert table.legal == {"back", "discard"}
    table.play("discard", "deck", "pool:8")
    assert table.hand(2) == "6 8 10 11"
    table.play("take")
    assert table.hand(0) == "1 9 9"
    table.play("pool:1", "pool:2")
    assert table.hand(3) == "1 2 2 4"
    assert (table.s.turn, table.phase) == (1, "play")


def test_2014_example_abluxx_2_a_13_on_an_uncovered_5() -> None:
    """L-16: what one turn uncovered is open in the next."""
    table = position(
        ["12 12 1", "5 8 13", "6 10", "2 4"],
        ["", "3", "5 / 7x2", "9x2"],
        pool="1 2 4 6 8 10",
        deck="11 11 3 3 3 3 2 1",
        rules="first",
    )
    table.play("12x2", "leave", "discard", "deck", "deck", "take", "deck", "deck")
    assert table.display(2) == "5"
    assert table.s.turn == 1
    assert table.play("13") == ["played", "abluxxed"]
    assert table.s.compared == 1  # C, the left neighbour of B
    table.play("leave", "back")
    assert table.display(2) == ""
    assert (table.s.turn, table.phase) == (2, "play")  # D's display is empty, A's has two cards


def test_2022_duel_example_13s_and_jokers_move_to_the_pool() -> None:
    """L-31, L-32: while the Shadow Display is laid out."""
    from tatze.core.setup import make_setup, write_rules
    from tatze.games.linko import GAME
    from tests.games.linko.position import Position

    s = GAME.layout.checked()
    write_rules(GAME, make_setup(GAME, "duel"), s)
    hands = [1] * 8 + [2] * 8 + [3] * 6
    pool = [5, 4, 9, 4, 12, 8]
    shadow = [6, 13, 6, 14, 7, 13, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12]
    rest = [3, 3]
    deal = hands + pool + shadow + rest
    GAME.begin(s, deal, len(deal))
    table = Position(s)
    assert table.shadow == "6 6 7 7 8 8 9 9 10 10 11 11 12"
    assert table.pool == "5+13 4+13 9 4+j 12 8"  # the two 4s first, the left one before the right one; then the 5
    assert table.deck == 2
