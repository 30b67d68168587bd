"""What one hostile client can do to the others: each attack against a server with default settings, on this machine.

    python -m bench.server_attacks                     # all attacks, one after the other
    python -m bench.server_attacks --only pipelined    # one of them
    python -m bench.server_attacks --guided            # with the bot `guided` loaded before each attack

For each attack a line of JSON says how much memory the server took at most, how much it had
30 seconds later, and how long a player at another table waited for an answer meanwhile and in the seconds before, when
the machine was as busy with other things. An attack is a process of its own; it sends to the loopback address only, for
a bounded time."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import os
import resource
import time
from collections.abc import Callable, Coroutine
from typing import Any

from bench.load_clients import LoadClients, http
from bench.raw_socket import SOURCE_ADDRESS, open_socket, source
from bench.server_load import memory, part, say
from tests.server.services import HOST, Node

ATTACK_SECONDS = 12.0
AFTER_SECONDS = 30.0
BEFORE_SECONDS = 8.0
"""Seconds for which the players are measured before an attack."""
GUIDED_SECONDS = 15.0
"""Seconds for which the bot `guided` plays, where it is to be loaded."""
ATTACKER = "127.0.0.66"
"""The attacker's address, so that it does not share the limits of the players."""
PLAYER_RATE = 20.0
"""Actions per second of the players whose waiting is measured."""


async def flood(port: int, begin: bytes, again: bytes, connections: int = 1, read: bool = False) -> None:
    """Send a beginning and then the same bytes again and again, over some connections, until the server closes them."""

    async def one() -> None:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection(HOST, port, local_addr=source())
            writer.write(begin)
            while not writer.is_closing():
                writer.write(again)
                await writer.drain()
                if read:
                    await reader.read(1)

    end = time.monotonic() + ATTACK_SECONDS
    while time.monotonic() < end:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(end - time.monotonic()):
                await asyncio.gather(*(one() for _ in range(connections)))
        await asyncio.sleep(0.05)


