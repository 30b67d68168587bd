"""How alembic runs the migrations: always on the connection that `migrate.upgrade` gives it."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
