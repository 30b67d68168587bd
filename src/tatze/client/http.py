"""A server as a client sees it, over HTTP."""

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
MAX_ANSWER_BYTES = 32_000_000
"""Maximum number of bytes of an answer that are read; a replay is the longest answer."""
RETRY_SECONDS = 120.0
"""Seconds for which a request is repeated to a server that does not answer."""
FIRST_RETRY_SECONDS = 0.05
MAX_RETRY_SECONDS = 3.0
"""Maximum number of seconds between two attempts. The first wait is FIRST_RETRY_SECONDS, and each is twice the last."""
RETRY_CODES = ("server/busy", "server/draining", "rate/limited")
"""Refusals after which the same request is sent again."""


class RequestRefused(TatzeError):
    """A server refused a request; `code` says why, and `why` which rule forbids an action."""

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
        """Return what the server offers."""
        return self.ask("GET", "/api/about", About)

    def tables(self) -> list[TableInfo]:
        """Return the public tables at which a game is awaited or played."""
        return self.ask("GET", "/api/tables", Listing).tables

    def open(self, game: str, name: str, **choices: Any) -> Seat:
        """Open a table, and return the host's seat. Choices are fields of NewTable; others join with `seat.code`."""
        body = msgspec.convert({"game": game, "name": name, "key": new_key(), **choices}, NewTable)
        opened = self.ask_until_answered("POST", "/api/tables", Opened, body, retry_seconds=self.seconds)
        return self._seat(opened.table, opened.seat, opened.token, opened.code)

    def find(self, code: str) -> TableInfo:
        """Return the table with a code."""
        return self.ask("POST", "/api/find", Found, {"code": code}).table

    def join(self, code: str, name: str, seat: int | None = None) -> Seat:
        """Sit down at the table with a code, on the given seat or on any free one."""
        return self._join(code, {"name": name, "code": code, "seat": seat, "key": new_key()})

    def sit(self, table: str, name: str, seat: int | None = None) -> Seat:
        """Sit down at a public table, on the given seat or on any free one."""
        return self._join("", {"name": name, "table": table, "seat": seat, "key": new_key()})

    def watch(self, code: str) -> Seat:
        """Watch the table with a code, as a spectator."""
        return self._seat(self.find(code), None, "", code)

    def back(self, table: str, token: str) -> Seat:
        """Return to a seat with its token."""
        info = self.ask("GET", f"/api/tables/{table}", TableInfo, token=token)
        return self._seat(info, None, token, "")

    def ask(self, method: str, path: str, answer: type[T], body: Any = None, token: str = "") -> T:
        """Send a request once, and return the answer. A RequestRefused says why there was no success."""
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

    def ask_until_answered(
        self,
        method: str,
        path: str,
        answer: type[T],
        body: Any = None,
        token: str = "",
        retry_seconds: float = RETRY_SECONDS,
    ) -> T:
        """Send a request until it is answered, for up to `retry_seconds`. It must have a key or change nothing."""
        for wait in retry_delays(retry_seconds):
            try:
                return self.ask(method, path, answer, body, token)
            except RequestRefused as refusal:
                if refusal.code not in RETRY_CODES:
                    raise
            except (OSError, HTTPException):
                pass
            time.sleep(wait)
        raise TimeoutError(f"{self.url} does not answer")

    def _join(self, code: str, asked: dict[str, Any]) -> Seat:
        seated = self.ask_until_answered("POST", "/api/join", Seated, asked, retry_seconds=self.seconds)
        return self._seat(seated.table, seated.seat, seated.token, code)

    def _seat(self, table: TableInfo, seat: int | None, token: str, code: str) -> Seat:
        from tatze.client.seat import Seat

        return Seat(self, table, seat, token, code)


def _read(response: HTTPResponse, answer: type[T]) -> T:
    data = response.read(MAX_ANSWER_BYTES)
    if response.length:  # the connection broke in the middle of it
        raise IncompleteRead(data, response.length)
    if answer is str:
        return data.decode()  # type: ignore[return-value]  # T is str here
    return msgspec.json.decode(data, type=answer)


def _refusal(error: HTTPError) -> RequestRefused:
    try:
        problem = msgspec.json.decode(error.read(MAX_ANSWER_BYTES), type=Problem)
    except (msgspec.DecodeError, OSError):
        return RequestRefused(f"http/{error.code}", str(error.reason))
    return RequestRefused(problem.code, problem.detail, problem.why)


def new_key() -> str:
    """Return a random idempotency key for a request."""
    return secrets.token_urlsafe(24)


def retry_delays(retry_seconds: float = RETRY_SECONDS) -> Iterator[float]:
    """Yield the seconds to wait before each further attempt, for up to `retry_seconds` seconds."""
    end, wait = time.monotonic() + retry_seconds, FIRST_RETRY_SECONDS
    while time.monotonic() < end:
        yield wait
        wait = min(2 * wait, MAX_RETRY_SECONDS)
