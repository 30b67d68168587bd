"""Checks of everything that a server needs: each says how it stands, and what to do about it."""

from __future__ import annotations

import asyncio
import shutil
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from tatze.core.errors import TatzeError
from tatze.core.version import __version__
from tatze.server.operators.tables import opened_store
from tatze.server.settings import Settings
from tatze.server.stores.migrate import revisions
from tatze.server.stores.sqlite import file_of
from tatze.server.stores.store import Store
from tatze.server.web.limits import max_open_files
from tatze.web import STATIC

State = Literal["ok", "warning", "error"]
SECONDS = 10.0
"""Seconds that a check may take."""
SLOW_COMMIT_SECONDS = 0.1
FEW_FILES = 4096
LITTLE_DISK_BYTES = 1 << 30
MAX_CLOCK_DIFFERENCE_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check."""

    what: str
    state: State
    text: str


async def examine(settings: Settings) -> list[Check]:
    """Return the findings of all checks. A check that fails does not keep the others from running."""
    findings = [_version(), _page(), _bots(), _files(), _disk(settings)]
    findings += await _database(settings)
    findings.append(await _guarded("bus", lambda: _bus(settings)))
    return findings


async def _guarded(what: str, check: Callable[[], Awaitable[Check]]) -> Check:
    try:
        async with asyncio.timeout(SECONDS):
            return await check()
    except TimeoutError:
        return Check(what, "error", f"no answer within {SECONDS:.0f} seconds")
    except Exception as error:  # noqa: BLE001  # whatever is wrong is what the operator wants to know
        return Check(what, "error", f"{type(error).__name__}: {error}".splitlines()[0])


def _version() -> Check:
    python = ".".join(map(str, sys.version_info[:3]))
    return Check("version", "ok", f"Tatze {__version__}, Python {python}")


def _page() -> Check:
    if (STATIC / "index.html").is_file():
        return Check("page", "ok", "built")
    return Check("page", "error", "not built; in a checkout: make web")


def _bots() -> Check:
    missing = [name for name in ("numpy", "numba") if find_spec(name) is None]
    if missing:
        return Check("bots", "warning", "lynx, puma and tiger need the extra: pip install 'tatze[compiled]'")
    from tatze.compiled.cache import cache_root

    folder = cache_root()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        filled = any(folder.iterdir())
    except OSError:
        return Check("bots", "warning", f"{folder} cannot be written, so bots compile at each start; set TATZE_CACHE")
    return Check("bots", "ok", f"compiled code is cached in {folder}" + ("" if filled else ", which is still empty"))


def _files() -> Check:
    files = max_open_files()
    if files < FEW_FILES:
        return Check("open files", "warning", f"{files} at most; allow more (ulimit -n, LimitNOFILE= in systemd)")
    return Check("open files", "ok", "no limit" if files == sys.maxsize else f"{files:,} at most")


def _disk(settings: Settings) -> Check:
    if not settings.database_url.startswith("sqlite"):
        return Check("disk", "ok", "the database is elsewhere")
    folder = file_of(settings.database_url).parent.absolute()
    while not folder.is_dir():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    state: State = "warning" if free < LITTLE_DISK_BYTES else "ok"
    return Check("disk", state, f"{free / 2**30:.1f} GiB free at {folder}")


async def _database(settings: Settings) -> list[Check]:
    url = settings.database_url
    if url.startswith("sqlite") and not Path(file_of(url)).is_file():
        return [Check("database", "ok", f"{file_of(url)} does not exist yet; the server makes it")]
    try:
        present, newest = await asyncio.to_thread(revisions, url)
    except Exception as error:  # noqa: BLE001  # whatever is wrong is what the operator wants to know
        return [Check("database", "error", f"cannot be opened: {error}".splitlines()[0])]
    if present != newest:
        text = f"{present}; the server brings it to {newest} when it starts, so make a backup first"
        return [Check("schema", "warning", text)]
    try:
        async with asyncio.timeout(2 * SECONDS), opened_store(url) as store:
            return [
                await _guarded("database", lambda: _writing(store)),
                Check("schema", "ok", f"{present}, the newest"),
                await _guarded("clock", lambda: _clock(store, url)),
            ]
    except (TatzeError, OSError, TimeoutError) as error:
        return [Check("database", "error", str(error) or "no answer")]


async def _writing(store: Store) -> Check:
    begun = time.perf_counter()
    await store.check()
    took = time.perf_counter() - begun
    text = f"writes and reads in {1000 * took:.0f} ms, {await store.count_unfinished()} tables that are not over"
    return Check("database", "warning" if took > SLOW_COMMIT_SECONDS else "ok", text)


async def _clock(store: Store, url: str) -> Check:
    if url.startswith("sqlite"):
        return Check("clock", "ok", time.strftime("%Y-%m-%d %H:%M:%S %Z"))
    there = float((await store.engine.fetch("SELECT extract(epoch FROM clock_timestamp())"))[0][0])
    difference = abs(there - time.time())
    state: State = "warning" if difference > MAX_CLOCK_DIFFERENCE_SECONDS else "ok"
    return Check("clock", state, f"{difference:.1f} s from the database's")


async def _bus(settings: Settings) -> Check:
    if not settings.bus:
        return Check("bus", "ok", "none; several servers on one PostgreSQL find each other's moves within seconds")
    import nats

    connection = await nats.connect(settings.bus, connect_timeout=3, allow_reconnect=False)
    await connection.close()
    return Check("bus", "ok", "reached")
