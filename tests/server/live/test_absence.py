"""People who vanish: others nudge them, let a bot play, or free the seat; whoever comes back gets it again."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tatze.client import RequestRefused, Server
from tatze.core.record import read_record
from tatze.games import game_named
from tatze.server.table.refusals import Refused
from tatze.server.web.actions import carry_out
from tatze.wire import Act
from tests.server.services import Nats, Node, Postgres, wait_until
from tests.server.site import GENEROUS, Site, Talk, play_out, turn, turned_away

OPEN = [{"kind": "host"}, {"kind": "open"}, {"kind": "bot", "level": "thumb"}]
QUICK = replace(GENEROUS, absence_seconds=0.3)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(Path(tmp_path_factory.mktemp("absence")), limits=QUICK) as site:
        yield site


def vanish(site: Site, seated: Any, seat: int = 1) -> None:
    """Wait until everybody may act on the absence of a seat."""
    hub = site.services.hub
    wait_until(lambda: seat in site.inside(hub.tables[seated["table"]["id"]].missing), "the absence of a seat")


def goodbye(site: Site, seated: Any, **hello: Any) -> str:
    """The code with which a hello is turned away."""
    first = {"t": "hello", "protocol": 1, "table": seated["table"]["id"], "token": seated.get("token", ""), **hello}
    return str(turned_away(site, json.dumps(first))["code"])


def until_by(talk: Talk, kind: str, seat: int) -> Any:
    """The first moment that a seat caused in this way."""
    return talk.wait(lambda moment: (moment["by"]["kind"], moment["by"]["seat"]) == (kind, seat))


# --- The substitute ---


def test_a_bot_plays_for_an_absent_person_until_the_person_reconnects(site: Site) -> None:
    first, second = site.two(pace=0, substitute="thumb")
    with site.talk(first) as ada:
        with site.talk(second):
            assert site.command(first, "substitute", seat=1, status=409)["code"] == "seat/online"
        vanish(site, first)
        seat = site.command(first, "substitute", seat=1)["table"]["seats"][1]
        assert (seat["away"], seat["reason"], seat["level"]) == (True, "absent", "thumb")
        away = until_by(ada, "away", 1)["by"]
        assert away["reason"] == "absent"
        for _ in range(3):
            ada.wait(lambda moment: moment["own"]["legal"])
            ada.reach(ada.act(ada.legal[0])["version"])
        bots = [entry["by"] for entry in resync(ada)["log"] if entry["by"]["bot"]]
        assert bots
        assert {(by["seat"], by["substitute"]) for by in bots} == {(1, "thumb")}
        with site.talk(second) as ben:
            until_by(ben, "returned", 1)
            assert not site.info(second)["seats"][1]["away"]
            play_out(ada, ben)
    text = site.get(f"/api/tables/{first['table']['id']}/record/1", first["token"])
    check_record(text, [by["action"] for by in bots])
    data = site.get(f"/api/tables/{first['table']['id']}/record/1?format=json", first["token"])
    assert [data["actions"][entry - 1]["action"] for entry in data["substitutes"][0]["entries"]] == [
        by["action"] for by in bots
    ]


def check_record(text: str, actions: list[str]) -> None:
    """The record says which entries the bot decided on, and replays."""
    record = read_record(text)
    (one,) = record.substitutes
    assert (one.seat, one.bot) == (1, "thumb")
    assert [record.entries[entry - 1][:2] for entry in one.entries] == [("B", action) for action in actions]
    assert record.replay(game_named("linko")).over
    assert record.seats == ("you", "you")


def resync(talk: Talk) -> Any:
    talk.send("resync")
    return talk.hear("now")


def test_presence_says_for_how_long_somebody_is_absent(site: Site) -> None:
    first, second = site.two()
    with site.talk(first) as ada:
        with site.talk(second):
            pass
        while (heard := ada.hear("presence"))["online"] != [True, False]:
            pass
        assert heard["absent"][0] is None
        assert 0 <= heard["absent"][1] < 5
        assert heard["absent_after"] == QUICK.absence_seconds


def test_who_acts_over_http_alone_is_not_absent(site: Site) -> None:
    first, second = site.two(pace=0)
    with site.talk(first) as ada:
        vanish(site, first)
        while ada.legal:
            ada.reach(ada.act(ada.legal[0])["version"])
        with site.talk(second) as ben:
            action, on = ben.legal[0], ben.moment["version"]
        site.post(f"/api/tables/{first['table']['id']}/act", {"key": "h1", "on": on, "action": action}, second["token"])
        assert site.command(first, "substitute", seat=1, status=409)["code"] == "seat/online"


def test_who_ran_out_of_time_gets_the_seat_back_by_reconnecting_and_who_left_by_saying_so(site: Site) -> None:
    first, second = site.two(pace=0, clock=600)
    table = site.services.hub.tables[first["table"]["id"]]
    with site.talk(first) as ada:
        site.command(second, "leave")
        assert until_by(ada, "left", 1)["by"]["reason"] == "left"
        ada.wait(lambda moment: moment["own"]["legal"])
        with site.talk(second) as ben:
            assert ben.welcome["moment"]["table"]["seats"][1]["away"]
        site.inside(lambda: hurry(site, table))
        until_by(ada, "away", 0)
        with site.talk(first) as again:
            until_by(again, "returned", 0)
        assert site.info(second)["seats"][1]["away"], "connecting alone did not bring Ben back"
        assert not site.command(second, "return")["table"]["seats"][1]["away"]


def hurry(site: Site, live: Any) -> None:
    live.state.asked -= 700
    site.services.scheduler.table_moved(live, True)


def test_only_people_at_the_table_act_on_an_absence_and_only_while_a_game_is_played(site: Site) -> None:
    first = site.open("linko", seats=OPEN, start="host")
    second = site.join(first["code"])
    vanish(site, first)
    assert site.command(first, "substitute", seat=1, status=409)["code"] == "table/status"
    site.command(first, "start")
    assert site.command(first, "substitute", status=400)["code"] == "seat/unknown"
    assert site.command(first, "substitute", seat=2, status=409)["code"] == "table/status"
    vanish(site, first, seat=0)
    with site.talk(second):
        assert site.command(second, "substitute", seat=0)["table"]["seats"][0]["away"]
    assert site.command(second, "substitute", seat=0, status=409)["code"] == "table/status"
    assert site.post(f"/api/tables/{first['table']['id']}/command", {"do": "substitute", "key": "x"}, status=401)


def test_a_nudge_is_shown_at_the_table_and_not_repeated_at_once(site: Site) -> None:
    first, second = site.two()
    with site.talk(first) as ada:
        with site.talk(second):
            assert site.command(first, "nudge", seat=1, status=409)["code"] == "seat/online"
        vanish(site, first)
        assert site.command(first, "nudge", seat=1)["version"] == ada.moment["version"]
        assert ada.hear("emoted") == {"t": "emoted", "seat": 0, "emote": "hurry"}
        assert site.command(first, "nudge", seat=1, status=429)["code"] == "rate/limited"
        assert site.command(first, "nudge", status=400)["code"] == "seat/unknown"


# --- The host ---


def test_the_host_frees_the_seat_of_an_absent_person_who_may_sit_down_again(site: Site) -> None:
    first, second = site.two(pace=0, substitute="thumb")
    with site.talk(first) as ada:
        with site.talk(second):
            refused = site.command(first, "seat", seat=1, plan={"kind": "open"}, status=409)
            assert refused["code"] == "seat/online"
        vanish(site, first)
        assert site.command(second, "seat", seat=0, plan={"kind": "open"}, status=403)["code"] == "host/only"
        seat = site.command(first, "seat", seat=1, plan={"kind": "open"})["table"]["seats"][1]
        assert (seat["kind"], seat["level"], bool(seat["name"])) == ("open", "thumb", True)
        by = until_by(ada, "seat", 1)["by"]
        assert (by["name"], by["reason"]) == ("Ben", "freed")
        for _ in range(3):
            ada.wait(lambda moment: moment["own"]["legal"])
            ada.reach(ada.act(ada.legal[0])["version"])
        assert goodbye(site, second) == "seat/freed"
        again = site.join(first["code"], "Ben")
        assert again["seat"] == 1
        with site.talk(again) as ben:
            until_by(ada, "joined", 1)
            play_out(ada, ben)
    record = read_record(site.get(f"/api/tables/{first['table']['id']}/record/1", first["token"]))
    assert record.substitutes[0].seat == 1
    assert site.join(first["code"], "Cem", status=409)["code"] == "table/full"


def test_in_a_running_game_the_host_gives_seats_to_bots_and_opens_bots_seats(site: Site) -> None:
    first = site.open("linko", seats=OPEN, pace=10)
    second = site.join(first["code"])
    assert site.join(first["code"], "Cem", status=409)["code"] == "table/full"
    seats = site.command(first, "seat", seat=2, plan={"kind": "open"})["table"]["seats"]
    assert (seats[2]["kind"], seats[2]["level"]) == ("open", "wildcat")
    third = site.join(first["code"], "Cem", seat=2)
    assert third["table"]["seats"][2]["kind"] == "person"
    vanish(site, first)
    bot = site.command(first, "seat", seat=1, plan={"kind": "bot", "level": "lynx"})["table"]["seats"][1]
    assert (bot["kind"], bot["level"]) == ("bot", "lynx")
    assert goodbye(site, second) == "seat/freed"


def test_anybody_starts_a_game_whose_host_has_vanished(site: Site) -> None:
    first = site.open("linko", seats=OPEN, start="host")
    second = site.join(first["code"])
    with site.talk(first):
        assert site.command(second, "start", status=403)["code"] == "host/only"
    vanish(site, first, seat=0)
    assert site.command(second, "start")["table"]["status"] == "playing"


def test_anybody_starts_a_rematch_to_which_the_host_does_not_come(site: Site) -> None:
    first, second = site.two(pace=0, start="host")
    site.command(first, "start")
    with site.talk(first) as ada, site.talk(second) as ben:
        play_out(ada, ben)
    again = site.command(second, "rematch")["opened"]
    vanish(site, again, seat=0)
    assert site.command(again, "start")["table"]["status"] == "playing"


def test_a_removed_person_is_told_so_and_the_old_code_is_worth_nothing(site: Site) -> None:
    first = site.open("linko", seats=OPEN, start="host")
    second = site.join(first["code"])
    assert site.command(second, "expel", seat=0, status=403)["code"] == "host/only"
    assert site.command(first, "expel", seat=0, status=400)["code"] == "seat/unknown"
    assert site.command(first, "expel", seat=2, status=400)["code"] == "seat/unknown"
    with site.talk(second) as ben:
        path = f"/api/tables/{first['table']['id']}/command"
        body = {"do": "expel", "key": "out", "seat": 1}
        done = site.post(path, body, first["token"])
        assert ben.hear("goodbye") == {"t": "goodbye", "code": "seat/removed", "again": False}
    assert site.post(path, body, first["token"])["code"] == done["code"] != first["code"]
    assert done["table"]["invitation"] == 2
    assert goodbye(site, second) == "seat/removed"
    assert site.get(f"/api/tables/{first['table']['id']}", second["token"], status=403)["code"] == "seat/removed"
    assert site.join(first["code"], "Ben", status=404)["code"] == "code/wrong"
    assert site.join(done["code"], "Cem")["seat"] == 1


def test_in_a_running_game_a_removed_persons_seat_is_played_on(site: Site) -> None:
    first, second = site.two(pace=0, substitute="thumb")
    with site.talk(first) as ada, site.talk(second) as ben:
        code = site.command(first, "expel", seat=1)["code"]
        assert ben.hear("goodbye")["code"] == "seat/removed"
        for _ in range(3):
            ada.wait(lambda moment: moment["own"]["legal"])
            ada.reach(ada.act(ada.legal[0])["version"])
        cem = site.join(code, "Cem")
        with site.talk(cem) as third:
            play_out(ada, third)


# --- Frames of somebody who has lost the seat ---


def test_what_was_sent_before_a_seat_was_lost_is_not_carried_out_for_the_next_owner(site: Site) -> None:
    first, second = site.two(pace=10)
    with site.talk(first) as ada, site.talk(second) as ben:
        talk, mine = turn(ada, ben), second
        if talk is ada:
            ada.reach(ada.act(ada.legal[0])["version"])
            while turn(ada, ben) is ada:
                ada.reach(ada.act(ada.legal[0])["version"])
        action, on = ben.legal[0], ben.moment["version"]
        grant = site.wait(site.services.store.grant(mine["token"]))
        code = site.command(first, "expel", seat=1)["code"]
        cem = site.join(code, "Cem")
        late = site.wait(refused_act(site, grant, action, on))
        assert late == "seat/not-yours"
        with site.talk(cem) as third:
            assert third.act(third.legal[0])["t"] == "ack"


async def refused_act(site: Site, grant: Any, action: str, on: int) -> str:
    try:
        await carry_out(site.services.hub, grant, Act("ghost", on, action))
    except Refused as refusal:
        return refusal.code
    return "carried out"


# --- Several nodes, and a restart ---


def test_absence_and_return_hold_across_two_nodes(
    tmp_path: Path, postgres: Postgres, nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tatze.server.live.cluster.REPORT_SECONDS", 0.2)
    shared = {"database": postgres.database(), "bus": nats.url, "limits": QUICK}
    with Site(tmp_path, **shared) as one, Site(tmp_path, **shared) as two:
        first, second = one.two(pace=0, substitute="thumb")
        with one.talk(first) as ada:
            with two.talk(second) as ben:
                while not ada.hear("presence")["online"][1]:
                    pass
                assert one.command(first, "substitute", seat=1, status=409)["code"] == "seat/online"
                wrong = one.services.hub.tables[first["table"]["id"]]
                one.inside(lambda: wrong.set_remote_presence(type(wrong.remote_presence)(frozenset(), 0)))
                wait_until(lambda: 1 in one.inside(wrong.missing), "a node that knows nothing of the other")
                one.command(first, "substitute", seat=1)
                until_by(ben, "returned", 1)
                until_by(ada, "returned", 1)
            vanish(one, first)
            one.command(first, "substitute", seat=1)
            ada.wait(lambda moment: moment["own"]["legal"])
            with two.talk(second) as ben:
                until_by(ada, "returned", 1)
            vanish(one, first)
            one.command(first, "seat", seat=1, plan={"kind": "open"})
            again = two.join(first["code"], "Ben")
            assert goodbye(two, second) == "seat/freed"
            with two.talk(again) as ben:
                play_out(ada, ben)
        mine, hers = two.command(again, "rematch")["opened"], one.command(first, "rematch")
        assert hers["table"]["again"] == [0, 1]
        assert hers["opened"]["table"]["id"] == mine["table"]["id"]


def test_a_node_that_has_not_heard_of_a_lost_seat_carries_nothing_out_for_its_former_owner(
    tmp_path: Path, postgres: Postgres, nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = {"database": postgres.database(), "bus": nats.url, "limits": QUICK}
    with Site(tmp_path, **shared) as one, Site(tmp_path, **shared) as two:
        first, second = one.two(pace=10)
        with two.talk(first) as ada, two.talk(second) as ben:
            while turn(ada, ben) is ada:
                ada.reach(ada.act(ada.legal[0])["version"])
            action, on = ben.legal[0], ben.moment["version"]
            grant = two.wait(two.services.store.grant(second["token"]))
            monkeypatch.setattr(two.services.cluster, "version_committed", lambda *_: None)
            one.join(one.command(first, "expel", seat=1)["code"], "Cem")
            assert two.services.hub.tables[first["table"]["id"]].state.seats[1].name == "Ben"
            assert two.wait(refused_act(two, grant, action, on)) == "seat/not-yours"
            assert one.info(first)["seats"][1]["name"] == "Cem"
            assert one.info(first)["turn"] == 1


def test_a_substitute_a_freed_seat_and_a_removal_outlive_a_restart() -> None:
    with Node("--seeds", "--limit", "absence_seconds=1", "--log", "warning") as node:
        seats = [{"kind": "host"}, *[{"kind": "open"}] * 3]
        ada = Server(node.url).open("linko", "Ada", seats=seats, pace=10)
        guests = [Server(node.url).join(ada.code, name) for name in ("Ben", "Cem", "Dora")]
        commands: list[dict[str, Any]] = [
            {"do": "substitute", "seat": 1},
            {"do": "seat", "seat": 2, "plan": {"kind": "open"}},
            {"do": "expel", "seat": 3},
        ]
        for command in commands[:2]:
            wait_until(lambda command=command: can(ada, command), "the absence of a seat")
        ada.code = ada.command(**commands[2]).code
        node.restart(signal.SIGKILL)
        table = Server(node.url).back(ada.table.id, ada.token).table
        assert [(seat.kind, seat.reason, seat.level) for seat in table.seats[1:]] == [
            ("person", "absent", "wildcat"),
            ("open", "", "wildcat"),
            ("open", "", "wildcat"),
        ]
        assert [why(guest) for guest in guests] == ["", "seat/freed", "seat/removed"]
        assert Server(node.url).join(ada.code, "Cem").number == 2
        with guests[0] as ben:
            for moment in ben.moments():
                if (moment.by.kind, moment.by.seat) == ("returned", 1):
                    break


def can(seat: Any, command: dict[str, Any]) -> bool:
    try:
        seat.command(**command)
    except RequestRefused:
        return False
    return True


def why(seat: Any) -> str:
    """The code with which a token is refused; empty if it is not."""
    try:
        seat.server.back(seat.table.id, seat.token)
    except RequestRefused as refusal:
        return refusal.code
    return ""
