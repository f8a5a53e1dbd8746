"""Results: a scoring adds one, and the earlier ones stay."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from json import loads
from typing import Any

from sqlalchemy import Row, select

from ringtrue.store.act import StudyPart
from ringtrue.store.canonical import as_document
from ringtrue.store.provenance import AUDIT_COLUMNS, Provenance, ProvenanceReader, written_by
from ringtrue.store.refusal import refusal
from ringtrue.store.schema import audit
from ringtrue.store.schema import results as table
from ringtrue.terms import Check, Estimate, Result, Verdict


@dataclass(frozen=True, slots=True)
class ResultRecord:
    """A result as stored, with its number and provenance."""

    seq: int
    result: Result
    provenance: Provenance


class ResultPart(StudyPart):
    """The results of a study."""

    def record_result(self, result: Result, *, who: str) -> int:
        """Add a result; returns its number."""
        try:
            document = as_document(result_document(result))
        except ValueError as error:
            raise refusal(self.database.shown, "result", f"It cannot be stored: {error}.") from None
        with self.acting("result recorded", who, {"protocol": result.protocol.get("hash", "")}) as act:
            seq = act.next_seq(table)
            act.add(table, [(document,)])
            act.detail["result"] = seq
        return seq

    def results(self) -> Iterator[ResultRecord]:
        """All results, the first one first, as a stream."""
        asked = select(table, *AUDIT_COLUMNS).join(audit, written_by(table)).where(table.c.study == self.id)
        with self.database.reading() as connection, connection.execute(asked.order_by(table.c.seq)) as rows:
            for row in rows:
                yield _record(row)

    def latest_result(self) -> ResultRecord | None:
        """The newest result, None before the first scoring."""
        asked = select(table, *AUDIT_COLUMNS).join(audit, written_by(table)).where(table.c.study == self.id)
        with self.database.reading() as connection:
            row = connection.execute(asked.order_by(table.c.seq.desc()).limit(1)).one_or_none()
        return None if row is None else _record(row)


def result_document(result: Result) -> dict[str, Any]:
    """The result in the shape of `result.json`."""
    return {
        "protocol": dict(result.protocol),
        "estimates": {name: estimate.as_dict() for name, estimate in result.estimates.items()},
        "verdict": asdict(result.verdict),
        "sound_verdict": asdict(result.sound_verdict),
        "checks": [asdict(check) for check in result.checks],
        "items": [dict(item) for item in result.items],
        "coverage": result.coverage,
    }


def _record(row: Row[Any]) -> ResultRecord:
    return ResultRecord(row.seq, _result(loads(row.document)), ProvenanceReader().read_row(row))


def _result(document: Mapping[str, Any]) -> Result:
    return Result(
        protocol=document["protocol"],
        estimates={name: Estimate(**fields) for name, fields in document["estimates"].items()},
        verdict=_verdict(document["verdict"]),
        sound_verdict=_verdict(document["sound_verdict"]),
        checks=tuple(Check(**fields) for fields in document["checks"]),
        items=tuple(document["items"]),
        coverage=document["coverage"],
    )


def _verdict(fields: Mapping[str, Any]) -> Verdict:
    return Verdict(fields["label"], tuple(fields["reasons"]))
