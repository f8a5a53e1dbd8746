"""Judgments: one current answer per rater, item, question and speaker; a correction keeps the old one."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Row, select, tuple_
from sqlalchemy.exc import IntegrityError

from ringtrue.files.problems import refusal
from ringtrue.store.judgment_reading import JudgmentReading
from ringtrue.store.judgment_records import AnswerId, JudgmentRecord, answer_id, faults, table_row, value_text
from ringtrue.store.packets import change_state
from ringtrue.store.provenance import Source
from ringtrue.store.raters import numbers_of
from ringtrue.store.schema import audit
from ringtrue.store.schema import judgments as table
from ringtrue.store.transaction import MOST_PROBLEMS, Act, pieces
from ringtrue.terms.answer import Judgment, Rating
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import JudgeKind

# Second answers to what was answered already: find both and name both.


_AT_ONCE = 500
_REMEDY = "Leave it out, or record it as a correction with who and why."


def current_answers(act: Act, ids: list[AnswerId]) -> dict[AnswerId, Row[Any]]:
    """The current answers among these, with who gave them when (empty for those of the same act)."""
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
    current = current_answers(act, ids)
    start = act.next_seq(table) - first + 1
    earlier: dict[AnswerId, str] = {}
    problems = []
    for number, (known_by, record) in enumerate(zip(ids, records, strict=True), start):
        value = value_text(record.value)
        row = current.get(known_by)
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


_PIECE = 5000
_CORRECTIONS_AT_ONCE = 500

GivenJudgment = Judgment | Rating | JudgmentRecord


class JudgmentPart(JudgmentReading):
    """The judgments of a study."""

    def record_judgments(
        self,
        rows: Iterable[GivenJudgment],
        *,
        who: str,
        source: Source | None = None,
        judge_kind: JudgeKind = "person",
        packet: str | None = None,
    ) -> int:
        """Add answers, all of them or none; returns how many.

        `judge_kind` is that of blind `Judgment`s, which do not say it. With `packet` the rows are what that packet
        brought back: it is marked as returned in the same act, so that the same file cannot be imported twice.
        A second answer to what was answered already, and a blind answer after the key was opened, are refused.
        """
        file = source.name if source else "judgments"
        detail = {"source": source.as_dict()} if source else {}
        with self.acting("judgments recorded", who, detail) as act:
            if packet is not None:
                change_state(act, packet, "returned", file=file)
            first = act.next_seq(table)
            problems: list[Problem] = []
            for piece in pieces(rows, _PIECE):
                records = [JudgmentRecord.of(row, judge_kind) for row in piece]
                problems += _add_piece(act, records, file, first)
                if len(problems) >= MOST_PROBLEMS:
                    break
            if problems:
                raise BadInput(problems[:MOST_PROBLEMS])
            count = act.next_seq(table) - first
            act.empty = count == 0 and packet is None
        return count

    def correct_judgments(
        self, rows: Iterable[GivenJudgment], *, who: str, why: str, source: Source | None = None
    ) -> int:
        """Put new answers in the place of current ones, which stay stored; returns how many."""
        file = source.name if source else "corrections"
        if not why.strip():
            raise refusal(file, "A correction needs a reason.", place="why", remedy="Say why the answer is changed.")
        detail = {"why": why} | ({"source": source.as_dict()} if source else {})
        with self.acting("judgments corrected", who, detail) as act:
            count = 0
            for piece in pieces(rows, _CORRECTIONS_AT_ONCE):
                records = [JudgmentRecord.of(row, "person") for row in piece]
                _correct_piece(act, records, file, count)
                count += len(piece)
            act.empty = count == 0
        return count


def _add_piece(act: Act, records: list[JudgmentRecord], file: str, first: int) -> list[Problem]:
    """Insert records, or say what is wrong with them; their numbers are used up either way."""
    start = act.next_seq(table) - first + 1
    problems = _faults(act, records, file, start)
    if problems:
        act.skip(table, len(records))
        return problems
    numbers = numbers_of(act, {record.rater: None for record in records}, file=file)
    rows = [table_row(record, numbers[record.rater]) for record in records]
    try:
        with act.connection.begin_nested():
            act.add(table, rows)
    except IntegrityError:
        ids = [answer_id(record, numbers[record.rater]) for record in records]
        problems = conflicts(act, ids, records, file=file, first=first)
        if not problems:
            raise
        act.skip(table, len(records))
    return problems


def _faults(act: Act, records: list[JudgmentRecord], file: str, start: int) -> list[Problem]:
    """What is wrong with the records in themselves; a blind answer after unblinding is always too late."""
    problems = [problem for number, record in enumerate(records, start) for problem in faults(record, number, file)]
    if problems or act.opened is None:
        return problems
    what = f"The answer key was opened (audit entry {act.opened}): blind answers are no longer accepted."
    late = (number for number, record in enumerate(records, start) if record.card is not None)
    return [Problem(file, f"judgment {number}", what) for number in late]


def _correct_piece(act: Act, records: list[JudgmentRecord], file: str, before: int) -> None:
    """Insert records as the next versions of current answers, or refuse them."""
    problems = _faults(act, records, file, before + 1)
    if problems:
        raise BadInput(problems[:MOST_PROBLEMS])
    numbers = numbers_of(act, {record.rater: None for record in records}, file=file)
    ids = [answer_id(record, numbers[record.rater]) for record in records]
    current = current_answers(act, ids)
    rows = []
    seen = set()
    for number, (known_by, record) in enumerate(zip(ids, records, strict=True), before + 1):
        old = current.get(known_by)
        if old is None or known_by in seen:
            what = "There is no such answer to correct." if old is None else "The same answer is corrected twice here."
            problems.append(Problem(file, f"judgment {number}", what, f"{record.rater}, {record.question}"))
            continue
        seen.add(known_by)
        rows.append(table_row(record, known_by.rater, version=old.version + 1, supersedes=old.seq))
    if problems:
        raise BadInput(problems[:MOST_PROBLEMS])
    act.add(table, rows)