async def endless_header(port: int) -> None:
    await flood(port, b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: ", b"a" * 65_536)


async def many_headers(port: int) -> None:
    await flood(port, b"GET / HTTP/1.1\r\nHost: x\r\n", b"A: b\r\n" * 10_000)


async def endless_path(port: int) -> None:
    await flood(port, b"GET /", b"a" * 65_536)


async def pipelined(port: int) -> None:
    await flood(port, b"", b"GET /api/about HTTP/1.1\r\nHost: x\r\n\r\n" * 1000)


async def idle_connections(port: int) -> None:
    """6,000 connections that send nothing, or half a request."""
    found = []
    for number in range(6000):
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection(HOST, port, local_addr=source())
            if number % 2:
                writer.write(b"GET / HTTP/1.1\r\n")
            found.append((reader, writer))
    await asyncio.sleep(ATTACK_SECONDS)
    say(still_open=sum(not (reader.at_eof() or writer.is_closing()) for reader, writer in found))


async def seated(port: int, sockets: int) -> tuple[list[Any], dict[str, Any]]:
    """A table of an attacker alone with a bot, and unread connections to its seat."""
    seats = [{"kind": "host"}, {"kind": "bot", "level": "kitten"}, {"kind": "bot", "level": "kitten"}]
    opened = await http(port, "POST", "/api/tables", {"game": "linko", "name": "X", "seats": seats, "pace": 10})
    hello = {"t": "hello", "protocol": 1, "table": opened["table"]["id"], "token": opened["token"]}
    found = []
    for _ in range(sockets):
        socket = await open_socket(port, lambda _: None)
        socket.send(json.dumps(hello).encode())
        found.append(socket)
    await asyncio.sleep(1)
    return found, opened


async def unread(port: int, frame: bytes, sockets: int) -> None:
    """Send a frame over sockets whose answers nobody reads."""
    found, _ = await seated(port, sockets)
    for socket in found:
        socket.transport.pause_reading()
    end = time.monotonic() + ATTACK_SECONDS
    while time.monotonic() < end:
        for socket in found:
            if not socket.closed:
                socket.transport.write(frame)
        await asyncio.sleep(0.01)


def client_frame(opcode: int, payload: bytes) -> bytes:
    """A masked frame of a client, with a mask of zeros."""
    return bytes((0x80 | opcode, 0x80 | len(payload))) + bytes(4) + payload


async def unread_resync(port: int) -> None:
    await unread(port, client_frame(1, b'{"t":"resync"}') * 5, 150)


async def unread_pings(port: int) -> None:
    await unread(port, client_frame(9, b"p" * 120) * 500, 1)


async def emotes(port: int) -> None:
    """150 sockets of a seat send emotes; an opponent at the same table reads everything."""
    plan = [{"kind": "host"}, {"kind": "open"}]
    body = {"game": "linko", "rules": "duel", "name": "X", "seats": plan}
    opened = await http(port, "POST", "/api/tables", body)
    joined = await http(port, "POST", "/api/join", {"name": "Y", "code": opened["code"]})
    heard: list[int] = []
    opponent = await open_socket(port, lambda data: heard.append(len(data)))
    opponent.send(hello_of(joined))
    found = [await open_socket(port, lambda _: None) for _ in range(150)]
    for socket in found:
        socket.send(hello_of(opened))
    await asyncio.sleep(1)
    for socket in found:
        socket.transport.pause_reading()  # type: ignore[union-attr]  # it is connected
    frame, end = client_frame(1, b'{"t":"emote","emote":"wow"}') * 4, time.monotonic() + ATTACK_SECONDS
    while time.monotonic() < end:
        for socket in found:
            if socket.transport and not socket.closed:
                socket.transport.write(frame)
        await asyncio.sleep(0.01)
    say(opponent_dropped=opponent.closed, frames_to_opponent=len(heard))


def hello_of(seated: dict[str, Any]) -> bytes:
    """The first frame of a seat's socket."""
    hello = {"t": "hello", "protocol": 1, "table": seated["table"]["id"], "token": seated["token"]}
    return json.dumps(hello).encode()


async def socket_churn(port: int) -> None:
    """Twenty at a time open sockets and close them at once."""
    opened = refused = 0

    async def churn() -> None:
        nonlocal opened, refused
        end = time.monotonic() + ATTACK_SECONDS
        while time.monotonic() < end:
            try:
                (await open_socket(port, lambda _: None)).close()
                opened += 1
            except (OSError, RuntimeError, EOFError):
                refused += 1
                await asyncio.sleep(0.001)

    await asyncio.gather(*(churn() for _ in range(20)))
    say(sockets_opened=opened, sockets_refused=refused)


async def pages(port: int) -> None:
    """Twenty connections ask for the page and for what is not of the API, as fast as they are answered."""
    paths = (b"/metrics", b"/api/openapi.json", b"/", b"/healthz")
    request = b"".join(b"GET %b HTTP/1.1\r\nHost: x\r\n\r\n" % path for path in paths)
    await flood(port, b"", request, 20, read=True)


async def versions(port: int) -> None:
    """One seat acts and undoes as fast as it can; then many ask for the record and the replay."""
    state: dict[str, Any] = {"version": 0, "legal": [], "undo": False}

    def receive(data: bytes) -> None:
        frame = json.loads(data)
        if moment := frame.get("moment"):
            own = moment.get("own") or {}
            legal = [one["action"] for one in own.get("legal", ())]
            state.update(version=moment["version"], legal=legal, undo=own.get("undo"))

    seats = [{"kind": "host"}, {"kind": "bot", "level": "kitten"}]
    body = {"game": "linko", "rules": "duel", "name": "X", "seats": seats, "pace": 0}
    opened = await http(port, "POST", "/api/tables", body)
    table, token = opened["table"]["id"], opened["token"]
    socket = await open_socket(port, receive)
    socket.send(json.dumps({"t": "hello", "protocol": 1, "table": table, "token": token}).encode())
    end, number, undos = time.monotonic() + ATTACK_SECONDS, 0, 0
    while time.monotonic() < end:
        number += 1
        if state["undo"]:
            undos += 1
            socket.send(b'{"t":"undo","key":"u%d","on":%d}' % (number, state["version"]))
        elif state["legal"]:
            action = state["legal"][0].encode()
            socket.send(b'{"t":"act","key":"a%d","on":%d,"action":"%b"}' % (number, state["version"], action))
        await asyncio.sleep(0.003)
    say(versions=state["version"], undos=undos)
    gets = [
        http(port, "GET", f"/api/tables/{table}/{what}/1", None, token)
        for what in ("record", "replay")
        for _ in range(100)
    ]
    await asyncio.wait_for(asyncio.gather(*gets, return_exceptions=True), 120)


ATTACKS: dict[str, Callable[[int], Coroutine[Any, Any, None]]] = {
    "endless_header": endless_header,
    "many_headers": many_headers,
    "endless_path": endless_path,
    "pipelined": pipelined,
    "versions": versions,
    "unread_resync": unread_resync,
    "unread_pings": unread_pings,
    "idle_connections": idle_connections,
    "emotes": emotes,
    "socket_churn": socket_churn,
    "pages": pages,
}


def attack(name: str, port: int) -> None:
    """The attacker's process."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    SOURCE_ADDRESS.append(ATTACKER)
    asyncio.run(ATTACKS[name](port))


async def load_guided(port: int) -> None:
    """Let the bot `guided` decide in both games, so that its network and compiled search are in memory."""
    for game in ("linko", "verflixxt"):
        seats = [{"kind": "bot", "level": "guided"}] * 3
        opened = await http(port, "POST", "/api/tables", {"game": game, "name": "G", "seats": seats, "pace": 0})
        await asyncio.sleep(GUIDED_SECONDS)
        path = f"/api/tables/{opened['table']['id']}/command"
        await http(port, "POST", path, {"do": "remove", "key": "r"}, opened["token"])


async def watch(node: Node, name: str, guided: bool = False) -> dict[str, Any]:
    """Play at other tables while an attack runs, and return what was seen."""
    assert node.process
    pid, clients = node.process.pid, LoadClients(node.port)
    if guided:
        await load_guided(node.port)
    await clients.seat(2)
    await clients.start()
    await clients.drive(PLAYER_RATE, 2)
    clients.taken.clear()
    await clients.drive(PLAYER_RATE, BEFORE_SECONDS)
    usual = [took for _, took in clients.taken]
    clients.taken.clear()
    before = highest = memory(pid)
    attacker = multiprocessing.get_context("spawn").Process(target=attack, args=(name, node.port))
    attacker.start()
    while attacker.is_alive():
        await clients.drive(PLAYER_RATE, 0.5)
        highest = max(highest, memory(pid))
    times = [took for _, took in clients.taken]
    await asyncio.sleep(AFTER_SECONDS)
    clients.close()
    return {
        "attack": name,
        "before_mib": before >> 20,
        "most_mib": highest >> 20,
        "after_mib": memory(pid) >> 20,
        "p99_before_ms": round(1000 * part(usual, 0.99), 1),
        "p50_ms": round(1000 * part(times, 0.5), 1),
        "p99_ms": round(1000 * part(times, 0.99), 1),
        "max_ms": round(1000 * max(times, default=float("nan")), 1),
        "actions": len(times),
        "errors_logged": node.log_text().count('"error"'),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=ATTACKS, nargs="+", default=list(ATTACKS))
    parser.add_argument("--guided", action="store_true", help="load the bot `guided` before each attack")
    args = parser.parse_args()
    for name in args.only:
        with Node("--log", "warning") as node:
            say(**asyncio.run(watch(node, name, args.guided)), load=os.getloadavg()[0], guided=args.guided)


if __name__ == "__main__":
    main()
