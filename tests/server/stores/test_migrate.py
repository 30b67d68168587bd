"""A database that an earlier version of the server made opens, and its games go on.

`database_0001.sql` is a dump of a SQLite database of the first schema: a running game of two people at version 9."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tatze.core.errors import SetupError
from tatze.server.stores.migrate import upgrade
from tatze.server.stores.store import engine_for
from tests.server.site import Site, play_out

DUMP = Path(__file__).with_name("database_0001.sql")
TABLE = "85kjy9xcletatwbs"
TOKENS = ("nuGURVKGCwgYHRIUL92ihVIB0EYwlvHi", "Fc-y8zt6d239v3et2Y4x7zXaFza4X0fx")


def test_a_game_in_a_database_of_the_first_schema_goes_on_to_its_end(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "games.sqlite") as database:
        database.executescript(DUMP.read_text(encoding="utf-8"))
        code: str = database.execute("SELECT code FROM tables").fetchone()[0]
    database.close()
    first, second = ({"table": {"id": TABLE}, "token": token} for token in TOKENS)
    with Site(tmp_path, retention_days=0) as site:
        info = site.info(first)
        assert (info["status"], info["version"], info["turn"]) == ("playing", 9, 1)
        assert [seat["name"] for seat in info["seats"]] == ["Ada", "Ben"]
        assert info["fair"]["words"] == ["hello"]
        assert site.post("/api/find", {"code": code})["table"]["id"] == TABLE
        stored = site.wait(site.services.store.engine.fetch("SELECT code FROM tables"))
        assert code not in repr(stored), "codes of old databases are hashed too"
        with site.talk(first) as ada, site.talk(second) as ben:
            assert [entry["by"]["kind"] for entry in ada.welcome["log"]][:5] == [
                "opened",
                "joined",
                "word",
                "started",
                "action",
            ]
            play_out(ada, ben)
        assert "hello" in site.get(f"/api/tables/{TABLE}/record/1", TOKENS[0])


def test_a_command_beside_a_server_does_not_upgrade_its_database(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as database:
        database.executescript(DUMP.read_text(encoding="utf-8"))
        before = database.execute("SELECT * FROM alembic_version").fetchall()
        engine = engine_for(f"sqlite:///{tmp_path / 'games.sqlite'}", shared=True)
        with pytest.raises(SetupError, match="of an older version of Tatze: stop its server"):
            asyncio.run(engine.open())
        assert database.execute("SELECT * FROM alembic_version").fetchall() == before


def test_a_database_of_a_newer_version_is_refused_with_a_reason(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    upgrade(url)
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    with pytest.raises(SetupError, match="9999 of a newer version of Tatze"):
        upgrade(url)
