"""Spectators see what everybody may see, at once or later; whoever was there sees everything afterwards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tatze.server.live.live_table import SPECTATOR_DELAY
from tests.server.site import Site, play_out, turn, turned_away


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(Path(tmp_path_factory.mktemp("watching"))) as site:
        yield site


def hello(seated: Any, **fields: object) -> str:
    return json.dumps({"t": "hello", "protocol": 1, "table": seated["table"]["id"], **fields})


def test_a_spectator_follows_live_and_sees_no_hand(site: Site) -> None:
    first, second = site.two(public=True, seed=3)
    with site.talk({"table": first["table"]}) as eve, site.talk(first) as ada, site.talk(second) as ben:
        assert eve.welcome["seat"] is None
        play_out(ada, ben, choose=Random(1).choice)
        eve.wait(lambda moment: moment["outcome"])
        frames = [json.loads(text) for text in eve.heard]
        moments = [frame["moment"] for frame in frames if "moment" in frame]
        versions = [moment["version"] for moment in moments]
        assert versions == list(range(versions[0], versions[-1] + 1))
        assert all(moment["own"] is None for moment in moments)
        drawn = [e for m in moments for e in m["events"] if e["kind"] == "drew_deck"]
        assert drawn
        assert all(event["data"]["card"] == 0 for event in drawn)
        assert eve.act("1")["code"] == "seat/not-yours"


def test_a_private_table_is_watched_with_its_code_alone(site: Site) -> None:
    first, _ = site.two()
    assert turned_away(site, hello(first)) == {"t": "goodbye", "code": "table/private", "again": False}
    assert turned_away(site, hello(first, code="XXXXXX"))["code"] == "table/private"
    other = site.open()
    assert turned_away(site, hello(first, code=other["code"]))["code"] == "table/private"
    with site.talk({"table": first["table"]}, code=first["code"].lower()) as eve:
        assert eve.moment["own"] is None


def test_nobody_watches_where_the_host_does_not_want_it(site: Site) -> None:
    first, _ = site.two(public=True, watching="off")
    assert turned_away(site, hello(first))["code"] == "watch/off"


def test_a_delayed_spectator_is_some_versions_behind_until_the_game_is_over(site: Site) -> None:
    first, second = site.two(public=True, watching="delayed")
    with site.talk({"table": first["table"]}) as eve, site.talk(first) as ada, site.talk(second) as ben:
        newest = 0
        for _ in range(SPECTATOR_DELAY + 6):
            talk = turn(ada, ben)
            newest = talk.act(talk.legal[0])["version"]
            talk.reach(newest)
        eve.wait(lambda moment: moment["version"] == newest - SPECTATOR_DELAY)
        eve.send("resync")
        assert eve.hear("now")["moment"]["version"] == newest - SPECTATOR_DELAY
        with site.talk({"table": first["table"]}) as late:
            assert late.moment["version"] == newest - SPECTATOR_DELAY
            assert late.welcome["log"][-1]["version"] == newest - SPECTATOR_DELAY
        play_out(ada, ben)
        eve.wait(lambda moment: moment["outcome"])
        seen = [json.loads(text)["moment"]["version"] for text in eve.heard if '"update"' in text[:16]]
        assert seen == list(range(seen[0], ada.moment["version"] + 1)), "every version came, once and in order"


@pytest.mark.parametrize(("watching", "told"), [("live", True), ("delayed", False), ("off", False)])
def test_strangers_learn_whose_turn_it_is_only_where_everybody_may_watch_at_once(
    site: Site, watching: str, told: bool
) -> None:
    first, _ = site.two(public=True, watching=watching)
    table, decides = first["table"]["id"], site.info(first)["turn"]
    assert decides in (0, 1)
    listed = next(one for one in site.get("/api/tables")["tables"] if one["id"] == table)
    found = site.post("/api/find", {"code": first["code"]})["table"]
    for info in (listed, found, site.get(f"/api/tables/{table}")):
        assert info["turn"] == (decides if told else None)


def test_a_replay_is_open_for_those_who_were_there_and_only_afterwards(site: Site) -> None:
    first, second = site.two()
    path = f"/api/tables/{first['table']['id']}"
    with site.talk(first) as ada, site.talk(second) as ben:
        for kind in ("replay", "record"):
            assert site.get(f"{path}/{kind}/1", first["token"], status=404)["code"] == "game/unknown"
        play_out(ada, ben, choose=Random(2).choice)
        last = ada.moment
    for kind in ("replay", "record"):
        assert site.get(f"{path}/{kind}/1", status=403)["code"] == "table/private"
    replay = site.get(f"{path}/replay/1", second["token"])
    assert replay["moments"][0]["by"]["kind"] == "started"
    assert replay["moments"][-1]["version"] == last["version"]
    for moment in replay["moments"]:
        hands = moment["view"]["hands"]
        assert all(sum(hand["cards"].values()) == hand["size"] for hand in hands)
    drawn = [e for m in replay["moments"] for e in m["events"] if e["kind"] == "drew_deck"]
    assert all(event["data"]["card"] for event in drawn)


def test_the_finished_game_of_a_public_table_is_open_for_everybody(site: Site) -> None:
    first, second = site.two("verflixxt", "base", public=True)
    with site.talk(first) as ada, site.talk(second) as ben:
        play_out(ada, ben)
    path = f"/api/tables/{first['table']['id']}"
    assert site.get(f"{path}/record/1").startswith('[Tatze "1"]')
    assert site.get(f"{path}/replay/1")["moments"]


@pytest.mark.parametrize(("watching", "status"), [("live", 200), ("off", 403)])
def test_the_code_of_a_private_table_opens_its_replay_where_it_may_be_watched(
    site: Site, watching: str, status: int
) -> None:
    first, second = site.two("verflixxt", "base", watching=watching)
    path = f"/api/tables/{first['table']['id']}"
    with site.talk(first) as ada, site.talk(second) as ben:
        assert site.get(f"{path}/replay/1?code={first['code']}", status=404 if status == 200 else 403)
        play_out(ada, ben)
    assert site.get(f"{path}/replay/1?code={first['code'].lower()}", status=status)
    for wrong in ("", "?code=", "?code=XXXXXX"):
        assert site.get(f"{path}/replay/1{wrong}", status=403)["code"] == "table/private"
    assert site.get(f"{path}?code={first['code']}", status=403)["code"] == "table/private"
