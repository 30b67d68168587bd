"""Whole games by clients over real sockets, and everything that a client can do wrong in one."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tatze.core.record import read_record
from tatze.games import game_named
from tests.server.site import Site, Talk, play_out, turn


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(Path(tmp_path_factory.mktemp("play"))) as site:
        yield site


SETTINGS = [("linko", "base", 3), ("linko", "duel-expert", 2), ("verflixxt", "base", 2), ("verflixxt", "combined", 4)]


@pytest.mark.parametrize(("game", "rules", "players"), SETTINGS)
def test_people_play_a_whole_game_and_its_record_proves_the_deal(
    site: Site, game: str, rules: str, players: int
) -> None:
    seats = [{"kind": "host"}, *[{"kind": "open"}] * (players - 1)]
    host = site.open(game, rules=rules, seats=seats)
    promised = host["table"]["fair"]["commitment"]
    people = [host, *[site.join(host["code"], f"P{n}") for n in range(1, players)]]
    with ExitStack() as stack:
        talks = [stack.enter_context(site.talk(person)) for person in people]
        play_out(*talks, choose=Random(3).choice)
    over = talks[0].moment["table"]
    assert over["status"] == "over"
    record = read_record(site.get(f"/api/tables/{over['id']}/record/1", host["token"]))
    table = record.replay(game_named(game))
    assert table.fairness
    assert table.fairness.commitment == promised == over["fair"]["commitment"]
    assert table.fairness.secret.hex() == over["fair"]["secret"]
    assert table.outcome
    assert talks[1].moment["outcome"]["scores"] == list(table.outcome.scores)
    as_data = site.get(f"/api/tables/{over['id']}/record/1?format=json", host["token"])
    assert as_data["winners"] == talks[0].moment["outcome"]["winners"]
    for talk in talks:
        assert versions(talk) == list(range(talk.welcome["moment"]["version"], talk.moment["version"] + 1))


def versions(talk: Talk) -> list[int]:
    frames = [json.loads(text) for text in talk.heard]
    return [frame["moment"]["version"] for frame in frames if "moment" in frame]


def test_the_public_view_and_the_own_part_are_all_that_a_seat_sees(site: Site) -> None:
    first, second = site.two(seed=5)
    with site.talk(first) as ada, site.talk(second) as ben:
        play_out(ada, ben, choose=Random(1).choice, most=10**4)
        state = site.services.hub.tables[first["table"]["id"]].state
        assert state.current_game
        for seat, talk in enumerate((ada, ben)):
            seen = msgspec.to_builtins(state.current_game.show(seat))
            shown = talk.moment["view"]
            shown["hands"][seat]["cards"] = talk.moment["own"]["view"]["hand"]
            shown["seat"] = seat
            assert shown == seen


def test_the_same_request_sent_again_gets_the_same_answer_and_is_done_once(site: Site) -> None:
    first, second = site.two()
    with site.talk(first) as ada, site.talk(second) as ben:
        talk = turn(ada, ben)
        on, action = talk.moment["version"], talk.legal[0]
        answers = [talk.act(action, on, "again") for _ in range(3)]
        assert answers == [{"t": "ack", "key": "again", "version": on + 1}] * 3
        seated = first if talk is ada else second
        path, body = f"/api/tables/{first['table']['id']}/act", {"key": "again", "on": on, "action": action}
        assert site.post(path, {"t": "act", **body}, seated["token"])["version"] == on + 1
    assert site.info(first)["version"] == on + 1


def test_an_action_on_an_older_position_is_stale(site: Site) -> None:
    first, second = site.two()
    with site.talk(first) as ada, site.talk(second) as ben:
        talk = turn(ada, ben)
        on = talk.moment["version"]
        assert talk.act(talk.legal[0])["t"] == "ack"
        other = turn(ada, ben)
        answer = other.act(other.legal[0], on)
        assert (answer["t"], answer["code"], answer["version"]) == ("refused", "action/stale", on + 1)
        assert other.act(other.legal[0], on + 5)["code"] == "action/stale"


def test_somebody_who_leaves_does_not_make_a_decision_stale(site: Site) -> None:
    first, second = site.two()
    with site.talk(first) as ada, site.talk(second) as ben:
        talk = turn(ada, ben)
        on = talk.moment["version"]
        site.command(second if talk is ada else first, "leave")
        assert talk.act(talk.legal[0], on)["t"] == "ack"


def test_what_is_not_possible_is_refused_with_the_rule_that_forbids_it(site: Site) -> None:
    first, second = site.two(hints="on")
    with site.talk(first) as ada, site.talk(second) as ben:
        talk = turn(ada, ben)
        other = ben if talk is ada else ada
        illegal = next(f"{n}x8" for n in range(1, 13) if f"{n}x8" not in talk.legal)
        answer = talk.act(illegal)
        assert answer["code"] == "action/illegal"
        assert answer["why"]["rule"] == "L-6"
        assert answer["why"]["key"].startswith("why.")
        assert talk.ask("ask", action=illegal)["why"] == answer["why"]
        assert talk.ask("ask", action=talk.legal[0]) == {"t": "answer", "key": answer_key(talk), "why": None}
        assert talk.act("nonsense")["code"] == "action/unknown"
        assert other.act(illegal)["code"] == "action/not-your-turn"
        assert other.ask("ask", action=illegal)["code"] == "action/not-your-turn"
        assert other.ask("hint")["code"] == "action/not-your-turn"
        version = talk.moment["version"]
        assert site.info(first)["version"] == version


def answer_key(talk: Talk) -> Any:
    return json.loads(talk.heard[-1])["key"]


def test_a_hint_is_a_legal_action_for_the_version_it_names(site: Site) -> None:
    first, second = site.two(hints="on")
    with site.talk(first) as ada, site.talk(second) as ben:
        talk = turn(ada, ben)
        advice = talk.ask("hint")
        assert advice["t"] == "advice"
        assert advice["version"] == talk.moment["version"]
        assert advice["action"] in talk.legal
        assert len(advice["chances"]) == 2
        assert sum(advice["chances"]) == pytest.approx(1)


def test_a_client_that_lost_frames_gets_the_moment_and_the_whole_log_again(site: Site) -> None:
    first, second = site.two()
    with site.talk(first) as ada, site.talk(second) as ben:
        for _ in range(6):
            talk = turn(ada, ben)
            talk.reach(talk.act(talk.legal[0])["version"])
        ada.send("resync")
        now = ada.hear("now")
        assert [entry["version"] for entry in now["log"]] == list(range(now["moment"]["version"] + 1))
        with site.talk(first, since=3) as again:
            assert [entry["version"] for entry in again.welcome["log"]] == list(range(4, now["moment"]["version"] + 1))
            assert again.welcome["moment"] == {**now["moment"], "table": again.welcome["moment"]["table"]}


def test_a_program_plays_by_stream_and_post(site: Site) -> None:
    host = site.open("verflixxt", rules="base", seats=[{"kind": "host"}, {"kind": "bot", "level": "wildcat"}], pace=0)
    path, token = f"/api/tables/{host['table']['id']}", host["token"]
    acted = 0
    with site.http.stream("GET", f"{path}/stream", headers={"Authorization": f"Bearer {token}"}) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        for line in stream.iter_lines():
            if not line.startswith("data: "):
                continue
            moment = json.loads(line[6:]).get("moment")
            if moment and moment["outcome"]:
                break
            if moment and moment["own"]["legal"]:
                body = {"t": "act", "key": f"a{acted}", "on": moment["version"], "action": ""}
                body["action"] = moment["own"]["legal"][-1]["action"]
                acted += 1
                assert site.post(f"{path}/act", body, token)["version"] > moment["version"]
    assert acted > 5
    assert site.info(host)["status"] == "over"


def test_bots_play_a_table_of_their_own_to_the_end_at_the_pace_that_was_asked_for(site: Site) -> None:
    host = site.open("linko", rules="duel", seats=[{"kind": "bot", "level": "wildcat"}] * 2, pace=0.02, public=True)
    assert host["seat"] is None
    begun = time.monotonic()
    with site.talk({"table": host["table"]}) as watcher:
        over = watcher.wait(lambda moment: moment["outcome"])
    assert time.monotonic() - begun > 0.02 * (over["version"] - watcher.welcome["moment"]["version"] - 1)
    assert over["own"] is None


def test_an_emote_reaches_the_table_and_too_many_are_refused(site: Site) -> None:
    first, second = site.two()
    with site.talk(first) as ada, site.talk(second) as ben:
        ada.send("emote", emote="hello")
        assert ben.hear("emoted") == {"t": "emoted", "seat": 0, "emote": "hello"}
        for _ in range(10):
            ada.send("emote", emote="wow")
        assert ada.hear("refused")["code"] == "rate/limited"
        ben.send("emote", emote="rude words")
        assert ben.hear("refused")["code"] == "frame/bad"


def test_everybody_hears_who_is_there(site: Site) -> None:
    first, second = site.two(public=True)
    with site.talk(first) as ada:
        with site.talk(second), site.talk({"table": first["table"]}):
            while (there := ada.hear("presence"))["watching"] == 0:
                pass
            assert (there["online"], there["watching"], there["absent"]) == ([True, True], 1, [None, None])
            assert [seat["online"] for seat in site.info(first)["seats"]] == [True, True]
        while (there := ada.hear("presence"))["online"][1] or there["watching"]:
            pass


def test_quick_bots_do_not_wait_behind_those_that_think_deeply(site: Site) -> None:
    deep = [site.open("linko", rules="duel", seats=[{"kind": "bot", "level": "tiger"}] * 2, pace=0) for _ in range(6)]
    begun = time.monotonic()
    quick = site.open("linko", rules="duel", seats=[{"kind": "bot", "level": "wildcat"}] * 2, pace=0, public=True)
    with site.talk({"table": quick["table"]}) as watcher:
        watcher.wait(lambda moment: moment["outcome"])
    assert time.monotonic() - begun < 15
    for table in deep:
        site.command(table, "remove")
