"""What speakers said: every attempt, failed ones too, in the order they were recorded."""

from collections.abc import Iterable, Iterator, Sequence
from json import loads
from typing import Any, NamedTuple

from sqlalchemy import Row, Select, bindparam, select

from ringtrue.store.canonical_json import as_document
from ringtrue.store.provenance import AUDIT_COLUMNS, Provenance, ProvenanceReader, Source, written_by
from ringtrue.store.schema import audit
from ringtrue.store.schema import responses as table
from ringtrue.store.transaction import MOST_PROBLEMS, Act, StudyPart, pieces
from ringtrue.terms.item import Response
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.text import fault_of_name

_PIECE = 500


class ResponseRecord(NamedTuple):
    """A response as stored: its number, which attempt of this speaker at this item it was, and its provenance."""

    seq: int
    attempt: int
    response: Response
    provenance: Provenance


def _only_last(asked: Select[Any]) -> Select[Any]:
    later = table.alias("later")
    same = (later.c.study == table.c.study) & (later.c.item == table.c.item) & (later.c.speaker == table.c.speaker)
    newer = select(later.c.seq).where(same, later.c.attempt > table.c.attempt)
    return asked.where(~newer.exists())


# Built once: a run asks for the texts of a few hundred items again and again.
_TEXTS = _only_last(
    select(table.c.item, table.c.text).where(
        table.c.study == bindparam("study"),
        table.c.speaker == bindparam("speaker"),
        table.c.item.in_(bindparam("items", expanding=True)),
        table.c.text.is_not(None),
    )
)


class ResponsePart(StudyPart):
    """The responses of a study."""

    def record_responses(self, responses: Iterable[Response], *, who: str, source: Source | None = None) -> int:
        """Add responses, each as the next attempt of its speaker at its item; returns how many."""
        file = source.name if source else "responses"
        detail = {"source": source.as_dict()} if source else {}
        problems: list[Problem] = []
        with self.acting("responses recorded", who, detail) as act:
            first = act.next_seq(table)
            place = 0
            for piece in pieces(responses, _PIECE):
                metas: list[str] = []
                for number, row in enumerate(piece, place + 1):
                    problems += _faults(row, number, file, metas)
                place += len(piece)
                if not problems:
                    act.add(table, _numbered(act, piece, metas))
                if len(problems) >= MOST_PROBLEMS:
                    break
            if problems:
                raise BadInput(problems[:MOST_PROBLEMS])
            count = act.next_seq(table) - first
            act.empty = count == 0
        return count

    def responses(
        self, *, item: str | None = None, speaker: str | None = None, last: bool = False
    ) -> Iterator[ResponseRecord]:
        """Responses in the order recorded, as a stream; `last` leaves only each speaker's last attempt at an item."""
        asked = select(table, *AUDIT_COLUMNS).join(audit, written_by(table)).where(table.c.study == self.id)
        if item is not None:
            asked = asked.where(table.c.item == item)
        if speaker is not None:
            asked = asked.where(table.c.speaker == speaker)
        if last:
            asked = _only_last(asked)
        reader = ProvenanceReader()
        with self.database.reading() as connection, connection.execute(asked.order_by(table.c.seq)) as rows:
            for row in rows:
                yield _record(row, reader)

    def texts(self, items: Sequence[str], *, speaker: str) -> dict[str, str]:
        """What a speaker last said to each of a few hundred items, where the last attempt gave a text."""
        given = {"study": self.id, "speaker": speaker, "items": list(items)}
        with self.database.reading() as connection:
            return {row[0]: row[1] for row in connection.execute(_TEXTS, given)}


def _numbered(act: Act, piece: list[Response], metas: list[str]) -> list[tuple[Any, ...]]:
    """Rows with the number of the attempt; earlier ones of the same act are in the table already."""
    items = list({row.item for row in piece})
    asked = _attempts_made(len(items), "?" if act.connection.dialect.name == "sqlite" else "%s")
    found = act.connection.exec_driver_sql(asked, (act.study, *items))
    made: dict[tuple[str, str], int] = {(item, speaker): most for item, speaker, most in found}
    rows = []
    for row, meta in zip(piece, metas, strict=True):
        attempt = made[row.item, row.speaker] = made.get((row.item, row.speaker), 0) + 1
        rows.append((row.item, row.speaker, attempt, row.text, row.error, meta))
    return rows


def _attempts_made(items: int, mark: str) -> str:
    """How often every speaker has answered some items, for the driver: hundreds of names take SQLAlchemy too long."""
    listed = ", ".join([mark] * items)
    asked = f"SELECT item, speaker, max(attempt) FROM responses WHERE study = {mark} AND item IN ({listed})"  # noqa: S608
    return f"{asked} GROUP BY item, speaker"


def _faults(row: Response, number: int, file: str, metas: list[str]) -> Iterator[Problem]:
    """What is wrong with a response; the meta data as stored are put into `metas`."""
    for what, name in (("item", row.item), ("speaker", row.speaker)):
        fault = fault_of_name(name)
        if fault:
            yield Problem(file, f"response {number}", f"The {what} {fault}.", str(name)[:80])
    try:
        metas.append(as_document(row.meta))
    except ValueError as error:
        yield Problem(file, f"response {number}", f"The meta data cannot be stored: {error}.")


def _record(row: Row[Any], reader: ProvenanceReader) -> ResponseRecord:
    response = Response(row.item, row.speaker, row.text, row.error, loads(row.meta))
    return ResponseRecord(row.seq, row.attempt, response, reader.read_row(row))
