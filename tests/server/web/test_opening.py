"""Who may open tables, and what an operator tells everybody: as the operator set it."""

from __future__ import annotations

from pathlib import Path

from tatze.server.settings import Limits
from tests.server.site import DUEL, Site

ELSEWHERE = {"X-Forwarded-For": "198.51.100.7"}
TABLE = {"game": "linko", "name": "Ada"}


def test_those_who_know_the_password_open_tables_and_everybody_joins(tmp_path: Path) -> None:
    with Site(tmp_path, opening="password", open_password="Grüße") as site:
        assert site.get("/api/about")["opening"] == "password"
        assert site.open(status=403)["code"] == "open/password"
        assert site.open(password="other", status=403)["code"] == "open/password"
        host = site.open(rules="duel", seats=DUEL, password="Grüße")
        site.join(host["code"])
    assert "Grüße".encode() not in b"".join(file.read_bytes() for file in tmp_path.glob("games.sqlite*"))


def test_wrong_passwords_are_wrong_tries(tmp_path: Path) -> None:
    with Site(tmp_path, opening="password", open_password="right", limits=Limits(tries_per_address=2)) as site:
        for _ in range(5):
            site.open(password="right")
        codes = [site.http.post("/api/tables", json={**TABLE, "password": "wrong"}).json()["code"] for _ in range(3)]
        assert codes == ["open/password", "open/password", "rate/tries"]
        assert site.open(password="right", status=429)["code"] == "rate/tries"


def test_tables_of_this_machine_alone(tmp_path: Path) -> None:
    with Site(tmp_path, opening="local") as site:
        assert site.get("/api/about")["opening"] == "everybody"
        assert site.http.get("/api/about", headers=ELSEWHERE).json()["opening"] == "nobody"
        refused = site.http.post("/api/tables", json=TABLE, headers=ELSEWHERE)
        assert (refused.status_code, refused.json()["code"]) == (403, "open/local")
        site.open()


def test_a_server_holds_as_many_tables_as_its_operator_allows(tmp_path: Path) -> None:
    with Site(tmp_path, limits=Limits(tables=2)) as site:
        site.open()
        site.open()
        assert site.open(status=429)["code"] == "rate/tables"


def test_everybody_is_told_what_the_operator_announces(tmp_path: Path) -> None:
    report = "mailto:host@tatze.example?subject={table}"
    with Site(tmp_path, banner="Pause at nine", report=report) as site:
        about = site.get("/api/about")
        assert (about["opening"], about["banner"], about["report"]) == ("everybody", "Pause at nine", report)
