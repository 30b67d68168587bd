"""Logs and figures tell nothing that they should not: no token, no code, no name, no card, whatever happens."""

from __future__ import annotations

import contextlib
import json
import re
import urllib.request
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tatze.client import RequestRefused, Server
from tatze.server.logs import LogFields
from tatze.wire import PushState, Transfer, Webhook
from tests.server.crew import Party
from tests.server.services import Node

NAMES = ("Xanthippe", "Zebulon")
HOOK = "https://hook.invalid/very-secret-path"
PUSH = {
    "endpoint": "https://push.invalid/very-secret-browser",
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}


def evening(seed: int) -> tuple[str, str, list[str]]:
    """Everything that can happen at a table, also what goes wrong; the log, the figures, and the secrets."""
    with Node("--seeds", "--hooks", "--log", "debug") as node:
        server = Server(node.url)
        seats = [{"kind": "host"}, {"kind": "open"}]
        host = server.open("linko", NAMES[0], rules="duel", seats=seats, seed=seed, pace=0)
        with host, server.join(host.code, NAMES[1]) as guest:
            secrets = [host.token, guest.token, host.code, *NAMES, HOOK]
            party = Party(host, guest)
            party.play(12)
            at = f"/api/tables/{host.table.id}"
            secrets.append(server.ask("POST", f"{at}/transfer", Transfer, {}, host.token).code)
            secrets.append(host.say("Donaudampfschiff").text)
            server.ask("POST", f"{at}/push", PushState, PUSH, guest.token)
            secrets += [PUSH["endpoint"], PUSH["auth"]]
            server.ask("POST", f"{at}/hook", Webhook, {"url": HOOK}, guest.token)
            provoke(node, host.table.id, host.token)
            party.play(4)
            guest.command("leave")
            host.command("pause")
            host.command("remove")
        with urllib.request.urlopen(f"{node.url}/metrics", timeout=10) as answer:
            figures = answer.read().decode()
        node.stop()
        return node.log_text(), figures, secrets


def provoke(node: Node, table: str, token: str) -> None:
    """Refusals of many kinds."""
    server = Server(node.url)
    for path, body, key in (
        ("act", {"key": "k", "on": 0, "action": "1"}, token),
        ("act", {"key": "k", "on": 0, "action": "\x00"}, token),
        ("act", {"key": "k", "on": 0, "action": "1"}, "wrong-token-of-somebody"),
        ("command", {"do": "fly"}, token),
        ("hook", {"url": "http://169.254.169.254/latest"}, token),
        ("nowhere", {}, token),
    ):
        with contextlib.suppress(RequestRefused):
            server.ask("POST", f"/api/tables/{table}/{path}", dict, body, key)
    with connect(f"ws://127.0.0.1:{node.port}/api/socket?token={token}", legacy=True) as one:
        one.send(json.dumps({"t": "hello", "protocol": 1, "table": table, "token": token}))
        for frame in ('{"t": "act"', "\x00", json.dumps({"t": "act", "key": "k", "on": 1, "action": "13"})):
            one.send(frame)
    with connect(f"ws://127.0.0.1:{node.port}/api/socket", legacy=True) as two, contextlib.suppress(ConnectionClosed):
        two.send(json.dumps({"t": "hello", "protocol": 1, "table": table, "token": token + "x"}))
        two.recv(5)


def lines_of(log: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.splitlines() if line.startswith("{")]


def test_logs_and_figures_hold_no_secret_and_do_not_depend_on_the_cards() -> None:
    one, two = evening(1), evening(2)
    for log, figures, secrets in (one, two):
        for secret in secrets:
            assert secret not in log
            assert secret not in figures
        for line in lines_of(log):
            assert line.keys() <= {"at", "level", "event", "from", "error", "places", *LogFields.__annotations__}
    assert shape(one[0]) == shape(two[0])
    assert labels(one[1]) == labels(two[1])
    assert "table-opened" in one[0]


def shape(log: str) -> list[tuple[tuple[str, Any], ...]]:
    """The lines without what is different each time: time, table, durations."""
    changing = ("at", "table", "seconds")
    return [tuple((key, value) for key, value in line.items() if key not in changing) for line in lines_of(log)]


def labels(figures: str) -> list[str]:
    """Every figure's name and labels, and how often each counted thing happened."""
    counted = re.findall(r"^(tatze_\w+_total\S* \S+)$", figures, re.MULTILINE)
    return counted + sorted(set(re.findall(r"^(tatze_[^\s{]+(?:\{[^}]*\})?) ", figures, re.MULTILINE)))
