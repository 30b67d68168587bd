"""Seats through time: undo, pauses, clocks, substitutes, other devices, series, rematches."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tatze.core.record import read_record
from tatze.games import game_named
from tatze.server.live.hub import Hub
from tatze.server.stores.engine import Write
from tatze.server.stores.statements import set_code
from tests.server.services import wait_until
from tests.server.site import Site, Talk, play_out, turn, turned_away


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(Path(tmp_path_factory.mktemp("seats"))) as site:
        yield site


def step(*talks: Talk, action: str | None = None) -> Talk:
    """Whoever's turn it is does something, and everybody hears of it."""
    talk = turn(*talks)
    version = talk.act(action or talk.legal[0])["version"]
    for each in talks:
        each.reach(version)
    return talk


# --- Undo ---


def test_an_own_action_is_taken_back_until_somebody_else_decides(site: Site) -> None:
    """Leaving an abluxxed layer shows nothing new; then its owner decides, and it is too late."""
    first, second = site.two(seed=1)
    with site.talk(first) as ada, site.talk(second) as ben:
        while "leave" not in turn(ada, ben).legal:
            step(ada, ben)
        talk = step(ada, ben, action="leave")
        other = ben if talk is ada else ada
        assert talk.moment["own"]["undo"]
        assert not other.moment["own"]["undo"]
        assert other.undo()["code"] == "undo/refused"
        before = talk.moment["version"]
        assert talk.undo()["version"] == before + 1
        assert talk.wait(lambda moment: moment["version"] > before)["by"]["kind"] == "undo"
        assert "leave" in talk.legal
        step(ada, ben, action="leave")
        step(ada, ben)
        assert not talk.moment["own"]["undo"]
        assert talk.undo()["code"] == "undo/refused"


def test_what_was_undone_is_no_step_of_the_replay(site: Site) -> None:
    first, second = site.two(seed=1)
    with site.talk(first) as ada, site.talk(second) as ben:
        while "leave" not in turn(ada, ben).legal:
            step(ada, ben)
        before = turn(ada, ben).moment["version"]
        talk = step(ada, ben, action="leave")
        talk.undo()
        talk.reach(before + 2)
        step(ada, ben, action="leave")
        play_out(ada, ben)
        moments = site.get(f"/api/tables/{first['table']['id']}/replay/1", first["token"])["moments"]
        versions = [moment["version"] for moment in moments]
        assert versions == [
            version for version in range(versions[0], versions[-1] + 1) if version - before not in (1, 2)
        ]
        assert {moment["by"]["kind"] for moment in moments} == {"started", "action"}
        assert moments[-1]["outcome"]


def test_what_showed_a_new_card_is_not_taken_back(site: Site) -> None:
    first, second = site.two(seed=2)
    with site.talk(first) as ada, site.talk(second) as ben:
        while "deck" not in turn(ada, ben).legal:
            step(ada, ben)
        talk = step(ada, ben, action="deck")
        assert not talk.moment["own"]["undo"]
        assert talk.undo()["code"] == "undo/refused"


def test_what_a_roll_followed_is_not_taken_back(site: Site) -> None:
    first, second = site.two("verflixxt", "base")
    with site.talk(first) as ada, site.talk(second) as ben:
        talk = step(ada, ben)
        assert any(event["kind"] == "rolled" for event in talk.moment["events"])
        assert talk.undo()["code"] == "undo/refused"


def test_the_end_is_the_end(site: Site) -> None:
    first, second = site.two("linko", "duel-advanced")
    with site.talk(first) as ada, site.talk(second) as ben:
        play_out(ada, ben, choose=Random(4).choice)
        assert [talk.undo()["code"] for talk in (ada, ben)] == ["undo/refused"] * 2
        assert ada.act("1")["code"] == "table/status"


def test_an_undo_that_is_stale_or_repeated_does_nothing_more(site: Site) -> None:
    first, second = site.two(seed=1)
    with site.talk(first) as ada, site.talk(second) as ben:
        while "leave" not in turn(ada, ben).legal:
            step(ada, ben)
        talk = step(ada, ben, action="leave")
        on = talk.moment["version"]
        assert talk.ask("undo", on=on - 1)["code"] == "action/stale"
        answers = [talk.ask("undo", "back", on=on) for _ in range(2)]
        assert answers[0] == answers[1] == {"t": "ack", "key": "back", "version": on + 1}


