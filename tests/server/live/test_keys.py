"""Opening and joining under a key: what is sent again because no answer came is the same table, the same seat."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tatze.server.settings import Limits
from tests.server.services import Nats, Postgres
from tests.server.site import Site

THREE = [{"kind": "host"}, {"kind": "open"}, {"kind": "open"}]
ONE, OTHER = "first-key-first-key-first", "other-key-other-key-other"


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


def test_joining_again_with_the_same_key_is_the_same_seat(site: Site) -> None:
    with site:
        host = site.open(seats=THREE)
        ben, again = site.join(host["code"], key=ONE), site.join(host["code"], key=ONE)
        assert (again["seat"], again["token"]) == (ben["seat"], ben["token"])
        assert [seat["kind"] for seat in site.info(host)["seats"]].count("person") == 2
        assert site.info(host)["version"] == 1
        with site.talk(again) as talk:
            assert talk.welcome["seat"] == ben["seat"]
        assert site.join(host["code"], "Cleo", key=OTHER)["seat"] != ben["seat"]


def test_who_joined_a_table_that_is_full_by_now_still_gets_his_answer(site: Site) -> None:
    with site:
        host = site.open(rules="duel", seats=THREE[:2])
        ben = site.join(host["code"], key=ONE)
        assert site.info(host)["status"] == "playing"
        assert site.join(host["code"], key=ONE)["token"] == ben["token"]
        assert site.join(host["code"], key=OTHER, status=409)["code"] == "table/full"


def test_a_key_is_remembered_by_a_server_that_was_started_anew(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        host = site.open(seats=THREE, key=OTHER)
        ben = site.join(host["code"], key=ONE)
    with Site(tmp_path) as site:
        assert site.join(host["code"], key=ONE)["token"] == ben["token"]
        assert site.open(seats=THREE, key=OTHER)["token"] == host["token"]
        assert site.info(host)["version"] == 1


def test_a_key_is_known_at_the_other_node_too(tmp_path: Path, postgres: Postgres, nats: Nats) -> None:
    shared = {"database": postgres.database(), "bus": nats.url}
    with Site(tmp_path, **shared) as one, Site(tmp_path, **shared) as two:
        host = one.open(seats=THREE, key=OTHER)
        assert two.open(seats=THREE, key=OTHER)["token"] == host["token"]
        with ThreadPoolExecutor(8) as pool:
            asked = [pool.submit((one, two)[i % 2].join, host["code"], key=ONE) for i in range(8)]
            seated = [answer.result() for answer in asked]
        assert len({(answer["seat"], answer["token"]) for answer in seated}) == 1
        assert one.info(host)["version"] == 1


def test_many_at_once_with_one_key_are_one(site: Site) -> None:
    with site, ThreadPoolExecutor(8) as pool:
        opened = list(pool.map(lambda _: site.open(seats=THREE, key=OTHER), range(8)))
        assert len({(answer["table"]["id"], answer["token"], answer["code"]) for answer in opened}) == 1
        seated = list(pool.map(lambda _: site.join(opened[0]["code"], key=ONE), range(8)))
        assert len({(answer["seat"], answer["token"]) for answer in seated}) == 1
        assert site.info(opened[0])["version"] == 1


def test_a_server_that_is_full_still_answers_whoever_filled_it(tmp_path: Path) -> None:
    with Site(tmp_path, limits=Limits(tables=1)) as site:
        host = site.open(key=ONE)
        assert site.open(key=ONE)["token"] == host["token"]
        assert site.open(key=OTHER, status=429)["code"] == "rate/tables"


def test_a_key_brings_nobody_back_who_has_left(site: Site) -> None:
    with site:
        host = site.open(seats=THREE)
        ben = site.join(host["code"], key=ONE)
        site.command(ben, "leave")
        assert site.join(host["code"], key=ONE, status=403)["code"] == "seat/not-yours"


def test_a_key_opens_the_seat_of_its_own_table_alone(site: Site) -> None:
    with site:
        first, second = site.open(seats=THREE), site.open(seats=THREE)
        assert site.join(first["code"], key=ONE)["token"] != site.join(second["code"], key=ONE)["token"]
        assert site.open(key=ONE)["token"] != site.open(key=OTHER)["token"]


@pytest.mark.parametrize("key", ["", "short", "with spaces with spaces with", "x" * 65])
def test_a_key_that_could_be_guessed_is_refused(site: Site, key: str) -> None:
    with site:
        host = site.open(seats=THREE)
        assert site.join(host["code"], key=key, status=400)["code"] == "frame/bad"
        assert site.open(key=key, status=400)["code"] == "frame/bad"


def test_the_log_keeps_neither_key_nor_token(site: Site) -> None:
    with site:
        host = site.open(seats=THREE, key=OTHER)
        ben = site.join(host["code"], key=ONE)
        rows = site.wait(site.services.store.rows(host["table"]["id"]))
        written = repr(rows) + repr(site.wait(site.services.store.engine.fetch("SELECT * FROM tokens")))
        assert not [secret for secret in (ONE, OTHER, ben["token"], host["token"]) if secret in written]
