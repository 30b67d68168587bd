"""Backups of a server's database: SQLite's own copy while the server runs, or PostgreSQL's pg_dump."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tatze.core.errors import SetupError, TatzeError
from tatze.server.stores.sqlite import file_of, lock_file, lock_path


def back_up(url: str, target: Path) -> None:
    """Write a backup of a database into a new file, which is its owner's alone."""
    if target.exists():
        raise SetupError(f"{target} exists; name another file")
    if not target.parent.is_dir():
        raise SetupError(f"{target.parent} is no folder")
    unfinished = target.with_name(f"{target.name}.part")
    unfinished.unlink(missing_ok=True)
    os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        if url.startswith("sqlite"):
            _copy(_existing(file_of(url)), unfinished)
        else:
            _run(url, "pg_dump", "--format=custom", f"--file={unfinished}")
        unfinished.rename(target)
    finally:
        unfinished.unlink(missing_ok=True)


def restore(url: str, source: Path) -> Path | None:
    """Put a backup in the place of a database. Return where SQLite's former file lies now, if there was one."""
    if not source.is_file():
        raise SetupError(f"there is no file {source}")
    if not url.startswith("sqlite"):
        _run(url, "pg_restore", "--clean", "--if-exists", "--exit-on-error", str(source))
        return None
    _check(source)
    path = file_of(url)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = lock_file(lock_path(path))
    try:
        return _replace(path, source)
    finally:
        if lock:
            lock.close()


def _replace(path: Path, source: Path) -> Path | None:
    kept = None
    if path.exists():
        kept = path.with_name(f"{path.name}.before-restore")
        kept.unlink(missing_ok=True)
        _copy(path, kept)
        kept.chmod(0o600)
    fresh = path.with_name(f"{path.name}.restoring")
    fresh.unlink(missing_ok=True)
    os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    _copy(source, fresh)
    for beside in ("-wal", "-shm"):
        path.with_name(f"{path.name}{beside}").unlink(missing_ok=True)
    fresh.replace(path)
    return kept


def _existing(path: Path) -> Path:
    if not path.is_file():
        raise SetupError(f"there is no database {path}")
    return path


def _copy(source: Path, target: Path) -> None:
    """Copy a database as it is at one moment, while others may write to it."""
    origin, copy = sqlite3.connect(source), sqlite3.connect(target)
    try:
        origin.backup(copy)
    except sqlite3.Error as error:
        raise TatzeError(f"{source} cannot be copied: {error}") from None
    finally:
        copy.close()
        origin.close()


def _check(source: Path) -> None:
    """Refuse a file that is no database of Tatze, or a damaged one."""
    connection = sqlite3.connect(f"file:{source}?mode=ro", uri=True)
    try:
        if connection.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
            raise TatzeError(f"{source} is damaged")
        connection.execute("SELECT count(*) FROM log, alembic_version")
    except sqlite3.Error:
        raise TatzeError(f"{source} is no backup of Tatze") from None
    finally:
        connection.close()


def _run(url: str, program: str, *arguments: str) -> None:
    """Run a program of PostgreSQL on a database. Everybody on this machine can see its arguments, but not its
    environment, so the password goes there."""
    if shutil.which(program) is None:
        raise TatzeError(f"{program} is not installed; it comes with PostgreSQL's client programs")
    public, password = without_password(url)
    environment = os.environ | ({"PGPASSWORD": password} if password else {})
    command = [program, f"--dbname={public}", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        raise TatzeError(f"{program}: {(done.stderr.strip().splitlines() or ['it failed'])[-1]}")


def without_password(url: str) -> tuple[str, str]:
    """Return a database's URL without its password, and the password; it is empty if the URL has none."""
    parts = urlsplit(url)
    if parts.fragment:
        raise SetupError("the database's URL has a #, which ends it: write # as %23")
    user, at, host = parts.netloc.rpartition("@")
    name, _, written = user.partition(":")
    settings = [setting for setting in parts.query.split("&") if setting]
    passwords = [setting.removeprefix("password=") for setting in settings if setting.startswith("password=")]
    rest = "&".join(setting for setting in settings if not setting.startswith("password="))
    public = f"{parts.scheme}://{name}{at}{host}{parts.path}{'?' if rest else ''}{rest}"
    return public, unquote([written, *passwords][-1])  # the last one counts, as in PostgreSQL's own programs