# --- Pauses, leaving, clocks ---


def test_a_paused_table_waits(site: Site) -> None:
    first, second = site.two()
    with site.talk(first) as ada, site.talk(second) as ben:
        talk = turn(ada, ben)
        action = talk.legal[0]
        site.command(second, "pause")
        assert talk.wait(lambda moment: moment["by"]["kind"] == "paused")["own"]["legal"] == []
        assert talk.act(action)["code"] == "table/status"
        site.command(first, "resume")
        talk.wait(lambda moment: moment["by"]["kind"] == "resumed")
        assert talk.act(action)["t"] == "ack"


def test_a_substitute_plays_on_for_somebody_who_left_until_he_returns(site: Site) -> None:
    first, second = site.two(pace=0, substitute="thumb")
    with site.talk(first) as ada, site.talk(second) as ben:
        away = site.command(second, "leave")["table"]["seats"][1]
        assert (away["kind"], away["away"], away["level"]) == ("person", True, "thumb")
        for _ in range(5):
            ada.wait(lambda moment: moment["own"]["legal"])
            ada.reach(ada.act(ada.legal[0])["version"])
        ada.wait(lambda moment: moment["own"]["legal"])
        bots = [entry for entry in resync(ada)["log"] if entry["by"]["bot"]]
        assert bots
        assert all(entry["by"]["seat"] == 1 for entry in bots)
        assert ben.act("1")["code"] in ("seat/away", "action/stale")
        site.command(second, "return")
        ben.wait(lambda moment: moment["by"]["kind"] == "returned")
        while turn(ada, ben) is ada:
            step(ada, ben)
        step(ada, ben)
        assert not ben.moment["by"]["bot"]
        assert ben.moment["by"]["seat"] == 1


def resync(talk: Talk) -> Any:
    talk.send("resync")
    return talk.hear("now")


def test_when_the_time_runs_out_the_substitute_takes_over(site: Site) -> None:
    """The shortest clock there is has five seconds, so the clock of the state is set back instead of waiting."""
    first, second = site.two(clock=5, pace=0)
    with site.talk(first) as ada, site.talk(second) as ben:
        talk = turn(ada, ben)
        assert talk.moment["deadline"] == pytest.approx(time.time() + 5, abs=2)
        hurry(site, first)
        late = talk.wait(lambda moment: moment["by"]["kind"] == "away")
        assert late["by"]["seat"] == talk.welcome["seat"]
        assert late["own"]["legal"] == []
        assert talk.wait(lambda moment: moment["by"]["kind"] == "action")["by"]["bot"]
        site.command(first if talk is ada else second, "return")
        talk.wait(lambda moment: moment["own"]["legal"])


def hurry(site: Site, seated: Any) -> None:
    """As if the present decision had been asked for a minute ago."""

    def work() -> None:
        live = site.services.hub.tables[seated["table"]["id"]]
        live.state.asked -= 60
        site.services.scheduler.table_moved(live, True)

    site.inside(work)


def test_an_undo_gives_no_new_time(site: Site) -> None:
    first, second = site.two(seed=1, clock=600)
    with site.talk(first) as ada, site.talk(second) as ben:
        while "leave" not in turn(ada, ben).legal:
            step(ada, ben)
        deadline = turn(ada, ben).moment["deadline"]
        talk = step(ada, ben, action="leave")
        version = talk.undo()["version"]
        assert talk.wait(lambda moment: moment["version"] == version)["deadline"] == deadline


# --- Other devices ---


def test_a_transfer_takes_a_seat_to_another_device_once(site: Site) -> None:
    first, second = site.two()
    path = f"/api/tables/{first['table']['id']}/transfer"
    assert site.post(path, status=401)["code"] == "token/missing"
    transfer = site.post(path, token=second["token"])
    assert 0 < transfer["expires"] - time.time() <= 900
    moved = site.post("/api/transfer", {"code": transfer["code"]})
    assert (moved["seat"], moved["table"]["id"]) == (1, first["table"]["id"])
    assert moved["token"] not in (first["token"], second["token"])
    assert site.post("/api/transfer", {"code": transfer["code"]}, status=404)["code"] == "code/wrong"
    with site.talk(moved) as phone:
        assert phone.welcome["seat"] == 1
        assert not phone.welcome["host"]


