"""WebhookCaller: seats are told, and the server cannot be talked into calling its own network."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable

import pytest

from tatze.server.metrics import Metrics
from tatze.server.web.webhooks import caller
from tatze.server.web.webhooks.caller import WebhookCall, WebhookCaller
from tatze.server.web.webhooks.targets import BadWebhook, is_public, parse_target

Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


def count(metrics: Metrics, result: str) -> float:
    return metrics.registry.get_sample_value("tatze_hooks_total", {"result": result}) or 0.0


def call(url: str) -> WebhookCall:
    return WebhookCall(url, "abc", 2, 17)


async def serve(answer: Answer) -> tuple[asyncio.Server, int]:
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port: int = server.sockets[0].getsockname()[1]
    return server, port


async def told(url: str, metrics: Metrics, allowed: Callable[[str], bool] = lambda _: True) -> None:
    """Call once and wait for the result to be counted."""
    hooks = WebhookCaller(metrics, allowed)
    await hooks.open()
    hooks.enqueue(call(url))
    async with asyncio.timeout(20):
        while not any(count(metrics, result) for result in ("told", "refused", "failed", "slow")):
            await asyncio.sleep(0.01)
    await hooks.close()


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1",
        "fe80::1%eth0",
        "fc00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "2002:7f00:1::",
        "64:ff9b::7f00:1",
    ],
)
def test_an_address_inside_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700:4700::1111", "::ffff:8.8.8.8"])
def test_an_address_outside_is_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "ftp://example.org/",
        "file:///etc/passwd",
        "https://",
        "https://user:pass@example.org/",
        "https://example.org:25/",
        "https://example.org:99999/",
        "https://example.org/\r\nHost: inside",
        "https://example.org/a b",
        "//example.org",
    ],
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(BadWebhook):
        parse_target(url)


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "a.localhost", "[::1]", "[::ffff:10.0.0.1]", "2130706433", "127.1", "0x7f.1"],
)
def test_whoever_names_an_address_inside_is_told_at_once(host: str) -> None:
    with pytest.raises(BadWebhook, match="open internet"):
        WebhookCaller(Metrics()).check(f"http://{host}:8080/turn")


@pytest.mark.parametrize("url", ["https://example.org/turn", "http://8.8.8.8/", "https://[2606:4700:4700::1111]/"])
def test_an_address_outside_may_be_named(url: str) -> None:
    WebhookCaller(Metrics()).check(url)


def test_a_seat_is_told_its_table_and_version_and_nothing_of_the_game() -> None:
    async def play() -> None:
        heard = asyncio.get_running_loop().create_future()

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            length = int(head.lower().split("content-length: ")[1].split("\r\n")[0])
            heard.set_result((head, json.loads(await reader.readexactly(length))))
            writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
            writer.close()

        server, port = await serve(answer)
        metrics = Metrics()
        await told(f"http://127.0.0.1:{port}/turn?seat=2", metrics)
        head, body = await heard
        assert head.startswith("POST /turn?seat=2 HTTP/1.1\r\n")
        assert f"Host: 127.0.0.1:{port}\r\n" in head
        assert body == {"table": "abc", "seat": 2, "version": 17, "turn": True}
        assert count(metrics, "told") == 1
        server.close()

    asyncio.run(play())


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "2130706433", "127.1"])
def test_the_own_machine_is_not_called_however_it_is_written(host: str) -> None:
    async def play() -> None:
        called = False

        async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal called
            called = True
            writer.close()

        server, port = await serve(answer)
        metrics = Metrics()
        await told(f"http://{host}:{port}/", metrics, is_public)
        assert count(metrics, "told") == 0
        assert not called
        server.close()

    asyncio.run(play())


def test_a_redirect_is_not_followed() -> None:
    async def play() -> None:
        calls = 0

        async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal calls
            calls += 1
            writer.write(b"HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n")
            writer.close()

        server, port = await serve(answer)
        metrics = Metrics()
        await told(f"http://127.0.0.1:{port}/", metrics)
        assert (calls, count(metrics, "failed")) == (1, 1)
        server.close()

    asyncio.run(play())


def test_a_place_that_never_answers_or_never_stops_answering_is_left_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caller, "CALL_SECONDS", 0.3)

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.read(1000):
            pass
        writer.close()

    async def endless(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                writer.write(b"x" * 10_000)
                await writer.drain()
        writer.close()

    async def play() -> None:
        for answer, result in ((silent, "slow"), (endless, "failed")):
            server, port = await serve(answer)
            metrics = Metrics()
            await told(f"http://127.0.0.1:{port}/", metrics)
            assert count(metrics, result) == 1
            server.close()

    asyncio.run(play())


def test_a_full_queue_drops_calls_and_says_so() -> None:
    async def play() -> None:
        metrics = Metrics()
        hooks = WebhookCaller(metrics)
        for _ in range(caller.MAX_WAITING_CALLS + 5):
            hooks.enqueue(call("https://example.org/"))
        assert count(metrics, "full") == 5

    asyncio.run(play())


def test_addresses_that_never_answer_do_not_keep_the_others_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caller, "CALL_SECONDS", 0.3)

    async def play() -> None:
        calls: list[str] = []
        ended: list[asyncio.StreamWriter] = []

        async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            calls.append((await reader.readuntil(b"\r\n")).decode().split()[1])
            await reader.read()
            writer.close()
            ended.append(writer)

        async def quick(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
            writer.close()

        metrics = Metrics()
        hooks = WebhookCaller(metrics, lambda _: True)
        await hooks.open()
        (slow, slow_port), (fast, fast_port) = await serve(silent), await serve(quick)
        for _ in range(3):
            for number in range(40):
                hooks.enqueue(call(f"http://127.0.0.1:{slow_port}/{number}"))
        hooks.enqueue(call(f"http://127.0.0.1:{fast_port}/"))
        async with asyncio.timeout(20):
            while not count(metrics, "told"):
                await asyncio.sleep(0.01)
        assert len(calls) < 80, "an address that does not answer rests"
        await hooks.close()
        async with asyncio.timeout(20):
            while len(ended) < len(calls):
                await asyncio.sleep(0.01)
        for server in (slow, fast):
            server.close()
            await server.wait_closed()

    asyncio.run(play())


def test_what_does_not_speak_http_has_not_been_told() -> None:
    async def play() -> None:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"220 mail.example ready\r\n")
            writer.close()

        server, port = await serve(answer)
        metrics = Metrics()
        await told(f"http://127.0.0.1:{port}/", metrics)
        assert count(metrics, "failed") == 1
        server.close()

    asyncio.run(play())


def test_few_of_the_addresses_that_rest_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caller, "CALL_SECONDS", 0.05)
    monkeypatch.setattr(caller, "MAX_RESTING_ADDRESSES", 2)

    async def play() -> None:
        async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read()
            writer.close()

        server, port = await serve(silent)
        metrics = Metrics()
        hooks = WebhookCaller(metrics, lambda _: True)
        await hooks.open()
        for number in (1, 2, 3, 3, 1):
            hooks.enqueue(call(f"http://127.0.0.1:{port}/{number}"))
            before = count(metrics, "slow") + count(metrics, "resting")
            async with asyncio.timeout(20):
                while count(metrics, "slow") + count(metrics, "resting") == before:
                    await asyncio.sleep(0.01)
        assert (count(metrics, "slow"), count(metrics, "resting")) == (4, 1), "the first was forgotten"
        await hooks.close()
        server.close()

    asyncio.run(play())
