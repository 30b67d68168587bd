"""The pro rules, and both versions combined."""

from __future__ import annotations

from tests.games.verflixxt.position import position


def test_a_lone_guard_cannot_be_moved() -> None:  # V-27
    table = position("start:ABC L:g L:gg -1 finish", rules="pro", die=1)
    assert table.legal == {"m0"}
    assert (table.refused("g1"), table.refused("g2"), table.refused("g3")) == ("V-27", "V-27", "V-27")
    assert table.reason("g1").startswith("the guard on tile 1 (L) is alone")
    assert table.reason("g3") == "no guard stands on tile 3 (-1)"
    assert table.reason("g70") == "there is no tile 70: the finish is number 4"


def test_anybodys_piece_lets_everybody_move_the_guard() -> None:  # V-27
    table = position("start:A L:Bg -1 -2 finish", rules="pro", die=1)
    assert table.legal == {"m0", "g1"}
    assert table.foresee("g1") == {"guard": True, "lands": 2, "on": "-1", "home": False}
    table.play("g1")
    assert (table.on(1), table.on(2)) == ("B", "g")
    table.play("d2", "m1")
    assert table.tower(1) == "L"


def test_guards_on_one_tile_are_one_action() -> None:  # V-35
    table = position("start L:Agg -1 finish", rules="pro", die=1)
    assert table.legal == {"m1", "g1"}
    table.play("g1")
    assert (table.on(1), table.on(2)) == ("Ag", "g")


def test_a_tile_with_a_guard_is_not_taken() -> None:  # V-28
    table = position("start L:Ag -1 -2 finish", rules="pro", die=1)
    assert table.foresee("m1")["takes"] is None
    assert table.play("m1") == ["moved", "skipped", "skipped", "turned"]
    assert table.tiles == "start L -1 -2"


def test_a_guard_enters_the_finish_and_stays_there() -> None:  # V-29
    table = position("start:B L:Agg -1 finish", rules="pro", die=6)
    table.play("g1")
    assert "g" in table.on(3)
    table.play("d6", "m0", "d1")
    assert table.s.turn == 0
    assert table.refused("g3") == "V-29"
    assert table.reason("g3") == "a guard on the finish stays there"


def test_guards_left_on_the_track_do_not_keep_the_game_going() -> None:  # V-21, V-29
    table = position("start L:g -1:A finish", rules="pro", die=1)
    assert table.play("m2")[-1] == "ended"
    assert table.tiles == "start L"


def test_a_player_with_all_pieces_home_moves_no_guards() -> None:  # V-20
    table = position("start:A L:Ag -1 -2 finish", rules="pro", die=1)
    table.play("m0")
    assert table.s.turn == 0


def test_without_guards_in_the_rule_set_none_can_be_moved() -> None:  # V-26
    table = position("start:A L:A -1 finish", die=1)
    assert table.refused("g1") == "V-26"
    assert table.reason("g1") == "there are no guards in this variant"


def test_a_guard_on_an_action_tile_keeps_it_from_acting() -> None:  # V-28, V-30
    table = position("start gift:Ag -1:B -2 finish", ["-3", "+1"], rules="combined", die=1)
    assert table.foresee("m1")["acts"] is None
    assert table.play("m1") == ["moved", "turned"]
    assert table.tiles == "start gift -1 -2"
    assert table.tower(0) == "-3"


def test_moving_a_guard_off_an_action_tile_does_not_set_it_off() -> None:  # V-28, V-30
    table = position("start:B gift:Ag -1 -2 finish", ["-3", "+1"], rules="combined", die=1)
    assert table.play("g1") == ["guard_moved", "turned"]
    table.play("d1", "m0", "d2")
    assert table.foresee("m1")["acts"] is None  # seat B has joined
    table.play("m1", "d1", "m1")
    assert table.tower(0) == "-3 +1"


def test_a_guard_may_stop_the_end_only_theft() -> None:  # V-21, V-28
    table = position("start steal:Ag finish", ["-3", "+1"], rules="combined", die=1)
    assert table.foresee("m1")["ends"] is True
    assert table.play("m1")[-1] == "ended"
    assert table.outcome[1] == (-3, 1)
