"""The journal of calls: every attempt at a call to a speaker or a judge, answered or failed."""

from collections.abc import Iterable, Iterator

from sqlalchemy import select

from ringtrue.store.act import StudyPart
from ringtrue.store.call_log import CallLog
from ringtrue.store.call_row import CallRow
from ringtrue.store.call_sql import answered_by, stored_row
from ringtrue.store.schema import calls as table
from ringtrue.store.words import escaped


class CallPart(StudyPart):
    """The journal of a study."""

    def call_log(self, *, who: str) -> CallLog:
        """The journal, open for writing by one thread and for looking up by another."""
        return CallLog(self, who=who)

    def record_calls(self, rows: Iterable[CallRow], *, who: str) -> int:
        """Add attempts as one run that is over; returns how many."""
        with self.call_log(who=who) as log:
            log.write(list(rows))
            return log.written

    def call(self, key: str, request: str) -> CallRow | None:
        """The attempt that answered this request under this key, None while there is none."""
        with self.database.reading() as connection:
            row = connection.exec_driver_sql(answered_by(self.database), (self.id, escaped(key), request)).first()
        return None if row is None else stored_row(row)

    def calls(self) -> Iterator[CallRow]:
        """All attempts, run by run in the order they were written, as a stream."""
        asked = select(*_COLUMNS).where(table.c.study == self.id).order_by(table.c.act, table.c.number)
        with self.database.reading() as connection, connection.execute(asked) as rows:
            for row in rows:
                yield CallRow(*row)


_COLUMNS = [table.c[name] for name in CallRow._fields]
