"""Open a database: create it, bring it to this program's version, or refuse it with a reason."""

from pathlib import Path

from sqlalchemy import Connection, inspect
from sqlalchemy.exc import DatabaseError, OperationalError

from ringtrue.store.engine import Database, located, why
from ringtrue.store.newest import make_newest
from ringtrue.store.refusal import refusal
from ringtrue.store.schema import HEAD, VERSION_TABLE

_MIGRATING = 7_428_657  # one number for all programs that open the same PostgreSQL database


def opened(place: Path | str, *, create: bool) -> Database:
    """The database, at this program's version; BadInput where there is none, a foreign one, or a newer one."""
    url = located(place)
    database = Database(url)
    if database.path and not create and not database.path.is_file():
        raise refusal(database.shown, "database", "There is no such file.", remedy="Check the path.")
    try:
        _make_ready(database, create=create)
    except OperationalError as error:
        database.close()
        raise refusal(database.shown, "database", f"It cannot be opened: {why(error)}.", remedy=_REACH) from None
    except DatabaseError as error:
        database.close()
        raise refusal(database.shown, "database", f"It cannot be read: {why(error)}.", remedy=_OTHER) from None
    except BaseException:
        database.close()
        raise
    return database


_REACH = "Check that the place exists, may be written to, and that a server is running there."
_OTHER = "Name a database that ringtrue made, or restore a backup."


def _make_ready(database: Database, *, create: bool) -> None:
    with database.reading() as connection:
        if _usable_version(database, connection, create=create) == HEAD:
            return
    if database.path:
        # Readers then never wait for a writer. The mode stays with the file.
        database.sqlite_command("PRAGMA journal_mode = WAL")
    with database.writing() as connection:
        if not database.path:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
        found = _usable_version(database, connection, create=create)
        if found == HEAD:
            return  # another program was faster
        if found is None and database.path:
            make_newest(connection)
            return
        from ringtrue.store.migration import upgrade  # alembic takes longer to load than a database to open

        upgrade(connection)


def _usable_version(database: Database, connection: Connection, *, create: bool) -> str | None:
    """The version found, None where tables may be made; anything else is refused before it is touched."""
    found = found_version(connection)
    if found is None:
        _refuse_to_fill(database, connection, create=create)
    elif found > HEAD:
        what = f"It was written by a newer ringtrue (version {found} of the tables, this program knows {HEAD})."
        raise refusal(database.shown, "database", what, remedy="Update ringtrue: pip install --upgrade ringtrue.")
    return found


def found_version(connection: Connection) -> str | None:
    """The version of the tables, None where there are none."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    return connection.exec_driver_sql(f"SELECT version_num FROM {VERSION_TABLE}").scalar_one_or_none()  # noqa: S608


def _refuse_to_fill(database: Database, connection: Connection, *, create: bool) -> None:
    tables = inspect(connection).get_table_names()
    if tables and (database.path or "studies" in tables):
        remedy = "Name another place; this one is left as it is."
        raise refusal(database.shown, "database", "It holds tables that are not ringtrue's.", remedy=remedy)
    if not create:
        raise refusal(
            database.shown, "database", "It is empty.", remedy="Create the study first, or check the address."
        )
