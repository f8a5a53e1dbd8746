"""Studies in a database, and the handle of one of them."""

from collections.abc import Mapping
from json import loads
from secrets import token_hex
from typing import Any, NamedTuple

from sqlalchemy import Row, insert, select

from ringtrue.files.problems import refusal
from ringtrue.store.answers import ReturnPart
from ringtrue.store.audit import AuditPart
from ringtrue.store.calls import CallPart
from ringtrue.store.canonical_json import as_document, canonical, digest_of
from ringtrue.store.database import Database
from ringtrue.store.items import ItemPart
from ringtrue.store.judgments import JudgmentPart
from ringtrue.store.overview import OverviewPart
from ringtrue.store.packets import PacketPart
from ringtrue.store.raters import RaterPart
from ringtrue.store.responses import ResponsePart
from ringtrue.store.results import ResultPart
from ringtrue.store.schema import audit_heads, studies
from ringtrue.store.transaction import GENESIS, Entry, append, now, program_version
from ringtrue.terms.text import checked_name


class StudyRecord(NamedTuple):
    """A study as it was created."""

    id: str
    name: str
    protocol: Mapping[str, str]  # name, version, hash
    settings: Mapping[str, Any]
    created_at: str
    who: str
    program_version: str


class StudyStore(
    ItemPart,
    CallPart,
    ResponsePart,
    RaterPart,
    PacketPart,
    OverviewPart,
    ReturnPart,
    JudgmentPart,
    ResultPart,
    AuditPart,
):
    """One study in the database: all that is recorded about it, except its answer key (see `keys`)."""

    def record(self) -> StudyRecord:
        """The study as it was created; BadInput if it is not there."""
        with self.database.reading() as connection:
            row = connection.execute(select(studies).where(studies.c.id == self.id)).one_or_none()
        if row is None:
            raise refusal(
                self.database.shown, "There is no such study.", place="studies", value=self.id, remedy="List them."
            )
        return _record(row)


def create_study(
    database: Database, name: str, *, protocol: Mapping[str, str], settings: Mapping[str, Any], who: str
) -> StudyStore:
    """Add a study with a random id and the first entry of its chain. API keys have no place in the settings."""
    for place, given in (("name", name), ("who", who), *((f"protocol {key}", text) for key, text in protocol.items())):
        checked_name(given, file=database.shown, place=place)
    row = {
        "id": token_hex(8),
        "name": name,
        "protocol_name": protocol["name"],
        "protocol_version": protocol["version"],
        "protocol_hash": protocol["hash"],
        "settings": as_document(settings),
        "created_at": now(),
        "who": who,
        "program_version": program_version(),
    }
    detail = {"program": row["program_version"], "protocol": row["protocol_hash"], "study": digest_of(row)}
    entry = Entry(row["id"], 1, row["created_at"], who, "study created", canonical(detail), GENESIS)
    with database.writing() as connection:
        connection.execute(insert(studies).values(row))
        connection.execute(insert(audit_heads).values(study=row["id"], seq=0, hash=GENESIS))
        append(connection, entry)
    return StudyStore(database, row["id"])


def all_studies(database: Database) -> list[StudyRecord]:
    """Every study in the database, the oldest first."""
    with database.reading() as connection:
        rows = connection.execute(select(studies).order_by(studies.c.created_at, studies.c.id)).all()
    return [_record(row) for row in rows]


def _record(row: Row[Any]) -> StudyRecord:
    protocol = {"name": row.protocol_name, "version": row.protocol_version, "hash": row.protocol_hash}
    settings = loads(row.settings)
    return StudyRecord(row.id, row.name, protocol, settings, row.created_at, row.who, row.program_version)
