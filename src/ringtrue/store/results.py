"""Results: a scoring adds one, and the earlier ones stay."""

from collections.abc import Iterator, Mapping
from json import loads
from typing import Any, NamedTuple

from sqlalchemy import Row, Select, bindparam, select

from ringtrue.store.act import StudyPart
from ringtrue.store.canonical import as_document
from ringtrue.store.provenance import AUDIT_COLUMNS, Provenance, ProvenanceReader, written_by
from ringtrue.store.refusal import refusal
from ringtrue.store.result_rows import MOST_PLAIN, packed, unpacked
from ringtrue.store.schema import audit
from ringtrue.store.schema import results as table
from ringtrue.terms import Result


def _of_the_study(asked: Select[Any]) -> Select[Any]:
    return asked.join(audit, written_by(table)).where(table.c.study == bindparam("study"))


# Built once: putting a statement together costs more than the database takes to carry it out.
_EVERY = _of_the_study(select(table, *AUDIT_COLUMNS))
_LATEST = _EVERY.order_by(table.c.seq.desc()).limit(1)
_LATEST_PROVENANCE = _of_the_study(select(table.c.seq, *AUDIT_COLUMNS)).order_by(table.c.seq.desc()).limit(1)


class ResultRecord(NamedTuple):
    """A result as stored, with its number, its whole document and its provenance."""

    seq: int
    result: Result
    document: Mapping[str, Any]
    provenance: Provenance


class ResultPart(StudyPart):
    """The results of a study."""

    def record_result(self, result: Result, *, who: str) -> int:
        """Add a result; returns its number."""
        try:
            document = as_document(_document(result))
        except ValueError as error:
            raise refusal(self.database.shown, "result", f"It cannot be stored: {error}.") from None
        with self.acting("result recorded", who, {"protocol": result.protocol.get("hash", "")}) as act:
            seq = act.next_seq(table)
            act.add(table, [(document,)])
            act.detail["result"] = seq
        return seq

    def results(self) -> Iterator[ResultRecord]:
        """All results, the first one first, as a stream."""
        asked = _EVERY.order_by(table.c.seq)
        with self.database.reading() as connection, connection.execute(asked, {"study": self.id}) as rows:
            for row in rows:
                yield _record(row)

    def latest_result(self) -> ResultRecord | None:
        """The newest result, None before the first scoring."""
        with self.database.reading() as connection:
            row = connection.execute(_LATEST, {"study": self.id}).one_or_none()
        return None if row is None else _record(row)

    def latest_provenance(self) -> Provenance | None:
        """When and how the newest result came about, without the result itself; None before the first scoring."""
        with self.database.reading() as connection:
            row: Any = connection.execute(_LATEST_PROVENANCE, {"study": self.id}).one_or_none()
        return None if row is None else ProvenanceReader().read_row(row)


def _document(result: Result) -> dict[str, Any]:
    items = list(result.items) if len(result.items) <= MOST_PLAIN else packed(result.items)
    return result.outline() | {"items": items}


def _record(row: Row[Any]) -> ResultRecord:
    document = loads(row.document)
    document["items"] = unpacked(document["items"])
    return ResultRecord(row.seq, Result.from_dict(document), document, ProvenanceReader().read_row(row))
