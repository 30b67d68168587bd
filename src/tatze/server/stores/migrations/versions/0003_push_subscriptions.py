"""Creates the tables of push subscriptions (`pushes`) and of the server's own keys (`server_keys`)."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Double, PrimaryKeyConstraint, SmallInteger, Text

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "pushes",
        Column("table_id", Text, nullable=False),
        Column("seat", SmallInteger, nullable=False),
        Column("endpoint", Text, nullable=False),
        Column("p256dh", Text, nullable=False),
        Column("auth", Text, nullable=False),
        Column("lang", Text, nullable=False),
        Column("created", Double, nullable=False),
        PrimaryKeyConstraint("table_id", "seat", "endpoint"),
    )
    op.create_index("pushes_by_endpoint", "pushes", ["endpoint"])
    op.create_table(
        "server_keys",
        Column("name", Text, primary_key=True),
        Column("value", Text, nullable=False),
    )
