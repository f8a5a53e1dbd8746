"""Second answers to what was answered already: find both and name both."""

from typing import Any

from sqlalchemy import Row, select, tuple_

from ringtrue.store.act import Act
from ringtrue.store.intake import AnswerId, value_text
from ringtrue.store.judgment_record import JudgmentRecord
from ringtrue.store.pieces import pieces
from ringtrue.store.schema import audit
from ringtrue.store.schema import judgments as table
from ringtrue.terms import Problem

_AT_ONCE = 500
_REMEDY = "Leave it out, or record it as a correction with who and why."


def standing_answers(act: Act, ids: list[AnswerId]) -> dict[AnswerId, Row[Any]]:
    """The standing answers among these, with who gave them when (empty for those of the same act)."""
    known_by = tuple_(*(table.c[name] for name in AnswerId._fields))
    found: dict[AnswerId, Row[Any]] = {}
    for piece in pieces(ids, _AT_ONCE):
        asked = (
            select(table, audit.c.at.label("given_at"), audit.c.who.label("given_by"))
            .outerjoin(audit, (audit.c.study == table.c.study) & (audit.c.seq == table.c.act))
            .where(table.c.study == act.study, known_by.in_(piece))
            .order_by(table.c.version)
        )
        for row in act.connection.execute(asked):
            found[AnswerId(row.rater, row.item, row.question, row.speaker, row.card)] = row
    return found


def conflicts(act: Act, ids: list[AnswerId], records: list[JudgmentRecord], *, file: str, first: int) -> list[Problem]:
    """A problem for every record that answers what a stored row, or an earlier one of the same file, has answered."""
    standing = standing_answers(act, ids)
    start = act.next_seq(table) - first + 1
    earlier: dict[AnswerId, str] = {}
    problems = []
    for number, (known_by, record) in enumerate(zip(ids, records, strict=True), start):
        value = value_text(record.value)
        row = standing.get(known_by)
        if row is not None:
            other = _told(row, act.seq, first)
        elif known_by in earlier:
            other = earlier[known_by]
        else:
            earlier[known_by] = f"judgment {number} of the same file says {value}"
            continue
        asked = f"{record.question!r} about {record.item or 'card ' + str(record.card)}"
        about = f" ({record.speaker})" if record.speaker else ""
        what = f"{record.rater} answered {asked}{about} twice: {other}, this one says {value}."
        problems.append(Problem(file, f"judgment {number}", what, value[:80], _REMEDY))
    return problems


def _told(row: Row[Any], act: int, first: int) -> str:
    if row.act == act:
        return f"judgment {row.seq - first + 1} of the same file says {row.value}"
    return f"stored judgment {row.seq} of {row.given_at} by {row.given_by} says {row.value}"
