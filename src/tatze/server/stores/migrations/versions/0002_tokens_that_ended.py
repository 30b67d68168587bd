"""Lets a token say that it ended and why, and which of a seat's owners it belongs to."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Integer, Text

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tokens", Column("ended", Text, nullable=False, server_default=""))
    op.add_column("tokens", Column("owner", Integer, nullable=False, server_default="-1"))
    op.add_column("transfers", Column("owner", Integer, nullable=False, server_default="-1"))
