"""Answers as raters give them, the seals of whole deals, and who may come in."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the tables; see `schema.py`, `keys/tables.py` and `access_tables.py` for what the columns mean."""
    _answers()
    _seals()
    _access()


def _text(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=nullable)


def _integer(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=nullable, autoincrement=False)


def _of_a_study(*key: str) -> tuple[sa.Constraint, ...]:
    return (sa.PrimaryKeyConstraint("study", *key), sa.ForeignKeyConstraint(["study"], ["studies.id"]))


def _answers() -> None:
    op.create_table(
        "answers",
        _text("study"),
        _integer("seq"),
        _integer("packet"),
        *(_text(name) for name in ("card", "question", "value", "shown")),
        sa.Column("seconds", sa.Double(), nullable=True),
        sa.Column("visible_seconds", sa.Double(), nullable=True),
        _text("comment"),
        _integer("recognised"),
        _integer("position", nullable=True),
        _integer("act"),
        *_of_a_study("seq"),
        sa.ForeignKeyConstraint(["study", "packet"], ["packets.study", "packets.seq"]),
        sqlite_with_rowid=False,
    )
    op.create_index("answers_card", "answers", ["study", "packet", "card", "question", "seq"])


def _seals() -> None:
    op.create_table("deal_secrets", _text("study"), _text("secret"), _integer("act"), *_of_a_study())
    op.create_table(
        "seals",
        _text("study"),
        _integer("act"),
        *(_text(name) for name in ("hash", "salt", "plan")),
        *_of_a_study("act"),
    )


def _access() -> None:
    rater = sa.ForeignKeyConstraint(["study", "rater"], ["raters.study", "raters.number"])
    op.create_table(
        "access_invites",
        _text("study"),
        _text("hash"),
        _integer("rater"),
        sa.Column("expires", sa.Double(), nullable=False),
        _text("state"),
        *_of_a_study("hash"),
        rater,
    )
    op.create_table(
        "access_sessions",
        _text("study"),
        _text("hash"),
        _text("kind"),
        _integer("rater", nullable=True),
        _text("organiser", nullable=True),
        sa.Column("expires", sa.Double(), nullable=False),
        *_of_a_study("hash"),
        sa.ForeignKeyConstraint(["study", "rater"], ["raters.study", "raters.number"]),
    )
    op.create_table(
        "access_organisers", _text("study"), _text("name"), _text("salt"), _text("password"), *_of_a_study("name")
    )
