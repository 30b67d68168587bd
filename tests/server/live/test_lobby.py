"""Opening tables, sitting down, and what a host may do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tatze.core.chance import Fairness
from tatze.core.record import read_record
from tatze.games import game_named
from tatze.server.stores.engine import Write
from tests.server.site import DUEL, Site, play_out, turn

OPEN = [{"kind": "host"}, {"kind": "open"}, {"kind": "open"}]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(Path(tmp_path_factory.mktemp("tables"))) as site:
        yield site


def test_two_clicks_lead_to_a_running_game_against_bots(site: Site) -> None:
    opened = site.open("linko")
    table = opened["table"]
    assert table["status"] == "playing"
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot", "bot", "bot"]
    assert len({seat["name"] for seat in table["seats"]}) == 4
    with site.talk(opened) as talk:
        assert sum(talk.moment["own"]["view"]["hand"].values()) == 13


@pytest.mark.parametrize(
    ("choices", "code"),
    [
        ({"game": "chess"}, "table/setup"),
        ({"rules": "nonsense"}, "table/setup"),
        ({"seats": [{"kind": "host"}]}, "table/setup"),
        ({"seats": [{"kind": "host"}] * 3}, "table/setup"),
        ({"seats": [{"kind": "host"}, *[{"kind": "bot", "level": "dog"}] * 2]}, "table/setup"),
        ({"substitute": "dog"}, "table/setup"),
        ({"options": {"track": "shuffled"}}, "table/setup"),
        ({"lesson": "nonsense"}, "table/setup"),
        ({"name": ""}, "frame/bad"),
        ({"name": "  "}, "name/bad"),
        ({"name": 'A"B'}, "name/bad"),
        ({"name": "a\u202eb"}, "name/bad"),
        ({"name": "a\x00b"}, "name/bad"),
        ({"name": "x" * 25}, "frame/bad"),
        ({"clock": 1}, "frame/bad"),
        ({"games": 13}, "frame/bad"),
        ({"pace": -1}, "frame/bad"),
        ({"surprise": 1}, "frame/bad"),
        ({"seed": "7"}, "frame/bad"),
    ],
)
def test_a_table_that_cannot_be_is_refused(site: Site, choices: dict[str, object], code: str) -> None:
    assert site.open(**{"game": "linko", **choices}, status=400)["code"] == code  # type: ignore[arg-type]  # on purpose


def test_a_hostile_name_is_only_a_name(site: Site) -> None:
    name = "<script>alert(1)"
    first = site.open(seats=DUEL, rules="duel")
    second = site.join(first["code"], name)
    assert second["table"]["seats"][1]["name"] == name
    with site.talk(first) as talk:
        assert talk.moment["table"]["seats"][1]["name"] == name
    raw = site.http.get(f"/api/tables/{first['table']['id']}", headers={"Authorization": f"Bearer {first['token']}"})
    assert raw.headers["content-type"] == "application/json"
    assert raw.headers["x-content-type-options"] == "nosniff"


def test_people_join_by_code_and_the_last_one_starts_the_game(site: Site) -> None:
    first = site.open(seats=OPEN)
    assert first["table"]["status"] == "waiting"
    assert site.post("/api/find", {"code": first["code"].lower()})["table"]["id"] == first["table"]["id"]
    second = site.join(first["code"], "Ben", seat=2)
    assert second["seat"] == 2
    assert site.join(first["code"], "Cem", seat=2, status=409)["code"] == "seat/taken"
    assert site.join(first["code"], "Cem", seat=7, status=400)["code"] == "seat/unknown"
    assert site.info(first)["status"] == "waiting"
    third = site.join(first["code"], " Cem ")
    assert (third["seat"], third["table"]["status"]) == (1, "playing")
    assert [seat["name"] for seat in third["table"]["seats"]] == ["Ada", "Cem", "Ben"]
    assert site.join(first["code"], "Dora", status=409)["code"] == "table/full"
    assert site.join("XXXXXX", "Dora", status=404)["code"] == "code/wrong"


def test_a_private_table_is_for_those_who_have_its_code_or_a_token(site: Site) -> None:
    first = site.open(seats=OPEN)
    path = f"/api/tables/{first['table']['id']}"
    assert site.get(path, status=403)["code"] == "table/private"
    assert site.get(path, token="wrong", status=401)["code"] == "token/wrong"
    other = site.open()
    assert site.get(path, token=other["token"], status=401)["code"] == "token/wrong"
    assert site.post("/api/join", {"name": "Eve", "table": first["table"]["id"]}, status=403)["code"] == "table/private"
    listed = site.get("/api/tables")["tables"]
    assert first["table"]["id"] not in [table["id"] for table in listed]
    assert "code" not in site.get(path, first["token"])


def test_a_public_table_is_listed_and_anybody_may_sit_down(site: Site) -> None:
    first = site.open(seats=OPEN, public=True)
    listed = [table for table in site.get("/api/tables")["tables"] if table["id"] == first["table"]["id"]]
    assert listed == [site.get(f"/api/tables/{first['table']['id']}")]
    joined = site.post("/api/join", {"name": "Ben", "table": first["table"]["id"]})
    assert joined["seat"] == 1
    site.command(first, "remove")
    assert first["table"]["id"] not in [table["id"] for table in site.get("/api/tables")["tables"]]


def test_the_host_changes_seats_and_starts_before_the_table_is_full(site: Site) -> None:
    first = site.open(seats=OPEN)
    second = site.join(first["code"], "Ben")
    assert site.command(second, "start", status=403)["code"] == "host/only"
    assert site.command(second, "seat", seat=0, plan={"kind": "open"}, status=403)["code"] == "host/only"
    assert site.command(first, "seat", seat=5, plan={"kind": "open"}, status=400)["code"] == "seat/unknown"
    assert (
        site.command(first, "seat", seat=1, plan={"kind": "bot", "level": "dog"}, status=400)["code"] == "table/setup"
    )
    with site.talk(second) as ben:
        seats = site.command(first, "seat", seat=1, plan={"kind": "open"})["table"]["seats"]
        assert seats[1]["kind"] == "open"
        assert ben.hear("goodbye")["code"] == "seat/freed"
    path = f"/api/tables/{first['table']['id']}"
    assert site.get(path, second["token"], status=401)["code"] == "seat/freed"
    seats = site.command(first, "seat", seat=1, plan={"kind": "bot", "level": "lynx"})["table"]["seats"]
    assert (seats[1]["kind"], seats[1]["level"]) == ("bot", "lynx")
    started = site.command(first, "start")["table"]
    assert (started["status"], started["seats"][2]["kind"]) == ("playing", "bot")
    assert site.command(first, "start", status=409)["code"] == "table/status"


def test_somebody_who_leaves_before_the_start_frees_the_seat(site: Site) -> None:
    first = site.open(seats=OPEN)
    second = site.join(first["code"], "Ben")
    site.command(second, "leave")
    assert site.info(first)["seats"][1] == {
        "kind": "open",
        "name": "",
        "level": "",
        "away": False,
        "online": False,
        "host": False,
        "reason": "",
        "stand_in": False,
        "animal": "",
        "colour": "",
    }
    assert site.get(f"/api/tables/{first['table']['id']}", second["token"], status=401)["code"] == "seat/freed"
    assert site.join(first["code"], "Cem")["seat"] == 1


def test_a_host_who_leaves_his_seat_stays_the_host(site: Site) -> None:
    first = site.open(seats=OPEN)
    site.command(first, "leave")
    assert not any(seat["host"] for seat in site.info(first)["seats"])
    assert site.command(first, "leave", status=403)["code"] == "seat/not-yours"
    site.command(first, "seat", seat=0, plan={"kind": "bot", "level": "cat"})
    assert site.command(first, "start")["table"]["status"] == "playing"


def test_words_are_said_after_the_promise_and_before_the_deal_and_change_it(site: Site) -> None:
    first = site.open(seats=DUEL, rules="duel", start="host")
    promise = first["table"]["fair"]["commitment"]
    second = site.join(first["code"], "Ben")
    assert second["table"]["status"] == "waiting"
    site.command(first, "word", word="Katze")
    assert site.command(second, "word", word='no"quote', status=400)["code"] == "name/bad"
    said = site.command(second, "word", word="zwölf")["table"]["fair"]
    assert said == {"commitment": promise, "words": ["Katze", "zwölf"], "secret": None}
    for _ in range(2):
        site.command(second, "word", word="mehr")
    assert site.command(second, "word", word="mehr", status=409)["code"] == "seat/busy"
    site.command(first, "start")
    assert site.command(first, "word", word="zu spät", status=409)["code"] == "table/status"
    with site.talk(first) as ada, site.talk(second) as ben:
        play_out(ada, ben)
    record = read_record(site.get(f"/api/tables/{first['table']['id']}/record/1", second["token"]))
    fairness = record.replay(game_named("linko")).fairness
    assert fairness
    assert fairness.words == ("Katze", "zwölf", "mehr", "mehr")
    assert fairness.commitment == promise


def test_a_table_says_whose_turn_it_is_while_somebody_decides(site: Site) -> None:
    first = site.open(seats=DUEL, rules="duel")
    assert first["table"]["turn"] is None
    second = site.join(first["code"])
    with site.talk(first) as ada, site.talk(second) as ben:
        said = set()
        for _ in range(12):
            talk = turn(ada, ben)
            assert site.info(second)["turn"] == talk.welcome["seat"]
            said.add(talk.welcome["seat"])
            talk.reach(talk.act(talk.legal[0])["version"])
        assert said == {0, 1}
        assert site.command(first, "pause")["table"]["turn"] is None
        ada.reach(site.command(second, "resume")["version"])
        play_out(ada, ben)
    assert site.info(first)["turn"] is None


def test_only_the_host_removes_a_table_and_everybody_is_told(site: Site) -> None:
    first, second = site.two()
    assert site.command(second, "remove", status=403)["code"] == "host/only"
    with site.talk(second) as ben:
        site.command(first, "remove")
        assert ben.hear("goodbye") == {"t": "goodbye", "code": "table/removed", "again": False}
    path = f"/api/tables/{first['table']['id']}"
    assert site.get(path, first["token"], status=410)["code"] == "table/removed"
    assert site.join(first["code"], "Cem", status=404)["code"] == "code/wrong"


def test_a_command_sent_again_is_done_once(site: Site) -> None:
    first, _ = site.two()
    path, body = f"/api/tables/{first['table']['id']}/command", {"do": "pause", "key": "once"}
    assert site.post(path, body, first["token"])["version"] == site.post(path, body, first["token"])["version"]
    assert site.info(first)["status"] == "paused"


def test_a_seed_repeats_a_deal_only_where_the_operator_allows_it(site: Site, tmp_path: Path) -> None:
    promises = {site.open(seed=7)["table"]["fair"]["commitment"] for _ in range(2)}
    assert promises == {Fairness.from_seed(7).commitment}
    with Site(tmp_path, allow_seeds=False) as strict:
        assert strict.open(seed=7, status=400)["code"] == "table/setup"
        assert strict.open()["table"]["fair"]["commitment"] != strict.open()["table"]["fair"]["commitment"]


def test_a_table_that_cannot_be_read_harms_no_other(site: Site) -> None:
    broken, whole = site.open(seats=OPEN, public=True), site.open(seats=OPEN, public=True)
    table = broken["table"]["id"]
    spoil = ("UPDATE log SET data = 'nonsense' WHERE table_id = ?", (table,))
    assert site.wait(append(site, spoil))
    site.inside(lambda: site.services.hub.tables.clear())
    assert [one["id"] for one in site.get("/api/tables")["tables"]] == [whole["table"]["id"]]
    assert site.get(f"/api/tables/{table}", broken["token"], status=503)["code"] == "table/broken"
    site.wait(site.services.scheduler.sweep())
    assert whole["table"]["id"] in site.services.hub.tables


async def append(site: Site, statement: tuple[str, tuple[str]]) -> bool:
    return await site.services.store.append(Write(None, [statement]))
