"""Rule sets, tracks and how the table is set."""

from __future__ import annotations

import pytest

from tatze.core.errors import SetupError
from tatze.core.layout import CHANCE
from tatze.core.setup import make_setup, write_rules
from tatze.games.verflixxt import GAME
from tatze.games.verflixxt.state import State
from tests.games.verflixxt.position import Position
from tests.helpers import open_table

DOWN = "-1 -2 -3 -4 -5 -6 -7 -8"
PLUS = "+8 +7 +6 +5 +4 +3 +2 +1"
LUCK = "L L L L L L"
PRO = f"{DOWN} {LUCK} {PLUS} {DOWN} -9 -10"


def opened(rules: str = "base", players: int = 4, **options: object) -> Position:
    """The beginning of a game; a shuffled track lies in the order of the stock."""
    s: State = GAME.layout.checked()
    write_rules(GAME, make_setup(GAME, rules, players, options=options), s)
    deal = [0] * GAME.deal_size
    n = GAME.stock(s, deal)
    GAME.begin(s, deal, n)
    return Position(s)


def test_the_box_has_thirty_two_tiles() -> None:  # V-1
    tiles = opened().tiles.split()
    counts = {tile: tiles.count(tile) for tile in tiles if tile not in ("start", "gift")}
    assert counts == {
        **{f"+{points}": 1 for points in range(1, 9)},
        **{f"-{points}": 2 for points in range(1, 9)},
        "-9": 1,
        "-10": 1,
        "L": 6,
    }


def test_all_rule_sets_are_for_two_to_six() -> None:  # V-2
    assert {name: list(rule_set.players) for name, rule_set in GAME.rule_sets.items()} == {
        "base": [2, 3, 4, 5, 6],
        "pro": [2, 3, 4, 5, 6],
        "combined": [2, 3, 4, 5, 6],
    }
    with pytest.raises(SetupError, match="2 to 6 players, not 7"):
        make_setup(GAME, "base", 7)


def test_the_table_says_who_starts_and_the_die_is_first() -> None:  # V-3, V-7
    table = opened()
    assert (table.s.turn, table.s.actor, table.phase) == (0, CHANCE, "roll")
    setup = make_setup(GAME, "base", 4, start=2)
    write_rules(GAME, setup, table.s)
    assert table.s.start == 2
    assert {open_table("verflixxt", "base", 3, seed).start for seed in range(20)} == {0, 1, 2}


def test_three_pieces_each_but_two_with_five_or_six_players() -> None:  # V-4
    for players, pieces in ((2, 3), (3, 3), (4, 3), (5, 2), (6, 2)):
        table = opened(players=players)
        assert table.on(0) == "".join(letter * pieces for letter in "ABCDEF"[:players])


def test_the_base_track_is_shuffled() -> None:  # V-5
    first, second = open_table("verflixxt", "base", 4, 1), open_table("verflixxt", "base", 4, 2)
    assert first.state.tile != second.state.tile
    assert sorted(first.state.tile) == sorted(second.state.tile)
    assert not any(first.state.guards)


def test_an_action_tile_with_its_gift_side_follows_every_eighth_tile() -> None:  # V-6
    table = opened()
    assert [t for t, word in enumerate(table.tiles.split()) if word == "gift"] == [9, 18, 27, 36]
    assert table.s.finish == 37


def test_the_pro_track_has_a_guard_on_each_lucky_tile_and_on_8_and_7() -> None:  # V-25, V-26
    table = opened("pro")
    assert table.tiles == f"start {PRO}"
    assert [t for t in range(74) if table.s.guards[t]] == [9, 10, 11, 12, 13, 14, 15, 16]
    assert sum(table.s.guards) == 8


def test_combined_is_the_pro_track_with_action_tiles() -> None:  # V-30
    table = opened("combined")
    tiles = table.tiles.split()
    assert [t for t, word in enumerate(tiles) if word == "gift"] == [9, 18, 27, 36]
    assert " ".join(word for word in tiles if word != "gift") == f"start {PRO}"
    assert {tiles[t] for t in range(37) if table.s.guards[t]} == {"L", "+8", "+7"}
    assert sum(table.s.guards) == 8


def test_other_tracks_may_be_chosen_with_any_rule_set() -> None:  # V-32
    assert opened("pro", track="swapped").tiles == f"start {DOWN} {PLUS} {LUCK} {DOWN} -9 -10"
    assert opened("pro", track="lucky-last").tiles == f"start {DOWN} {PLUS} {DOWN} -9 -10 {LUCK}"
    assert opened("base", track="pro").tiles.replace(" gift", "") == f"start {PRO}"
    shuffled = open_table("verflixxt", "pro", 2)
    assert len(shuffled.deal) == 0
    setup = make_setup(GAME, "pro", 2, options={"track": "shuffled"})
    assert setup.options == {"track": "shuffled"}
    guarded = opened("pro", track="shuffled").s
    assert {guarded.tile[t] for t in range(74) if guarded.guards[t]} == {9, 8, 7}


def test_a_track_of_ones_own_lies_as_it_was_written() -> None:  # V-33
    assert opened("pro", track="-1 5 l, −3 +8").tiles == "start -1 +5 L -3 +8"
    assert opened("base", track=[-1, 5, "L"]).tiles == "start -1 +5 L"
    longest = opened("combined", track=" ".join(["L"] * 64))
    assert longest.s.finish == 73
    assert longest.tiles.count("gift") == 8
    assert sum(longest.s.guards) == 64


def test_action_tiles_on_a_track_of_ones_own_follow_every_eighth_tile() -> None:  # V-6, V-33
    assert opened(track="1 2 3 4 5 6 7").tiles.split().count("gift") == 0
    assert opened(track="1 2 3 4 5 6 7 8").tiles.endswith("+8 gift")
    assert opened(track="1 2 3 4 5 6 7 8 -1").tiles.endswith("+8 gift -1")


@pytest.mark.parametrize(
    ("track", "reason"),
    [
        ("", "no tiles"),
        ([], "no tiles"),
        (" ".join(["1"] * 65), "has 65 tiles: at most 64"),
        ("1 9 2", '"9" is not a tile'),
        ("1 -11", '"-11" is not a tile'),
        ("0", '"0" is not a tile'),
        ("1 gift 2", '"gift" is not a tile'),
        ("mixed", "named tracks are shuffled, pro, swapped, lucky-last"),
        ("1 ² 3", '"²" is not a tile'),
    ],
)
def test_a_track_that_cannot_be_played_is_refused_with_the_reason(track: object, reason: str) -> None:  # V-33
    with pytest.raises(SetupError) as refused:
        make_setup(GAME, "base", 3, options={"track": track})
    assert reason in str(refused.value)


def test_an_agreement_keeps_only_what_differs_from_its_rule_set() -> None:
    def options(rules: str, **given: object) -> dict[str, str]:
        return dict(make_setup(GAME, rules, 3, options=given).options)

    assert options("pro", track="pro", luck_below=False) == {}
    assert options("base", track="Shuffled") == {}
    assert options("base", track=PRO, luck_below=True) == {"track": "pro", "luck_below": "yes"}
    assert options("base", track="1 L") == {"track": "+1 L"}
    with pytest.raises(SetupError, match="luck_below"):
        options("base", luck_below="maybe")
