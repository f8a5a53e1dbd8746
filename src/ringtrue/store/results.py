"""Results: a scoring adds one, and the earlier ones stay."""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Mapping
from json import loads
from typing import Any, NamedTuple
from zlib import compressobj, decompress

from sqlalchemy import Row, Select, bindparam, select

from ringtrue.files.problems import refusal
from ringtrue.store.canonical_json import as_document
from ringtrue.store.provenance import AUDIT_COLUMNS, Provenance, ProvenanceReader, written_by
from ringtrue.store.schema import audit
from ringtrue.store.schema import results as table
from ringtrue.store.transaction import StudyPart
from ringtrue.terms.result import Result

# The items of a large result on their way into the store and back: one row a line, compressed.


MOST_PLAIN = 5000  # rows; a document of more is mostly rows, and a hundred thousand of them are 30 MB


def packed(rows: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The rows in a form of a few bytes each; taken one by one."""
    squeezed = compressobj(6)
    whole = bytearray()
    count = 0
    for row in rows:
        whole += squeezed.compress(as_document(row).encode("ascii") + b"\n")
        count += 1
    whole += squeezed.flush()
    return {"rows": count, "packed": b64encode(whole).decode("ascii")}


def unpacked(stored: list[Any] | Mapping[str, Any]) -> list[Any]:
    """The rows of a document, packed or not."""
    if isinstance(stored, list):
        return stored
    return [loads(line) for line in decompress(b64decode(stored["packed"])).splitlines()]


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
            raise refusal(self.database.shown, f"It cannot be stored: {error}.", place="result") from None
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
    return result.as_dict() | {"items": items}


def _record(row: Row[Any]) -> ResultRecord:
    document = loads(row.document)
    document["items"] = unpacked(document["items"])
    return ResultRecord(row.seq, Result.from_dict(document), document, ProvenanceReader().read_row(row))
