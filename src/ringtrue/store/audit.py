"""The audit log of a study: read it, add acts that have no table of their own, check that nobody changed it."""

from collections.abc import Iterator, Mapping
from json import loads
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from ringtrue.store.act import StudyPart
from ringtrue.store.chain import entry_of
from ringtrue.store.data_check import data_problems
from ringtrue.store.names import checked_name
from ringtrue.store.schema import audit, audit_heads
from ringtrue.store.verification import walk
from ringtrue.terms import Problem


class AuditEntry(NamedTuple):
    """One act: its number, when, by whom, what, and in detail; `hash` is what the next entry holds of it."""

    seq: int
    at: str
    who: str
    act: str
    detail: Mapping[str, Any]
    hash: str


class AuditPart(StudyPart):
    """The audit log of a study."""

    def note(self, act: str, detail: Mapping[str, Any], *, who: str) -> None:
        """Log an act that writes no rows: a consent of the cloned person, a page opened, a decision taken."""
        checked_name(act, file=self.database.shown, place="act")
        with self.acting(f"noted: {act}", who, {"note": dict(detail)}):
            pass

    def audit_entries(self) -> Iterator[AuditEntry]:
        """All entries, the first one first, as a stream."""
        asked = select(audit).where(audit.c.study == self.id).order_by(audit.c.seq)
        with self.database.reading() as connection, connection.execute(asked) as rows:
            for row in rows.mappings():
                entry = entry_of(row)
                yield AuditEntry(entry.seq, entry.at, entry.who, entry.act, loads(entry.detail), entry.hash)

    def audit_head(self) -> tuple[int, str]:
        """Number and hash of the newest entry. Printed in a report, the hash proves later what came before it."""
        with self.database.reading() as connection:
            head = connection.execute(select(audit_heads).where(audit_heads.c.study == self.id)).one()
        return head.seq, head.hash

    def verify_audit(self, *, data: bool = True, expected_head: str | None = None) -> list[Problem]:
        """Everything that is wrong with the chain and, with `data`, with the rows it tells of; empty if all is well.

        `expected_head` is a hash noted earlier (in a report): the chain must still hold it.
        """
        with self.database.reading() as connection:
            return verified(connection, self.id, file=self.database.shown, data=data, expected_head=expected_head)


def verified(
    connection: Connection, study: str, *, file: str, data: bool = True, expected_head: str | None = None
) -> list[Problem]:
    """The same inside a transaction that is already open."""
    report = walk(connection, study, file=file, expected_head=expected_head)
    problems = list(report.problems)
    # Against a broken chain every row would look wrong.
    if data and not problems:
        problems += data_problems(connection, study, report, file=file)
    return problems
