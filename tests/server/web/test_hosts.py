"""A server whose operator gave an address answers for that address alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from tests.server.site import Site, connect_to

ADDRESS = "https://tatze.example"


@pytest.mark.parametrize("host", ["evil.example", "tatze.example.evil.example", "tatze.example:8000", "[", "10.0.0.7"])
def test_requests_for_another_host_are_refused(tmp_path: Path, host: str) -> None:
    with Site(tmp_path, address=ADDRESS) as site:
        for path in ("/", "/api/about", "/api/tables", "/api/openapi.json"):
            answer = site.http.get(path, headers={"Host": host})
            assert (answer.status_code, answer.json()["code"]) == (421, "address/wrong"), path
            assert "content-security-policy" in answer.headers


@pytest.mark.parametrize("host", ["tatze.example", "TATZE.example", "tatze.example:443", "localhost:9", "127.0.0.1:1"])
def test_requests_for_the_address_and_from_this_machine_are_answered(tmp_path: Path, host: str) -> None:
    with Site(tmp_path, address=ADDRESS) as site:
        assert site.http.get("/api/about", headers={"Host": host}).status_code == 200


def test_balancers_may_ask_by_number(tmp_path: Path) -> None:
    with Site(tmp_path, address=ADDRESS, public_metrics=True) as site:
        for path in ("/healthz", "/metrics"):
            assert site.http.get(path, headers={"Host": "10.0.0.7:8000"}).status_code == 200


def test_sockets_for_another_host_are_refused(tmp_path: Path) -> None:
    with (
        Site(tmp_path, address=ADDRESS) as site,
        pytest.raises(InvalidStatus),
        connect_to(site, {"Host": "evil.example"}),
    ):
        pass


def test_without_an_address_and_in_the_local_network_every_host_is_right(tmp_path: Path) -> None:
    for settings in ({}, {"address": "http://192.168.0.7:8000", "lan": True}):
        with Site(tmp_path, **settings) as site:
            assert site.http.get("/api/about", headers={"Host": "tatze.local"}).status_code == 200
