"""The tables of who may come in: hashes of invites, sessions and passwords. They are in no backup and no digest."""

from typing import Any

from sqlalchemy import Column, Connection, Double, Integer, MetaData, Table, Text, delete

_metadata = MetaData()

invites = Table(
    "access_invites",
    _metadata,
    Column("study", Text, primary_key=True),
    Column("hash", Text, primary_key=True),
    Column("rater", Integer, nullable=False),
    Column("expires", Double, nullable=False),  # seconds since 1970
    Column("state", Text, nullable=False),  # open, claimed, revoked
)

sessions = Table(
    "access_sessions",
    _metadata,
    Column("study", Text, primary_key=True),
    Column("hash", Text, primary_key=True),
    Column("kind", Text, nullable=False),  # rater, organiser
    Column("rater", Integer),
    Column("organiser", Text),
    Column("expires", Double, nullable=False),
)

organisers = Table(
    "access_organisers",
    _metadata,
    Column("study", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("salt", Text, nullable=False),
    Column("password", Text, nullable=False),  # scrypt
)

ACCESS_TABLES = frozenset(_metadata.tables)


def forget_rater(connection: Connection, study: str, number: int) -> None:
    """Remove all that lets a rater in."""
    for table in (invites, sessions):
        mine: Any = (table.c.study == study) & (table.c.rater == number)
        connection.execute(delete(table).where(mine))
