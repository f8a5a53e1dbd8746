"""An act: one writing transaction whose rows and whose audit entry are stored together or not at all."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from sqlalchemy import Connection, Select, Table, bindparam, func, insert, select, update

from ringtrue.store.bulk import insert_rows
from ringtrue.store.canonical import RowsDigest, canonical
from ringtrue.store.chain import Entry
from ringtrue.store.engine import Database
from ringtrue.store.names import checked_name
from ringtrue.store.refusal import refusal
from ringtrue.store.schema import audit, audit_heads, studies

# Built once: putting a statement together costs more than the database takes to carry it out.
_HEAD = select(audit_heads).where(audit_heads.c.study == bindparam("study")).with_for_update()
_PROTOCOL = select(studies.c.protocol_hash).where(studies.c.id == bindparam("study"))
_APPEND = insert(audit)
_MOVE = (
    update(audit_heads)
    .where(audit_heads.c.study == bindparam("moved"))
    .values(seq=bindparam("to_seq"), hash=bindparam("to_hash"))
)


@dataclass(slots=True)
class Act:
    """What is being written: its number in the chain, and the detail its entry will hold."""

    connection: Connection
    study: str
    seq: int
    opened: int | None
    detail: dict[str, Any] = field(default_factory=dict)
    empty: bool = False  # set where nothing turned out to change: then there is no entry either
    _next: dict[str, int] = field(default_factory=dict)
    _digests: dict[str, RowsDigest] = field(default_factory=dict)

    def next_seq(self, table: Table) -> int:
        """The number the next row of the table gets."""
        if table.name not in self._next:
            last = self.connection.execute(_last_seq(table), {"study": self.study}).scalar_one()
            self._next[table.name] = (last or 0) + 1
        return self._next[table.name]

    def add(self, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
        """Insert rows (`digested` columns after `seq`, in order), numbered on, counted and digested for the entry."""
        if not rows:
            return
        first = self.next_seq(table)
        numbered = [(seq, *row) for seq, row in enumerate(rows, start=first)]
        insert_rows(self.connection, table, self.study, self.seq, numbered)
        self._next[table.name] = first + len(rows)
        self._digests.setdefault(table.name, RowsDigest()).add(numbered)

    def skip(self, table: Table, rows: int) -> None:
        """Leave numbers free for rows that were refused, so that a number still tells the place in the file."""
        self._next[table.name] = self.next_seq(table) + rows

    def complete_detail(self) -> dict[str, Any]:
        """The detail with what was written into which table."""
        wrote = {name: {"rows": one.rows, "digest": one.hexdigest()} for name, one in self._digests.items()}
        return self.detail | ({"wrote": wrote} if wrote else {})


class StudyPart:
    """What every part of a study's handle stands on: its database and its id."""

    def __init__(self, database: Database, study: str) -> None:
        """Name the study; its existence is checked when it is opened and at every act."""
        self.database = database
        self.id = study
        self._joined: Connection | None = None

    @contextmanager
    def together(self) -> Iterator[None]:
        """Make all acts of the block one transaction: all of them are stored, or none. For one thread's own handle."""
        if self._joined is not None:
            yield
            return
        with self.database.writing() as connection:
            self._joined = connection
            try:
                yield
            finally:
                self._joined = None

    @contextmanager
    def acting(self, act: str, who: str, detail: Mapping[str, Any] | None = None) -> Iterator[Act]:
        """A transaction with the study's head locked, closed by the audit entry; an exception undoes all of it."""
        within = nullcontext(self._joined) if self._joined is not None else self.database.writing()
        with within as connection, self.acting_in(connection, act, who, detail) as current:
            yield current

    @contextmanager
    def acting_in(
        self, connection: Connection, act: str, who: str, detail: Mapping[str, Any] | None = None
    ) -> Iterator[Act]:
        """The same inside a transaction that is already open."""
        checked_name(who, file=self.database.shown, place="who")
        head = self._locked_head(connection)
        current = Act(connection, self.id, head.seq + 1, head.opened, dict(detail or {}))
        yield current
        if not current.empty:
            self._close(current, act, who, head.hash)

    def _locked_head(self, connection: Connection) -> Any:
        head = connection.execute(_HEAD, {"study": self.id}).one_or_none()
        if head is None:
            raise refusal(self.database.shown, "studies", "There is no such study.", value=self.id)
        return head

    def _close(self, act: Act, name: str, who: str, previous: str) -> None:
        protocol = act.connection.execute(_PROTOCOL, {"study": self.id}).scalar_one()
        detail = {"program": program_version(), "protocol": protocol}
        entry = Entry(self.id, act.seq, now(), who, name, canonical(detail | act.complete_detail()), previous)
        append(act.connection, entry)


def append(connection: Connection, entry: Entry) -> None:
    """Add the entry to the chain and move the head, which the caller has locked."""
    entry = replace(entry, hash=entry.own_hash())
    connection.execute(_APPEND, {name: getattr(entry, name) for name in Entry.__dataclass_fields__})
    connection.execute(_MOVE, {"moved": entry.study, "to_seq": entry.seq, "to_hash": entry.hash})


@cache
def _last_seq(table: Table) -> Select[Any]:
    return select(func.max(table.c.seq)).where(table.c.study == bindparam("study"))


def now() -> str:
    """This moment in UTC."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


@cache
def program_version() -> str:
    """The installed version of ringtrue."""
    try:
        return version("ringtrue")
    except PackageNotFoundError:
        return "unknown"
