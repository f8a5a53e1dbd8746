"""The tables of a new SQLite file at once, as all scripts of `migrations/` together leave them.

To load alembic and run its scripts takes longer than all else that is done to begin a study. The statements stand in
`newest.sql`, which `make docs` writes by running the scripts; databases that hold something are brought along by the
scripts themselves, and so is PostgreSQL.
"""

from pathlib import Path

from sqlalchemy import Connection, insert, select

from ringtrue.store.schema import version

STATEMENTS = Path(__file__).with_name("newest.sql")


def make_newest(connection: Connection) -> None:
    """Make every table and the note of their version, inside the connection's own transaction."""
    for statement in STATEMENTS.read_text(encoding="utf-8").splitlines():
        connection.exec_driver_sql(statement)


def statements_of(connection: Connection) -> str:
    """What makes the tables and indexes this SQLite database has, one statement on each line, in their order."""
    made = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
    lines = [" ".join(sql.split()) for sql in made.scalars()]
    stamp = insert(version).values(version_num=connection.execute(select(version.c.version_num)).scalar_one())
    lines.append(str(stamp.compile(connection, compile_kwargs={"literal_binds": True})))
    return "\n".join([*lines, ""])
