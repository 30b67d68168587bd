"""Creates the table of reviews of finished games."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Double, LargeBinary, PrimaryKeyConstraint, SmallInteger, Text

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "reviews",
        Column("table_id", Text, nullable=False),
        Column("game", SmallInteger, nullable=False),
        Column("depth", Text, nullable=False),
        Column("seat", SmallInteger, nullable=False),
        Column("data", LargeBinary, nullable=False),
        Column("created", Double, nullable=False),
        PrimaryKeyConstraint("table_id", "game", "depth", "seat"),
    )
