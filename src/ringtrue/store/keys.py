"""Answer keys: which side of a card is whose. No other module of the store knows this table.

Sealing writes the key and puts only its commitment, a salted hash, into the audit log; opening is one recorded act,
after which no blind answer is taken in any more.
"""

from collections.abc import Mapping
from hashlib import sha256
from json import loads
from secrets import token_hex
from typing import Any

from sqlalchemy import Column, Connection, ForeignKey, Integer, MetaData, Table, Text, insert, select, update

from ringtrue.store.act import StudyPart
from ringtrue.store.canonical import as_document, canonical
from ringtrue.store.names import fault_of_name
from ringtrue.store.packets import fingerprint
from ringtrue.store.schema import audit, audit_heads, studies
from ringtrue.terms import BadInput, Problem

PacketKey = Mapping[str, Any]  # card -> what its sides are, in JSON's types

_keys = Table(
    "keys",
    MetaData(),
    Column("study", Text, ForeignKey(studies.c.id), primary_key=True),
    Column("packet", Text, primary_key=True),
    Column("card", Text, primary_key=True),
    Column("sides", Text, nullable=False),
    Column("salt", Text, nullable=False),
    Column("act", Integer, nullable=False),
)


def seal_keys(study: StudyPart, keys: Mapping[str, PacketKey], *, who: str) -> dict[str, str]:
    """Store the keys of packets, by token, before anybody sees a card; returns each packet's commitment.

    A packet's key is sealed once: a second one is refused.
    """
    with study.acting("key sealed", who) as act:
        known = set(
            act.connection.execute(select(_keys.c.packet).where(_keys.c.study == study.id).distinct()).scalars()
        )
        problems = [problem for token, key in keys.items() for problem in _faults(token, key, known)]
        if problems:
            raise BadInput(problems)
        commitments = {}
        rows = []
        for token, key in keys.items():
            salt = token_hex(32)
            commitments[token] = _commitment(salt, key)
            common = {"study": study.id, "packet": token, "salt": salt, "act": act.seq}
            rows += [common | {"card": card, "sides": as_document(sides)} for card, sides in key.items()]
        act.empty = not rows
        if rows:
            act.connection.execute(insert(_keys), rows)
        act.detail["commitments"] = {fingerprint(token): hashed for token, hashed in commitments.items()}
    return commitments


def open_keys(study: StudyPart, *, who: str, why: str = "") -> dict[str, dict[str, Any]]:
    """The keys of all packets, by token and card. The first opening is logged as such and ends the blind phase."""
    with study.acting("key opened", who, {"why": why} if why else {}) as act:
        problems = _broken(act.connection, study)
        if problems:
            raise BadInput(problems)
        if act.opened is None:
            head = update(audit_heads).where(audit_heads.c.study == study.id)
            act.connection.execute(head.values(opened=act.seq))
        return {token: key for token, (_, key) in _stored(act.connection, study.id).items()}


def verify_keys(study: StudyPart) -> list[Problem]:
    """Keys that are not what was committed to; reads them, shows none."""
    with study.database.reading() as connection:
        return _broken(connection, study)


def _commitment(salt: str, key: PacketKey) -> str:
    """Without the salt a key of forty cards could be guessed from its hash."""
    return sha256(f"{salt}:{canonical(key)}".encode("ascii")).hexdigest()


def _faults(token: str, key: PacketKey, known: set[str]) -> list[Problem]:
    place = f"packet {fingerprint(token)}"
    faults = [f"The token {fault}." for fault in [fault_of_name(token)] if fault]
    faults += [f"A card's id {fault}." for fault in map(fault_of_name, key) if fault]
    if not key:
        faults.append("The key names no card.")
    if token in known:
        faults.append("The key of this packet is sealed already.")
    return [Problem("answer key", place, fault) for fault in faults]


def _stored(connection: Connection, study: str) -> dict[str, tuple[str, dict[str, Any]]]:
    """Packet -> its salt and its key."""
    asked = select(_keys).where(_keys.c.study == study).order_by(_keys.c.act, _keys.c.packet, _keys.c.card)
    found: dict[str, tuple[str, dict[str, Any]]] = {}
    for row in connection.execute(asked):
        found.setdefault(row.packet, (row.salt, {}))[1][row.card] = loads(row.sides)
    return found


def _broken(connection: Connection, study: StudyPart) -> list[Problem]:
    sealed = select(audit.c.detail).where(audit.c.study == study.id, audit.c.act == "key sealed")
    promised: dict[str, str] = {}
    for detail in connection.execute(sealed).scalars():
        promised |= loads(detail)["commitments"]
    problems = []
    for token, (salt, key) in _stored(connection, study.id).items():
        if promised.pop(fingerprint(token), None) != _commitment(salt, key):
            what = "The key is not the one that was committed to."
            problems.append(
                Problem("answer key", f"packet {fingerprint(token)}", what, remedy="Compare with a backup.")
            )
    return problems + [Problem("answer key", f"packet {name}", "The key is gone.") for name in promised]
