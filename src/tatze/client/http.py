"""A server, over HTTP."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from http.client import HTTPException, HTTPResponse, IncompleteRead
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec

from tatze.core.errors import TatzeError
from tatze.wire import About, Found, Listing, NewTable, Opened, Problem, Seated, TableInfo, Why

if TYPE_CHECKING:
    from tatze.client.seat import Seat

T = TypeVar("T")
LONGEST = 32_000_000
"""Bytes of an answer; a replay is the longest."""
PATIENCE = 120.0
"""Seconds after which a server that does not come back is given up."""
AGAIN = ("server/busy", "server/draining", "rate/limited")
"""Refusals after which the same request may be sent again."""


class Refusal(TatzeError):
    """What a server did not do, with the code that says why."""

    def __init__(self, code: str, detail: str = "", why: Why | None = None) -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
        self.why = why


class Server:
    """A Tatze server at an address such as http://127.0.0.1:8000."""

    def __init__(self, url: str, seconds: float = 20.0) -> None:
        self.url = url.rstrip("/")
        self.seconds = seconds

    def about(self) -> About:
        return self.ask("GET", "/api/about", About)

    def tables(self) -> list[TableInfo]:
        """The tables that are listed."""
        return self.ask("GET", "/api/tables", Listing).tables

    def open(self, game: str, name: str, **choices: Any) -> Seat:
        """Open a table and sit down as its host. Choices are the fields of NewTable; `seat.code` lets others in."""
        body = msgspec.convert({"game": game, "name": name, "key": new_key(), **choices}, NewTable)
        opened = self.ask_patiently("POST", "/api/tables", Opened, body, patience=self.seconds)
        return self._seat(opened.table, opened.seat, opened.token, opened.code)

    def find(self, code: str) -> TableInfo:
        """The table behind a code."""
        return self.ask("POST", "/api/find", Found, {"code": code}).table

    def join(self, code: str, name: str, seat: int | None = None) -> Seat:
        """Sit down at the table behind a code, on any free seat or on this one."""
        return self._join(code, {"name": name, "code": code, "seat": seat, "key": new_key()})

    def sit(self, table: str, name: str, seat: int | None = None) -> Seat:
        """Sit down at a listed table."""
        return self._join("", {"name": name, "table": table, "seat": seat, "key": new_key()})

    def watch(self, code: str) -> Seat:
        """Watch the table behind a code: nothing is seen that only a seat may see."""
        return self._seat(self.find(code), None, "", code)

    def back(self, table: str, token: str) -> Seat:
        """Come back to a seat with its token."""
        info = self.ask("GET", f"/api/tables/{table}", TableInfo, token=token)
        return self._seat(info, None, token, "")

    def ask(self, method: str, path: str, answer: type[T], body: Any = None, token: str = "") -> T:
        """One request; a Refusal if it was no success."""
        data = None if body is None else msgspec.json.encode(body)
        headers = {"Content-Type": "application/json"} if data else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        request = Request(self.url + path, data=data, headers=headers, method=method)
        try:
            with urlopen(request, timeout=self.seconds) as response:
                return _read(response, answer)
        except HTTPError as error:
            with error:
                raise _refusal(error) from None

    def ask_patiently(
        self, method: str, path: str, answer: type[T], body: Any = None, token: str = "", patience: float = PATIENCE
    ) -> T:
        """A request that may be sent again, because it changes nothing or has a key: until there is an answer to it."""
        for wait in waits(patience):
            try:
                return self.ask(method, path, answer, body, token)
            except Refusal as refusal:
                if refusal.code not in AGAIN:
                    raise
            except (OSError, HTTPException):
                pass
            time.sleep(wait)
        raise TimeoutError(f"{self.url} does not answer")

    def _join(self, code: str, asked: dict[str, Any]) -> Seat:
        seated = self.ask_patiently("POST", "/api/join", Seated, asked, patience=self.seconds)
        return self._seat(seated.table, seated.seat, seated.token, code)

    def _seat(self, table: TableInfo, seat: int | None, token: str, code: str) -> Seat:
        from tatze.client.seat import Seat

        return Seat(self, table, seat, token, code)


def _read(response: HTTPResponse, answer: type[T]) -> T:
    data = response.read(LONGEST)
    if response.length:  # the connection broke in the middle of it
        raise IncompleteRead(data, response.length)
    if answer is str:
        return data.decode()  # type: ignore[return-value]  # T is str here
    return msgspec.json.decode(data, type=answer)


def _refusal(error: HTTPError) -> Refusal:
    try:
        problem = msgspec.json.decode(error.read(LONGEST), type=Problem)
    except (msgspec.DecodeError, OSError):
        return Refusal(f"http/{error.code}", str(error.reason))
    return Refusal(problem.code, problem.detail, problem.why)


def new_key() -> str:
    """A name for a request, under which it can be sent again; nobody else finds it."""
    return secrets.token_urlsafe(24)


def waits(patience: float = PATIENCE) -> Iterator[float]:
    """How long to wait before each further attempt, until patience ends."""
    end, wait = time.monotonic() + patience, 0.05
    while time.monotonic() < end:
        yield wait
        wait = min(2 * wait, 3.0)
