"""Streams: the frames of a socket as server-sent events, without gaps."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path
from typing import Any

import pytest

from tatze.server.table.refusals import Refused
from tatze.server.web import stream as module
from tatze.server.web.handlers import ApiRequest
from tatze.server.web.stream import stream
from tatze.wire import Command
from tests.server.services import wait_until
from tests.server.site import PATIENCE, Site


def request(site: Site, seated: Any) -> ApiRequest:
    return ApiRequest(
        services=site.services,
        address="127.0.0.1",
        local=True,
        path={"table": seated["table"]["id"]},
        query={},
        token=seated["token"],
        body=None,
    )


def frames_of(event: Any) -> list[Any]:
    """The frames that an event of the stream has."""
    return [json.loads(line[6:]) for line in bytes(event).decode().splitlines() if line.startswith("data: ")]


def test_what_happens_before_a_stream_is_read_is_not_missed(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        first, _ = site.two()

        async def play() -> None:
            asked = request(site, first)
            response = await stream(asked)
            grant = await asked.grant()
            done = await site.services.lobby.command(grant, Command("pause", "k1"), first["token"])
            events = aiter(response.body_iterator)
            (welcome,) = frames_of(await anext(events))
            assert (welcome["t"], welcome["moment"]["version"]) == ("welcome", done.version)
            resumed = await site.services.lobby.command(grant, Command("resume", "k2"), first["token"])
            kinds = {}
            while "update" not in kinds:
                for frame in frames_of(await anext(events)):
                    kinds[frame["t"]] = frame
            assert kinds["update"]["moment"]["version"] == resumed.version == done.version + 1

        site.wait(play())


def test_a_stream_without_frames_sends_a_sign_of_life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEEPALIVE_SECONDS", 0.02)
    with Site(tmp_path) as site:
        host = site.open()
        path, headers = f"/api/tables/{host['table']['id']}/stream", {"Authorization": f"Bearer {host['token']}"}
        with site.http.stream("GET", path, headers=headers) as response:
            assert any(line.startswith(":") for line in response.iter_lines())
        live = site.services.hub.tables[host["table"]["id"]]
        wait_until(lambda: not live.connections, "the end of the stream")
        assert site.services.limits.sockets.total == 0


def test_a_stream_ends_when_the_server_does_and_none_begins_then(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        host = site.open()

        async def play() -> None:
            asked = request(site, host)
            response = await stream(asked)
            draining = asyncio.create_task(site.services.drain())
            frames = [frame async for event in response.body_iterator for frame in frames_of(event)]
            await draining
            assert frames[-1] == {"t": "goodbye", "code": "server/draining", "again": True}
            with pytest.raises(Refused, match="about to restart"):
                await stream(asked)

        site.wait(play())


def test_a_stream_ends_with_its_connection_though_another_request_was_sent_behind_it(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        table = site.open(public=True)["table"]["id"]
        live = site.services.hub.tables[table]
        with socket.create_connection(("127.0.0.1", site.settings.port), PATIENCE) as connection:
            connection.sendall(b"GET /api/tables/%b/stream HTTP/1.1\r\nHost: x\r\n\r\n" % table.encode())
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            assert connection.recv(12) == b"HTTP/1.1 200"
            wait_until(lambda: live.connections, "the stream")
        wait_until(lambda: not live.connections, "the end of the stream", 3)
        assert site.services.limits.sockets.total == 0


def test_a_stream_is_one_of_the_connections_of_an_address(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        host = site.open(public=True)
        for _ in range(site.settings.limits.sockets_per_address):
            site.inside(lambda: site.services.limits.sockets.add("127.0.0.1"))
        assert site.get(f"/api/tables/{host['table']['id']}/stream", status=429)["code"] == "rate/sockets"
