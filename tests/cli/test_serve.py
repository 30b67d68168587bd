"""`tatze serve` and `tatze` alone: where they are, how they end, and what they refuse."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tatze.cli.serve import arguments, settings_of
from tatze.client import Server
from tatze.server.settings import Settings
from tests.helpers import heed_ctrl_c
from tests.server.services import Node, free_port, wait_until


def settings(*words: str) -> Settings:
    parser = argparse.ArgumentParser()
    arguments(parser)
    return settings_of(parser.parse_args(words))


def command(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tatze", *words], capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_server_in_order_and_tells_everybody_to_come_back(how: signal.Signals) -> None:
    with Node() as node:
        host = Server(node.url).open("linko", "Ada")
        hello = {"t": "hello", "protocol": 1, "table": host.table.id, "token": host.token}
        with connect(f"ws://127.0.0.1:{node.port}/api/socket") as one:
            one.send(json.dumps(hello))
            assert json.loads(one.recv(10))["t"] == "welcome"
            assert node.process
            begun = time.monotonic()
            node.process.send_signal(how)
            frames = []
            with contextlib.suppress(ConnectionClosed):
                while True:
                    frames.append(json.loads(one.recv(10)))
            assert frames[-1] == {"t": "goodbye", "code": "server/draining", "again": True}
            assert node.process.wait(10) == 0
            assert time.monotonic() - begun < 8
        assert "Traceback" not in node.log_text()


def test_the_lan_gets_an_address_and_a_qr_code() -> None:
    with Node("--lan", "--host", "127.0.0.1") as node:
        wait_until(lambda: "Ctrl-C" in node.log_text(), "the announcement")
        text = node.log_text()
        about = Server(node.url).about()
    assert f"Tatze is at http://127.0.0.1:{node.port}" in text
    assert f"Others reach it at {about.address}" in text
    assert about.address.startswith("http://")
    assert about.address.endswith(f":{node.port}")
    assert "▀" in text
    assert "█" in text


def test_tatze_alone_serves_here_keeps_games_in_the_data_folder_and_says_where(tmp_path: Path) -> None:
    environment = {key: text for key, text in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment["TATZE_DATA"] = str(tmp_path)
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "tatze"],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
        preexec_fn=heed_ctrl_c,
    ) as process:
        assert process.stdout
        line = process.stdout.readline()
        address = line.split()[-1]
        assert address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(f"{address}/healthz", timeout=10) as answer:
            assert answer.status == 200
        if line.startswith("Tatze is already running"):  # somebody at this machine plays on the usual port
            return
        if address.endswith(":8000"):
            assert command().stdout == "Tatze is already running: http://127.0.0.1:8000\n"
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        assert process.wait(20) == 0
    assert str(tmp_path) in rest
    assert (tmp_path / "tatze.sqlite").exists()


def test_a_port_that_is_taken_is_said_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = command("serve", "--port", str(taken.getsockname()[1]))
    assert done.returncode == 1
    assert done.stderr.startswith("tatze: cannot listen on 127.0.0.1, port")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("database", ["sqlite:////dev/null/games.sqlite", "postgresql://me:hunter2@127.0.0.1:9/x"])
def test_a_database_that_is_not_there_is_said_in_one_line_without_its_password(database: str) -> None:
    done = command("serve", "--port", "0", "--database", database, "--log", "error")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("tatze: the server could not start")
    assert "hunter2" not in done.stderr
    assert all(line.startswith(("{", "tatze: ")) for line in done.stderr.splitlines())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--port", "x"], '--port is a whole number, not "x"'),
        (["--port", "70000"], "--port is 0 to 65535"),
        (["--database", "oracle://x"], "--database begins with"),
        (["--log", "loud"], "--log is debug, info, warning or error"),
        (["--limit", "cats=9"], '--limit has no "cats"'),
        (["--limit", "frames=many"], "--limit frames is a whole number"),
        (["--trusted-proxy", "everybody"], "--trusted-proxy is an address"),
    ],
)
def test_a_wrong_setting_is_said_in_one_line(words: list[str], message: str) -> None:
    done = command("serve", *words)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_environment_says_what_the_command_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    port = free_port()
    monkeypatch.setenv("TATZE_PORT", str(port))
    monkeypatch.setenv("TATZE_TRUSTED_PROXY", "10.0.0.0/8, 127.0.0.1")
    monkeypatch.setenv("TATZE_HOOKS", "yes")
    monkeypatch.setenv("TATZE_ADDRESS", "https://tatze.example/")
    monkeypatch.setenv("TATZE_LIMIT", "sockets=7")
    made = settings()
    assert made.port == port
    assert made.trusted_proxies == ("10.0.0.0/8", "127.0.0.1")
    assert made.webhooks
    assert made.address == "https://tatze.example"
    assert made.limits.sockets == 7
    assert settings("--port", "1").port == 1


def test_the_lan_is_everybody_unless_a_host_is_named() -> None:
    assert settings("--lan").host == "0.0.0.0"
    assert settings().host == "127.0.0.1"


def test_an_operator_says_who_opens_tables_and_which_bots_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TATZE_OPEN_PASSWORD", "sesame")
    monkeypatch.setenv("TATZE_LEVEL", "cat,lynx")
    monkeypatch.setenv("TATZE_PROGRAM", "greedy=run:python3 bot.py --fast; own=py:package:Class")
    chosen = settings("--open-to", "password", "--banner", " Back at nine ", "--report", "mailto:a@b.example")
    assert (chosen.opening, chosen.open_password) == ("password", "sesame")
    assert chosen.bot_offer.names == ("cat", "lynx", "greedy", "own")
    assert chosen.bot_offer.programs["greedy"] == "run:python3 bot.py --fast"
    assert (chosen.banner, chosen.report) == ("Back at nine", "mailto:a@b.example")
