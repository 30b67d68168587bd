"""Spreads independent pieces of work over a Ray cluster. Results come back in any order."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, TypeVar

from tatze.core.errors import MissingExtra, TatzeError
from tatze.core.text import shown

Item = TypeVar("Item")
Result = TypeVar("Result")

TASKS_PER_CORE = 3
"""Number of tasks that are handed out at a time for each core of the cluster, so that no core waits."""
CONNECT_SECONDS = 5.0
"""The longest time to wait for an answer at the address of a cluster."""
GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(3) + b"\x04" + bytes(5)
"""What a client of gRPC sends first (HTTP/2): the preface and an empty frame of settings."""
FRAME_HEAD = 9
"""Number of bytes at the head of a frame of HTTP/2; the fourth one is its kind."""
SETTINGS_FRAME = 4
"""The kind of the frame that a server of gRPC sends first."""
MAX_ERROR_LENGTH = 200
"""The largest number of characters of an error of Ray in ours."""


def on_cluster(
    work: Callable[[Item], Result], items: Iterable[Item], address: str, gpus: int = 0
) -> Generator[tuple[Item, Result]]:
    """Do the work for every item on the cluster at this address; yield each item with its result.

    The address "local" starts a cluster on this machine. `gpus` is the number of GPUs that one task needs."""
    try:
        import ray
    except ImportError:
        raise MissingExtra("--ray needs Ray: pip install 'tatze[ray]'") from None
    check_reachable(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, OSError, RuntimeError, ValueError) as error:
        raise TatzeError(f"no Ray cluster at {shown(address)}: {shown(error, MAX_ERROR_LENGTH)}") from None
    try:
        yield from _results(ray, ray.remote(num_gpus=gpus)(work), items)
    finally:
        ray.shutdown()


def check_reachable(address: str) -> None:
    """Refuse an address HOST:PORT at which no cluster answers: Ray itself would go on trying for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        return  # "local" and "auto", which Ray knows how to find
    if not (port.isascii() and port.isdigit() and len(port) < 6):
        raise TatzeError(f"the address of a Ray cluster is HOST:PORT, not {shown(address)}")
    try:
        with socket.create_connection((host.strip("[]"), int(port)), CONNECT_SECONDS) as connection:
            speaks = _encrypted() or _speaks_grpc(connection)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise TatzeError(f"no Ray cluster at {shown(address)}: {shown(reason, MAX_ERROR_LENGTH)}") from None
    if not speaks:
        raise TatzeError(f"no Ray cluster at {shown(address)}: something else listens there")


def _encrypted() -> bool:
    """Return whether Ray is set to speak TLS, where nothing answers a greeting without a handshake."""
    return os.environ.get("RAY_USE_TLS", "0").lower() in ("1", "true")


def _speaks_grpc(connection: socket.socket) -> bool:
    """Greet a server as Ray's clients do, and return whether it greets as Ray's servers do, within CONNECT_SECONDS."""
    end = time.monotonic() + CONNECT_SECONDS
    answer = b""
    try:
        connection.sendall(GREETING)
        while len(answer) < FRAME_HEAD and (left := end - time.monotonic()) > 0:
            connection.settimeout(left)
            if not (more := connection.recv(FRAME_HEAD - len(answer))):
                break
            answer += more
    except OSError:  # it hung up, or said nothing in time
        return False
    return len(answer) == FRAME_HEAD and answer[3] == SETTINGS_FRAME


def _results(ray: Any, remote: Any, items: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    limit = TASKS_PER_CORE * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting: dict[Any, Any] = {}
    for item in items:
        waiting[remote.remote(item)] = item
        if len(waiting) >= limit:
            yield from _next_results(ray, waiting)
    while waiting:
        yield from _next_results(ray, waiting)


def _next_results(ray: Any, waiting: dict[Any, Any]) -> Iterator[tuple[Any, Any]]:
    """Wait until at least one task is ready; remove it from the waiting ones and yield it."""
    ready, _ = ray.wait(list(waiting), num_returns=1)
    for reference in ready:
        yield waiting.pop(reference), ray.get(reference)
