"""Take judgments in: every row checked against the protocol and the items, all faults told together."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, get_args

from ringtrue.files import Problems
from ringtrue.judge.answered import Answered
from ringtrue.judge.known import Known
from ringtrue.judge.lookup import check_keys, item_of, question_of, speaker_of, value_of
from ringtrue.judge.repeats import Repeats
from ringtrue.judge.row import Row
from ringtrue.judge.sources import Source, source_of
from ringtrue.terms import Item, JudgeKind, Problem, Protocol, Rating

_JUDGES: tuple[JudgeKind, ...] = get_args(JudgeKind)


def read_judgments(
    path: Path | str,
    protocol: Protocol,
    items: Iterable[Item],
    *,
    judge_kind: JudgeKind = "person",
    opened: Callable[[Problems], Source] | None = None,
) -> list[Answered]:
    """The judgments of a .json, .jsonl or .csv file in their order, or a refusal that lists every fault.

    `judge_kind` is what judged the rows that do not say so themselves (judge_kind or judge). A row that names no
    speaker is about the candidate. Values are as ratings hold them (see `protocols.scales.normalised`). `opened` opens
    a file of another form as rows.
    """
    if judge_kind not in _JUDGES:
        raise ValueError(f"a judge is one of {', '.join(_JUDGES)}, not {judge_kind!r}")
    problems = Problems()
    source = opened(problems) if opened else source_of(path, problems)
    intake = _Intake(source, Known(protocol, items), judge_kind, problems)
    answers = [answer for mark, data in source.rows() if (answer := intake.take(mark, data)) is not None]
    if not answers and not problems:
        problems.add(Problem(source.file, "whole file", "There are no judgments in it.", remedy="Add at least one."))
    problems.raise_if_any()
    return answers


class _Intake:
    """Checks the rows of one file, one after the other."""

    def __init__(self, source: Source, known: Known, judge_kind: JudgeKind, problems: Problems) -> None:
        self._source = source
        self._known = known
        self._judge_kind = judge_kind
        self._problems = problems
        self._repeats = Repeats(source)

    def take(self, mark: int, data: Any) -> Answered | None:
        """One row as an answer; None, its faults noted, where it is none."""
        row = Row(mark, data, self._source, self._problems)
        if not isinstance(data, dict):
            row.fault("", "A judgment is an object with keys.", "Give rater, item, question and value.")
            return None
        check_keys(row, self._known)
        rater, judge = row.name("rater"), self._judge(row)
        rating = self._rating(row, rater, judge)
        seconds, comment, quoted = row.seconds(), row.text("comment"), row.text("excerpt")
        if rating is None or row.is_faulty:
            return None
        return Answered(rating, seconds, comment, quoted, self._source.line(mark))

    def _rating(self, row: Row, rater: str, judge: JudgeKind | None) -> Rating | None:
        item = item_of(row, self._known)
        kind = self._known.kind_of(item)
        asked = question_of(row, self._known, item, kind)
        speaker = speaker_of(row, self._known, kind)
        options = self._known.options(item, kind, asked, speaker) if asked else ()
        value = value_of(row, self._known, asked, options)
        if rater and judge:
            self._repeats.check_judge(row, rater, judge)
        if not (rater and item and asked):
            return None
        question = asked.question.name
        self._repeats.check_once(row, rater, item.id, question, self._known.subject(asked, speaker))
        if isinstance(value, tuple) and not options:
            self._repeats.check_length(row, item.id, question, len(value))
        return None if value is None or judge is None else Rating(rater, item.id, question, value, speaker, judge)

    def _judge(self, row: Row) -> JudgeKind | None:
        """What judged: the key judge_kind or judge, and without them what the whole file is taken for."""
        given = {key: row.data[key] for key in ("judge_kind", "judge") if row.data.get(key) is not None}
        odd = [key for key, name in given.items() if name not in _JUDGES]
        for key in odd:
            row.fault(key, "That is no kind of judge.", f"Give one of {', '.join(_JUDGES)}.")
        if odd:
            return None
        if len(set(given.values())) > 1:
            row.fault("judge", "judge and judge_kind say different things.", "Keep one of them.")
            return None
        return next(iter(given.values()), self._judge_kind)
