"""Work on a Ray cluster: everything comes back, and only so much is handed out at a time."""

from __future__ import annotations

import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tatze import cluster
from tatze.cluster import TASKS_PER_CORE, on_cluster
from tatze.core.errors import MissingExtra, TatzeError
from tests.fake_ray import FakeRay


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    fake = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", fake)
    return fake


def test_every_item_comes_back_with_its_result(ray: FakeRay) -> None:
    found = dict(on_cluster(lambda number: number * number, range(50), "local", gpus=1))
    assert found == {number: number * number for number in range(50)}
    assert ray.most == 2 * TASKS_PER_CORE
    assert ray.gpus == 1
    assert not ray.running


def test_who_stops_listening_stops_the_cluster(ray: FakeRay) -> None:
    results = on_cluster(str, range(50), "local")
    assert next(results)[1]
    assert ray.running
    results.close()
    assert not ray.running


def test_a_missing_ray_is_named_with_the_way_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"pip install 'tatze\[ray\]'"):
        list(on_cluster(str, [1], "local"))


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nohost.invalid:1", "no Ray cluster at nohost.invalid:1"),
        ("127.0.0.1:9", "no Ray cluster at 127.0.0.1:9: Connection refused"),
        ("ray://127.0.0.1:9", "no Ray cluster at ray://127.0.0.1:9"),
        ("nohost:one", "HOST:PORT, not nohost:one"),
        (":" + 5000 * "9", "HOST:PORT, not :999"),
    ],
)
def test_a_cluster_that_is_not_there_is_given_up_in_seconds(ray: FakeRay, address: str, said: str) -> None:
    begun = time.monotonic()
    with pytest.raises(TatzeError) as raised:
        list(on_cluster(str, [1], address))
    assert said in str(raised.value)
    assert len(str(raised.value)) < 300
    assert time.monotonic() - begun < 10
    assert not ray.calls


def test_what_ray_cannot_connect_to_is_an_error_in_one_line(ray: FakeRay, monkeypatch: pytest.MonkeyPatch) -> None:
    def init(**_: object) -> None:
        raise ConnectionError("Could not find any\nrunning Ray instance.")

    monkeypatch.setattr(ray, "init", init)
    with pytest.raises(TatzeError, match=r"no Ray cluster at auto: Could not find any\\nrunning"):
        list(on_cluster(str, [1], "auto"))


@contextmanager
def listening(answer: bytes | None, pause: float = 0.0) -> Iterator[str]:
    """Listen on a port and say this to who connects, a byte each pause; None says nothing and keeps the connection."""
    kept: list[socket.socket] = []

    def serve(listener: socket.socket) -> None:
        try:
            connection, _ = listener.accept()
            kept.append(connection)
            for number in range(len(answer or b"")):
                connection.sendall((answer or b"")[number : number + 1])
                time.sleep(pause)
            if answer is not None:
                connection.shutdown(socket.SHUT_WR)
        except OSError:
            return  # the test is over, or the caller hung up

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, args=(listener,))
        thread.start()
        yield f"127.0.0.1:{listener.getsockname()[1]}"
        thread.join()
    for connection in kept:
        connection.close()


GREETED = bytes([0, 0, 6, 4, 0, 0, 0, 0, 0])
"""The head of the frame with which a server of gRPC begins."""


@pytest.mark.parametrize(
    ("answer", "pause"),
    [
        (None, 0.0),
        (b"", 0.0),
        (b"HTTP/1.1 400 Bad Request\r\n", 0.0),
        (b"220 mail.example ESMTP\r\n", 0.0),
        (GREETED[:5], 0.0),
        (GREETED, 0.2),
    ],
    ids=["silence", "hangs up", "HTTP", "mail", "half a frame", "too slow"],
)
def test_a_port_where_something_else_listens_is_given_up_in_seconds(
    answer: bytes | None, pause: float, ray: FakeRay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 1.0)
    begun = time.monotonic()
    with listening(answer, pause) as address, pytest.raises(TatzeError) as raised:
        list(on_cluster(str, [1], address))
    assert str(raised.value) == f"no Ray cluster at {address}: something else listens there"
    assert time.monotonic() - begun < 5
    assert not ray.calls


def test_who_greets_as_ray_does_is_asked(ray: FakeRay) -> None:
    with listening(GREETED) as address:
        assert list(on_cluster(str, [1], address)) == [(1, "1")]
    assert ray.calls == [address, "shutdown"]


def test_a_cluster_behind_tls_is_not_greeted_in_the_clear(ray: FakeRay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_USE_TLS", "1")
    with listening(b"") as address:
        assert list(on_cluster(str, [1], address)) == [(1, "1")]
    assert ray.calls == [address, "shutdown"]
