"""Brings a database to the present schema with alembic. A lock makes it safe to start several nodes at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.engine import Engine

from tatze.core.errors import SetupError

ADVISORY_LOCK = 7_286_113
"""Number of the advisory lock in PostgreSQL. It is arbitrary, but all versions of the server must use the same."""


def upgrade(url: str, shared: bool = False) -> None:
    """Run the migrations that a database lacks. SQLite's file lock, or an advisory lock in PostgreSQL, lets one process
    at a time do so. A database of a newer version is refused; if a server of its own version may be running on it
    (`shared`), also one of an older version."""
    with _database(url) as (engine, config):
        scripts = ScriptDirectory.from_config(config)
        present = _present(engine)
        if present and present not in {script.revision for script in scripts.walk_revisions()}:
            raise SetupError(f"the database has the schema {present} of a newer version of Tatze: install that version")
        if shared and present and present != scripts.get_current_head():
            raise SetupError(
                "the database is of an older version of Tatze: stop its server, and start this version's once"
            )
        if present != scripts.get_current_head():
            _run(engine, config)


def revisions(url: str) -> tuple[str | None, str | None]:
    """Return the revision of a database's schema, and the newest one."""
    with _database(url) as (engine, config):
        return _present(engine), ScriptDirectory.from_config(config).get_current_head()


@contextmanager
def _database(url: str) -> Iterator[tuple[Engine, Config]]:
    file = url.startswith("sqlite")
    engine = create_engine(
        url.replace("postgresql://", "postgresql+psycopg://", 1),
        connect_args={"isolation_level": None, "timeout": 30} if file else {},
    )
    if file:
        event.listen(engine, "begin", _lock_file)
    try:
        with as_file(files("tatze.server.stores") / "migrations") as folder:
            config = Config()
            config.set_main_option("script_location", str(folder).replace("%", "%%"))
            yield engine, config
    finally:
        engine.dispose()


def _present(engine: Engine) -> str | None:
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def _run(engine: Engine, config: Config) -> None:
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": ADVISORY_LOCK})
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _lock_file(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
