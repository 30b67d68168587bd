"""SQLite in one file, with group commit: the writes that arrive during a commit share the next one."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import threading
import time
from asyncio import Future
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, Any
from urllib.parse import urlsplit

import msgspec

from tatze.core.errors import SetupError
from tatze.server.stores.engine import COMMIT_PAUSE_SECONDS, MAX_WRITES_PER_COMMIT, Statement, Values, Write
from tatze.server.table.rows import LogRow

MAX_WAL_PAGES = 4000
"""Number of pages of 4 KiB in the write-ahead log after which they are copied into the file. The higher it is, the less
often a page that changes with every move is copied."""
_INSERT = f"""INSERT OR IGNORE INTO log (table_id, version, kind, seat, data, key, at)
              SELECT {", ".join(f"json_extract(value, '$[{i}]')" for i in range(7))} FROM json_each(?)"""
_SELECT_SAME = """SELECT 1 FROM log WHERE table_id = ? AND version = ? AND kind = ? AND seat = ? AND data = ?
           AND key IS ? AND at = ?"""

Job = tuple[Write | Statement, "Future[Any]"]
"""A write or a writing statement, and the future that gets its result."""
Answer = tuple["Future[Any]", Any]
"""A future, and its result or exception."""


def file_of(url: str) -> Path:
    """Return the file of sqlite:///relative or sqlite:////absolute."""
    path = urlsplit(url).path[1:]
    if not path:
        raise SetupError("a database in memory would be lost: name a file, as in sqlite:///games.sqlite")
    return Path(path)


def connect(path: Path) -> sqlite3.Connection:
    """Open a database whose commits survive a loss of power. Its folder is created if need be."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # A new file is its owner's alone, as are the files beside it. A file that exists is not opened here: closing it
    # would end the locks that SQLite holds on it in this process, and another process could delete the write-ahead log.
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    connection = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {MAX_WAL_PAGES}")
    return connection


def lock_path(path: Path) -> Path:
    """Return the file that a server locks while it uses a database."""
    return path.with_name(f"{path.name}.lock")


def lock_file(path: Path) -> IO[bytes] | None:
    """Lock a file until it is closed or this process ends. A second server on one database would not hear of the moves
    of the first, so it is refused. Where the system knows no such locks nothing happens."""
    try:
        import fcntl
    except ImportError:  # Windows
        return None
    file = path.open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise SetupError(f"another server uses the database {path.with_suffix('')}; end it, or name another") from None
    return file


class SqliteEngine:
    """A database in one file, with one thread that writes and another that reads.

    Many rows are inserted by a single statement: each statement releases Python's global lock once, and waiting to get
    the lock back takes longer than the statement."""

    def __init__(self, url: str, shared: bool = False) -> None:
        self.url = url
        self._shared = shared
        """Whether a server may be running on the same file: for commands of operators."""
        self.commit_listeners: list[Callable[[int], None]] = []
        self._path = file_of(url)
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._reads: SimpleQueue[tuple[str, Values, Future[list[Values]]] | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._lock: IO[bytes] | None = None
        """The open file that keeps other servers from this database."""

    async def open(self) -> None:
        from tatze.server.stores.migrate import upgrade

        self._loop = asyncio.get_running_loop()
        connect(self._path).close()
        if not self._shared:
            self._lock = lock_file(lock_path(self._path))
        await asyncio.to_thread(upgrade, self.url, self._shared)
        self._threads = [threading.Thread(target=target, daemon=True) for target in (self._write, self._read)]
        for thread in self._threads:
            thread.start()

    async def close(self) -> None:
        self._jobs.put(None)
        self._reads.put(None)
        for thread in self._threads:
            await asyncio.to_thread(thread.join)
        if self._lock:
            self._lock.close()

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
            if done.done():  # nobody waits for it any more
                continue
            self._answer([(done, _fetch(connection, sql, values))])
        connection.close()

    # --- In the writing thread ---

    def _write(self) -> None:
        connection = connect(self._path)
        closing = False
        while not closing:
            jobs, closing = self._waiting_jobs()
            if jobs:
                self._answer(commit(connection, jobs), written=True)
                time.sleep(COMMIT_PAUSE_SECONDS)
        connection.close()

    def _waiting_jobs(self) -> tuple[list[Job], bool]:
        """Wait for a job, and return it with all others that are waiting; also whether the engine is to close."""
        jobs: list[Job] = []
        job = self._jobs.get()
        while job is not None:
            jobs.append(job)
            if len(jobs) == MAX_WRITES_PER_COMMIT:
                return jobs, False
            try:
                job = self._jobs.get_nowait()
            except Empty:
                return jobs, False
        return jobs, True

    def _answer(self, answers: list[Answer], written: bool = False) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._resolve, answers, written)

    # --- In the event loop again ---

    def _resolve(self, answers: list[Answer], written: bool) -> None:
        if written:
            for listener in self.commit_listeners:
                listener(len(answers))
        for done, answer in answers:
            if done.done():
                continue
            if isinstance(answer, Exception):
                done.set_exception(answer)
            else:
                done.set_result(answer)


def _fetch(connection: sqlite3.Connection, sql: str, values: Values) -> Any:
    try:
        return connection.execute(sql, values).fetchall()
    except sqlite3.Error as error:
        return error


def commit(connection: sqlite3.Connection, jobs: list[Job]) -> list[Answer]:
    """Carry out all jobs in one transaction, and return the result of each."""
    plain = [(job, done) for job, done in jobs if isinstance(job, Write) and job.only_row]
    rest = [(job, done) for job, done in jobs if not (isinstance(job, Write) and job.only_row)]
    try:
        if rest:
            connection.execute("BEGIN IMMEDIATE")
        answers: list[Answer] = []
        if plain:
            stored = insert(connection, [job.row for job, _ in plain if job.row])
            answers += [(done, answer) for (_, done), answer in zip(plain, stored, strict=True)]
        answers += [(done, _run_atomically(connection, job)) for job, done in rest]
        if rest:
            connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        return [(done, error) for _, done in jobs]
    return answers


def insert(connection: sqlite3.Connection, rows: list[LogRow]) -> list[bool]:
    """Insert the rows whose versions are not taken. Return for each row whether it is stored now as it was given."""
    count = connection.execute(_INSERT, (msgspec.json.encode(rows).decode(),)).rowcount
    if count == len(rows):
        return [True] * count
    return [connection.execute(_SELECT_SAME, row).fetchone() is not None for row in rows]


def _run_atomically(connection: sqlite3.Connection, job: Write | Statement) -> Any:
    """Run all statements of a job, or none of them. The other jobs of the transaction are not affected."""
    connection.execute("SAVEPOINT job")
    try:
        if isinstance(job, tuple):
            answer: Any = connection.execute(*job).fetchall()
        else:
            for sql, values in job.statements:
                connection.execute(sql, values)
            answer = not job.row or insert(connection, [job.row])[0]
    except sqlite3.IntegrityError:
        answer = False
    if answer is False:
        connection.execute("ROLLBACK TO job")
    connection.execute("RELEASE job")
    return answer
