"""The tables as the program uses them; what they became in which version is in `migrations/versions`.

Rows are added, never changed. Every table of `RECORDED` has a running number per study (`seq`) and the audit entry it
was written under (`act`), which says when, by whom, from which file and under which protocol: those facts stand once,
in the chain, and not in a million rows.
"""

from json import dumps, loads
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Dialect,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    delete,
)
from sqlalchemy.types import TypeDecorator

# The column type of people's and models' words: any Python text goes in and the same text comes out.


_ESCAPED = "\x1a"  # "substitute", in ASCII: the rest is the text in JSON


class Words(TypeDecorator[str]):
    """Text, stored as it is unless a database would refuse or cut it (a NUL, half a surrogate pair)."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """The text as stored."""
        return value if value is None else escaped(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:  # noqa: ARG002
        """The text as it was given."""
        return unescaped(value)


def escaped(text: str) -> str:
    """The text in a form every database stores."""
    return text if is_storable(text) else _ESCAPED + dumps(text)


def unescaped(text: str | None) -> str | None:
    """The text as it was given, from the form it is stored in."""
    if text is None or not text.startswith(_ESCAPED):
        return text
    return str(loads(text[1:]))


def is_storable(text: str) -> bool:
    """Whether every database takes the text as it is."""
    if "\0" in text or text[:1] == _ESCAPED:
        return False
    if text.isascii():
        return True
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


HEAD = "0003"  # the newest version in `migrations/versions`
VERSION_TABLE = "ringtrue_version"

metadata = MetaData()


def _study() -> Column[str]:
    return Column("study", Text, ForeignKey("studies.id"), primary_key=True)


def _seq() -> Column[int]:
    return Column("seq", Integer, primary_key=True, autoincrement=False)


def _act() -> Column[int]:
    return Column("act", Integer, nullable=False)


version = Table(VERSION_TABLE, MetaData(), Column("version_num", Text, nullable=False))

studies = Table(
    "studies",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("protocol_name", Text, nullable=False),
    Column("protocol_version", Text, nullable=False),
    Column("protocol_hash", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("program_version", Text, nullable=False),
)

audit = Table(
    "audit",
    metadata,
    _study(),
    _seq(),
    Column("at", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("act", Text, nullable=False),
    Column("detail", Text, nullable=False),
    Column("previous", Text, nullable=False),
    Column("hash", Text, nullable=False),
    sqlite_with_rowid=False,
)

audit_heads = Table(
    "audit_heads",
    metadata,
    _study(),
    Column("seq", Integer, nullable=False),
    Column("hash", Text, nullable=False),
    Column("opened", Integer),  # the audit entry under which the answer key was opened
)

raters = Table(
    "raters",
    metadata,
    _study(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("salt", Text),  # goes with the name when the rater is anonymised
    Column("state", Text, nullable=False),
    Index("raters_name", "study", "name", unique=True),
)

rater_notes = Table(
    "rater_notes",
    metadata,
    _study(),
    _seq(),
    Column("rater", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    _act(),
    ForeignKeyConstraint(["study", "rater"], ["raters.study", "raters.number"]),
)

items = Table(
    "items",
    metadata,
    _study(),
    _seq(),
    Column("id", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("position", Integer),  # empty: no longer in the list
    Column("kind", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("body", Text, nullable=False),
    _act(),
    Index("items_version", "study", "id", "version", unique=True),
)

responses = Table(
    "responses",
    metadata,
    _study(),
    _seq(),
    Column("item", Text, nullable=False),
    Column("speaker", Text, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("text", Words),
    Column("error", Words),
    Column("meta", Text, nullable=False),
    _act(),
    Index("responses_attempt", "study", "item", "speaker", "attempt", unique=True),
)

packets = Table(
    "packets",
    metadata,
    _study(),
    _seq(),
    Column("token", Text, nullable=False),
    Column("rater", Integer, nullable=False),
    Column("cards", Text, nullable=False),
    _act(),
    ForeignKeyConstraint(["study", "rater"], ["raters.study", "raters.number"]),
    Index("packets_token", "study", "token", unique=True),
)

packet_states = Table(
    "packet_states",
    metadata,
    _study(),
    _seq(),
    Column("packet", Integer, nullable=False),
    Column("state", Text, nullable=False),
    _act(),
    ForeignKeyConstraint(["study", "packet"], ["packets.study", "packets.seq"]),
    Index("packet_states_packet", "study", "packet"),
)

judgments = Table(
    "judgments",
    metadata,
    _study(),
    _seq(),
    Column("rater", Integer, nullable=False),
    Column("item", Text, nullable=False),  # "" where only the card is known
    Column("question", Text, nullable=False),
    Column("speaker", Text, nullable=False),  # "" where the answer is about no named speaker
    Column("card", Text, nullable=False),  # "" where the answer was not given to a card
    Column("version", Integer, nullable=False),  # 1 as first given, more for corrections
    Column("value", Text, nullable=False),
    Column("judge_kind", Text, nullable=False),
    Column("seconds", Double),
    Column("comment", Words, nullable=False),
    Column("excerpt", Words, nullable=False),
    Column("reason", Words),
    Column("supersedes", Integer),  # the row this one corrects
    _act(),
    ForeignKeyConstraint(["study", "rater"], ["raters.study", "raters.number"]),
    sqlite_with_rowid=False,
)
# An empty text is a value here, not a gap: NULLs would count as different and let a second answer in.
Index(
    "judgments_answer",
    judgments.c.study,
    judgments.c.rater,
    judgments.c.item,
    judgments.c.question,
    judgments.c.speaker,
    judgments.c.card,
    judgments.c.version,
    unique=True,
)
Index(
    "judgments_superseded",
    judgments.c.study,
    judgments.c.supersedes,
    unique=True,
    sqlite_where=judgments.c.supersedes.is_not(None),  # in PostgreSQL too, but to say so here would load its dialect
)

# What raters gave to cards, every change of mind included: the newest row of a packet's card and question stands. Rows
# know the packet, not the rater: a name that is erased there is erased here.
answers = Table(
    "answers",
    metadata,
    _study(),
    _seq(),
    Column("packet", Integer, nullable=False),
    Column("card", Text, nullable=False),
    Column("question", Text, nullable=False),
    Column("value", Text, nullable=False),  # JSON; null: taken back
    Column("shown", Text, nullable=False),  # JSON
    Column("seconds", Double),
    Column("visible_seconds", Double),
    Column("comment", Words, nullable=False),
    Column("recognised", Integer, nullable=False),
    Column("position", Integer),
    _act(),
    ForeignKeyConstraint(["study", "packet"], ["packets.study", "packets.seq"]),
    Index("answers_card", "study", "packet", "card", "question", "seq"),
    sqlite_with_rowid=False,
)

# Attempts at calls, answered and failed ones. Here `act` is the entry under which the run began and `number` counts
# within it; the run's end puts their count and digest into the chain (see `call_log`), because an entry for every few
# rows would cost more than the call.
calls = Table(
    "calls",
    metadata,
    _study(),
    Column("act", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("key", Words, nullable=False),
    Column("request", Text, nullable=False),  # hash of messages, settings and model
    Column("attempt", Integer, nullable=False),
    Column("text", Words),
    Column("error", Words),  # empty: this attempt answered the call
    Column("tokens_in", Integer),
    Column("tokens_out", Integer),
    Column("seconds", Double),
    Column("meta", Text, nullable=False),
    Column("at", Text, nullable=False),  # when it was written
    Index("calls_key", "study", "key"),
    sqlite_with_rowid=False,
)

results = Table("results", metadata, _study(), _seq(), Column("document", Text, nullable=False), _act())

# Tables whose rows every audit entry counts and digests. Notes about raters are personal and can be erased, answer keys
# are secret: neither is here. Calls are sealed run by run.
RECORDED: tuple[Table, ...] = (items, responses, packets, packet_states, judgments, results, answers)


def digested(table: Table) -> list[str]:
    """The columns a digest covers, in their order: all but study and act, which the entry itself names."""
    return [column.name for column in table.columns if column.name not in ("study", "act")]


# The tables of who may come in: hashes of invites, sessions and passwords. They are in no backup and no digest.


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
