"""Answer keys: seal, open and verify them; the only module that reads them."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from json import loads
from secrets import token_hex
from typing import Any

from sqlalchemy import Column, Connection, ForeignKey, Integer, MetaData, Table, Text, insert, select, update

from ringtrue.store.audit import OPENED, SEALED
from ringtrue.store.canonical_json import as_document, canonical, digest_of
from ringtrue.store.packets import fingerprint
from ringtrue.store.schema import audit, audit_heads, studies
from ringtrue.store.transaction import Act, StudyPart
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.text import fault_of_name

# The tables of answer keys, how keys are read from them, and the hashes that commit to them.


PacketKey = Mapping[str, Any]  # card -> what its sides are, in JSON's types
_DRAWN_WITH = "deal secret made"  # the act in the audit log

keys = Table(
    "keys",
    MetaData(),
    Column("study", Text, ForeignKey(studies.c.id), primary_key=True),
    Column("packet", Text, primary_key=True),
    Column("card", Text, primary_key=True),
    Column("sides", Text, nullable=False),
    Column("salt", Text, nullable=False),
    Column("act", Integer, nullable=False),
)
deal_secrets = Table(
    "deal_secrets",
    MetaData(),
    Column("study", Text, ForeignKey(studies.c.id), primary_key=True),
    Column("secret", Text, nullable=False),
    Column("act", Integer, nullable=False),
)
seals = Table(
    "seals",
    MetaData(),
    Column("study", Text, ForeignKey(studies.c.id), primary_key=True),
    Column("act", Integer, primary_key=True, autoincrement=False),
    Column("hash", Text, nullable=False),
    Column("salt", Text, nullable=False),
    Column("plan", Text, nullable=False),
)


def stored(connection: Connection, study: str) -> dict[str, tuple[str, dict[str, Any]]]:
    """Packet -> its salt and its key."""
    asked = select(keys).where(keys.c.study == study).order_by(keys.c.act, keys.c.packet, keys.c.card)
    found: dict[str, tuple[str, dict[str, Any]]] = {}
    for row in connection.execute(asked):
        found.setdefault(row.packet, (row.salt, {}))[1][row.card] = loads(row.sides)
    return found


def packets_by_act(connection: Connection, study: str) -> dict[int, list[str]]:
    """Act -> the tokens of the packets whose keys were sealed under it."""
    asked = select(keys.c.act, keys.c.packet).where(keys.c.study == study).distinct()
    found: dict[int, list[str]] = {}
    for act, token in connection.execute(asked.order_by(keys.c.act, keys.c.packet)):
        found.setdefault(act, []).append(token)
    return found


def packet_hash(salt: str, key: PacketKey) -> str:
    """Commits to one packet's key. Without the salt a key of forty cards could be guessed from its hash."""
    return sha256(f"{salt}:{canonical(key)}".encode("ascii")).hexdigest()


def deal_hash(salt: str, dealt: Mapping[str, PacketKey], plan: Mapping[str, Any]) -> str:
    """Commits to the keys and the plan of a deal, as `blind.commitment` does: `blind.verify` can check it."""
    return sha256(f"{salt}:{canonical({'key': dealt, 'plan': plan})}".encode("ascii")).hexdigest()


# Check that keys and plans are those that were committed to.


_RESTORE = "Compare with a backup."


def verify_keys(study: StudyPart) -> list[Problem]:
    """Keys and plans that are not what was committed to; reads them, shows none."""
    with study.database.reading() as connection:
        return broken(connection, study.id)


def broken(connection: Connection, study: str) -> list[Problem]:
    """The same inside a transaction that is already open."""
    sealed = select(audit.c.seq, audit.c.detail).where(audit.c.study == study, audit.c.act == SEALED)
    promised: dict[str, str] = {}
    deals: dict[int, str] = {}
    for act, text in connection.execute(sealed):
        detail = loads(text)
        promised |= detail["commitments"]
        if "seal" in detail:
            deals[act] = detail["seal"]
    try:
        return [
            *_broken_packets(connection, study, promised),
            *_broken_deals(connection, study, deals),
            *_broken_secret(connection, study),
        ]
    except ValueError:  # what was put in the place of a key or a plan is not even JSON
        return [Problem("answer key", "all packets", "Keys or plans are not as they were sealed.", remedy=_RESTORE)]


