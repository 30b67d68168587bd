"""Positions as text: every position of every rule set comes back from its text, and what is wrong is said."""

from __future__ import annotations

import copy
import pickle
import re
from pathlib import Path
from random import Random

import pytest

import tatze
from tatze.cli import main
from tatze.core.errors import PositionError, RecordError, SetupError
from tatze.core.layout import EVERYONE, OMNISCIENT
from tatze.core.position import read_position, write_position
from tatze.core.record import read_record, record_data, save
from tatze.core.setup import make_setup
from tatze.games import game_named
from tests.core.record.examples import resigned
from tests.helpers import every_setting, random_table, states

LINKO = (
    "linko base; start A; turn A play; A: 7x3 (j) [8]; B: 5 []; C: 6x2 [9x2]; "
    "pool 1 2 3 4 5 6; deck 4 4; quiet 3; hit 1"
)
DUEL = (
    "linko duel shadow_part=yes; start A; turn A pick; A: 7 [3x2]; B: 5 [2x2]; "
    "pool 1+13+j 2 3 4 5 6; deck 4 4; shadow 1x2 9"
)
DICE = "verflixxt combined; start B; turn A move 4; track start:A -3:Bg L:g . finish:AABB; A: +8; B: -"
OVER = "verflixxt base luck_below=yes; start A; turn A over all-home; track . -3 +5 finish:AAABBB; A: -; B: -"


@pytest.mark.parametrize(("name", "rules", "players"), every_setting())
def test_a_position_comes_back_from_its_text_whole_and_as_every_view(name: str, rules: str, players: int) -> None:
    game = game_named(name)
    options = {option: True for option in game.rule_sets[rules].options if option != "track"}
    setup = make_setup(game, rules, players, options=options)
    for step, (s, _, _) in enumerate(states(game, setup, players)):
        if step % 7 and not s.reason:
            continue
        whole = game.layout.copy(s)
        if hasattr(whole, "deck") and name != "pounce":
            whole.deck[: whole.top] = [0] * whole.top  # cards that have left the deck are no part of the position
        for position in (whole, *(game.view(s, viewer) for viewer in range(EVERYONE, players))):
            text = write_position(game, position)
            assert read_position(game, text).state == position
            assert read_position(game, text.replace("; ", "\n")).state == position


@pytest.mark.parametrize("text", [LINKO, DUEL, DICE, OVER])
def test_a_position_written_by_hand_is_played_on(text: str) -> None:
    name = text.split()[0]
    table = tatze.open_table(name, position=text, seed=1)
    random = Random(1)
    while not table.over:
        table.play(random.choice(table.legal_actions))
    again = read_record(table.record()).replay(table.game)
    assert again == table
    assert record_data(again)["position"] == table.position
    assert again.restarted().legal == tatze.open_table(name, position=text, seed=1).legal


def test_what_a_hand_written_position_leaves_out_lies_in_the_discard_pile() -> None:
    table = tatze.linko(position=LINKO)
    assert table.state.discard[13] == 8
    assert sum(table.state.discard) == 109 - 4 - 1 - 1 - 2 - 2 - 6 - 2
    assert table.legal == ["7", "7+j", "7x2", "7x2+j", "7x3", "7x3+j", "j"]


