"""The two statements a run is made of, at the driver's own speed: journal attempts, and find the one that answered."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ringtrue.store.call_row import CallRow
from ringtrue.store.engine import Database
from ringtrue.store.words import escaped, is_storable, unescaped

OWN_COLUMNS = ("number", *CallRow._fields)
_COLUMNS = ("study", "act", "at", *OWN_COLUMNS)
_KEY, _TEXT, _ERROR = (OWN_COLUMNS.index(name) for name in ("key", "text", "error"))
_MOST_AT_ONCE = 64

OwnRow = tuple[Any, ...]  # the values of OWN_COLUMNS
Head = tuple[str, int, str]  # study, act, at


class CallInserter:
    """Puts rows into the journal, through a connection of its own."""

    def __init__(self, database: Database) -> None:
        """Open the connection."""
        self._connection = database.driver_connection()
        self._is_sqlite = database.path is not None

    def insert(self, head: Head, rows: Sequence[OwnRow]) -> None:
        """Add rows, which are on the disk when this returns; or raise, and add none of them."""
        stored = [row if _plain(row) else _escaped(row) for row in rows]
        try:
            if self._is_sqlite:
                self._insert_into_sqlite(head, stored)
            else:
                self._connection.cursor().executemany(_one_row(), [head + row for row in stored])
            self._connection.commit()
        except BaseException:
            self._connection.rollback()
            raise

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
        """Give the connection back."""
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
