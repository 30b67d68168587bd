"""What operators do beside a running server: look after tables, back up, restore, check."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tatze.cli import main
from tatze.core.errors import SetupError
from tatze.server.operators import backup, doctor, tables
from tatze.server.stores.engine import Write
from tatze.server.table.rows import LogRow
from tests.server.services import Postgres, wait_until
from tests.server.site import Site, play_out

OLD_DATABASE = Path(__file__).parents[1] / "stores" / "database_0001.sql"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with Site(tmp_path / "data") as made:
        yield made


def finished(site: Site) -> Any:
    """A table whose game is over."""
    first, second = site.two("linko", "duel")
    with site.talk(first) as ada, site.talk(second) as ben:
        play_out(ada, ben, choose=Random(4).choice)
    return first


def test_tables_are_listed_shown_exported_and_removed_while_the_server_runs(
    site: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = ["--database", site.settings.database]
    over, waiting = finished(site), site.open(name="Carla")
    table = over["table"]["id"]
    assert main(["tables", *database]) == 0
    listed = capsys.readouterr().out
    assert table in listed
    assert "2 tables" in listed
    assert "Carla" not in listed
    assert main(["tables", *database, "--json", "show", waiting["table"]["id"]]) == 0
    shown = capsys.readouterr().out
    assert json.loads(shown)["seats"][0]["name"] == "Carla"
    assert not {waiting["token"], waiting["code"], "secret", "hand"} & set(shown.replace('"', " ").split())
    assert main(["tables", *database, "export", table, "--out", str(tmp_path / "out")]) == 0
    assert main(["verify", str(tmp_path / "out" / f"{table}-1.tatze")]) == 0
    assert main(["tables", *database, "export", waiting["table"]["id"]]) == 1
    assert main(["tables", *database, "remove", "--name", "carla"]) == 2, "it asks first"
    assert main(["tables", *database, "remove", "--name", "carla", "--yes"]) == 0
    assert main(["tables", *database, "remove", "--unused", "1", "--yes"]) == 0
    assert "1 tables removed\n0 tables removed" in capsys.readouterr().out
    site.wait(site.services.cluster.poll([waiting["table"]["id"]]))
    wait_until(lambda: waiting["table"]["id"] not in site.services.hub.tables, "the removal is noticed")
    assert site.command(waiting, "pause", status=410)["code"] == "table/removed"
    assert main(["tables", *database, "remove", "nosuchtable", "--yes"]) == 1
    assert main(["tables", *database, "remove"]) == 2
    assert main(["tables", *database, "show", "nosuchtable"]) == 1


def test_a_backup_of_a_running_server_is_restored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    backup = tmp_path / "backup.sqlite"
    with Site(tmp_path / "data") as site:
        database = ["--database", site.settings.database]
        kept = site.open(name="Kept")
        assert main(["backup", *database, str(backup)]) == 0
        assert backup.stat().st_mode & 0o777 == 0o600
        later = site.open(name="Later")
        assert main(["backup", *database, str(backup)]) == 2, "a backup is not overwritten"
        assert main(["restore", *database, str(backup)]) == 2, "the server runs"
    assert main(["restore", *database, str(backup)]) == 0
    assert "before-restore" in capsys.readouterr().out
    with Site(tmp_path / "data") as site:
        assert site.info(kept)["seats"][0]["name"] == "Kept"
        site.get(f"/api/tables/{later['table']['id']}", later["token"], status=404)


def test_a_file_that_is_no_backup_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text").write_text("not a database, but long enough to be looked at " * 50)
    database = ["--database", f"sqlite:///{tmp_path / 'games.sqlite'}"]
    assert main(["restore", *database, str(tmp_path / "text")]) == 1
    assert main(["restore", *database, str(tmp_path / "nothing")]) == 2
    assert main(["backup", *database, str(tmp_path / "copy")]) == 2, "there is nothing to back up"
    assert not (tmp_path / "copy").exists()
    assert "Traceback" not in capsys.readouterr().err


def test_postgres_is_backed_up_and_restored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Postgres() as postgres:
        monkeypatch.setenv("PATH", str(postgres.bin), prepend=":")
        url, backup = postgres.database(), tmp_path / "games.dump"
        with Site(tmp_path, database=url) as site:
            kept = site.open()
            assert main(["backup", "--database", url, str(backup)]) == 0
            later = site.open()
            assert main(["doctor", "--database", url]) == 0
        assert main(["restore", "--database", url, str(backup)]) == 0
        with Site(tmp_path, database=url) as site:
            assert site.info(kept)["id"] == kept["table"]["id"]
            site.get(f"/api/tables/{later['table']['id']}", later["token"], status=404)
        monkeypatch.setattr(shutil, "which", lambda _: None)
        assert main(["backup", "--database", url, str(tmp_path / "other")]) == 1


@pytest.mark.parametrize(
    ("url", "public", "password"),
    [
        ("postgresql://tatze:s%40cret@db.example/games", "postgresql://tatze@db.example/games", "s@cret"),
        ("postgresql:///games?password=a%20b&connect_timeout=3", "postgresql:///games?connect_timeout=3", "a b"),
        ("postgresql://tatze@[::1]:5433/games", "postgresql://tatze@[::1]:5433/games", ""),
        ("postgresql://tatze:one@db/games?password=two", "postgresql://tatze@db/games", "two"),
    ],
)
def test_nobody_who_lists_processes_sees_the_password(
    url: str, public: str, password: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = tmp_path / "seen"
    for program in ("pg_dump", "pg_restore"):
        script = tmp_path / program
        script.write_text(f'#!/bin/sh\necho "$@" >> {seen}\necho "=$PGPASSWORD" >> {seen}\n', encoding="utf-8")
        script.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.delenv("PGPASSWORD", raising=False)
    backup.back_up(url, tmp_path / "games.dump")
    backup.restore(url, tmp_path / "games.dump")
    said = seen.read_text(encoding="utf-8").splitlines()
    assert [line for line in said if line.startswith("=")] == [f"={password}"] * 2
    for line in (said[0], said[2]):
        assert f"--dbname={public} " in line
        assert not password or password not in line


def test_a_password_with_a_hash_sign_is_refused_before_a_part_of_it_is_shown() -> None:
    for url in ("postgresql://tatze:sec#ret@db/games", "postgresql:///games?password=sec#ret"):
        with pytest.raises(SetupError, match="write # as %23"):
            backup.without_password(url)


def test_a_doctor_looks_at_everything(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json", "--database", site.settings.database]) == 0
    found = {finding["what"]: finding["state"] for finding in json.loads(capsys.readouterr().out)}
    assert set(found) == {"version", "page", "bots", "open files", "disk", "database", "schema", "clock", "bus"}
    assert "error" not in found.values()


def test_a_doctor_says_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "STATIC", tmp_path)
    monkeypatch.setattr(doctor, "max_open_files", lambda: 256)
    monkeypatch.setenv("TATZE_CACHE", "/proc/nowhere")
    bus = ["--bus", "nats://127.0.0.1:9"]
    (tmp_path / "text").write_text("this is no database, whatever its name may be " * 30)
    assert main(["doctor", "--database", f"sqlite:///{tmp_path / 'text'}", *bus]) == 1
    told = capsys.readouterr().out
    for line in ("error    page", "warning  bots", "warning  open files", "error    database", "error    bus"):
        assert line in told
    assert main(["doctor", "--database", f"sqlite:///{tmp_path / 'new.sqlite'}"]) == 1
    assert "does not exist yet" in capsys.readouterr().out


def test_a_doctor_names_what_is_not_installed_and_what_a_start_would_change(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "find_spec", lambda _: None)
    old = tmp_path / "old.sqlite"
    with closing(sqlite3.connect(old)) as database:
        database.executescript(OLD_DATABASE.read_text(encoding="utf-8"))
    main(["doctor", "--database", f"sqlite:///{old}"])
    told = capsys.readouterr().out
    assert "lynx, puma and tiger need the extra" in told
    assert "warning  schema" in told
    main(["doctor", "--database", f"sqlite:///{tmp_path / 'no' / 'folder' / 'games.sqlite'}"])
    assert f"GiB free at {tmp_path}\n" in capsys.readouterr().out


def test_a_table_that_cannot_be_read_does_not_hide_the_others(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = site.open(), site.open()
    site.wait(site.services.store.engine.change("UPDATE log SET data = '{' WHERE table_id = ?", bad["table"]["id"]))
    assert main(["tables", "--database", site.settings.database]) == 0
    listed = capsys.readouterr().out
    assert good["table"]["id"] in listed
    assert bad["table"]["id"] not in listed


def test_a_table_is_removed_though_somebody_acts_at_that_moment(site: Site) -> None:
    opened = site.open()
    store = site.services.store
    append, table = store.append, opened["table"]["id"]
    tries: list[int] = []

    async def append_after_another(write: Write) -> bool:
        assert write.row
        tries.append(write.row.version)
        if len(tries) == 1:
            rival = LogRow(table, write.row.version, "paused", 0, "", None, 0.0)
            assert await append(Write(rival))
        return await append(write)

    store.append = append_after_another  # type: ignore[method-assign]  # the rival acts between reading and writing
    site.wait(tables.remove(store, table))
    assert tries == [tries[0], tries[0] + 1]
    assert [row.kind for row in site.wait(store.rows(table))][-2:] == ["paused", "removed"]