def test_a_transfer_that_nobody_used_in_time_is_worth_nothing(site: Site) -> None:
    first, _ = site.two()
    code = site.post(f"/api/tables/{first['table']['id']}/transfer", token=first["token"])["code"]
    site.wait(site.services.store.engine.change("UPDATE transfers SET expires = ?", int(time.time()) - 1))
    assert site.post("/api/transfer", {"code": code}, status=404)["code"] == "code/wrong"


# --- Series and rematches ---


def test_in_a_series_the_start_moves_to_the_left_and_points_are_added(site: Site) -> None:
    first, second = site.two("linko", "duel", games=2)
    with site.talk(first) as ada, site.talk(second) as ben:
        promises, starts, totals = [], [], [0, 0]
        for number in (1, 2):
            table = ada.wait(lambda moment: moment["table"] and moment["table"]["status"] == "playing")["table"]
            assert table["series"]["number"] == number
            promises.append(table["fair"]["commitment"])
            starts.append(ada.moment["view"]["start"])
            play_out(ada, ben, choose=Random(number).choice)
            totals = [a + b for a, b in zip(totals, ada.moment["outcome"]["scores"], strict=True)]
            assert ada.moment["table"]["series"]["totals"] == totals
            if number == 1:
                assert site.command(first, "next")["table"]["series"]["number"] == 2
                for talk in (ada, ben):
                    talk.wait(lambda moment: moment["by"]["kind"] == "started")
        assert starts[1] == (starts[0] + 1) % 2
        assert promises[0] != promises[1]
        assert site.command(first, "next", status=409)["code"] == "table/status"
    for number in (1, 2):
        record = read_record(site.get(f"/api/tables/{first['table']['id']}/record/{number}", first["token"]))
        fairness = record.replay(game_named("linko")).fairness
        assert fairness
        assert fairness.commitment == promises[number - 1]
        assert record.headers["Series"] == f"{number}/2"
    missing = site.get(f"/api/tables/{first['table']['id']}/record/3", first["token"], status=404)
    assert missing["code"] == "game/unknown"


async def set_code_of(site: Site, table: str, code: str) -> None:
    store = site.services.store
    await store.append(Write(None, [set_code(table, await store.code_hash(code))]))


def test_a_rematch_keeps_the_seats_and_gives_each_its_own_token(site: Site) -> None:
    first, second = site.two()
    with site.talk(first) as ada, site.talk(second) as ben:
        assert site.command(second, "rematch", status=409)["code"] == "table/status"
        play_out(ada, ben)
        mine = site.command(second, "rematch")["opened"]
        new = mine["table"]
        assert ada.wait(lambda moment: moment["by"]["kind"] == "rematch")["table"]["next"] == new["id"]
        assert not any(mine["token"] in text for text in ada.heard)
    assert (new["status"], mine["seat"], mine["code"]) == ("waiting", 1, "")
    assert [(seat["kind"], seat["name"], seat["host"]) for seat in new["seats"]] == [
        ("open", "Ada", True),
        ("person", "Ben", False),
    ]
    site.wait(set_code_of(site, new["id"], "KEPT22"))
    assert site.join("KEPT22", "Eve", status=409)["code"] == "table/full", "the seat is kept"
    hers = site.command(first, "rematch")["opened"]
    assert (hers["seat"], hers["table"]["id"], hers["table"]["status"]) == (0, new["id"], "playing")
    assert site.join(hers["code"], "Eve", status=409)["code"] == "table/full"
    again = site.command(second, "rematch")["opened"]
    assert again["token"] != mine["token"]
    with site.talk(hers) as ada, site.talk(mine) as ben, site.talk(again) as twin:
        assert (ada.welcome["host"], ben.welcome["host"]) == (True, False)
        assert twin.welcome["seat"] == 1
        play_out(ada, ben)