def _broken_packets(connection: Connection, study: str, promised: dict[str, str]) -> list[Problem]:
    problems = []
    for token, (salt, key) in stored(connection, study).items():
        if promised.pop(fingerprint(token), None) != packet_hash(salt, key):
            what = "The key is not the one that was committed to."
            problems.append(Problem("answer key", f"packet {fingerprint(token)}", what, remedy=_RESTORE))
    return problems + [Problem("answer key", f"packet {name}", "The key is gone.") for name in promised]


def _broken_deals(connection: Connection, study: str, promised: dict[int, str]) -> list[Problem]:
    rows = {row.act: row for row in connection.execute(select(seals).where(seals.c.study == study))}
    packets = packets_by_act(connection, study)
    keys = {token: key for token, (_, key) in stored(connection, study).items()}
    problems = []
    for act in sorted(promised.keys() | rows.keys()):
        row = rows.get(act)
        dealt = {token: keys[token] for token in packets.get(act, ())}
        if row is None or promised.get(act) != deal_hash(row.salt, dealt, loads(row.plan)):
            what = "Keys and plan of this deal are not what was sealed."
            problems.append(Problem("answer key", f"audit entry {act}", what, remedy=_RESTORE))
    return problems


def _broken_secret(connection: Connection, study: str) -> list[Problem]:
    """The secret of the draws, if it is gone or another one; earlier versions kept no hash of it."""
    asked = select(audit.c.detail).where(audit.c.study == study, audit.c.act == _DRAWN_WITH)
    made = connection.execute(asked.order_by(audit.c.seq)).scalars().first()
    secret = _secret(connection, study)
    promised = None if made is None else loads(made).get("secret")
    same = (secret is None) == (made is None) and promised in (None, secret and _secret_hash(secret))
    what = "The secret that the cards were drawn with is not the one that was kept."
    return [] if same else [Problem("answer key", "secret of the draws", what, remedy=_RESTORE)]


# Open answer keys, in one recorded act that ends the blind phase; and read them once they are open.


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
    with study.acting(OPENED, who, {"why": why} if why else {}) as act:
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


# Seal answer keys before the packets go out, and keep the secret that their random draws use.


_LONGEST_PLAN = 200_000  # characters


def seal_keys(
    study: StudyPart, sealed: Mapping[str, PacketKey], *, who: str, plan: Mapping[str, Any] | None = None
) -> dict[str, str]:
    """Store the keys of packets, by token, before anybody sees a card; returns each packet's commitment.

    A packet's key is sealed once: a second one is refused. With a plan of analysis, the salted hash of keys and plan
    together, the plan's own hash and, unless it is very long, the plan itself go into the audit log too.
    """
    with study.acting(SEALED, who) as act:
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


def deal_secret(study: StudyPart, *, who: str, given: str = "") -> str:
    """What the random draws of people's deals use, made when first asked for; the audit log has its hash alone.

    One that is `given` makes the deal repeatable: for simulations alone, since anyone who knows it knows every side.
    """
    with study.acting(_DRAWN_WITH, who) as act:
        known = _secret(act.connection, study.id)
        act.empty = known is not None
        if known is not None:
            return known
        made = given or token_hex(32)
        act.connection.execute(insert(deal_secrets).values(study=study.id, secret=made, act=act.seq))
        act.detail["secret"] = _secret_hash(made)
    return made


def kept_secret(study: StudyPart) -> str | None:
    """The same secret where there is one, None before the first deal."""
    with study.database.reading() as connection:
        return _secret(connection, study.id)


def _secret(connection: Connection, study: str) -> str | None:
    found = connection.execute(select(deal_secrets.c.secret).where(deal_secrets.c.study == study)).scalar_one_or_none()
    return None if found is None else str(found)


def _secret_hash(secret: str) -> str:
    """Commits to the secret, which is too long to be guessed."""
    return sha256(secret.encode()).hexdigest()


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


# Answer keys: which side of a card is whose. No other module of the store uses these tables.
#
# Sealing writes the key and puts only its commitment, a salted hash, into the audit log; opening is one recorded act,
# after which no blind answer is taken in any more.


__all__ = [
    "DealSeal",
    "deal_secret",
    "kept_secret",
    "open_keys",
    "opened_keys",
    "opened_seals",
    "seal_keys",
    "sealed_keys",
    "verify_keys",
]
