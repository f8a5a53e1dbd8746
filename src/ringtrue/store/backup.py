"""Back studies up into one file, and restore them into SQLite or PostgreSQL."""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from gzip import BadGzipFile, GzipFile
from hashlib import sha256
from json import JSONDecodeError, dumps, loads
from os import fsync, urandom
from pathlib import Path
from typing import Any, BinaryIO, cast

from sqlalchemy import Connection, MetaData, Table, select

from ringtrue.files.problems import refusal
from ringtrue.store.audit import verified
from ringtrue.store.database import Database, opened
from ringtrue.store.schema import ACCESS_TABLES, HEAD, studies
from ringtrue.store.study_store import StudyStore
from ringtrue.store.transaction import insert_stored, now, pieces, program_version
from ringtrue.terms.problem import BadInput, Problem

# The backup's file: gzipped lines of JSON for either kind of database, with a digest at its end.


FORMAT = 1
_COMPRESSION = 4  # twice as fast as the default for a tenth more bytes
_DAMAGED = "Use another backup."


@dataclass(frozen=True, slots=True)
class BackupSection:
    """The rows of one table, in the order of its columns."""

    table: str
    columns: list[str]
    rows: Iterable[list[Any]]


def write_backup(path: Path, header: dict[str, Any], sections: Iterable[BackupSection]) -> str:
    """Write the whole file, have it on the disk, check it, then give it its name; returns the digest of its content."""
    unfinished = path.with_name(f".{path.name}.{urandom(6).hex()}.tmp")
    try:
        with unfinished.open("xb") as stream:
            digest = _write(stream, header, sections)
            stream.flush()
            fsync(stream.fileno())
        checked_header(unfinished)
        unfinished.replace(path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise refusal(
            str(path), f"It cannot be written: {reason}.", place="backup", remedy="Check the folder."
        ) from None
    finally:
        unfinished.unlink(missing_ok=True)
    return digest


def _write(stream: BinaryIO, header: dict[str, Any], sections: Iterable[BackupSection]) -> str:
    hashed = sha256()
    count = 0
    with GzipFile(filename="", mode="wb", fileobj=stream, compresslevel=_COMPRESSION, mtime=0) as packed:

        def put(line: object) -> None:
            data = dumps(line, separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n"
            hashed.update(data)
            packed.write(data)

        put({"ringtrue_backup": FORMAT} | header)
        for section in sections:
            put({"table": section.table, "columns": section.columns})
            for row in section.rows:
                put(row)
                count += 1
        digest = hashed.hexdigest()
        packed.write(dumps({"rows": count, "sha256": digest}).encode("ascii") + b"\n")
    return digest


def checked_header(path: Path) -> dict[str, Any]:
    """The file's first line, after every line has been read and the digest at the end compared."""
    header: dict[str, Any] | None = None
    count = 0
    hashed = sha256()
    last = b""
    for line in _lines(path):
        if last:
            hashed.update(last)
            count += last.startswith(b"[")
            header = header if header is not None else _parsed(path, last)
        last = line
    end = _parsed(path, last) if last.startswith(b"{") else {}
    if header is None or header.get("ringtrue_backup") is None:
        raise refusal(str(path), "This is not a backup of ringtrue.", place="backup")
    if header["ringtrue_backup"] != FORMAT:
        what = f"It has form {header['ringtrue_backup']}, this program reads form {FORMAT}."
        raise refusal(str(path), what, place="backup", remedy="Update ringtrue.")
    if "sha256" not in end:
        raise refusal(str(path), "Its end is missing.", place="backup", remedy=_DAMAGED)
    if end != {"rows": count, "sha256": hashed.hexdigest()}:
        raise refusal(
            str(path), "It was damaged or changed: the digest does not match.", place="backup", remedy=_DAMAGED
        )
    return header


def read_sections(path: Path) -> Iterator[tuple[str, list[str], Iterator[list[Any]]]]:
    """The tables of a checked file; the rows of one must be read before the next is asked for."""
    lines = (loads(line) for line in _lines(path))
    next(lines)
    heading = next(lines)
    while "table" in heading:
        following: list[dict[str, Any]] = []
        yield heading["table"], heading["columns"], _rows(lines, following)
        heading = following[0]


def _rows(lines: Iterator[Any], following: list[dict[str, Any]]) -> Iterator[list[Any]]:
    """Rows up to the next line that is no row, which is left in `following`."""
    for line in lines:
        if isinstance(line, dict):
            following.append(line)
            return
        yield line


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as stream, GzipFile(fileobj=stream, mode="rb") as packed:
            yield from cast("Iterable[bytes]", packed)
    except (BadGzipFile, EOFError, zlib.error) as error:
        raise refusal(str(path), f"It is damaged: {error}.", place="backup", remedy=_DAMAGED) from None
    except OSError as error:
        raise refusal(str(path), f"It cannot be read: {error.strerror or error}.", place="backup") from None


def _parsed(path: Path, line: bytes) -> dict[str, Any]:
    try:
        parsed = loads(line)
    except (JSONDecodeError, UnicodeDecodeError):
        parsed = None
    if not isinstance(parsed, dict):
        raise refusal(str(path), "It is damaged or not a backup of ringtrue.", place="backup", remedy=_DAMAGED)
    return parsed


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
        raise refusal(str(path), what, place="backup", remedy=remedy)
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
        raise refusal(str(path), "It holds a table this program does not know.", place="backup", value=str(name)[:80])


def _sections(connection: Connection, ids: Sequence[str]) -> Iterator[BackupSection]:
    for table in _tables(connection).values():
        owner = table.c.id if table.name == studies.name else table.c.study
        asked = select(table).where(owner.in_(ids)).order_by(*table.primary_key.columns)
        rows = (list(row) for row in connection.execute(asked))
        yield BackupSection(table.name, [column.name for column in table.columns], rows)


def _tables(connection: Connection) -> dict[str, Table]:
    """All tables that hold rows of studies, as they are in the database, parents first.

    Asked of the database itself: values are copied as stored, and this module need not know the table of answer keys.
    """
    found = MetaData()
    found.reflect(connection)
    ours = (table for table in found.sorted_tables if table.name == studies.name or "study" in table.columns)
    # Invites, sessions and passwords are not part of a study's records: a backup gives nobody access.
    return {table.name: table for table in ours if table.name not in ACCESS_TABLES}


def _remove(path: Path) -> None:
    """Leave no empty database behind where there was none before."""
    for name in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        with suppress(OSError):
            name.unlink(missing_ok=True)
