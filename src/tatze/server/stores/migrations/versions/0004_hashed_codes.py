"""Replaces the codes of tables by their hashes. That takes about a second for a hundred tables and core."""

from __future__ import annotations

import secrets
from concurrent.futures import ThreadPoolExecutor

from alembic import op
from sqlalchemy import text

from tatze.server.stores.codes import SALT_NAME, code_hash

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    salt, database = secrets.token_urlsafe(24), op.get_bind()
    database.execute(
        text("INSERT INTO server_keys (name, value) VALUES (:name, :salt)"), {"name": SALT_NAME, "salt": salt}
    )
    tables = database.execute(text("SELECT id, code FROM tables")).all()
    with ThreadPoolExecutor() as threads:
        hashes = list(threads.map(lambda row: code_hash(row[1], salt), tables))
    for (table, _), hashed in zip(tables, hashes, strict=True):
        database.execute(text("UPDATE tables SET code = :hash WHERE id = :table"), {"hash": hashed, "table": table})
