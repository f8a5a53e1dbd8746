"""Open answer keys, in one recorded act that ends the blind phase; and read them once they are open."""

from collections.abc import Mapping
from dataclasses import dataclass
from json import loads
from typing import Any

from sqlalchemy import Connection, select, update

from ringtrue.store.act import StudyPart
from ringtrue.store.keys.checking import broken
from ringtrue.store.keys.tables import packets_by_act, seals, stored
from ringtrue.store.schema import audit_heads
from ringtrue.terms import BadInput


@dataclass(frozen=True, slots=True)
class DealSeal:
    """The seal of one deal: its hash stood in the audit log all the time, salt and plan prove what it was of."""

    act: int
    hash: str
    salt: str
    plan: Mapping[str, Any]
    packets: tuple[str, ...]  # tokens


def open_keys(study: StudyPart, *, who: str, why: str = "") -> dict[str, dict[str, Any]]:
    """The keys of all packets, by token and card. The first opening is logged as such and ends the blind phase."""
    with study.acting("key opened", who, {"why": why} if why else {}) as act:
        problems = broken(act.connection, study.id)
        if problems:
            raise BadInput(problems)
        if act.opened is None:
            head = update(audit_heads).where(audit_heads.c.study == study.id)
            act.connection.execute(head.values(opened=act.seq))
        return {token: key for token, (_, key) in stored(act.connection, study.id).items()}


def opened_keys(study: StudyPart) -> dict[str, dict[str, Any]] | None:
    """The keys of all packets once they were opened, None before."""
    with study.database.reading() as connection:
        if not _is_open(connection, study.id):
            return None
        return {token: key for token, (_, key) in stored(connection, study.id).items()}


def opened_seals(study: StudyPart) -> list[DealSeal]:
    """What the seals of the deals were of, once the key was opened; none before."""
    with study.database.reading() as connection:
        if not _is_open(connection, study.id):
            return []
        packets = packets_by_act(connection, study.id)
        rows = connection.execute(select(seals).where(seals.c.study == study.id).order_by(seals.c.act)).all()
    return [DealSeal(row.act, row.hash, row.salt, loads(row.plan), tuple(packets.get(row.act, ()))) for row in rows]


def _is_open(connection: Connection, study: str) -> bool:
    asked = select(audit_heads.c.opened).where(audit_heads.c.study == study)
    return connection.execute(asked).scalar_one_or_none() is not None
