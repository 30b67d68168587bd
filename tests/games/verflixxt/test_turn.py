"""Rolling, moving, taking tiles, and the finish."""

from __future__ import annotations

from tests.games.verflixxt.position import position


def test_a_turn_begins_with_the_roll() -> None:  # V-7
    table = position("start:ABC -1 finish")
    assert table.legal == {"d1", "d2", "d3", "d4", "d5", "d6"}
    assert table.refused("m0") == "V-7"
    assert table.reason("m0") == "the turn of seat A begins with the roll"
    assert table.play("d4") == ["rolled"]
    assert (table.s.actor, table.s.die) == (0, 4)
    assert table.refused("d4") == "V-7"
    assert table.reason("d4") == "seat A rolled a 4 and now moves"


def test_only_own_pieces_move_and_the_turn_goes_on_clockwise() -> None:  # V-7
    table = position("start:AC -1:B -2:A -3 finish", die=1)
    assert table.legal == {"m0", "m2"}
    assert table.refused("m1") == "V-7"
    assert table.reason("m1") == "seat A has no piece on tile 1 (-1)"
    assert table.reason("m3") == "seat A has no piece on tile 3 (-3)"
    assert table.reason("m9") == "there is no tile 9: the finish is number 4"
    table.play("m0")
    assert (table.s.turn, table.phase, table.s.die) == (1, "roll", 0)


def test_pieces_on_one_tile_are_one_action() -> None:  # V-35
    table = position("start:AA -1:A -2 finish", die=1)
    assert table.legal == {"m0", "m1"}


def test_a_decision_with_one_answer_is_still_a_decision() -> None:  # V-35
    table = position("start:B steal:A -2 finish", ["", "-1"], die=1)
    assert table.legal == {"m1"}
    table.play("m1")
    assert table.legal == {"steal:B"}


def test_a_roll_counts_only_tiles_that_are_still_there() -> None:  # V-8, V-11
    table = position("start:A -1 . . -4 . -6:B finish", die=2)
    table.play("m0")
    assert table.on(4) == "A"
    assert table.tiles == "-1 -4 -6"


def test_the_track_closes_up_behind_a_piece_that_took_its_tile() -> None:  # V-11
    table = position("start:B -1 -2:A -3 -4 -5 finish", die=1)
    table.play("m2", "d2", "m0")
    assert table.on(3) == "AB"
    assert table.refused("m2") == "V-7"
    table.play("d1")
    assert table.reason("m2") == "tile 2 has left the track"


def test_a_piece_leaving_others_behind_takes_nothing() -> None:  # V-9
    table = position("start:C -1:AB -2 -3 finish", die=1)
    assert table.play("m1") == ["moved", "turned"]
    table.play("d1", "m1")
    assert [table.tower(seat) for seat in range(3)] == ["", "-1", ""]


def test_the_last_of_two_own_pieces_takes_the_tile() -> None:  # V-9
    table = position("start -1:AA -2 -3 finish", die=1)
    table.play("m1", "d1", "m1")
    assert table.tower(0) == "-1"


def test_a_tower_keeps_its_order_the_newest_on_top() -> None:  # V-10
    table = position("start -1:A +2:A L:A -4 finish", die=6)
    table.play("m2", "d6", "m3", "d6", "m1")
    assert table.tower(0) == "+2 L -1"


def test_whoever_leaves_the_start_last_puts_it_in_the_box() -> None:  # V-12
    table = position("start:AB -1 -2 -3 finish", ["", ""], die=1)
    assert table.play("m0") == ["moved", "turned"]
    assert table.foresee("d3") == {"roll": 3}
    table.play("d3")
    assert table.foresee("m0")["boxes_start"] is True
    assert table.play("m0") == ["moved", "boxed", "turned"]
    assert table.tiles == "-1 -2 -3"
    assert table.tower(1) == ""


def test_a_piece_stops_on_the_finish_and_stays_there() -> None:  # V-8, V-19
    table = position("start -1:A -2:AB -3 finish", die=6)
    assert table.play("m2") == ["moved", "home", "turned"]
    assert table.s.pieces[0][4] == 2
    table.play("d1", "m2", "d1")
    assert table.s.turn == 0
    assert table.refused("m4") == "V-19"
    assert table.reason("m4") == "a piece on the finish stays there"


def test_a_player_with_all_pieces_home_is_skipped() -> None:  # V-20
    table = position("start:AC -1 -2 -3 finish", die=1)
    assert table.play("m0") == ["moved", "skipped", "turned"]
    assert table.s.turn == 2


def test_the_last_player_goes_on_alone() -> None:  # V-20
    table = position("start:A -1 -2 -3 finish", die=1)
    assert table.play("m0") == ["moved", "boxed", "skipped", "skipped", "turned"]
    assert table.s.turn == 0


def test_a_finished_player_still_receives_gifts_and_is_stolen_from() -> None:  # V-20
    table = position("start:C gift:A -1 steal:A -2 -3 finish", ["-7", "+8", "-1"], die=1)
    table.play("m1")
    assert table.tower(1) == "+8 -7"
    table.play("d1", "m0", "d1", "m3", "steal:B")
    assert (table.tower(0), table.tower(1)) == ("-7", "+8")


def test_the_game_ends_when_the_last_piece_is_home() -> None:  # V-21
    table = position("start -1 -2:A finish", ["+1", "+3", ""], die=2)
    assert table.foresee("m2")["ends"] is True
    assert table.play("m2") == ["moved", "home", "collected", "ended"]
    assert table.phase == "over"
    assert table.legal == set()
    assert table.refused("d1") == "V-21"
    assert table.reason("m1") == "the game is over"
    assert table.outcome == ((1,), (-1, 3, 0), "all-home")


def test_foresight_says_what_a_move_brings_about() -> None:
    table = position("start:A -1:B -2:A L:AB +4 finish", ["", ""], die=2)
    assert table.foresee("m2") == {
        "guard": False,
        "lands": 4,
        "on": "+4",
        "home": False,
        "takes": "-2",
        "boxes_start": False,
        "acts": None,
        "gives": None,
        "gives_to": None,
        "ends": False,
    }
    assert table.foresee("m3")["takes"] is None
    assert table.foresee("m3")["home"] is True
    assert table.foresee("m0")["boxes_start"] is True
