"""Where a row comes from: the act that wrote it, as its audit entry says."""

from hashlib import sha256
from json import loads
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Row, Table, and_

from ringtrue.store.schema import audit


class Source(NamedTuple):
    """A file that rows were taken from: its name, and the sha256 of its bytes."""

    name: str
    sha256: str

    @classmethod
    def of(cls, name: str, data: bytes) -> "Source":
        """The source with these bytes."""
        return cls(name, sha256(data).hexdigest())

    def as_dict(self) -> dict[str, str]:
        """The fields by name, for an audit entry."""
        return {"name": self.name, "sha256": self.sha256}


class Provenance(NamedTuple):
    """When, by whom, under which protocol and program a row was written, and from which file where there was one."""

    act: int
    at: str
    who: str
    protocol_hash: str
    program_version: str
    source: Source | None = None
    why: str = ""


AUDIT_COLUMNS = (
    audit.c.seq.label("audit_seq"),
    audit.c.at.label("audit_at"),
    audit.c.who.label("audit_who"),
    audit.c.detail.label("audit_detail"),
)  # the last four of a row


def written_by(table: Table) -> ColumnElement[bool]:
    """The join of a table's rows with the audit entries they were written under."""
    return and_(audit.c.study == table.c.study, audit.c.seq == table.c.act)


class ProvenanceReader:
    """Reads the provenance of rows that come act by act, each act once."""

    def __init__(self) -> None:
        """Nothing read yet."""
        self._last: Provenance | None = None

    def read(self, act: int, at: str, who: str, detail: str) -> Provenance:
        """The provenance in the `AUDIT_COLUMNS` of a row."""
        if self._last is None or self._last.act != act:
            found = loads(detail)
            source = found.get("source")
            self._last = Provenance(
                act=act,
                at=at,
                who=who,
                protocol_hash=found["protocol"],
                program_version=found["program"],
                source=Source(source["name"], source["sha256"]) if source else None,
                why=found.get("why", ""),
            )
        return self._last

    def read_row(self, row: Row[Any]) -> Provenance:
        """The same from a whole row that ends with those columns."""
        act, at, who, detail = tuple(row)[-4:]
        return self.read(act, at, who, detail)
