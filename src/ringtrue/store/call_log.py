"""Write the calls of one run at the driver's own speed, and seal them into the audit chain when it ends.

The run begins with an audit entry, whose number its rows carry, and ends with one that holds their count and digest. A
killed run has no end: the next one to begin seals what it left. A seal covers the first so many rows of a run, so one
that was made while another program was still writing stays true.
"""

from collections.abc import Iterator, Sequence
from json import loads
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, func, select

from ringtrue.store.act import StudyPart, now
from ringtrue.store.call_row import CallRow
from ringtrue.store.call_sql import OWN_COLUMNS, Busy, CallInserter, answered_by, stored_row
from ringtrue.store.canonical import RowsDigest
from ringtrue.store.pieces import pieces
from ringtrue.store.schema import audit, calls
from ringtrue.store.words import escaped

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

    def is_free(self) -> bool:
        """Whether an act would wait for nobody at this moment."""
        return self._inserter.is_free(self._study.id)

    def write(self, rows: Sequence[CallRow], *, wait: bool = True) -> None:
        """Add rows, which are on the disk when this returns, or raise and add none of them.

        Where another program is writing it is waited for, or Busy raised where that is not wanted.
        """
        if not rows:
            return
        if self._act is None and not wait and (self._has_predecessors() or not self.is_free()):
            raise Busy  # what a killed run left is sealed first, and takes its time
        act = self.begin()
        at = now()
        numbered = [(number, *_measured(row)) for number, row in enumerate(rows, self.written + 1)]
        digest = self._digest.extended([(*row, at) for row in numbered])  # what has none is not written
        self._inserter.insert((self._study.id, act, at), numbered, wait=wait)
        self._digest = digest

    def close(self) -> None:
        """Seal what was written and let go of the connections."""
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

    def _has_predecessors(self) -> bool:
        asked = select(calls.c.act).where(calls.c.study == self._study.id).limit(1)
        with self._study.database.reading() as connection:
            return connection.execute(asked).first() is not None

    def _begin(self) -> int:
        with self._study.database.reading() as connection:
            left = list(unsealed(connection, self._study.id))
        for act, digest in left:
            with self._study.acting(ENDED, self._who, _seal(act, digest) | {"interrupted": True}):
                pass
        with self._study.acting(BEGUN, self._who) as begun:
            return begun.seq


def unsealed(connection: Connection, study: str) -> Iterator[tuple[int, RowsDigest]]:
    """Runs with more rows than the chain tells of, and the digest of all of them."""
    told = select(audit.c.detail).where(audit.c.study == study, audit.c.act == ENDED)
    sealed: dict[int, int] = {}
    for detail in connection.execute(told).scalars():
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
