"""JudgmentRecord: a judgment validated for storing, and as a row of the table."""

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any, NamedTuple, get_args

from ringtrue.store.canonical_json import as_document
from ringtrue.store.provenance import Provenance
from ringtrue.terms.answer import Answer, Judgment, Rating
from ringtrue.terms.problem import Problem
from ringtrue.terms.protocol import JudgeKind
from ringtrue.terms.text import fault_of_name

# A judgment as the store records it, blind or not, made from any of the types in `terms`.


class JudgmentRecord(NamedTuple):
    """One answer with all that is kept about it; `seq`, `supersedes` and `provenance` are there once it is stored.

    A blind answer names a card and need not name the item; an unblinded one names the item, and the speaker it is
    about. Lists come back as tuples. A tuple itself, because runs and readings make five of them a card.
    """

    rater: str
    item: str | None
    question: str
    value: Answer | None
    speaker: str | None = None
    judge_kind: JudgeKind = "person"
    card: str | None = None
    seconds: float | None = None
    comment: str = ""
    excerpt: str = ""
    reason: str | None = None
    seq: int | None = None
    supersedes: int | None = None
    provenance: Provenance | None = None

    @classmethod
    def of(cls, given: "Judgment | Rating | JudgmentRecord", judge_kind: JudgeKind) -> "JudgmentRecord":
        """The record of a blind judgment (by a judge of this kind), a rating, or a record itself."""
        if isinstance(given, JudgmentRecord):
            return given
        if isinstance(given, Rating):
            names = (given.rater, given.item, given.question, given.value, given.speaker)
            return cls(*names, judge_kind=given.judge_kind, reason=given.reason)
        return cls(
            given.judge,
            None,
            given.question,
            given.value,
            judge_kind=judge_kind,
            card=given.card,
            seconds=given.seconds,
            comment=given.comment,
        )

    def as_rating(self) -> Rating:
        """The rating in this record; ValueError for a blind one, which has no item yet."""
        if self.item is None:
            raise ValueError(f"the answer of {self.rater} to card {self.card} is still blind")
        answer: Any = self.value
        return Rating(self.rater, self.item, self.question, answer, self.speaker, self.judge_kind, self.reason)


# Validate judgments as they come in, and turn the good ones into rows of the table.


_KINDS = frozenset(get_args(JudgeKind))


class AnswerId(NamedTuple):
    """What an answer is known by: a rater has one current answer to it."""

    rater: int
    item: str
    question: str
    speaker: str
    card: str


def faults(record: JudgmentRecord, number: int, file: str) -> Iterator[Problem]:
    """Validate a record, the `number`-th of its file: everything that is wrong with it."""
    for what, fault, value in (*_name_faults(record), *_answer_faults(record)):
        yield Problem(file, f"judgment {number}", f"{what} {fault}.", value[:80])


def _name_faults(record: JudgmentRecord) -> Iterator[tuple[str, str, str]]:
    needed = {"The rater": record.rater, "The question": record.question}
    given = {"The item": record.item, "The speaker": record.speaker, "The card": record.card}
    for what, name in (needed | {key: name for key, name in given.items() if name is not None}).items():
        fault = fault_of_name(name)
        if fault:
            yield what, fault, str(name)


def _answer_faults(record: JudgmentRecord) -> Iterator[tuple[str, str, str]]:
    if record.item is None and record.card is None:
        yield "The answer", "names neither an item nor a card", record.question
    if record.judge_kind not in _KINDS:
        yield "The kind of judge", "is none of " + ", ".join(sorted(_KINDS)), str(record.judge_kind)
    if record.value is None and not record.reason:
        yield "The answer", "has no value and no reason why", record.question
    for what in ("comment", "excerpt"):
        if not isinstance(getattr(record, what), str):
            yield f"The {what}", "is not a text", str(getattr(record, what))
    if record.seconds is not None and not (isfinite(record.seconds) and record.seconds >= 0):
        yield "The time taken", "is not a number of seconds", str(record.seconds)
    try:
        value_text(record.value)
    except ValueError as error:
        yield "The value", f"cannot be stored: {error}", str(record.value)


def answer_id(record: JudgmentRecord, rater: int) -> AnswerId:
    """By what the record's answer is known."""
    return AnswerId(rater, record.item or "", record.question, record.speaker or "", record.card or "")


def table_row(
    record: JudgmentRecord, rater: int, *, version: int = 1, supersedes: int | None = None
) -> tuple[Any, ...]:
    """The record as a row of the table, without its number."""
    _, item, question, value, speaker, kind, card, seconds, comment, excerpt, reason, *_ = record
    known_by = rater, item or "", question, speaker or "", card or ""  # the fields of an AnswerId
    seconds = None if seconds is None else float(seconds)
    return *known_by, version, value_text(value), kind, seconds, comment, excerpt, reason, supersedes


def value_text(value: object) -> str:
    """The value in JSON; ValueError for what is no answer."""
    if isinstance(value, Mapping):
        raise ValueError("an answer is a number, a yes or no, a text or a list of them")
    return as_document(value)
