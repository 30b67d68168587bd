"""Time limits of database calls: nobody waits for a database that has stopped for longer than some seconds."""

from __future__ import annotations

import asyncio
from asyncio import Future
from collections.abc import Awaitable
from typing import Any, TypeVar

from tatze.server.logs import log
from tatze.server.table.refusals import Refused

DATABASE_SECONDS = 5.0
"""Seconds that a request waits for one call of the database."""

T = TypeVar("T")


class Unconfirmed(Refused):
    """A write of which nobody knows whether it was or will be committed. The same request, sent again with the same
    key, finds out."""

    def __init__(self, pending: Future[Any] | None = None) -> None:
        super().__init__("server/unknown")
        self.pending = pending
        """The write, if the database has not answered yet."""


async def read_in_time(reading: Awaitable[T]) -> T:
    """Return what a query gives. It is refused if the database fails or takes too long; nothing was changed then, and
    the query is cancelled, so that others do not wait behind it."""
    pending = asyncio.ensure_future(reading)
    try:
        if await _answered(pending, "read"):
            return _result(pending, "read")
    finally:
        pending.cancel()
    raise Refused("server/busy")


async def write_in_time(writing: Awaitable[T]) -> T:
    """Return what a write gives. It is refused if the database fails. A write that takes too long goes on, because it
    may be on its way to the database."""
    pending = asyncio.ensure_future(writing)
    if not await _answered(pending, "write"):
        raise Unconfirmed(pending)
    return _result(pending, "write")


def _result(pending: Future[T], kind: str) -> T:
    try:
        return pending.result()
    except Refused:
        raise
    except Exception as error:
        log("database-error", level="error", error=error, kind=kind)
        raise Refused("server/busy") from error


async def _answered(pending: Future[Any], kind: str) -> bool:
    """Wait for the database, and return whether it answered in time."""
    if pending.done():
        return True
    loop = asyncio.get_running_loop()
    answered: Future[bool] = loop.create_future()  # asyncio.wait does the same for sets, and takes longer
    pending.add_done_callback(lambda _: _settle(answered, True))
    timer = loop.call_later(DATABASE_SECONDS, _settle, answered, False)
    try:
        in_time = await answered
    finally:
        timer.cancel()
    if not in_time:
        log("database-slow", level="error", kind=kind)
        pending.add_done_callback(_forget_error)
    return in_time


def _settle(answered: Future[bool], in_time: bool) -> None:
    if not answered.done():
        answered.set_result(in_time)


def _forget_error(writing: Future[Any]) -> None:
    """Take note of an error for which nobody waits any more, so that asyncio does not report it as forgotten."""
    if not writing.cancelled():
        writing.exception()
