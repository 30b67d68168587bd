"""A server as a client sees it, over HTTP."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterator
from http.client import HTTPException, HTTPResponse, IncompleteRead
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

import msgspec

from tatze.client.errors import MalformedAnswer, RequestRefused, ServerUnreachable
from tatze.core.arguments import text_of
from tatze.core.errors import SetupError
from tatze.core.text import shown
from tatze.wire import About, Found, Listing, NewTable, Opened, Problem, Seated, TableInfo

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
RETRY_CODES = ("server/busy", "server/unknown", "server/draining", "rate/limited")
"""Refusals after which the same request is sent again, with the same key. The server carries it out once."""


class Server:
    """A Tatze server at an address such as http://127.0.0.1:8000."""

    def __init__(self, url: str, seconds: float = 20.0, retry_seconds: float = RETRY_SECONDS) -> None:
        """One attempt of a request takes up to `seconds`; a request at a table is repeated for `retry_seconds`."""
        self.url: str = text_of(url, "url", SetupError).rstrip("/")
        if not re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", self.url):
            raise SetupError(f'url is written http://127.0.0.1:8000, not "{shown(url)}"')
        self.seconds = seconds
        self.retry_seconds = retry_seconds

    def about(self) -> About:
        """Return what the server offers."""
        return self.ask("GET", "/api/about", About)

    def tables(self) -> list[TableInfo]:
        """Return the public tables at which a game is awaited or played."""
        return self.ask("GET", "/api/tables", Listing).tables

    def open(self, game: str, name: str, **choices: Any) -> Seat:
        """Open a table, and return the host's seat. Choices are fields of NewTable; others join with `seat.code`."""
        body = checked({"game": game, "name": name, "key": new_key(), **choices}, NewTable)
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
        info = self.ask("GET", f"/api/tables/{quote(table, safe='')}", TableInfo, token=token)
        return self._seat(info, None, token, "")

    def ask(self, method: str, path: str, answer: type[T], body: Any = None, token: str = "") -> T:
        """Send a request once, and return the answer. A RequestRefused says why there was no success, a
        ServerUnreachable that there was no answer, and a MalformedAnswer that it cannot be read."""
        data = None if body is None else encoded(body)
        headers = {"Content-Type": "application/json"} if data else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        try:
            request = Request(self.url + path, data=data, headers=headers, method=method)
            with urlopen(request, timeout=self.seconds) as response:
                return _read(response, answer)
        except HTTPError as error:
            with error:
                raise _refusal(error) from None
        except (OSError, HTTPException) as error:
            raise ServerUnreachable(f"{self.url} cannot be reached: {shown(error, 200)}") from error
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise MalformedAnswer(f"{self.url}{path}: {shown(error, 200)}") from error
        except (ValueError, OverflowError) as error:  # a token or an address that HTTP cannot carry
            raise SetupError(f"the request cannot be sent: {shown(error, 200)}") from error

    def ask_until_answered(
        self,
        method: str,
        path: str,
        answer: type[T],
        body: Any = None,
        token: str = "",
        retry_seconds: float | None = None,
    ) -> T:
        """Send a request until it is answered, for up to `retry_seconds`. It must have a key or change nothing."""
        reason = ""
        for wait in retry_delays(self.retry_seconds if retry_seconds is None else retry_seconds):
            try:
                return self.ask(method, path, answer, body, token)
            except RequestRefused as refusal:
                if refusal.code not in RETRY_CODES:
                    raise
                reason = refusal.code
            except ServerUnreachable as error:
                reason = str(error)
            time.sleep(wait)
        raise ServerUnreachable(f"{self.url} does not answer: {reason}")

    def _join(self, code: str, asked: dict[str, Any]) -> Seat:
        seated = self.ask_until_answered("POST", "/api/join", Seated, asked, retry_seconds=self.seconds)
        return self._seat(seated.table, seated.seat, seated.token, code)

    def _seat(self, table: TableInfo, seat: int | None, token: str, code: str) -> Seat:
        from tatze.client.seat import Seat

        return Seat(self, table, seat, token, code)


def checked(data: dict[str, Any], kind: type[T]) -> T:
    """Return a message of the protocol; a SetupError says which field is wrong."""
    try:
        message = msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise SetupError(f"the request is not as the protocol asks: {shown(error, 200)}") from None
    encoded(message)
    return message


def encoded(body: Any) -> bytes:
    """Return a message as JSON; a SetupError says what cannot be written."""
    try:
        return msgspec.json.encode(body)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise SetupError(f"the request cannot be written as JSON: {shown(error, 200)}") from None


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
    except (msgspec.DecodeError, UnicodeDecodeError, OSError, HTTPException):
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
