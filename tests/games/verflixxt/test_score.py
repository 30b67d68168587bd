"""Points and winners."""

from __future__ import annotations

from tests.games.verflixxt.position import position


def scores(*towers: str, **options: object) -> tuple[int, ...]:
    return finished(*towers, **options)[1]


def finished(*towers: str, **options: object) -> tuple[tuple[int, ...], tuple[int, ...], str]:
    """The outcome of a game whose towers are these. The start goes to the box, so they stay as they are."""
    table = position("start:A finish", towers, **options)  # type: ignore[arg-type]  # whichever options a rule set has
    table.play("d1", "m0")
    return table.outcome


def test_tiles_are_worth_what_is_printed_on_them() -> None:  # V-22
    assert scores("+1 +8 -3 -10", "", "-1") == (-4, 0, -1)


def test_each_lucky_tile_turns_the_lowest_minus_tile_left() -> None:  # V-23
    assert scores("-2 L -9 -5", "L L -9 -2 -5") == (-2 + 9 - 5, 9 - 2 + 5)


def test_the_place_of_a_lucky_tile_in_the_tower_does_not_matter() -> None:  # V-23
    assert scores("L -4 +2", "-4 +2 L") == (6, 6)


def test_spare_lucky_tiles_do_nothing() -> None:  # V-23
    assert scores("L L L -1 +2", "L L") == (3, 0)


def test_luck_below_turns_the_tile_directly_below() -> None:  # V-31
    assert scores("-4 L", "+4 L", "L -4", "-4 +1 L", luck_below=True) == (4, -4, -4, -5)


def test_luck_below_stacked_lucky_tiles_turn_once() -> None:  # V-31
    assert scores("-4 L L", "L L L", "+3 L L -2 L", luck_below="yes") == (4, 0, -3 + 2)


def test_the_highest_score_wins() -> None:  # V-22
    assert finished("+1", "+3", "-2")[0] == (1,)


def test_a_tie_goes_to_fewer_lucky_tiles() -> None:  # V-24
    assert finished("L +3", "+3", "L L +3")[0] == (1,)
    assert finished("L +3", "+2", "L L +3")[0] == (0,)
    assert finished("-3 L", "+1 +2", luck_below=True)[0] == (1,)


def test_those_who_are_still_equal_share_the_victory() -> None:  # V-24
    assert finished("L +3", "L -3", "-1")[0] == (0, 1)
    assert finished("", "", "")[0] == (0, 1, 2)
