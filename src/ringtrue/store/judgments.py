"""Judgments: one standing answer per rater, item, question and speaker; a correction keeps the old one."""

from collections.abc import Iterable

from sqlalchemy.exc import IntegrityError

from ringtrue.store.act import Act
from ringtrue.store.conflicts import conflicts, standing_answers
from ringtrue.store.intake import Intake, answer_id, table_row
from ringtrue.store.judgment_reading import JudgmentReading
from ringtrue.store.judgment_record import JudgmentRecord
from ringtrue.store.packets import change_state
from ringtrue.store.pieces import pieces
from ringtrue.store.provenance import Source
from ringtrue.store.raters import numbers_of
from ringtrue.store.refusal import MOST_PROBLEMS, refusal
from ringtrue.store.schema import judgments as table
from ringtrue.terms import BadInput, JudgeKind, Judgment, Problem, Rating

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
        brought back: it is marked as returned in the same act, so that the same file cannot be taken in twice.
        A second answer to what was answered already, and a blind answer after the key was opened, are refused.
        """
        intake = Intake(source.name if source else "judgments")
        detail = {"source": source.as_dict()} if source else {}
        with self.acting("judgments recorded", who, detail) as act:
            if packet is not None:
                change_state(act, packet, "returned", file=intake.file)
            first = act.next_seq(table)
            problems: list[Problem] = []
            for piece in pieces(rows, _PIECE):
                records = [JudgmentRecord.of(row, judge_kind) for row in piece]
                problems += _add_piece(act, records, intake, first)
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
        """Put new answers in the place of standing ones, which stay stored; returns how many."""
        intake = Intake(source.name if source else "corrections")
        if not why.strip():
            raise refusal(intake.file, "why", "A correction needs a reason.", remedy="Say why the answer is changed.")
        detail = {"why": why} | ({"source": source.as_dict()} if source else {})
        with self.acting("judgments corrected", who, detail) as act:
            count = 0
            for piece in pieces(rows, _CORRECTIONS_AT_ONCE):
                records = [JudgmentRecord.of(row, "person") for row in piece]
                _correct_piece(act, records, intake, count)
                count += len(piece)
            act.empty = count == 0
        return count


def _add_piece(act: Act, records: list[JudgmentRecord], intake: Intake, first: int) -> list[Problem]:
    """Insert records, or say what is wrong with them; their numbers are used up either way."""
    start = act.next_seq(table) - first + 1
    problems = _faults(act, records, intake, start)
    if problems:
        act.skip(table, len(records))
        return problems
    numbers = numbers_of(act, {record.rater: None for record in records}, file=intake.file)
    rows = [table_row(record, numbers[record.rater]) for record in records]
    try:
        with act.connection.begin_nested():
            act.add(table, rows)
    except IntegrityError:
        ids = [answer_id(record, numbers[record.rater]) for record in records]
        problems = conflicts(act, ids, records, file=intake.file, first=first)
        if not problems:
            raise
        act.skip(table, len(records))
    return problems


def _faults(act: Act, records: list[JudgmentRecord], intake: Intake, start: int) -> list[Problem]:
    """What is wrong with the records in themselves; a blind answer after unblinding is always too late."""
    odd = ((number, record) for number, record in enumerate(records, start) if not intake.is_good(record))
    problems = [problem for number, record in odd for problem in intake.faults(record, number)]
    if problems or act.opened is None:
        return problems
    what = f"The answer key was opened (audit entry {act.opened}): a blind answer comes too late."
    late = (number for number, record in enumerate(records, start) if record.card is not None)
    return [Problem(intake.file, f"judgment {number}", what) for number in late]


def _correct_piece(act: Act, records: list[JudgmentRecord], intake: Intake, before: int) -> None:
    """Insert records as the next versions of standing answers, or refuse them."""
    problems = _faults(act, records, intake, before + 1)
    if problems:
        raise BadInput(problems[:MOST_PROBLEMS])
    numbers = numbers_of(act, {record.rater: None for record in records}, file=intake.file)
    ids = [answer_id(record, numbers[record.rater]) for record in records]
    standing = standing_answers(act, ids)
    rows = []
    seen = set()
    for number, (known_by, record) in enumerate(zip(ids, records, strict=True), before + 1):
        old = standing.get(known_by)
        if old is None or known_by in seen:
            what = "There is no such answer to correct." if old is None else "The same answer is corrected twice here."
            problems.append(Problem(intake.file, f"judgment {number}", what, f"{record.rater}, {record.question}"))
            continue
        seen.add(known_by)
        rows.append(table_row(record, known_by.rater, version=old.version + 1, supersedes=old.seq))
    if problems:
        raise BadInput(problems[:MOST_PROBLEMS])
    act.add(table, rows)
