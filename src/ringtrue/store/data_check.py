"""Check stored rows against the counts and digests in the audit chain."""

from collections.abc import Iterator
from itertools import groupby, islice
from operator import itemgetter

from sqlalchemy import Connection, Table, select

from ringtrue.store.call_log import rows_of
from ringtrue.store.canonical import RowsDigest, digest_of
from ringtrue.store.pieces import pieces
from ringtrue.store.raters import sealed_name
from ringtrue.store.schema import RECORDED, calls, digested, raters, studies
from ringtrue.store.verification import ChainReport
from ringtrue.terms import Problem

_PIECE = 2000


def data_problems(connection: Connection, study: str, report: ChainReport, *, file: str) -> Iterator[Problem]:
    """Rows changed, added or removed behind the chain's back, by table and by the act that wrote them."""
    row = connection.execute(select(studies).where(studies.c.id == study)).mappings().one_or_none()
    if row is None or digest_of(dict(row)) != report.study:
        yield Problem(file, "studies", "The study's own row was changed after it was created.", study)
    for table in RECORDED:
        yield from _table_problems(connection, study, table, report, file)
    yield from _call_problems(connection, study, report, file)
    yield from _rater_problems(connection, study, report, file)


def _table_problems(
    connection: Connection, study: str, table: Table, report: ChainReport, file: str
) -> Iterator[Problem]:
    promised = dict(report.wrote.get(table.name, {}))
    columns = [table.c[name] for name in digested(table)]
    asked = select(table.c.act, *columns).where(table.c.study == study).order_by(table.c.seq)
    for act, rows in groupby(connection.execute(asked), key=itemgetter(0)):
        found = RowsDigest()
        for piece in pieces((tuple(row[1:]) for row in rows), _PIECE):
            found.add(piece)
        place = f"{table.name} of audit entry {act}"
        if act not in promised:
            yield Problem(file, place, f"No entry of the chain tells of these {found.rows} rows.")
            continue
        count, digest = promised.pop(act)
        if found.rows != count:
            yield Problem(file, place, f"{count} rows were written, {found.rows} are there.")
        elif found.hexdigest() != digest:
            yield Problem(file, place, "Rows were changed after they were written.")
    for act, (count, _) in promised.items():
        yield Problem(file, f"{table.name} of audit entry {act}", f"All {count} rows are gone.")


def _call_problems(connection: Connection, study: str, report: ChainReport, file: str) -> Iterator[Problem]:
    """Runs whose rows are not those the chain sealed; rows behind the last seal are of a run that was cut short."""
    found = set(connection.execute(select(calls.c.act).where(calls.c.study == study).distinct()).scalars())
    for act in sorted(found | report.calls.keys()):
        place = f"calls of audit entry {act}"
        if act not in report.calls:
            yield Problem(file, place, "No entry of the chain tells of these rows.")
            continue
        digest = RowsDigest()
        rows = rows_of(connection, study, act)
        for count, promised in sorted(report.calls[act].items()):
            for piece in pieces(islice(rows, count - digest.rows), _PIECE):
                digest.add(piece)
            if digest.rows < count:
                yield Problem(file, place, f"{count} rows were written, {digest.rows} are there.")
                break
            if digest.hexdigest() != promised:
                yield Problem(file, place, "Rows were changed after they were written.")
                break


def _rater_problems(connection: Connection, study: str, report: ChainReport, file: str) -> Iterator[Problem]:
    missing = dict(report.names)
    for row in connection.execute(select(raters).where(raters.c.study == study)):
        place = f"rater {row.number}"
        seal = missing.pop(row.number, None)
        if (row.salt is None) != (row.number in report.anonymised):
            yield Problem(file, place, "The chain and the table differ on whether the rater was anonymised.")
        elif row.salt is not None and sealed_name(row.salt, row.name) != seal:
            yield Problem(file, place, "The name was changed after it was recorded.", row.name)
        if (row.state == "withdrawn") != (row.number in report.withdrawn):
            yield Problem(file, place, "The chain and the table differ on whether the rater was withdrawn.")
    for number in missing:
        yield Problem(file, f"rater {number}", "The rater's row is gone.")
