"""The journal of calls: every attempt at a call to a speaker or a judge, answered or failed."""

from collections.abc import Iterator, Sequence
from json import loads
from types import TracebackType
from typing import Any, NamedTuple, Self

from sqlalchemy import Connection, func, select

from ringtrue.store.canonical_json import RowsDigest
from ringtrue.store.database import Database
from ringtrue.store.schema import audit, calls, escaped, is_storable, unescaped
from ringtrue.store.schema import calls as table
from ringtrue.store.transaction import StudyPart, now, pieces

# An attempt at a call, as the journal keeps it.


class CallRow(NamedTuple):
    """One attempt, in the order of the table's columns between number and time.

    A tuple, not a dataclass: a run writes hundreds a second. `error` is None where the attempt answered the call; a
    text beside an error is an answer of no use, kept as it came.
    """

    key: str  # what the answer is for
    request: str  # hash of messages, settings and model
    attempt: int
    text: str | None
    error: str | None
    tokens_in: int | None
    tokens_out: int | None
    seconds: float | None
    meta: str  # JSON


# The two statements a run is made of, at the driver's own speed: journal attempts, and find the one that answered.


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
        """Add rows, which are on the disk when this returns; or raise, and add none of them.

        SQLite waits for another program that is writing; PostgreSQL's writers do not hold each other up in this table.
        """
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

        So the writer releases Python's global lock once, not once a row: the event loop is hardly disturbed.
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


def _one_row() -> str:
    marks = ", ".join(["%s"] * len(_COLUMNS))
    return f"INSERT INTO calls ({', '.join(_COLUMNS)}) VALUES ({marks})"  # noqa: S608 - our own names


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


# Write the calls of one run at the driver's own speed, and seal them into the audit chain when it ends.
#
# The run begins with an audit entry, whose number its rows carry, and ends with one that holds their count and digest.
# A killed run has no end: the next one to begin seals what it left. A seal covers the first so many rows of a run, so
# one that was made while another program was still writing stays true.


BEGUN, ENDED = "calls begun", "calls ended"
_PIECE = 2000


class CallLog:
    """The journal of one run. `write` is for one thread, `find` for one thread, which may be another."""

    def __init__(self, study: StudyPart, *, who: str) -> None:
        """Open two connections; nothing is written yet."""
        self._study = study
        self._who = who
        self._act: int | None = None
        self._digest = RowsDigest()
        self._inserter = CallInserter(study.database)
        self._reader = study.database.driver_connection()
        self._find = answered_by(study.database)

    @property
    def written(self) -> int:
        """How many rows of this run are on the disk."""
        return self._digest.rows

    def answered_keys(self) -> Iterator[str]:
        """The keys of all calls that were answered so far, as a stream."""
        asked = select(calls.c.key).where(calls.c.study == self._study.id, calls.c.error.is_(None))
        with self._study.database.reading() as connection:
            yield from connection.execute(asked).scalars()

    def find(self, key: str, request: str) -> CallRow | None:
        """The attempt that answered this request under this key, None while there is none."""
        cursor = self._reader.cursor()
        cursor.execute(self._find, (self._study.id, escaped(key), request))
        row = cursor.fetchone()
        if not self._study.database.path:
            self._reader.commit()  # PostgreSQL would keep the transaction open
        return None if row is None else stored_row(row)

    def begin(self) -> int:
        """Let the run begin in the audit log, unless it has; the number of that entry. The first row does it too."""
        if self._act is None:
            self._act = self._begin()
        return self._act

    def write(self, rows: Sequence[CallRow]) -> None:
        """Add rows, which are on the disk when this returns, or raise and add none of them."""
        if not rows:
            return
        act = self.begin()
        at = now()
        numbered = [(number, *_measured(row)) for number, row in enumerate(rows, self.written + 1)]
        digest = self._digest.extended([(*row, at) for row in numbered])  # what has none is not written
        self._inserter.insert((self._study.id, act, at), numbered)
        self._digest = digest

    def close(self) -> None:
        """Seal what was written and close the connections."""
        try:
            if self._act is not None:
                with self._study.acting(ENDED, self._who, _seal(self._act, self._digest)):
                    pass
        finally:
            self._reader.close()
            self._inserter.close()

    def __enter__(self) -> Self:
        """The log itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def _begin(self) -> int:
        with self._study.database.reading() as connection:
            left = list(unsealed(connection, self._study.id))
        for act, digest in left:
            with self._study.acting(ENDED, self._who, _seal(act, digest) | {"interrupted": True}):
                pass
        with self._study.acting(BEGUN, self._who) as begun:
            return begun.seq


def unsealed(connection: Connection, study: str) -> Iterator[tuple[int, RowsDigest]]:
    """Runs with more rows than the chain records, and the digest of all of them."""
    ended = select(audit.c.detail).where(audit.c.study == study, audit.c.act == ENDED)
    sealed: dict[int, int] = {}
    for detail in connection.execute(ended).scalars():
        seal = loads(detail)["calls"]
        sealed[seal["act"]] = max(sealed.get(seal["act"], 0), seal["rows"])
    counted = select(calls.c.act, func.count()).where(calls.c.study == study).group_by(calls.c.act)
    for act, rows in connection.execute(counted.order_by(calls.c.act)).all():
        if rows > sealed.get(act, 0):
            yield act, _digest_of(connection, study, act)


def rows_of(connection: Connection, study: str, act: int) -> Iterator[tuple[Any, ...]]:
    """The numbered rows of one run, in their order."""
    columns = [calls.c[name] for name in (*OWN_COLUMNS, "at")]
    asked = select(*columns).where(calls.c.study == study, calls.c.act == act).order_by(calls.c.number)
    with connection.execute(asked) as rows:
        for row in rows:
            yield tuple(row)


def _digest_of(connection: Connection, study: str, act: int) -> RowsDigest:
    digest = RowsDigest()
    for piece in pieces(rows_of(connection, study, act), _PIECE):
        digest.add(piece)
    return digest


def _measured(row: CallRow) -> CallRow:
    """The row with its seconds as the database gives them back: 2 comes back as 2.0, and has another digest."""
    return row._replace(seconds=float(row.seconds)) if isinstance(row.seconds, int) else row


def _seal(act: int, digest: RowsDigest) -> dict[str, Any]:
    return {"calls": {"act": act, "rows": digest.rows, "digest": digest.hexdigest()}}


class CallPart(StudyPart):
    """The journal of a study."""

    def call_log(self, *, who: str) -> CallLog:
        """The journal, open for writing by one thread and for looking up by another."""
        return CallLog(self, who=who)

    def call(self, key: str, request: str) -> CallRow | None:
        """The attempt that answered this request under this key, None while there is none."""
        with self.database.reading() as connection:
            row = connection.exec_driver_sql(answered_by(self.database), (self.id, escaped(key), request)).first()
        return None if row is None else stored_row(row)

    def calls(self) -> Iterator[CallRow]:
        """All attempts, run by run in the order they were written, as a stream."""
        asked = select(*_CALL_COLUMNS).where(table.c.study == self.id).order_by(table.c.act, table.c.number)
        with self.database.reading() as connection, connection.execute(asked) as rows:
            for row in rows:
                yield CallRow(*row)


_CALL_COLUMNS = [table.c[name] for name in CallRow._fields]
