"""Practice tables: a game from a position, with what the seat could not see drawn anew, against bots."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tatze
from tatze.core.position import read_position, write_position
from tatze.core.record import read_record
from tatze.games import game_named
from tests.server.site import Site, play_against_bots

WHOLE = "verflixxt base; start A; turn B move 4; track start:AB -3:B +5 . finish:AAB; A: L; B: -"
OVER = "verflixxt base; start A; turn B over all-home; track . -3 . . finish:AAABBB; A: L; B: +5"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(Path(tmp_path_factory.mktemp("practice"))) as site:
        yield site


def seen_by_b() -> str:
    """A position of a duel in which B decides, as B sees it."""
    table = tatze.linko(rules="duel", seed=5)
    while table.version < 12 or table.actor != 1:
        table.play(table.legal[0])
    return write_position(table.game, table.view(1))


def test_a_table_begins_in_the_position_that_the_seat_saw_and_the_rest_is_drawn_anew(site: Site) -> None:
    text, hands = seen_by_b(), set()
    for seed in range(3):
        opened = site.open(position=text, seed=seed, seats=[{"kind": "bot", "level": "thumb"}, {"kind": "host"}])
        assert opened["seat"] == 1
        assert opened["table"]["practice"]
        assert opened["table"]["rules"] == "duel"
        assert opened["table"]["seats"][0]["level"] == "thumb"
        game = site.services.hub.tables[opened["table"]["id"]].state.current_game
        assert game is not None
        assert write_position(game.game, game.view(1)) == text
        hands.add(str(game.state.hand[0]))
    assert len(hands) > 1


def test_the_record_of_a_practice_game_has_the_position_and_can_be_replayed(site: Site) -> None:
    opened = site.open("verflixxt", position=WHOLE, pace=0, seed=3)
    assert opened["seat"] == 1
    with site.talk(opened) as talk:
        play_against_bots(talk)
    record = site.get(f"/api/tables/{opened['table']['id']}/record/1", opened["token"])
    read, game = read_record(record), game_named("verflixxt")
    assert read.headers["Position"] == write_position(
        game_named("verflixxt"), read_position(game_named("verflixxt"), WHOLE).state
    )
    assert read.replay(game).over


@pytest.mark.parametrize(
    ("wish", "code", "said"),
    [
        ({"position": "chess base"}, "position/bad", "begins with a game"),
        ({"position": "verflixxt base; start A"}, "position/bad", "cannot be set up"),
        ({"position": OVER}, "position/bad", "the game is over"),
        ({"position": WHOLE.replace("base;", "base; view all;")}, "position/bad", "what one seat sees"),
        ({"position": WHOLE, "game": "linko"}, "table/setup", "a position of verflixxt"),
        ({"position": WHOLE, "rules": "pro"}, "table/setup", "rule set and options itself"),
        ({"position": WHOLE, "public": True}, "table/setup", "private and for one game"),
        ({"position": WHOLE, "games": 3}, "table/setup", "private and for one game"),
        ({"position": WHOLE, "seats": [{"kind": "host"}]}, "table/setup", "2 seats, not 1"),
        ({"position": WHOLE, "seats": [{"kind": "host"}, {"kind": "bot"}]}, "table/setup", "sits on seat B"),
        ({"position": WHOLE, "seats": [{"kind": "open"}, {"kind": "host"}]}, "table/setup", "bots on the others"),
    ],
)
def test_what_does_not_fit_a_position_is_refused_in_one_line(site: Site, wish: Any, code: str, said: str) -> None:
    problem = site.post("/api/tables", {"game": "verflixxt", "name": "Ada", **wish}, status=400)
    assert problem["code"] == code
    assert said in problem["detail"]
    assert "\n" not in problem["detail"]


def test_a_position_is_shown_as_the_board_that_its_seat_saw(site: Site) -> None:
    table = tatze.linko(rules="duel", seed=5)
    text = write_position(table.game, table.view(table.actor))
    shown = site.post("/api/position", {"position": text})
    assert (shown["game"], shown["rules"]) == ("linko", "duel")
    assert shown["seat"] == table.actor
    assert shown["players"] == 2
    assert [one["action"] for one in shown["legal"]] == table.legal
    assert shown["view"]["seat"] is None
    assert shown["own"]["hand"]
    other = site.post("/api/position", {"position": write_position(table.game, table.view(1 - table.actor))})
    assert other["seat"] == 1 - table.actor
    assert not other["legal"]
    assert site.post("/api/position", {"position": WHOLE})["seat"] == 1
    assert site.post("/api/position", {"position": "linko"}, status=400)["code"] == "position/bad"
