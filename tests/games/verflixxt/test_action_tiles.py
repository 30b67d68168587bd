"""Gift and Steal."""

from __future__ import annotations

from tatze.games.verflixxt import state
from tests.games.verflixxt.position import position

TRACK = "start:BCD gift:A -3 -4 finish"


def gift(*towers: str, turn: int = 0) -> list[str]:
    """The towers after seat `turn` has set off a Gift."""
    start = "".join(letter for letter in "ABCD"[: len(towers)] if letter != "ABCD"[turn])
    table = position(f"start:{start} gift:{'ABCD'[turn]} -3 -4 finish", towers, die=1, turn=turn)
    table.play("m1")
    return [table.tower(seat) for seat in range(len(towers))]


def test_an_action_tile_stays_and_acts_when_its_only_piece_leaves() -> None:  # V-13
    table = position("start gift:AB -3 -4 finish", ["-1", "+2"], die=1)
    assert table.play("m1") == ["moved", "turned"]
    assert table.play("d1", "m1") == ["rolled", "moved", "gave", "flipped", "turned"]
    assert table.tiles == "start steal -3 -4"
    assert [table.tower(seat) for seat in range(2)] == ["-1 +2", ""]


def test_a_lucky_tile_is_given_like_a_plus_tile_to_the_worst_top() -> None:  # V-14
    assert gift("L", "+1", "-2", "-9") == ["", "+1", "-2", "-9 L"]


def test_a_lucky_tile_on_top_is_worth_most() -> None:  # V-15
    assert gift("-1", "+8", "L", "-10") == ["", "+8", "L -1", "-10"]
    assert gift("+1", "L", "+8", "L") == ["", "L", "+8 +1", "L"]
    assert state.LUCKY_WORTH > state.PLUS


def test_the_value_order_runs_through_plus_and_minus() -> None:  # V-15
    assert gift("-1", "-2", "-10", "-3") == ["", "-2 -1", "-10", "-3"]
    assert gift("+1", "-2", "-10", "+3") == ["", "-2", "-10 +1", "+3"]


def test_equal_top_tiles_give_to_the_nearest_clockwise() -> None:  # V-16
    assert gift("-5", "-3", "-2", "-2") == ["", "-3", "-2 -5", "-2"]
    assert gift("-2", "-2", "-5", "-3", turn=2) == ["-2 -5", "-2", "", "-3"]
    assert gift("+4", "-3", "+5", "-3") == ["", "-3 +4", "+5", "-3"]


def test_players_without_a_tile_are_passed_over() -> None:  # V-16
    assert gift("-5", "", "-9", "") == ["", "", "-9 -5", ""]
    assert gift("+5", "", "+8", "") == ["", "", "+8 +5", ""]


def test_if_nobody_else_has_a_tile_the_nearest_clockwise_gets_it() -> None:  # V-16
    assert gift("", "", "-5", "", turn=2) == ["", "", "", "-5"]
    assert gift("", "", "", "+5", turn=3) == ["+5", "", "", ""]


def test_with_an_empty_tower_nothing_is_given_and_the_tile_flips() -> None:  # V-16, V-18
    table = position(TRACK, ["", "+1", "-2", "-9"], die=1)
    assert table.foresee("m1")["acts"] == "gift"
    assert table.foresee("m1")["gives_to"] is None
    assert table.play("m1") == ["moved", "no_gift", "flipped", "turned"]
    assert table.tiles == "start steal -3 -4"


def test_foresight_says_who_would_get_the_gift() -> None:
    foresight = position(TRACK, ["+3 -5", "+1", "L", "-9"], die=1).foresee("m1")
    assert (foresight["acts"], foresight["gives"], foresight["gives_to"]) == ("gift", "-5", 2)


def test_one_steals_from_others_who_have_a_tile() -> None:  # V-17
    table = position("start:BCD steal:A -3 finish", ["+1", "", "-2", "L"], die=1)
    assert table.refused("steal:C") == "V-17"
    assert table.reason("steal:C") == "seat A steals only when it leaves a Steal tile on which it stood alone"
    table.play("m1")
    assert table.legal == {"steal:C", "steal:D"}
    assert {table.refused(text) for text in ("steal:A", "steal:B", "steal:E", "m2", "d1")} == {"V-17"}
    assert table.reason("steal:A") == "seat A steals from somebody else's tower"
    assert table.reason("steal:B") == "seat B has no tile in the tower"
    assert table.reason("steal:E") == "nobody sits on seat E"
    assert table.reason("m2") == "seat A now picks a tower to steal from"
    assert table.foresee("steal:D") == {"takes": "L", "from": 3, "ends": False}


def test_with_nobody_to_steal_from_the_tile_only_flips() -> None:  # V-17, V-18
    table = position("start:BCD steal:A -3 finish", ["+1", "", "", ""], die=1)
    assert table.play("m1") == ["moved", "no_theft", "flipped", "turned"]
    assert table.tiles == "start gift -3"


def test_the_last_piece_of_all_still_sets_off_its_action() -> None:  # V-21
    gives = position("start gift:A finish", ["-4", "+1"], die=1)
    assert gives.foresee("m1")["ends"] is True
    assert gives.play("m1") == ["moved", "home", "gave", "flipped", "ended"]
    assert gives.outcome[1] == (0, -3)
    steals = position("start steal:A finish", ["-4", "+1"], die=1)
    assert steals.foresee("m1")["ends"] is False
    assert steals.play("m1") == ["moved", "home"]
    assert steals.foresee("steal:B")["ends"] is True
    assert steals.play("steal:B") == ["stole", "flipped", "ended"]
    assert steals.outcome[1] == (-3, 0)
    nothing = position("start steal:A finish", ["-4", ""], die=1)
    assert nothing.foresee("m1")["ends"] is True
    assert nothing.play("m1")[-1] == "ended"