def test_what_a_view_hides_is_drawn_and_the_view_stays_the_same() -> None:
    table = random_table("linko", "base", 3, seed=4, stop=20)
    text = write_position(table.game, table.view(1))
    first, second, again = (tatze.linko(position=text, seed=seed) for seed in (1, 2, 1))
    assert first == again
    assert first.state != second.state
    for one in (first, second):
        assert one.state.viewer == OMNISCIENT
        assert write_position(one.game, one.view(1)) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "this text is empty"),
        ("linko base; \x1b[2J", "printable characters only"),
        ("linko", "the rule set is missing"),
        (LINKO.replace("base", "master"), 'no rule set "master"'),
        (LINKO.replace("linko", "chess"), 'a position of "chess", not of linko'),
        (LINKO.replace("base", "base colour=red"), 'no option "colour"'),
        (LINKO.replace("base", "base colour"), "an option is written NAME=VALUE"),
        (LINKO.replace("B: 5 []", "D: 5 []"), "every seat has a section"),
        (LINKO.replace("; C: 6x2 [9x2]", ""), "3 to 5 players, not 2"),
        (LINKO.replace("start A", "start D"), 'start: "D" is no seat: the seats are A to C'),
        (LINKO.replace("start A; ", ""), 'the section "start" is missing'),
        (LINKO + "; weather fine", 'there is no section "weather"'),
        (LINKO + "; start B", 'the section "start" stands there twice'),
        (LINKO + "; 7", "a section begins with a word"),
        (LINKO.replace("turn A play", "turn A"), "turn: a seat and one of play, take"),
        (LINKO.replace("turn A play", "turn A play now"), 'turn: "now" is too much'),
        (LINKO.replace("turn A play", "turn A take A"), "nobody abluxxes the own layer"),
        (LINKO.replace("turn A play", "turn A take B"), "does not abluxx the top layer of B"),
        (LINKO.replace("turn A play", "turn B take C"), "who has played has a layer"),
        (LINKO.replace("turn A play", "turn A draw B 3"), "at most 1 cards are to be drawn"),
        (LINKO.replace("turn A play", "turn A pick"), "only the duel"),
        (LINKO.replace("turn A play", "turn A over stalemate"), "a stalemate has twenty idle rounds"),
        (LINKO.replace("turn A play", "turn A over hand-empty"), "the hand of A is not empty"),
        (LINKO.replace("turn A play", "turn A over cards-gone"), "deck and pool are not both empty"),
        (LINKO.replace("turn A play", "turn A over boredom"), "why the game is over is one of"),
        (LINKO.replace("base", "advanced").replace("turn A play", "turn A miss"), "no draw after a miss"),
        (LINKO.replace("7x3", "7x9"), "9 cards 7 are named, but there are 8"),
        (LINKO + "; discard 13", "of the 8 cards 1 are missing"),
        (LINKO.replace("7x3 (j)", "7x3 ?2"), r"\? is for hands that the viewer does not see"),
        (LINKO.replace("7x3", "17"), '"17" is not a card'),
        (LINKO.replace("7x3", "seven"), "are no cards"),
        (LINKO.replace("[8]", "[take]"), '"take" is no layer'),
        (LINKO.replace("[8]", "8]"), "a seat is written"),
        (LINKO.replace("B: 5 []", "B: []"), "B: an empty hand ends the game"),
        (LINKO.replace("1 2 3 4 5 6", "1 2 3 4 5 6 7"), "there are 6 places, not 7"),
        (LINKO.replace("1 2 3 4 5 6", "1 2 3 4 5 -"), "refilled while the deck has cards"),
        (LINKO.replace("1 2 3 4 5 6", "1+13 2 3 4 5 6"), "only in the duel"),
        (DUEL.replace("1+13+j", "1+12"), "only 13s and jokers cover"),
        (DUEL.replace("1x2 9", "1x2 13"), "13s and jokers lie on the pool instead"),
        (DUEL.replace("1x2 9", "9x3"), "nobody has a legal action"),
        (LINKO.replace("deck 4 4", "deck ?2"), "the cards are named, the top one first"),
        (LINKO.replace("quiet 3", "quiet 60"), "so many idle turns end the game"),
        (LINKO.replace("quiet 3", "quiet many"), "quiet: a number from -1 to 60 is needed"),
        (DICE.replace("-3:Bg", "-3:BBg"), "B has 4 pieces, but everybody has 3"),
        (DICE.replace(" .", " .:g"), "somebody stands on tile 3, which is gone"),
        (DICE.replace("start:A", "start").replace("finish:AA", "finish:AAA"), "goes to the box with the last piece"),
        (DICE.replace("L:g", "gift:g"), "tile 2 is no action tile"),
        (DICE.replace("A: +8", "A: +8 +8"), "1 tiles are gone from the track, but the towers have 2"),
        (DICE.replace("L:g", "L"), "1 guards, but there are 2"),
        (DICE.replace("combined", "base"), "this rule set has no guards"),
        (DICE.replace("move 4", "move 7"), "turn: a number from 1 to 6"),
        (DICE.replace("move 4", "steal 4 2"), "tile 2 is no Steal tile"),
        (DICE.replace("move 4", "over all-home"), "not all pieces are home"),
        (DICE.replace("finish:AABB", "home:AABB"), "it ends with finish"),
        (DICE.replace("-3:Bg", "+9:Bg"), r'"\+9" is not a tile'),
        (OVER.replace("over all-home", "roll"), "all pieces are home, so the game is over"),
        (LINKO + ";" * 20_000, "too long for a position"),
    ],
)
def test_what_is_wrong_with_a_position_is_said(text: str, said: str) -> None:
    name = "verflixxt" if text.startswith("verflixxt") else "linko"
    with pytest.raises(PositionError, match=said) as refused:
        tatze.open_table(name, position=text)
    assert str(refused.value).isprintable()


