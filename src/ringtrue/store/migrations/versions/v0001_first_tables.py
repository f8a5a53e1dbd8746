"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create everything; see `schema.py` for what the columns mean."""
    _studies_and_audit()
    _raters()
    _what_was_asked_and_answered()
    _packets_and_keys()
    _judgments()


def _text(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=nullable)


def _integer(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=nullable, autoincrement=False)


def _of_a_study(*key: str) -> tuple[sa.Constraint, ...]:
    return (sa.PrimaryKeyConstraint("study", *key), sa.ForeignKeyConstraint(["study"], ["studies.id"]))


def _of_a_rater() -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["study", "rater"], ["raters.study", "raters.number"])


def _studies_and_audit() -> None:
    columns = ("name", "protocol_name", "protocol_version", "protocol_hash", "settings", "created_at", "who")
    op.create_table(
        "studies",
        _text("id"),
        *(_text(name) for name in columns),
        _text("program_version"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "audit",
        _text("study"),
        _integer("seq"),
        *(_text(name) for name in ("at", "who", "act", "detail", "previous", "hash")),
        *_of_a_study("seq"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "audit_heads",
        _text("study"),
        _integer("seq"),
        _text("hash"),
        _integer("opened", nullable=True),
        *_of_a_study(),
    )


def _raters() -> None:
    op.create_table(
        "raters",
        _text("study"),
        _integer("number"),
        _text("name"),
        _text("salt", nullable=True),
        _text("state"),
        *_of_a_study("number"),
    )
    op.create_index("raters_name", "raters", ["study", "name"], unique=True)
    op.create_table(
        "rater_notes",
        _text("study"),
        _integer("seq"),
        _integer("rater"),
        _text("kind"),
        _text("body"),
        _integer("act"),
        *_of_a_study("seq"),
        _of_a_rater(),
    )


def _what_was_asked_and_answered() -> None:
    op.create_table(
        "items",
        _text("study"),
        _integer("seq"),
        _text("id"),
        _integer("version"),
        _integer("position", nullable=True),
        *(_text(name) for name in ("kind", "status", "body")),
        _integer("act"),
        *_of_a_study("seq"),
    )
    op.create_index("items_version", "items", ["study", "id", "version"], unique=True)
    op.create_table(
        "responses",
        _text("study"),
        _integer("seq"),
        _text("item"),
        _text("speaker"),
        _integer("attempt"),
        _text("text", nullable=True),
        _text("error", nullable=True),
        _text("meta"),
        _integer("act"),
        *_of_a_study("seq"),
    )
    op.create_index("responses_attempt", "responses", ["study", "item", "speaker", "attempt"], unique=True)
    op.create_table("results", _text("study"), _integer("seq"), _text("document"), _integer("act"), *_of_a_study("seq"))


def _packets_and_keys() -> None:
    op.create_table(
        "packets",
        _text("study"),
        _integer("seq"),
        _text("token"),
        _integer("rater"),
        _text("cards"),
        _integer("act"),
        *_of_a_study("seq"),
        _of_a_rater(),
    )
    op.create_index("packets_token", "packets", ["study", "token"], unique=True)
    op.create_table(
        "packet_states",
        _text("study"),
        _integer("seq"),
        _integer("packet"),
        _text("state"),
        _integer("act"),
        *_of_a_study("seq"),
        sa.ForeignKeyConstraint(["study", "packet"], ["packets.study", "packets.seq"]),
    )
    op.create_index("packet_states_packet", "packet_states", ["study", "packet"])
    op.create_table(
        "keys",
        _text("study"),
        _text("packet"),
        _text("card"),
        _text("sides"),
        _text("salt"),
        _integer("act"),
        *_of_a_study("packet", "card"),
    )


def _judgments() -> None:
    op.create_table(
        "judgments",
        _text("study"),
        _integer("seq"),
        _integer("rater"),
        *(_text(name) for name in ("item", "question", "speaker", "card")),
        _integer("version"),
        _text("value"),
        _text("judge_kind"),
        sa.Column("seconds", sa.Double(), nullable=True),
        _text("comment"),
        _text("excerpt"),
        _text("reason", nullable=True),
        _integer("supersedes", nullable=True),
        _integer("act"),
        *_of_a_study("seq"),
        _of_a_rater(),
        sqlite_with_rowid=False,
    )
    answer = ["study", "rater", "item", "question", "speaker", "card", "version"]
    op.create_index("judgments_answer", "judgments", answer, unique=True)
    corrected = sa.text("supersedes IS NOT NULL")
    op.create_index(
        "judgments_superseded",
        "judgments",
        ["study", "supersedes"],
        unique=True,
        sqlite_where=corrected,
        postgresql_where=corrected,
    )
