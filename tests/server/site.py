"""A real server in this process, on the loopback address, and raw clients that say exactly what a test wants."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Self, TypeVar

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tatze.server.process import ServerProcess, listen
from tatze.server.settings import Limits, Settings
from tatze.server.web.services import Services

T = TypeVar("T")
PATIENCE = 20.0
DUEL = [{"kind": "host"}, {"kind": "open"}]
GENEROUS = Limits(
    tables_per_address=10_000,
    requests=10_000,
    requests_burst=10_000,
    replays=10_000,
    replays_burst=10_000,
    frames_per_address=100_000,
    frames_per_address_burst=100_000,
    new_connections=10_000,
    new_connections_burst=10_000,
)


class Site:
    """A server with a database of its own; `with` starts and ends it."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.settings = Settings(
            **{"database": f"sqlite:///{folder / 'games.sqlite'}", "allow_seeds": True, "limits": GENEROUS, **settings}
        )

    def __enter__(self) -> Self:
        listener = listen("127.0.0.1", 0, self.settings.limits.stalled_seconds)
        self.settings = replace(self.settings, port=listener.getsockname()[1])
        self.process = ServerProcess(self.settings, self._announce)
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self.process.run, args=([listener],), daemon=True)
        self._thread.start()
        assert self._ready.wait(PATIENCE)
        self.http = httpx.Client(base_url=self.url, trust_env=False, timeout=PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()
        self.process.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def _announce(self, _: Settings) -> None:
        self.loop = asyncio.get_running_loop()
        self._ready.set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.settings.port}"

    @property
    def services(self) -> Services:
        return self.process.app.services

    def inside(self, work: Callable[[], T]) -> T:
        """Do something in the server's own thread, between its other work."""

        async def run() -> T:
            return work()

        return self.wait(run())

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """Let the server's loop do something, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    # --- What clients ask for ---

    def post(self, path: str, body: object = None, token: str = "", status: int = 200) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return _answer(self.http.post(path, json=body, headers=headers), status)

    def get(self, path: str, token: str = "", status: int = 200) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return _answer(self.http.get(path, headers=headers), status)

    def open(self, game: str = "linko", status: int = 200, **choices: object) -> Any:
        return self.post("/api/tables", {"game": game, "name": "Ada", **choices}, status=status)

    def join(self, code: str, name: str = "Ben", status: int = 200, **choices: object) -> Any:
        return self.post("/api/join", {"code": code, "name": name, **choices}, status=status)

    def command(self, seated: Any, do: str, status: int = 200, **fields: object) -> Any:
        body = {"do": do, "key": f"{do}-{next(_KEYS)}", **fields}
        return self.post(f"/api/tables/{seated['table']['id']}/command", body, seated["token"], status)

    def info(self, seated: Any) -> Any:
        return self.get(f"/api/tables/{seated['table']['id']}", seated["token"])

    def two(self, game: str = "linko", rules: str = "duel", **choices: Any) -> tuple[Any, Any]:
        """A table of two people, opened and joined."""
        first = self.open(game, rules=rules, seats=DUEL, **choices)
        return first, self.join(first["code"])

    def talk(self, seated: Any, **hello: Any) -> Talk:
        """A socket at a seat; without a token, of a spectator."""
        return Talk(self, table=seated["table"]["id"], token=seated.get("token", ""), **hello)


_KEYS = iter(range(10**9))


def _answer(response: httpx.Response, status: int) -> Any:
    assert response.status_code == status, (response.status_code, response.text)
    return response.json() if "json" in response.headers["content-type"] else response.text


def connect_to(site: Site, headers: dict[str, str] | None = None) -> Any:
    """A socket that has not said anything yet."""
    address = f"{site.url.replace('http', 'ws', 1)}/api/socket"
    return connect(address, proxy=None, additional_headers=headers, compression=None, max_size=None)


def turned_away(site: Site, first: str | bytes) -> Any:
    """What a server says to a first frame that it does not welcome."""
    with connect_to(site) as socket:
        with suppress(ConnectionClosed):  # it may have been sent away before
            socket.send(first)
        return json.loads(socket.recv(PATIENCE))


class Talk:
    """A socket. `heard` has every frame as it came."""

    def __init__(self, site: Site, protocol: int = 1, headers: dict[str, str] | None = None, **hello: object) -> None:
        self._connecting = connect_to(site, headers)
        self._hello = {"protocol": protocol, **hello}
        self.heard: list[str] = []
        self.moment: Any = None

    def __enter__(self) -> Self:
        self.socket = self._connecting.__enter__()
        self.send("hello", **self._hello)
        self.welcome = self.hear("welcome")
        return self

    def __exit__(self, *_: object) -> None:
        self._connecting.__exit__(None, None, None)

    def send(self, kind: str, **fields: object) -> None:
        self.socket.send(json.dumps({"t": kind, **fields}))

    def frame(self) -> Any:
        text = self.socket.recv(PATIENCE)
        assert isinstance(text, str)
        self.heard.append(text)
        frame = json.loads(text)
        if "moment" in frame:
            self.moment = frame["moment"]
        return frame

    def hear(self, *kinds: str) -> Any:
        """The next frame of one of these kinds."""
        while (frame := self.frame())["t"] not in kinds:
            pass
        return frame

    def wait(self, ready: Callable[[Any], bool]) -> Any:
        """The first moment, from the present one on, that is as wanted."""
        while not ready(self.moment):
            self.hear("update", "now")
        return self.moment

    def reach(self, version: int) -> Any:
        """The first moment that is not before this version."""
        return self.wait(lambda moment: moment["version"] >= version)

    @property
    def legal(self) -> list[str]:
        own = self.moment["own"]
        return [each["action"] for each in own["legal"]] if own else []

    def act(self, action: str, on: int | None = None, key: str | None = None) -> Any:
        on = self.moment["version"] if on is None else on
        return self.ask("act", key, on=on, action=action)

    def undo(self) -> Any:
        return self.ask("undo", on=self.moment["version"])

    def ask(self, kind: str, key: str | None = None, **fields: object) -> Any:
        """Send something with a key, and hear what is answered to it."""
        key = key or f"k{next(_KEYS)}"
        self.send(kind, key=key, **fields)
        while (frame := self.frame()).get("key") != key:
            pass
        return frame


def turn(*talks: Talk) -> Talk:
    """The one whose turn it is, when all have heard of it."""
    newest = max(talk.moment["version"] for talk in talks)
    for talk in talks:
        talk.reach(newest)
    return next(talk for talk in talks if talk.legal)


def play_against_bots(talk: Talk) -> None:
    """Play until the game is over, always the first legal action, while bots play for the other seats."""
    while not talk.wait(lambda moment: moment["outcome"] or (moment["own"] and moment["own"]["legal"]))["outcome"]:
        answer = talk.act(talk.legal[0])
        assert answer["t"] == "ack", answer
        talk.reach(answer["version"])


def play_out(*talks: Talk, choose: Callable[[list[str]], str] = lambda legal: legal[0], most: int = 3000) -> None:
    """Play until the game is over, each doing what `choose` says."""
    for _ in range(most):
        if any(talk.moment["outcome"] for talk in talks):
            for talk in talks:
                talk.wait(lambda moment: moment["outcome"])
            return
        talk = turn(*talks)
        answer = talk.act(choose(talk.legal))
        assert answer["t"] == "ack", answer
        talk.reach(answer["version"])
    raise AssertionError("the game does not end")
