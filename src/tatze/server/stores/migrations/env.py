"""Runs the migrations for alembic, on the connection that `migrate.upgrade` provides."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
