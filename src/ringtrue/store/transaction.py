"""One writing transaction with its audit entry; bulk insert."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import Connection, RowMapping, Select, Table, bindparam, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from ringtrue.files.problems import refusal
from ringtrue.store.canonical_json import RowsDigest, canonical, digest_of
from ringtrue.store.database import Database
from ringtrue.store.schema import Words, audit, audit_heads, digested, escaped, is_storable, studies
from ringtrue.terms.text import checked_name

# The audit chain: one entry per act, each holding the hash of the one before it.


GENESIS = "0" * 64  # what the first entry has before it


@dataclass(frozen=True, slots=True)
class Entry:
    """One act: when, by whom, what; `detail` is canonical JSON, `hash` covers everything else and the study's id."""

    study: str
    seq: int
    at: str
    who: str
    act: str
    detail: str
    previous: str
    hash: str = ""

    def own_hash(self, seq: int | None = None) -> str:
        """The hash this entry should have, at its own place or at another."""
        fields = asdict(self)
        del fields["hash"]
        if seq is not None:
            fields["seq"] = seq
        return digest_of(fields)


def entry_of(row: RowMapping) -> Entry:
    """The entry in a row of the audit table."""
    return Entry(**{name: row[name] for name in Entry.__dataclass_fields__})


# Insert many rows at the driver's own speed; SQLAlchemy's handling of parameters would take three times as long.


_FEW = 50


def insert_rows(connection: Connection, table: Table, study: str, act: int, rows: list[tuple[Any, ...]]) -> None:
    """Insert rows of the `digested` columns, in their order, under a study and an act."""
    worded = _worded(table)
    values = [(study, act, *row) for row in rows]
    for place, row in enumerate(values):
        if not _is_storable(row, worded):
            values[place] = tuple(escaped(v) if c in worded and v else v for c, v in enumerate(row))
    insert_stored(connection, table.name, ("study", "act", *digested(table)), values)


def _is_storable(row: tuple[Any, ...], worded: tuple[int, ...]) -> bool:
    for column in worded:
        text = row[column]
        if text and not is_storable(text):
            return False
    return True


def insert_stored(connection: Connection, table: str, columns: tuple[str, ...], values: list[tuple[Any, ...]]) -> None:
    """Insert values that already are as they are stored."""
    names = ", ".join(columns)
    if connection.dialect.name == "postgresql" and len(values) > _FEW:
        _copy(connection, f"COPY {table} ({names}) FROM STDIN", values)
        return
    marks = ", ".join(["?" if connection.dialect.name == "sqlite" else "%s"] * len(columns))
    connection.exec_driver_sql(f"INSERT INTO {table} ({names}) VALUES ({marks})", values)  # noqa: S608 - our own tables


def _copy(connection: Connection, statement: str, values: list[tuple[Any, ...]]) -> None:
    """PostgreSQL's own way for many rows, several times as fast as statements."""
    driver: Any = connection.connection.driver_connection
    try:
        with driver.cursor() as cursor, cursor.copy(statement) as copy:
            for row in values:
                copy.write_row(row)
    except connection.dialect.loaded_dbapi.IntegrityError as error:
        raise IntegrityError(statement, None, error) from error


@cache
def _worded(table: Table) -> tuple[int, ...]:
    """The places of the columns that hold free text, counted behind study and act."""
    types = (table.c[name].type for name in digested(table))
    return tuple(place for place, kind in enumerate(types, start=2) if isinstance(kind, Words))


# An act: one writing transaction whose rows and whose audit entry are stored together or not at all.


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
        """Leave numbers free for rows that were refused, so that a number still shows the place in the file."""
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
            raise refusal(self.database.shown, "There is no such study.", place="studies", value=self.id)
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


# Cut a stream into lists, so that a million rows pass through a small memory.


T = TypeVar("T")
MOST_PROBLEMS = 200  # a million bad rows are reported by the first two hundred


def pieces(rows: Iterable[T], size: int) -> Iterator[list[T]]:
    """The rows in lists of `size`, the last one shorter."""
    if size < 1:
        raise ValueError(f"a piece holds at least one row, got {size}")
    stream = iter(rows)
    while piece := list(islice(stream, size)):
        yield piece
