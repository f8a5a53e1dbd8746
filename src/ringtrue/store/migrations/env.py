"""Alembic's entry: run the scripts on the connection that `migration.upgrade` hands over."""

from alembic import context

from ringtrue.store.schema import VERSION_TABLE

context.configure(connection=context.config.attributes["connection"], version_table=VERSION_TABLE)
with context.begin_transaction():
    context.run_migrations()
