"""SQLite in one file, with group commit: whatever waits when a commit ends goes into the next one together."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from asyncio import Future
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any
from urllib.parse import urlsplit

import msgspec

from tatze.core.errors import SetupError
from tatze.server.store import Row, Statement, Values, Write

MOST = 512
"""Writes in one commit."""
PAGES = 4000
"""Pages of 4 KiB that the write-ahead log may have before they go into the file: a page that changes with every move is
then copied more seldom."""
_INSERT = f"""INSERT OR IGNORE INTO log (table_id, version, kind, seat, data, key, at)
              SELECT {", ".join(f"json_extract(value, '$[{i}]')" for i in range(7))} FROM json_each(?)"""
_SAME = """SELECT 1 FROM log WHERE table_id = ? AND version = ? AND kind = ? AND seat = ? AND data = ?
           AND key IS ? AND at = ?"""

Job = tuple[Write | Statement, "Future[Any]"]


def file_of(url: str) -> Path:
    """The file of sqlite:///relative or sqlite:////absolute."""
    path = urlsplit(url).path[1:]
    if not path:
        raise SetupError("a database in memory would be lost: name a file, as in sqlite:///games.sqlite")
    return Path(path)


def connect(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {PAGES}")
    return connection


class SqliteEngine:
    """One thread writes, another reads. Statements for many rows are single ones, because each statement gives up
    Python's lock once, and waiting to get it back is what would take long."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.batched: Callable[[int], None] = lambda _: None
        self._path = file_of(url)
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._reads: SimpleQueue[tuple[str, Values, Future[list[Values]]] | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []

    async def open(self) -> None:
        from tatze.server.migrate import upgrade

        self._loop = asyncio.get_running_loop()
        connect(self._path).close()
        await asyncio.to_thread(upgrade, self.url)
        self._threads = [threading.Thread(target=target, daemon=True) for target in (self._write, self._read)]
        for thread in self._threads:
            thread.start()

    async def close(self) -> None:
        self._jobs.put(None)
        self._reads.put(None)
        for thread in self._threads:
            await asyncio.to_thread(thread.join)

    def append(self, write: Write) -> Future[bool]:
        done: Future[bool] = self._loop.create_future()
        self._jobs.put((write, done))
        return done

    async def change(self, sql: str, *values: Any) -> list[Values]:
        done: Future[list[Values]] = self._loop.create_future()
        self._jobs.put(((sql, values), done))
        return await done

    async def fetch(self, sql: str, *values: Any) -> list[Values]:
        done: Future[list[Values]] = self._loop.create_future()
        self._reads.put((sql, values, done))
        return await done

    # --- In the reading thread ---

    def _read(self) -> None:
        connection = connect(self._path)
        while job := self._reads.get():
            sql, values, done = job
            self._answer([(done, _try(lambda sql=sql, values=values: connection.execute(sql, values).fetchall()))])
        connection.close()

    # --- In the writing thread ---

    def _write(self) -> None:
        connection = connect(self._path)
        open_ = True
        while open_:
            jobs: list[Job] = []
            job = self._jobs.get()
            while job is not None and len(jobs) < MOST:
                jobs.append(job)
                try:
                    job = self._jobs.get_nowait()
                except Empty:
                    break
            else:
                if job is not None:
                    jobs.append(job)
            open_ = job is not None
            if jobs:
                self._answer(commit(connection, jobs), written=True)
        connection.close()

    def _answer(self, answers: list[tuple[Future[Any], Any]], written: bool = False) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._resolve, answers, written)

    # --- In the event loop again ---

    def _resolve(self, answers: list[tuple[Future[Any], Any]], written: bool) -> None:
        if written:
            self.batched(len(answers))
        for done, answer in answers:
            if done.done():
                continue
            if isinstance(answer, Exception):
                done.set_exception(answer)
            else:
                done.set_result(answer)


def _try(work: Any) -> Any:
    try:
        return work()
    except sqlite3.Error as error:
        return error


def commit(connection: sqlite3.Connection, jobs: list[Job]) -> list[tuple[Future[Any], Any]]:
    """Carry out what waits, in one transaction, and say how each thing went."""
    plain = [(job, done) for job, done in jobs if isinstance(job, Write) and job.row and not job.more]
    rest = [(job, done) for job, done in jobs if not (isinstance(job, Write) and job.row and not job.more)]
    try:
        if rest:
            connection.execute("BEGIN IMMEDIATE")
        answers: list[tuple[Future[Any], Any]] = []
        if plain:
            kept = insert(connection, [job.row for job, _ in plain if job.row])
            answers += [(done, answer) for (_, done), answer in zip(plain, kept, strict=True)]
        answers += [(done, _apart(connection, job)) for job, done in rest]
        if rest:
            connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        return [(done, error) for _, done in jobs]
    return answers


def insert(connection: sqlite3.Connection, rows: list[Row]) -> list[bool]:
    """Insert rows, all those that are not there yet; say of each whether it stands there now as it was given."""
    count = connection.execute(_INSERT, (msgspec.json.encode(rows).decode(),)).rowcount
    if count == len(rows):
        return [True] * count
    return [connection.execute(_SAME, row).fetchone() is not None for row in rows]


def _apart(connection: sqlite3.Connection, job: Write | Statement) -> Any:
    """One job of several statements: all or nothing, whatever becomes of the others."""
    connection.execute("SAVEPOINT apart")
    try:
        if isinstance(job, tuple):
            answer: Any = connection.execute(*job).fetchall()
        else:
            for sql, values in job.more:
                connection.execute(sql, values)
            answer = not job.row or insert(connection, [job.row])[0]
    except sqlite3.IntegrityError:
        answer = False
    if answer is False:
        connection.execute("ROLLBACK TO apart")
    connection.execute("RELEASE apart")
    return answer
