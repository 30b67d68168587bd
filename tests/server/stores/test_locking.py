"""A database in one file belongs to one server at a time, and to one person."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tatze.core.errors import SetupError
from tatze.server.stores.sqlite import connect, lock_file
from tests.server.services import wait_until
from tests.server.site import Site


def test_a_second_server_on_one_file_is_refused(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        command = [sys.executable, "-m", "tatze", "serve", "--port", "0", "--database", site.settings.database]
        second = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert second.returncode == 1
    assert "another server uses the database" in second.stderr


def test_a_lock_ends_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "games.lock"
    held = lock_file(path)
    assert held
    with pytest.raises(SetupError, match="another server"):
        lock_file(path)
    held.close()
    again = lock_file(path)
    assert again
    again.close()


def test_what_is_stored_is_its_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with Site(folder) as site:
        site.open()
        assert folder.stat().st_mode & 0o777 == 0o700
        files = [file for file in folder.glob("games.sqlite*") if file.suffix != ".lock"]
        assert {file.stat().st_mode & 0o777 for file in files} == {0o600}


def test_a_database_that_takes_no_writes_is_unhealthy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Site(tmp_path) as site:
        assert site.http.get("/healthz").text == "ok\n"
        monkeypatch.setattr("tatze.server.app.HEALTH_SECONDS", 0.2)
        locked = sqlite3.connect(tmp_path / "games.sqlite")
        locked.execute("BEGIN IMMEDIATE")
        assert site.http.get("/healthz").status_code == 503
        locked.rollback()
        locked.close()
        wait_until(lambda: site.http.get("/healthz").status_code == 200, "a healthy server")


def test_another_process_that_reads_does_not_take_the_write_ahead_log_away(tmp_path: Path) -> None:
    counts = "execute('SELECT count(*) FROM tables').fetchone()[0]"
    look = f"import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).{counts})"
    file = tmp_path / "games.sqlite"
    with Site(tmp_path) as site:
        for count in range(1, 4):
            site.open()
            connect(file).close()  # as a thread of the server does
            command = [sys.executable, "-c", look, str(file)]
            seen = subprocess.run(command, capture_output=True, text=True, check=True)
            assert int(seen.stdout) == count
            assert file.with_name("games.sqlite-wal").exists()
