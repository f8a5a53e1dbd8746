"""The two statements a run is made of, at the driver's own speed: journal attempts, and find the one that answered."""

from collections.abc import Sequence
from functools import lru_cache
from sqlite3 import SQLITE_BUSY, OperationalError
from typing import Any

from ringtrue.store.call_row import CallRow
from ringtrue.store.engine import WAIT_FOR_WRITERS, Database
from ringtrue.store.words import escaped, is_storable, unescaped

OWN_COLUMNS = ("number", *CallRow._fields)
_COLUMNS = ("study", "act", "at", *OWN_COLUMNS)
_KEY, _TEXT, _ERROR = (OWN_COLUMNS.index(name) for name in ("key", "text", "error"))
_MOST_AT_ONCE = 64
_LOCK_HEAD = "SELECT 1 FROM audit_heads WHERE study = %s FOR UPDATE NOWAIT"
_LOCKED = "55P03"  # what PostgreSQL calls a lock that is not to be had

OwnRow = tuple[Any, ...]  # the values of OWN_COLUMNS
Head = tuple[str, int, str]  # study, act, at


class Busy(Exception):
    """Another program is writing to the database at this moment."""


class CallInserter:
    """Puts rows into the journal, through a connection of its own."""

    def __init__(self, database: Database) -> None:
        """Open the connection."""
        self._connection = database.driver_connection()
        self._is_sqlite = database.path is not None
        self._waits = True

    def insert(self, head: Head, rows: Sequence[OwnRow], *, wait: bool = True) -> None:
        """Add rows, which are on the disk when this returns; or raise, and add none of them.

        Busy is raised where another program is writing and is not to be waited for. PostgreSQL's writers do not hold
        each other up in this table.
        """
        stored = [row if _plain(row) else _escaped(row) for row in rows]
        try:
            if self._is_sqlite:
                self._set_wait(wait)
                self._insert_into_sqlite(head, stored)
            else:
                self._connection.cursor().executemany(_one_row(), [head + row for row in stored])
            self._connection.commit()
        except BaseException as error:
            self._connection.rollback()
            if not wait and _is_busy(error):
                raise Busy from None
            raise

    def is_free(self, study: str) -> bool:
        """Whether an act of the study would wait for nobody: SQLite has one writer, PostgreSQL one for each head."""
        cursor = self._connection.cursor()
        try:
            if self._is_sqlite:
                self._set_wait(False)
                cursor.execute("BEGIN IMMEDIATE")
            else:
                cursor.execute(_LOCK_HEAD, (study,))
        except Exception as error:  # noqa: BLE001 - any other is told by whoever writes
            return not _is_busy(error)
        finally:
            self._connection.rollback()
        return True

    def _set_wait(self, wait: bool) -> None:
        """How long SQLite waits for another program's lock."""
        if wait != self._waits:
            self._connection.cursor().execute(f"PRAGMA busy_timeout = {WAIT_FOR_WRITERS * 1000 if wait else 0:.0f}")
            self._waits = wait

    def _insert_into_sqlite(self, head: Head, rows: Sequence[OwnRow]) -> None:
        """A few rows are one statement, and one statement is a transaction of its own.

        So the writer lets go of Python's global lock once, not once a row: the event loop is hardly disturbed.
        """
        cursor = self._connection.cursor()
        if len(rows) > _MOST_AT_ONCE:
            cursor.execute("BEGIN IMMEDIATE")
        for start in range(0, len(rows), _MOST_AT_ONCE):
            some = rows[start : start + _MOST_AT_ONCE]
            cursor.execute(_many_rows(len(some)), [value for row in some for value in head + row])

    def close(self) -> None:
        """Give the connection back as it came."""
        if self._is_sqlite:
            self._set_wait(True)
        self._connection.close()


def answered_by(database: Database) -> str:
    """The statement that finds the attempt which answered a call, by study, key and request."""
    # Without statistics, which a young file has none of, SQLite would rather read all rows of the study.
    mark, by = ("?", " INDEXED BY calls_key") if database.path else ("%s", "")
    found = f"SELECT {', '.join(CallRow._fields)} FROM calls{by}"  # noqa: S608 - our own names
    return f"{found} WHERE study = {mark} AND key = {mark} AND request = {mark} AND error IS NULL LIMIT 1"


def stored_row(row: Sequence[Any]) -> CallRow:
    """The row a driver has read."""
    found = CallRow(*row)
    return found._replace(key=str(unescaped(found.key)), text=unescaped(found.text), error=unescaped(found.error))


def _is_busy(error: BaseException) -> bool:
    if getattr(error, "sqlstate", None) == _LOCKED:
        return True
    # Python's own errors of that kind carry no code; SQLite's finer ones carry theirs in the lowest byte.
    return isinstance(error, OperationalError) and getattr(error, "sqlite_errorcode", 0) & 0xFF == SQLITE_BUSY


@lru_cache
def _one_row() -> str:
    marks = ", ".join(["%s"] * len(_COLUMNS))
    return f"INSERT INTO calls ({', '.join(_COLUMNS)}) VALUES ({marks})"  # noqa: S608 - our own names


@lru_cache(maxsize=_MOST_AT_ONCE)
def _many_rows(count: int) -> str:
    row = f"({', '.join('?' * len(_COLUMNS))})"
    return f"INSERT INTO calls ({', '.join(_COLUMNS)}) VALUES {', '.join([row] * count)}"  # noqa: S608 - our own names


def _plain(row: OwnRow) -> bool:
    """Whether the free texts of a row are stored as they are."""
    text, error = row[_TEXT], row[_ERROR]
    return is_storable(row[_KEY]) and (not text or is_storable(text)) and (not error or is_storable(error))


def _escaped(row: OwnRow) -> OwnRow:
    free = (_KEY, _TEXT, _ERROR)
    return tuple(escaped(value) if place in free and value else value for place, value in enumerate(row))
