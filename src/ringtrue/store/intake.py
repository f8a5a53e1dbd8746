"""Check judgments as they come in, and turn the good ones into rows of the table."""

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any, NamedTuple, get_args

from ringtrue.store.canonical import as_document
from ringtrue.store.judgment_record import JudgmentRecord
from ringtrue.store.names import fault_of_name
from ringtrue.terms import JudgeKind, Problem

_KINDS = frozenset(get_args(JudgeKind))
_REMEMBERED = 100_000


class AnswerId(NamedTuple):
    """What an answer is known by: a rater has one standing answer to it."""

    rater: int
    item: str
    question: str
    speaker: str
    card: str


class Intake:
    """Checks the rows of one file; names already seen are not looked at twice."""

    def __init__(self, file: str) -> None:
        """The file the problems will name."""
        self.file = file
        self._good: set[str] = set()
        self._alike: set[tuple[str, str, str | None, str]] = set()  # rater, question, speaker and kind, all good

    def faults(self, record: JudgmentRecord, number: int) -> Iterator[Problem]:
        """What is wrong with a record, the `number`-th of its file."""
        for what, fault, value in self._plain_faults(record):
            yield Problem(self.file, f"judgment {number}", f"{what} {fault}.", value)

    def is_good(self, record: JudgmentRecord) -> bool:
        """Whether a record is like most: names seen before, a number or a truth, texts; if not, `faults` may say why.

        A name not seen before is looked at here too: every item comes with its own.
        """
        # Taken apart at once: field by field, by name, takes twice as long, and there are five records a card.
        rater, item, question, value, speaker, kind, card, seconds, comment, excerpt, *_ = record
        if not (value is True or value is False or (type(value) is float and isfinite(value))):
            return False
        common = rater, question, speaker, kind
        if common not in self._alike:
            if kind not in _KINDS or not all(map(self._is_name, common[:3])):
                return False
            if len(self._alike) < _REMEMBERED:
                self._alike.add(common)
        return (
            (item is not None or card is not None)
            and self._is_name(item)
            and self._is_name(card)
            and isinstance(comment, str)
            and isinstance(excerpt, str)
            and (seconds is None or (isfinite(seconds) and seconds >= 0))
        )

    def _is_name(self, name: str | None) -> bool:
        """Whether it is a good name, or none at all."""
        return name is None or name in self._good or not any(self._name_faults("", name))

    def _plain_faults(self, record: JudgmentRecord) -> Iterator[tuple[str, str, str]]:
        good = self._good
        if record.rater not in good:
            yield from self._name_faults("The rater", record.rater)
        if record.question not in good:
            yield from self._name_faults("The question", record.question)
        for what, name in (("The item", record.item), ("The speaker", record.speaker), ("The card", record.card)):
            if name is not None and name not in good:
                yield from self._name_faults(what, name)
        yield from _answer_faults(record)

    def _name_faults(self, what: str, name: str) -> Iterator[tuple[str, str, str]]:
        fault = fault_of_name(name)
        if fault:
            yield what, fault, str(name)[:80]
        elif len(self._good) < _REMEMBERED:
            self._good.add(name)


def _answer_faults(record: JudgmentRecord) -> Iterator[tuple[str, str, str]]:
    if record.item is None and record.card is None:
        yield "The answer", "names neither an item nor a card", record.question
    if record.judge_kind not in _KINDS:
        yield "The kind of judge", "is none of " + ", ".join(sorted(_KINDS)), str(record.judge_kind)
    if record.value is None and not record.reason:
        yield "The answer", "has no value and no reason why", record.question
    for what in ("comment", "excerpt"):
        if not isinstance(getattr(record, what), str):
            yield f"The {what}", "is not a text", str(getattr(record, what))[:80]
    if record.seconds is not None and not (isfinite(record.seconds) and record.seconds >= 0):
        yield "The time taken", "is not a number of seconds", str(record.seconds)
    try:
        value_text(record.value)
    except ValueError as error:
        yield "The value", f"cannot be stored: {error}", str(record.value)[:80]


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
    """The value in JSON; the two commonest kinds need no encoder."""
    if value is True or value is False:
        return "true" if value else "false"
    if type(value) is float and isfinite(value):
        return repr(value)
    if isinstance(value, Mapping):
        raise ValueError("an answer is a number, a yes or no, a text or a list of them")
    return as_document(value)
