"""Database engine: open, create or refuse a SQLite or PostgreSQL database."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import Connection as SQLiteConnection
from typing import Any

from sqlalchemy import URL, Connection, Engine, PoolProxiedConnection, create_engine, event, inspect, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError, NoSuchModuleError, OperationalError

from ringtrue.files.problems import refusal
from ringtrue.store.schema import HEAD, VERSION_TABLE

# Where the database is and how to talk to it: SQLite or PostgreSQL, reading and writing transactions.


WAIT_FOR_WRITERS = 120.0  # seconds; a bulk take-in of a million rows holds the lock for half a minute
_READS_PER_FETCH = 2000
_KEPT_OPEN = 10  # connections: those beyond are opened and closed each time


class Database:
    """An open connection pool. SQLite writes take the lock at once: a deferred transaction can lose the race for it."""

    def __init__(self, url: URL) -> None:
        """Prepare the pool; nothing is opened yet."""
        self.url = url
        self.path = Path(url.database or "") if url.drivername == "sqlite" else None
        self.shown = str(self.path) if self.path else url.render_as_string(hide_password=True)
        self._writer = _sqlite_engine(url) if self.path else _postgresql_engine(url)
        options: dict[str, Any] = {"ringtrue_reads": True, "stream_results": True, "yield_per": _READS_PER_FETCH}
        if not self.path:
            # One snapshot for all statements of a transaction, as SQLite gives it.
            options |= {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        self._reader = self._writer.execution_options(**options)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one moment of the database and hinders no writer; rows come in pieces."""
        with self._reader.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is on the disk when the block has ended, or did not happen."""
        with self._writer.begin() as connection:
            yield connection

    def sqlite_command(self, command: str) -> None:
        """Run one command outside any transaction, where SQLite insists on it."""
        connection = self._writer.raw_connection()
        try:
            connection.cursor().execute(command)
        finally:
            connection.close()

    def driver_connection(self) -> PoolProxiedConnection:
        """The driver's own connection, for the few places where speed matters; transactions are up to the caller."""
        return self._writer.raw_connection()

    def close(self) -> None:
        """Close every connection."""
        self._writer.dispose()


def located(place: Path | str) -> URL:
    """The address meant by a file's path, `sqlite:///path` or `postgresql://...`."""
    if isinstance(place, Path) or "://" not in place:
        return URL.create("sqlite", database=str(place))
    try:
        url = make_url(place)
    except (ArgumentError, ValueError):
        shown = place.partition("://")[0] + "://..."  # the rest may hold a password
        raise refusal(shown, "This is not a database address.", place="address", remedy=_ADDRESSES) from None
    family = url.drivername.partition("+")[0]
    if family in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if family == "sqlite" and url.database and url.database != ":memory:":
        return url.set(drivername="sqlite")
    shown = url.render_as_string(hide_password=True)
    raise refusal(shown, "This kind of database is not supported.", place="address", remedy=_ADDRESSES)


_ADDRESSES = "Give the path of a file, or postgresql://user@host/database."


def _sqlite_engine(url: URL) -> Engine:
    engine = create_engine(
        url, pool_size=_KEPT_OPEN, connect_args={"timeout": WAIT_FOR_WRITERS, "check_same_thread": False}
    )
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: SQLiteConnection, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where we say, DDL included
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")  # an erased name is overwritten, not just unlinked
    connection.execute("PRAGMA journal_size_limit = 67108864")


def _begin_sqlite(connection: Connection) -> None:
    reads = connection.get_execution_options().get("ringtrue_reads", False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _postgresql_engine(url: URL) -> Engine:
    try:
        engine = create_engine(url, pool_pre_ping=True)
    except (ModuleNotFoundError, NoSuchModuleError):
        remedy = "Install it: pip install 'ringtrue[postgres]'."
        shown = url.render_as_string(hide_password=True)
        raise refusal(shown, "The PostgreSQL driver psycopg is missing.", place="address", remedy=remedy) from None
    event.listen(engine, "connect", _prepare_postgresql)
    return engine


def _prepare_postgresql(connection: Any, _record: object) -> None:
    with connection.cursor() as cursor:
        # A server set to acknowledge before it has written would break our promise; a stricter setting stays.
        cursor.execute(
            "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
        )
    connection.commit()


def why(error: DBAPIError) -> str:
    """The driver's own words, in one line."""
    return " ".join(str(error.orig).split())


# Open a database: create it, bring it to this program's version, or refuse it with a reason.


_MIGRATING = 7_428_657  # one number for all programs that open the same PostgreSQL database


def opened(place: Path | str, *, create: bool) -> Database:
    """The database, at this program's version; BadInput where there is none, a foreign one, or a newer one."""
    url = located(place)
    database = Database(url)
    if database.path and not create and not database.path.is_file():
        raise refusal(database.shown, "There is no such file.", place="database", remedy="Check the path.")
    try:
        _make_ready(database, create=create)
    except OperationalError as error:
        database.close()
        raise refusal(database.shown, f"It cannot be opened: {why(error)}.", place="database", remedy=_REACH) from None
    except DatabaseError as error:
        database.close()
        raise refusal(database.shown, f"It cannot be read: {why(error)}.", place="database", remedy=_OTHER) from None
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
        if _usable_version(database, connection, create=create) == HEAD:
            return  # another program was faster
        from ringtrue.store.migration import upgrade  # lazy import: alembic takes longer to load than all the rest

        upgrade(connection)


def _usable_version(database: Database, connection: Connection, *, create: bool) -> str | None:
    """The version found, None where tables may be made; anything else is refused before it is touched."""
    found = found_version(connection)
    if found is None:
        _refuse_to_fill(database, connection, create=create)
    elif found > HEAD:
        what = f"It was written by a newer ringtrue (version {found} of the tables, this program knows {HEAD})."
        raise refusal(database.shown, what, place="database", remedy="Update ringtrue: pip install --upgrade ringtrue.")
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
        raise refusal(database.shown, "It holds tables that are not ringtrue's.", place="database", remedy=remedy)
    if not create:
        raise refusal(
            database.shown, "It is empty.", place="database", remedy="Create the study first, or check the address."
        )
