"""The Python client against a real server: opening, joining, playing, refusals, coming back; and the example bot."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tatze.client import RequestRefused, Seat, Server
from tatze.core.record import read_record
from tatze.games import game_named
from tests.server.crew import Party
from tests.server.services import Node

ROOT = Path(__file__).parents[2]
DUEL = [{"kind": "host"}, {"kind": "open"}]


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    with Node("--log", "warning", "--limit", "frames=10000", "--limit", "tables_per_address=1000") as node:
        yield node


def play_on(seat: Seat) -> None:
    for turn in seat.turns():
        assert turn.own
        seat.act(turn.own.legal[-1].action)


def test_two_clients_play_a_whole_game_and_its_record_replays(node: Node) -> None:
    server = Server(node.url)
    with server.open("linko", "Ada", rules="duel", seats=DUEL) as host, server.join(host.code, "Ben") as guest:
        other = threading.Thread(target=play_on, args=(guest,))
        other.start()
        play_on(host)
        other.join(60)
        table = read_record(host.record()).replay(game_named("linko"))
        assert table.over
        assert table.setup.names == ("Ada", "Ben")
        assert [entry.by for entry in host.log] == [entry.by for entry in guest.log]
        assert host.table.status == guest.table.status == "over"


def test_a_client_asks_again_with_the_same_key_what_the_server_does_not_know(
    node: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, keys = Server(node.url), []
    ask = Server.ask

    def unsure(self: Server, method: str, path: str, answer: Any, body: Any = None, token: str = "") -> Any:
        if path == "/api/tables":
            keys.append(body.key)
            if len(keys) < 3:
                raise RequestRefused("server/unknown")
        return ask(self, method, path, answer, body, token)

    monkeypatch.setattr(Server, "ask", unsure)
    with server.open("linko", "Ada", rules="duel", seats=DUEL) as host:
        assert host.code
    assert len(keys) == 3
    assert len(set(keys)) == 1


def test_the_example_bot_plays_a_whole_game_by_a_code(node: Node) -> None:
    with Server(node.url).open("verflixxt", "Ada", seats=DUEL) as host:
        command = [sys.executable, str(ROOT / "examples" / "server_bot.py"), node.url, host.code, "Robo"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as bot:
            play_on(host)
            out, _ = bot.communicate(timeout=60)
    assert bot.returncode == 0, out
    assert '[Name.B "Robo"]' in out or "Robo" in out
    assert read_record(out[out.index("[Tatze") :]).replay(game_named("verflixxt")).over


def test_the_example_bot_is_a_few_lines() -> None:
    assert len((ROOT / "examples" / "server_bot.py").read_text(encoding="utf-8").splitlines()) < 40


def test_what_is_not_done_raises_its_code(node: Node) -> None:
    server = Server(node.url)
    with pytest.raises(RequestRefused, match="code/wrong") as caught:
        server.join("ZZZZZZ", "Ben")
    assert caught.value.code == "code/wrong"
    with server.open("linko", "Ada", rules="duel", seats=DUEL) as host, server.join(host.code, "Ben") as guest:
        party = Party(host, guest)
        party.catch_up()
        active, idle = sorted((host, guest), key=lambda seat: not (own := party.latest[seat].own) or not own.legal)
        with pytest.raises(RequestRefused) as refused:
            idle.act("1")
        assert refused.value.code == "action/not-your-turn"
        with pytest.raises(RequestRefused) as refused:
            active.act("13x7")
        assert refused.value.code in ("action/illegal", "action/unknown")
        with pytest.raises(RequestRefused) as refused:
            guest.command("start")
        assert refused.value.code in ("host/only", "table/status")
        with pytest.raises(RequestRefused) as refused:
            host.record()
        assert refused.value.code == "game/unknown"


def test_a_seat_is_taken_up_again_by_its_token(node: Node) -> None:
    server = Server(node.url)
    host = server.open("linko", "Ada", rules="duel", seats=DUEL)
    guest = server.join(host.code, "Ben")
    before = Party(host, guest).play(4)
    host.close()
    guest.close()
    with server.back(host.table.id, host.token) as again, server.back(guest.table.id, guest.token) as other:
        party = Party(again, other)
        assert party.play(3) == before + 3
        party.catch_up()
        assert len(again.log) == len(other.log) == before + 4


def test_a_spectator_sees_what_everybody_sees(node: Node) -> None:
    server = Server(node.url)
    with server.open("linko", "Ada", rules="duel", seats=DUEL) as host, server.join(host.code, "Ben") as guest:
        with server.watch(host.code) as watcher:
            party = Party(host, guest, watcher)
            party.play(2)
            party.catch_up()
            moment = party.latest[watcher]
            assert moment.own is None
            assert moment.view
            assert all(hand["cards"] is None for hand in moment.view["hands"])
            assert moment.by.action
        with pytest.raises(RequestRefused):
            server.back(host.table.id, "wrong").close()


def test_listed_tables_can_be_found_and_joined_without_a_code(node: Node) -> None:
    server = Server(node.url)
    with server.open("verflixxt", "Ada", seats=DUEL, public=True) as host:
        assert host.table.id in [table.id for table in server.tables()]
        assert server.find(host.code).id == host.table.id
        with server.sit(host.table.id, "Ben") as guest:
            assert guest.table.status == "playing"
    assert server.about().protocol == 1


def test_an_action_sent_before_a_restart_is_acknowledged_after_it() -> None:
    with Node("--log", "warning") as node:
        server = Server(node.url)
        with server.open("linko", "Ada", rules="duel", seats=DUEL) as host, server.join(host.code, "Ben") as guest:
            party = Party(host, guest)
            before = party.play(3)
            restart = threading.Thread(target=node.restart)
            restart.start()
            assert party.play(20) == before + 20
            restart.join()


class Swallower(threading.Thread):
    """A proxy that passes HTTP on, but loses the first answers on their way back."""

    def __init__(self, port: int, lost: int) -> None:
        super().__init__(daemon=True)
        self.far = port
        self.lost = lost
        self.passed = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def run(self) -> None:
        while True:
            near, _ = self._listener.accept()
            with near, socket.create_connection(("127.0.0.1", self.far)) as far:
                far.sendall(whole_request(near))
                answer = b"".join(iter(lambda: far.recv(65_536), b""))
                if self.lost:
                    self.lost -= 1
                    near.sendall(answer[: 300 * (self.lost % 2)])  # nothing of it, or the beginning
                else:
                    self.passed += 1
                    near.sendall(answer)


def whole_request(near: socket.socket) -> bytes:
    """Head and body of a request: they may arrive one after the other."""
    read = b""
    while True:
        head, end, body = read.partition(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: *(\d+)", head)
        if end and len(body) >= (int(length[1]) if length else 0):
            return read
        piece = near.recv(65_536)
        if not piece:
            return read
        read += piece


def test_lost_answers_leave_no_orphan_table_and_no_seat_that_nobody_has(node: Node) -> None:
    before = node_tables(node)
    swallower = Swallower(node.port, lost=2)
    swallower.start()
    server, three = Server(swallower.url), [{"kind": "host"}, {"kind": "open"}, {"kind": "open"}]
    host = server.open("linko", "Ada", seats=three)
    assert (swallower.lost, swallower.passed) == (0, 1)
    assert node_tables(node) == before + 1
    swallower.lost = 2
    guest = server.join(host.code, "Ben")
    assert swallower.lost == 0
    assert [seat.kind for seat in guest.table.seats] == ["person", "person", "open"]
    assert Server(node.url).back(host.table.id, guest.token).table.version == 1


def node_tables(node: Node) -> int:
    with urlopen(f"{node.url}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return int(sum(float(line.split()[-1]) for line in lines if line.startswith("tatze_tables_opened_total{")))


def test_a_server_that_is_not_there_is_not_waited_for_long() -> None:
    begun = time.monotonic()
    with pytest.raises(TimeoutError, match="does not answer"):
        Server("http://127.0.0.1:9", seconds=0.3).open("linko", "Ada")
    assert time.monotonic() < begun + 5


def test_clients_write_to_each_other(node: Node) -> None:
    server = Server(node.url)
    with server.open("linko", "Ada", rules="duel", seats=DUEL) as host, server.join(host.code, "Ben") as guest:
        next(guest.moments())
        said = host.say("Good luck!")
        assert (said.seat, said.name, said.text) == (0, "Ada", "Good luck!")
        guest.say("You too!")
        assert [one.text for one in guest.messages] == ["Good luck!", "You too!"]
        with pytest.raises(RequestRefused, match="message/bad"):
            guest.say("two\nlines")
        with server.back(host.table.id, host.token) as again:
            again.say("I am back")
            assert [one.text for one in again.messages] == ["Good luck!", "You too!", "I am back"]
