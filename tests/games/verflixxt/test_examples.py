"""The worked examples of the rulebook, with seats instead of the book's people. Its pictures are lost, so the tiles
around the ones that the text names are ours."""

from __future__ import annotations

from tests.games.verflixxt.position import position


def test_collecting_a_tile_first_example() -> None:
    """A piece that was the only one on its tile: the tile goes on top of the tower. V-9, V-10"""
    table = position("start:BB -3:A +5:B L +2 finish", ["-1 L", "", ""], die=3)
    table.play("m1")
    assert table.tower(0) == "-1 L -3"
    assert table.tiles == "start +5 L +2"
    assert table.on(4) == "A"


def test_collecting_a_tile_second_example() -> None:
    """A piece that shared its tile with another, be it of the same player: nothing is collected. V-9"""
    table = position("start:AA -3 +5:BB L +2 finish", die=3, turn=1)
    table.play("m2")
    assert table.tower(1) == ""
    assert table.tiles == "start -3 +5 L +2"
    assert table.on(2) == "B"


def test_gift_action_first_example() -> None:
    """A −7 goes to the player with the most valuable tile on top. V-13, V-14, V-18"""
    table = position("start:BC gift:A -3 -4 finish", ["+2 -7", "-2 +6", "+8 +1"], die=1)
    events = table.play("m1")
    assert table.tower(0) == "+2"
    assert table.tower(1) == "-2 +6 -7"
    assert table.tower(2) == "+8 +1"
    assert table.tiles == "start steal -3 -4"
    assert events == ["moved", "gave", "flipped", "turned"]


def test_gift_action_second_example() -> None:
    """A +5 goes to the player with the least valuable tile on top. V-13, V-14"""
    table = position("start:BC gift:A -3 -4 finish", ["-2 +5", "+1", "+8 -9"], die=2)
    table.play("m1")
    assert [table.tower(seat) for seat in range(3)] == ["-2", "+1", "+8 -9 +5"]


def test_steal_action_example() -> None:
    """The top tile of a tower of one's choice goes on top of the own one, then the tile flips. V-17, V-18"""
    table = position("start:AC steal:B -3 -4 finish", ["-2 +5", "+1", "+8 L"], die=2, turn=1)
    assert table.play("m1") == ["moved"]
    assert table.phase == "steal"
    assert table.s.actor == 1
    assert table.legal == {"steal:A", "steal:C"}
    assert table.play("steal:C") == ["stole", "flipped", "turned"]
    assert [table.tower(seat) for seat in range(3)] == ["-2 +5", "+1 L", "+8"]
    assert table.tiles == "start gift -3 -4"


def test_scoring_example() -> None:
    """Each lucky tile makes a minus tile plus, the lowest first. V-22, V-23"""
    table = position("start:B -1 finish", ["+4 -10 L -3 L -6 +1", ""], turn=1)
    assert table.s.pieces[0][2] == 3
    table.play("d2", "m0")
    assert table.outcome == ((0,), (4 + 10 - 3 + 6 + 1, 0), "all-home")


def test_guards_first_example() -> None:
    """The active player may move any own piece, and every guard that shares its tile with somebody's piece.
    V-7, V-27"""
    table = position("start -1:A -2:B L:g L:Bg +8:Ag +7:g -3:CC finish", rules="pro", die=2)
    assert table.legal == {"m1", "m5", "g4", "g5"}


def test_guards_second_example() -> None:
    """The guard moves two tiles, as rolled, and nothing is collected. V-27, V-28"""
    table = position("start -1:A -2:B L:g L:Bg +8:Ag +7:g -3:CC finish", rules="pro", die=2)
    assert table.play("g4") == ["guard_moved", "turned"]
    assert (table.on(4), table.on(6)) == ("B", "gg")
    assert table.tiles == "start -1 -2 L L +8 +7 -3"
    assert table.tower(0) == ""


def test_luck_below_example() -> None:
    """A lucky tile turns the tile directly below: minus to plus and plus to minus; on a lucky tile or at the bottom
    it does nothing. V-31"""
    table = position("start:B -1 finish", ["L -7 L +5 L L -2", ""], turn=1, luck_below=True)
    table.play("d2", "m0")
    assert table.outcome[1][0] == 7 - 5 - 2


def test_the_gift_example_of_the_rules_page() -> None:
    table = position("start . . . . . . . -6 gift:A +3:B -2 L:AC -1 finish", ["+4 -7", "-1 +6", "L -3"], die=3)
    assert table.foresee("m12")["takes"] is None
    table.play("m9")
    assert table.on(12) == "AAC"
    assert [table.tower(seat) for seat in range(3)] == ["+4", "-1 +6 -7", "L -3"]
    assert table.tiles == "start -6 steal +3 -2 L -1"


def test_the_guard_example_of_the_rules_page() -> None:
    track = "start . . . . . . . . . . . . . L:Ag +8:g +7:BBg +6 +5:C +4 finish"
    table = position(track, die=2, turn=1, rules="pro")
    assert table.legal == {"m16", "g14", "g16"}
    assert table.foresee("g14")["lands"] == 16
    table.play("g16")
    assert (table.on(16), table.on(18)) == ("BB", "Cg")