def test_a_view_that_does_not_add_up_is_refused() -> None:
    text = write_position(game_named("linko"), random_table("linko", "base", 3, seed=4, stop=20).view(1))
    for wrong, said in (
        (text.replace("deck ?", "deck ?1"), "deck and hands have room|at most"),
        (text.replace("A: ", "A: 7 "), "a view has no cards here"),
        (text.replace("view B", "view A"), r"\? is for hands|a view has no cards"),
        (text.replace("view B", "view F"), 'view: "F" is no seat'),
    ):
        with pytest.raises(PositionError, match=said):
            tatze.linko(position=wrong)


def test_a_generic_position_is_checked_too() -> None:
    text = write_position(game_named("pounce"), random_table("pounce", "base", 3, stop=4).state)
    for wrong, said in (
        (text.replace("players 3", "players 9"), "players: a number from 1 to 6"),
        (text + "; points=1,2,3,4,5,6", "twice|at most 4"),
        (text + "; weather=1", 'no section "weather"'),
        (re.sub("; actor=[^;]*", "", text) + "; actor=-2", "exactly in a finished game nobody decides"),
        (text.replace("deck=", "deck=x,"), "deck: a number from"),
    ):
        with pytest.raises(PositionError, match=said):
            tatze.open_table("pounce", position=wrong)


def test_a_position_says_the_setup_itself() -> None:
    for given in ({"players": 3}, {"rules": "base"}, {"start": 0}, {"shadow_part": True}):
        with pytest.raises(SetupError, match="a position says"):
            tatze.open_table("linko", position=LINKO, **given)
    assert tatze.linko(position=LINKO, names=["Mira", "Ole", "Kim"]).setup.names[0] == "Mira"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda t: t.replace('Rules "base"', 'Rules "expert"'), "are not those of the headers"),
        (lambda t: t.replace("linko base; start", "linko base; view B; start"), "cannot be set up"),
        (lambda t: t.replace("[Position", '[Deal "1"]\n[Position'), "a deal, or a whole position"),
        (lambda t: t.replace("A: 7x3", "A: 7x8"), "cannot be set up"),
    ],
)
def test_a_record_of_a_position_is_checked(change, said: str) -> None:  # type: ignore[no-untyped-def]
    table = tatze.linko(position=LINKO, seed=1)
    table.play("7")
    with pytest.raises(RecordError, match=said):
        read_record(resigned(change(table.record()))).replay(table.game)


@pytest.mark.parametrize(("name", "rules", "players"), every_setting())
def test_tables_and_states_are_compared_hashed_copied_pickled_and_printed(name: str, rules: str, players: int) -> None:
    table = random_table(name, rules, players, seed=2, stop=25)
    again = pickle.loads(pickle.dumps(table))
    assert again == table == copy.copy(table) == copy.deepcopy(table)
    assert again.game is table.game
    assert again.state == table.state == copy.deepcopy(table.state)
    assert len({table.state, again.state, table.game.layout.copy(table.state)}) == 1
    assert again.legal == table.legal
    if not again.over:
        again.play(again.legal_actions[0])
        assert again != table
        assert again.state != table.state
    assert write_position(table.game, table.view()) in repr(table)
    assert str(table).count("\n") >= 2
    assert all(name in str(table) for name in table.setup.names)
    assert repr(table.state).startswith("State(players=")
    assert table != 7
    assert table.state != 7


def test_the_command_checks_draws_and_finds_positions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "--position", DICE]) == 0
    out = capsys.readouterr().out
    assert out.startswith(DICE)
    assert "decides: move (rolled 4)" in out
    assert main(["show", "--position", DICE.replace("move 4", "move 9")]) == 2
    assert capsys.readouterr().err.startswith("tatze: the position cannot be set up: turn: a number from 1 to 6")
    table = tatze.linko(position=LINKO, seed=1)
    before = write_position(table.game, table.state)
    table.play("7")
    path = str(tmp_path / "game.tatze")
    save(path, table.record())
    assert main(["show", path, "--after", "0"]) == 0
    assert capsys.readouterr().out == before + "\n"
    assert main(["verify", path]) == 0
    assert "began in a position that was set up" in capsys.readouterr().out
    assert main(["show", path, "--after", "9"]) == 2
    assert main(["show"]) == 2
    assert main(["show", path, "--position", DICE]) == 2
    assert main(["play", "--position", DICE, "--players", "3"]) == 2
    assert main(["play", "--position", LINKO, "--rules", "expert"]) == 2
    assert main(["play", "--position", LINKO, "--seat", "you", "you", "you", "you"]) == 2
    capsys.readouterr()
    assert main(["play", "--position", DICE]) == 1
    assert "terminal" in capsys.readouterr().err
