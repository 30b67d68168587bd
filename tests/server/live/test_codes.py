"""The codes of tables: stored as hashes, known to the host's device alone, and replaced when they are lost."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tatze.server.live import lobby as lobby_module
from tatze.server.table.identifiers import codes_from_secret
from tests.server.site import DUEL, Site, play_out

KEY = "a-secret-key-of-22-characters"


def test_a_database_and_its_backup_do_not_have_the_codes(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        codes = [site.open(rules="duel", seats=DUEL)["code"] for _ in range(3)]
        for code in codes:
            site.join(code)
    files = b"".join(file.read_bytes() for file in tmp_path.glob("games.sqlite*"))
    assert not [code for code in codes if code.encode() in files]


def test_a_table_that_is_opened_again_with_the_same_key_has_the_same_code(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        one = site.open(rules="duel", seats=DUEL, key=KEY)
        assert site.open(rules="duel", seats=DUEL, key=KEY)["code"] == one["code"]
        site.join(one["code"])


def test_a_lost_code_is_replaced_by_the_host(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        host = site.open(rules="duel", seats=DUEL, key=KEY)
        path = f"/api/tables/{host['table']['id']}/command"
        wish = {"do": "settings", "key": "new", "settings": {"code": True}}
        done, again = (site.post(path, wish, host["token"]) for _ in range(2))
        assert done["code"] == again["code"] != host["code"]
        assert done["table"]["invitation"] == 2
        assert site.join(host["code"], status=404)["code"] == "code/wrong"
        assert site.open(rules="duel", seats=DUEL, key=KEY)["code"] == "", "the first code is no longer the table's"
        guest = site.join(done["code"])
        assert site.post(path, {**wish, "key": "mine"}, guest["token"], 403)["code"] == "host/only"
        later = site.post(path, {**wish, "key": "later"}, host["token"])
        assert later["code"] not in ("", done["code"])
        assert site.post(path, wish, host["token"])["code"] == "", "it was replaced since"


def test_a_new_code_is_hashed_for_the_host_alone_and_a_few_times_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_module, "NEW_CODES", 2)
    with Site(tmp_path) as site:
        host, guest = site.two()
        hashed: list[str] = []
        code_hash = site.services.store.code_hash

        async def count(code: str) -> str:
            hashed.append(code)
            return await code_hash(code)

        monkeypatch.setattr(site.services.store, "code_hash", count)
        assert site.command(guest, "settings", settings={"code": True}, status=403)["code"] == "host/only"
        assert site.command(guest, "expel", seat=0, status=403)["code"] == "host/only"
        assert site.command(host, "expel", seat=0, status=400)["code"] == "seat/unknown"
        assert not hashed
        codes = {site.command(host, "settings", settings={"code": True})["code"] for _ in range(2)}
        assert len(codes) == 2
        counted = len(hashed)
        assert site.command(host, "settings", settings={"code": True}, status=429)["code"] == "rate/limited"
        assert len(hashed) == counted


def test_a_code_that_another_table_has_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def same(_: str, __: str) -> object:
        return codes_from_secret("same", "same")

    monkeypatch.setattr(lobby_module, "codes_from_secret", same)
    with Site(tmp_path) as site:
        one, two = (site.open(rules="duel", seats=DUEL) for _ in range(2))
        assert one["code"] != two["code"]
        assert site.join(two["code"])["table"]["id"] == two["table"]["id"]


def test_the_host_gets_the_code_of_a_rematch_whoever_asked_first(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        first, second = site.two()
        with site.talk(first) as ada, site.talk(second) as ben:
            play_out(ada, ben, choose=Random(4).choice)
        assert site.command(second, "rematch")["opened"]["code"] == ""
        path, wish = f"/api/tables/{first['table']['id']}/command", {"do": "rematch", "key": "again"}
        one, two = (site.post(path, wish, first["token"])["opened"] for _ in range(2))
        assert one["code"] == two["code"] != ""
        found = site.post("/api/find", {"code": one["code"]})["table"]["id"]
        assert found == one["table"]["id"]
        assert site.command(first, "rematch")["opened"]["code"] == "", "another device does not learn it"
