"""Seal answer keys before the packets go out, and keep the secret that their lots are drawn with."""

from collections.abc import Mapping
from secrets import token_hex
from typing import Any

from sqlalchemy import insert, select

from ringtrue.store.act import Act, StudyPart
from ringtrue.store.canonical import as_document, digest_of
from ringtrue.store.keys.tables import PacketKey, deal_hash, deal_secrets, keys, packet_hash, seals, stored
from ringtrue.store.names import fault_of_name
from ringtrue.store.packets import fingerprint
from ringtrue.terms import BadInput, Problem

_LONGEST_PLAN = 200_000  # characters


def seal_keys(
    study: StudyPart, sealed: Mapping[str, PacketKey], *, who: str, plan: Mapping[str, Any] | None = None
) -> dict[str, str]:
    """Store the keys of packets, by token, before anybody sees a card; returns each packet's commitment.

    A packet's key is sealed once: a second one is refused. With a plan of analysis, the salted hash of keys and plan
    together, the plan's own hash and, unless it is very long, the plan itself go into the audit log too.
    """
    with study.acting("key sealed", who) as act:
        known = set(act.connection.execute(select(keys.c.packet).where(keys.c.study == study.id).distinct()).scalars())
        problems = [problem for token, key in sealed.items() for problem in _faults(token, key, known)]
        if problems:
            raise BadInput(problems)
        commitments = {}
        rows = []
        for token, key in sealed.items():
            salt = token_hex(32)
            commitments[token] = packet_hash(salt, key)
            common = {"study": study.id, "packet": token, "salt": salt, "act": act.seq}
            rows += [common | {"card": card, "sides": as_document(sides)} for card, sides in key.items()]
        act.empty = not rows
        if rows:
            act.connection.execute(insert(keys), rows)
        act.detail["commitments"] = {fingerprint(token): hashed for token, hashed in commitments.items()}
        if rows and plan is not None:
            _seal(act, sealed, plan)
    return commitments


def sealed_keys(study: StudyPart) -> dict[str, dict[str, Any]]:
    """The keys of all packets so far, for who deals: they stay sealed, and nothing is logged. Never for a rater."""
    with study.database.reading() as connection:
        return {token: key for token, (_, key) in stored(connection, study.id).items()}


def deal_secret(study: StudyPart, *, who: str) -> str:
    """What the lots of people's deals are drawn with, made when first asked for; it stands in no audit entry."""
    with study.acting("deal secret made", who) as act:
        asked = select(deal_secrets.c.secret).where(deal_secrets.c.study == study.id)
        known = act.connection.execute(asked).scalar_one_or_none()
        act.empty = known is not None
        if known is not None:
            return str(known)
        made = token_hex(32)
        act.connection.execute(insert(deal_secrets).values(study=study.id, secret=made, act=act.seq))
    return made


def _seal(act: Act, sealed: Mapping[str, PacketKey], plan: Mapping[str, Any]) -> None:
    """Store the seal of a deal, and put its hash and the plan's into the act's entry."""
    salt = token_hex(32)
    hashed = deal_hash(salt, sealed, plan)
    written = as_document(plan)
    row = {"study": act.study, "act": act.seq, "hash": hashed, "salt": salt, "plan": written}
    act.connection.execute(insert(seals).values(row))
    act.detail |= {"seal": hashed, "plan_hash": digest_of(plan)}
    if len(written) <= _LONGEST_PLAN:
        act.detail["plan"] = dict(plan)


def _faults(token: str, key: PacketKey, known: set[str]) -> list[Problem]:
    place = f"packet {fingerprint(token)}"
    faults = [f"The token {fault}." for fault in [fault_of_name(token)] if fault]
    faults += [f"A card's id {fault}." for fault in map(fault_of_name, key) if fault]
    if not key:
        faults.append("The key names no card.")
    if token in known:
        faults.append("The key of this packet is sealed already.")
    return [Problem("answer key", place, fault) for fault in faults]
