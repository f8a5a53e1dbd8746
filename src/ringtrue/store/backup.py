"""Back studies up into one file, and restore them into SQLite or PostgreSQL alike."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, MetaData, Table, select

from ringtrue.store.access_tables import ACCESS_TABLES
from ringtrue.store.act import now, program_version
from ringtrue.store.audit import verified
from ringtrue.store.backup_file import Section, checked_header, read_sections, write_backup
from ringtrue.store.bulk import insert_stored
from ringtrue.store.engine import Database
from ringtrue.store.opening import opened
from ringtrue.store.pieces import pieces
from ringtrue.store.refusal import refusal
from ringtrue.store.schema import HEAD, studies
from ringtrue.store.studies import StudyStore
from ringtrue.terms import BadInput, Problem

_PIECE = 5000


def back_up(database: Database, path: Path | str, ids: Sequence[str], *, who: str) -> str:
    """Write studies as they are at one moment into a file; returns the digest of its content.

    The chain of each study is checked first: a copy that could not be restored is no backup. The file holds
    everything, answer keys and raters' names too, but no invite, session or password; keep it as safe as the database.
    """
    path = Path(path)
    with database.reading() as connection:
        problems = [problem for study in ids for problem in verified(connection, study, file=database.shown)]
        if problems:
            raise BadInput(problems)
        header = {"tables": HEAD, "program": program_version(), "at": now(), "studies": list(ids)}
        digest = write_backup(path, header, _sections(connection, ids))
    for study in ids:
        with StudyStore(database, study).acting("backed up", who, {"file": path.name, "sha256": digest}):
            pass
    return digest


def restore(path: Path | str, target: Path | str, *, who: str) -> list[str]:
    """Put the studies of a backup into a database, made if need be; returns their ids.

    Refused as a whole: a damaged file, a study that is there already, a chain or rows that do not verify.
    """
    path = Path(path)
    header = checked_header(path)
    if header["tables"] != HEAD:
        what = f"Its tables are of version {header['tables']}, this program's are of version {HEAD}."
        remedy = f"Restore it with ringtrue {header['program']} and open the database with this one."
        raise refusal(str(path), "backup", what, remedy=remedy)
    fresh = not ("://" in str(target) or Path(target).exists())
    database = opened(target, create=True)
    try:
        _load(database, path, header, who)
    except BaseException:
        database.close()
        if fresh:
            _remove(Path(target))
        raise
    database.close()
    return list(header["studies"])


def _load(database: Database, path: Path, header: dict[str, Any], who: str) -> None:
    ids = header["studies"]
    with database.writing() as connection:
        there = connection.execute(select(studies.c.id).where(studies.c.id.in_(ids))).scalars().all()
        if there:
            what = "The study is in this database already."
            remedy = "Restore into another database."
            raise BadInput([Problem(database.shown, "studies", what, study, remedy) for study in there])
        tables = _tables(connection)
        for name, columns, rows in read_sections(path):
            _refuse_unknown(path, tables, name, columns)
            for piece in pieces(rows, _PIECE):
                insert_stored(connection, name, tuple(columns), [tuple(row) for row in piece])
        problems = [problem for study in ids for problem in verified(connection, study, file=str(path))]
        if problems:
            raise BadInput(problems)
        for study in ids:
            detail = {"file": path.name, "backed_up_at": header["at"]}
            with StudyStore(database, study).acting_in(connection, "restored", who, detail):
                pass


def _refuse_unknown(path: Path, tables: dict[str, Table], name: str, columns: list[str]) -> None:
    """Names from a file become part of a statement: only those of our own tables may."""
    if name not in tables or set(columns) != set(tables[name].columns.keys()):
        raise refusal(str(path), "backup", "It holds a table this program does not know.", value=str(name)[:80])


def _sections(connection: Connection, ids: Sequence[str]) -> Iterator[Section]:
    for table in _tables(connection).values():
        owner = table.c.id if table.name == studies.name else table.c.study
        asked = select(table).where(owner.in_(ids)).order_by(*table.primary_key.columns)
        rows = (list(row) for row in connection.execute(asked))
        yield Section(table.name, [column.name for column in table.columns], rows)


def _tables(connection: Connection) -> dict[str, Table]:
    """All tables that hold rows of studies, as they are in the database, parents first.

    Asked of the database itself: values are copied as stored, and this module need not know the table of answer keys.
    """
    found = MetaData()
    found.reflect(connection)
    ours = (table for table in found.sorted_tables if table.name == studies.name or "study" in table.columns)
    # Who may come in is no part of a study's records: a copy of them opens no door.
    return {table.name: table for table in ours if table.name not in ACCESS_TABLES}


def _remove(path: Path) -> None:
    """Leave no empty database behind where there was none before."""
    for name in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        with suppress(OSError):
            name.unlink(missing_ok=True)
