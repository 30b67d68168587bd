"""Creates the tables of the first schema: tables, their event log, tokens, transfers and webhooks (`hooks`)."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, Double, Index, Integer, PrimaryKeyConstraint, SmallInteger, Text

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        Column("id", Text, primary_key=True),
        Column("code", Text, nullable=False, unique=True),
        Column("public", SmallInteger, nullable=False),
        Column("status", Text, nullable=False),
        Column("created", Double, nullable=False),
        Column("touched", Double, nullable=False),
        Index("tables_by_status", "status", "touched"),
    )
    op.create_table(
        "log",
        Column("table_id", Text, nullable=False),
        Column("version", Integer, nullable=False),
        Column("kind", Text, nullable=False),
        Column("seat", SmallInteger, nullable=False),
        Column("data", Text, nullable=False),
        Column("key", Text),
        Column("at", Double, nullable=False),
        PrimaryKeyConstraint("table_id", "version"),
        sqlite_with_rowid=False,
    )
    keyed = Column("key").is_not(None)
    op.create_index(
        "log_by_key", "log", ["table_id", "seat", "key"], unique=True, sqlite_where=keyed, postgresql_where=keyed
    )
    op.create_table(
        "tokens",
        Column("hash", Text, primary_key=True),
        Column("table_id", Text, nullable=False),
        Column("seat", SmallInteger, nullable=False),
        Column("host", SmallInteger, nullable=False),
        Column("created", Double, nullable=False),
        Index("tokens_by_seat", "table_id", "seat"),
    )
    op.create_table(
        "transfers",
        Column("hash", Text, primary_key=True),
        Column("table_id", Text, nullable=False),
        Column("seat", SmallInteger, nullable=False),
        Column("host", SmallInteger, nullable=False),
        Column("expires", BigInteger, nullable=False),
        Index("transfers_by_seat", "table_id", "seat"),
    )
    op.create_table(
        "hooks",
        Column("table_id", Text, nullable=False),
        Column("seat", SmallInteger, nullable=False),
        Column("url", Text, nullable=False),
        PrimaryKeyConstraint("table_id", "seat"),
    )