def test_a_rematch_that_is_asked_for_again_with_the_same_key_is_answered_the_same(site: Site) -> None:
    first, second = site.two()
    with site.talk(first) as ada, site.talk(second) as ben:
        play_out(ada, ben)
    path, body = f"/api/tables/{first['table']['id']}/command", {"do": "rematch", "key": "again"}
    answers = [site.post(path, body, second["token"]) for _ in range(2)]
    assert answers[0] == answers[1]
    assert answers[0]["table"]["again"] == [1]
    hers = site.post(path, body, first["token"])
    assert hers["opened"]["token"] != answers[0]["opened"]["token"]
    assert hers["table"]["again"] == [0, 1]
    assert site.post(path, body, second["token"])["opened"]["token"] == answers[0]["opened"]["token"]


def test_a_rematch_under_the_key_of_another_request_is_refused(site: Site) -> None:
    first, second = site.two()
    with site.talk(first) as ada, site.talk(second) as ben:
        site.command(first, "pause", key="once")
        site.command(first, "resume")
        play_out(ada, ben)
    assert site.command(first, "rematch", key="once", status=409)["code"] == "key/used"
    assert site.info(first)["next"] is None


def test_whoever_may_watch_a_table_may_watch_its_rematch(site: Site) -> None:
    first, second = site.two()
    with site.talk(first) as ada, site.talk(second) as ben:
        play_out(ada, ben)
    new = site.command(first, "rematch")["opened"]
    strange = site.two()[0]["code"]
    hello = {"t": "hello", "protocol": 1, "table": new["table"]["id"], "code": strange}
    assert turned_away(site, json.dumps(hello))["code"] == "table/private"
    with site.talk({"table": new["table"]}, code=first["code"]) as watcher:
        assert watcher.welcome["seat"] is None
        ben_again = site.command(second, "rematch")["opened"]
        watcher.wait(lambda moment: moment["by"]["kind"] == "started")
        with site.talk(new) as ada, site.talk(ben_again) as ben:
            play_out(ada, ben)
    third = site.command(new, "rematch")["opened"]
    with site.talk({"table": third["table"]}, code=first["code"]) as watcher:
        assert watcher.welcome["seat"] is None


def test_a_seat_that_the_host_gave_away_is_not_given_back_by_a_rematch(site: Site) -> None:
    first, second = site.two()
    with site.talk(first) as ada, site.talk(second) as ben:
        play_out(ada, ben)
    hers = site.command(first, "rematch")["opened"]
    site.command(hers, "seat", seat=1, plan={"kind": "open"})
    eve = site.join(hers["code"], "Eve")
    assert eve["seat"] == 1
    assert site.command(second, "rematch", status=409)["code"] == "seat/taken"


# --- Memory ---


def test_a_table_that_leaves_the_memory_comes_back_as_it_was(site: Site) -> None:
    first, second = site.two(watching="delayed", public=True)
    with site.talk(first) as ada, site.talk(second) as ben:
        for _ in range(12):
            step(ada, ben)
        before = resync(ada)
        with site.talk({"table": first["table"]}) as watcher:
            behind = watcher.moment
    table = first["table"]["id"]
    hub: Hub = site.services.hub
    wait_until(lambda: not hub.tables[table].connections, "an empty table")
    site.inside(lambda: hub.unload(idle=0))
    assert table not in hub.tables
    with site.talk(first) as ada:
        after = resync(ada)
        assert without_presence(after) == without_presence(before)
        with site.talk({"table": first["table"]}) as watcher:
            assert watcher.moment["version"] == behind["version"] < before["moment"]["version"]
            assert watcher.moment["view"] == behind["view"]


def without_presence(frame: Any) -> Any:
    for seat in frame["moment"]["table"]["seats"]:
        seat["online"] = False
    return msgspec.to_builtins(frame)


def test_a_game_has_a_bounded_number_of_undos(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tatze.server.table.decide.MAX_UNDOS_PER_GAME", 2)
    first, second = site.two(seed=1)
    with site.talk(first) as ada, site.talk(second) as ben:
        while "leave" not in turn(ada, ben).legal:
            step(ada, ben)
        answers = []
        for _ in range(3):
            talk = step(ada, ben, action="leave")
            answers.append(talk.undo())
        assert [answer["t"] for answer in answers] == ["ack", "ack", "refused"]
        assert answers[-1]["code"] == "seat/busy"
