"""The server's process: its socket, its limits, and how it ends."""

from __future__ import annotations

import asyncio
import gc
import socket
from pathlib import Path

import pytest
import uvicorn

from tatze.core.errors import TatzeError
from tatze.server import process
from tatze.server.process import ServerProcess, allow_many_files, lan_address, listen, serve
from tatze.server.settings import Settings
from tests.server.site import Site


def test_a_port_that_is_taken_is_said_in_one_line() -> None:
    with listen("127.0.0.1", 0, 30) as first:
        port = first.getsockname()[1]
        first.listen()
        with pytest.raises(TatzeError, match=f"cannot listen on 127.0.0.1, port {port}: "):
            listen("127.0.0.1", port, 30)


def test_the_address_in_the_local_network_is_found_or_is_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    assert socket.inet_aton(lan_address())

    class Unreachable(socket.socket):
        def connect(self, _: object) -> None:
            raise OSError("the network is unreachable")

    monkeypatch.setattr("tatze.server.process.socket.socket", Unreachable)
    assert lan_address() == "127.0.0.1"


def test_the_limit_of_open_files_is_raised_to_what_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    asked: list[object] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (100, 200))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: asked.append(limits))
    allow_many_files()
    assert asked == [(200, 200)]


def test_a_server_for_the_local_network_says_its_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    announced: list[Settings] = []
    monkeypatch.setattr(ServerProcess, "run", lambda self, _: self.announce(self.settings))
    monkeypatch.setattr(process, "collect_garbage_seldom", lambda: None)
    settings = Settings(database=f"sqlite:///{tmp_path / 'games.sqlite'}", port=0, lan=True)
    assert serve(settings, announced.append) == 0
    (ready,) = announced
    assert ready.port > 0
    assert ready.address == f"http://{lan_address()}:{ready.port}"


def test_a_client_that_does_not_hear_the_goodbye_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def never() -> None:
        await asyncio.Event().wait()

    with Site(tmp_path, drain_seconds=0.05) as site:
        monkeypatch.setattr(site.services, "drain", never)
    assert [record.msg for record in caplog.records if record.name == "tatze.server"] == ["drained-late"]


@pytest.fixture
def collected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[ServerProcess, list[str]]:
    """A server that was not started, and what it asks of the garbage collector. It uses no memory."""
    server, calls = ServerProcess(Settings(database=f"sqlite:///{tmp_path / 'games.sqlite'}"), lambda _: None), []
    server.app.services.bots.close()
    monkeypatch.setattr(process, "resident_bytes", lambda: 0)
    for name in ("unfreeze", "collect", "freeze"):
        monkeypatch.setattr(gc, name, lambda name=name: calls.append(name))
    return server, calls


def test_all_garbage_is_collected_once_an_hour(collected: tuple[ServerProcess, list[str]]) -> None:
    server, calls = collected
    hour = process.TICKS_PER_COLLECTION
    for tick in (1, hour - 2, hour - 1, hour):
        server.collect_when_due(tick)
    assert calls == ["unfreeze", "collect", "freeze"]


def test_growth_is_looked_through_once_and_in_small_portions(
    collected: tuple[ServerProcess, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    server, calls = collected
    server._settled_bytes = 0
    for used, looked in ((3 << 20, False), (4 << 20, True), (5 << 20, False), (8 << 20, True)):
        monkeypatch.setattr(process, "resident_bytes", lambda used=used: used)
        server.collect_when_due(1)
        assert calls == (["collect", "freeze"] if looked else []), "what was looked through before is left alone"
        calls.clear()


def test_a_system_without_time_limits_of_connections_is_served_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(socket, "TCP_USER_TIMEOUT")
    with listen("127.0.0.1", 0, 30) as listener:
        assert listener.getsockname()[1] > 0


def test_a_server_that_could_not_start_is_not_announced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object) -> None:
        """Older versions of Uvicorn return from a start that failed; newer ones exit."""

    monkeypatch.setattr(uvicorn.Server, "startup", fails)
    announced: list[Settings] = []
    server = ServerProcess(Settings(database=f"sqlite:///{tmp_path / 'games.sqlite'}"), announced.append)
    asyncio.run(server.startup())
    server.app.services.bots.close()
    assert not announced
