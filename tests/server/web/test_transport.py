"""Frames go straight to the transport: whole, in order, whatever their length, however fast they come."""

from __future__ import annotations

import gc
import weakref
from functools import partial
from pathlib import Path

import pytest

from tatze.server.live.connection import Connection
from tatze.server.settings import Limits
from tatze.server.web.transport import SocketTransport, WriteBatcher
from tests.server.services import wait_until
from tests.server.site import PATIENCE, Site, Talk, turn


def connection_of(site: Site, seated: dict[str, dict[str, str]]) -> Connection:
    (connection,) = site.services.hub.tables[seated["table"]["id"]].connections
    return connection


@pytest.mark.parametrize("length", [2, 125, 126, 127, 65_535, 65_536, 300_000])
def test_a_frame_of_any_length_arrives_as_it_was(tmp_path: Path, length: int) -> None:
    with Site(tmp_path) as site:
        host = site.open()
        with site.talk(host) as ada:
            text = '{"t":"x"}'[:length].ljust(length, " ")
            site.inside(lambda: connection_of(site, host).offer(text.encode()))
            site.inside(lambda: connection_of(site, host).offer(b'{"t":"end"}'))
            assert text in frames_until_end(ada)


def frames_until_end(talk: Talk) -> list[str]:
    frames = []
    while (frame := talk.socket.recv(PATIENCE)) != '{"t":"end"}':
        frames.append(frame)
    return frames


def test_many_frames_at_once_arrive_in_their_order(tmp_path: Path) -> None:
    with Site(tmp_path, limits=Limits(queue=10_000, queue_bytes=1 << 30)) as site:
        host = site.open()
        with site.talk(host) as ada:
            connection = connection_of(site, host)
            numbers = [f'{{"t":"{number}","x":"{"y" * (number % 700)}"}}' for number in range(3000)]

            def offer() -> None:
                for text in (*numbers, '{"t":"end"}'):
                    connection.offer(text.encode())

            site.inside(offer)
            assert [frame for frame in frames_until_end(ada) if '"x"' in frame] == numbers


def test_a_client_that_reads_late_gets_everything_once_it_reads(tmp_path: Path) -> None:
    """More than the system's buffers hold: the transport stops taking frames, and goes on when the client reads."""
    with Site(tmp_path, limits=Limits(queue=10_000, queue_bytes=1 << 30)) as site:
        host = site.open()
        with site.talk(host) as ada:
            connection = connection_of(site, host)
            numbers = [f'{{"t":"{number}","x":"{"y" * 100_000}"}}' for number in range(200)]
            for text in (*numbers, '{"t":"end"}'):
                site.inside(partial(connection.offer, text.encode()))
            assert connection.queue, "the transport takes everything at once"
            assert [frame for frame in frames_until_end(ada) if '"x"' in frame] == numbers


def test_a_version_comes_before_its_acknowledgement(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        first, second = site.two()
        with site.talk(first) as ada, site.talk(second) as ben:
            talk = turn(ada, ben)
            talk.act(talk.legal[0])
            kinds = [kind for frame in talk.heard for kind in ("update", "ack") if f'"t":"{kind}"' in frame]
            assert kinds[-2:] == ["update", "ack"]


def test_nothing_is_left_of_a_line_when_it_is_closed(tmp_path: Path) -> None:
    """The server looks for circles in memory only once an hour."""
    with Site(tmp_path) as site:
        host = site.open()
        gc.disable()
        try:
            with site.talk(host):
                lines = [
                    weakref.ref(line)
                    for line in site.process.server_state.connections
                    if isinstance(line, SocketTransport)
                ]
            assert len(lines) == 1
            wait_until(lambda: site.inside(lambda: lines[0]() is None), "the end of the line")
        finally:
            gc.enable()


def test_one_queue_that_fails_holds_no_other_up(tmp_path: Path) -> None:
    done = []

    def fail() -> None:
        raise RuntimeError("this one is broken")

    with Site(tmp_path) as site:
        rounds = WriteBatcher()

        def add() -> None:
            rounds.add(fail)
            rounds.add(lambda: done.append(1))

        site.inside(add)
        site.inside(lambda: rounds.add(lambda: done.append(2)))
        site.inside(lambda: None)
        assert done == [1, 2]
