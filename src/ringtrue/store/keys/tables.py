"""The tables of answer keys, how keys are read from them, and the hashes that commit to them."""

from collections.abc import Mapping
from hashlib import sha256
from json import loads
from typing import Any

from sqlalchemy import Column, Connection, ForeignKey, Integer, MetaData, Table, Text, select

from ringtrue.store.canonical import canonical
from ringtrue.store.schema import studies

PacketKey = Mapping[str, Any]  # card -> what its sides are, in JSON's types

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
