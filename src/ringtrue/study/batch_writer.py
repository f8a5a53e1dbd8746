"""Batch writer: responses and judgments on their way into the store, written some hundreds in a transaction.

Nothing is lost in between: the calls they come from are in the journal, and a run that goes on finds them there.
"""

from collections.abc import Callable, Collection
from functools import partial
from types import TracebackType
from typing import NamedTuple, Self

from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.item import Response

AnswerKey = tuple[str, str, str]  # rater, item, speaker
OpenAnswer = tuple[str, str, str, str]  # and the question
# Responses or cards. Each batch is an entry in the audit log; while one is written no call is put on the disk, and
# while a large one is, all calls come back and wait.
_BATCH = 256
_ASKED_AGAIN = "asked again: there was no score"


class BatchWriter:
    """Takes what a run yields and writes it in batches; leaving the block writes the rest, whatever happened."""

    def __init__(
        self,
        records: StudyStore,
        *,
        who: str,
        open_answers: frozenset[OpenAnswer] = frozenset(),
    ) -> None:
        """`open_answers` are those that stand without a value: new ones take their place."""
        self._records = records
        self._who = who
        self._open = open_answers
        self._responses: list[Response] = []
        self._judgments: list[JudgmentRecord] = []
        self._corrections: list[JudgmentRecord] = []
        self._waiting = 0
        self._failure: Exception | None = None
        self.hand_to: Callable[[Callable[[], None]], None] | None = None  # the writer thread, while there is one

    def __enter__(self) -> Self:
        """The writer itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Write what waits."""
        self.hand_to = None
        self.flush()
        if error is None:
            self._check()

    def responses(self, responses: list[Response]) -> None:
        """What a speaker said to one item."""
        self._responses += responses
        self._count()

    def judgments(self, answers: list[JudgmentRecord]) -> None:
        """The answers to one card."""
        if not self._open:
            self._judgments += answers
            self._count()
            return
        for answer in answers:
            again = (*answer_key(answer), answer.question) in self._open
            (self._corrections if again else self._judgments).append(answer)
        self._count()

    def flush(self) -> None:
        """Write everything that waits; where a thread writes it, its fault is raised with what comes next."""
        self._check()
        responses, self._responses = self._responses, []
        judgments, self._judgments = self._judgments, []
        corrections, self._corrections = self._corrections, []
        self._waiting = 0
        self._hand_over(partial(self._write, responses, judgments, corrections))

    def _hand_over(self, work: Callable[[], None]) -> None:
        if self.hand_to is None:
            work()
        else:
            self.hand_to(partial(self._try, work))

    def _write(
        self, responses: list[Response], judgments: list[JudgmentRecord], corrections: list[JudgmentRecord]
    ) -> None:
        self._records.record_responses(responses, who=self._who)
        self._records.record_judgments(judgments, who=self._who)
        if corrections:
            self._records.correct_judgments(corrections, who=self._who, why=_ASKED_AGAIN)

    def _try(self, work: Callable[[], None]) -> None:
        try:
            if self._failure is None:
                work()
        except Exception as error:  # noqa: BLE001 - whichever it is, it is raised where the run can end with it
            self._failure = error

    def _check(self) -> None:
        if self._failure is not None:
            raise self._failure

    def _count(self) -> None:
        self._check()
        self._waiting += 1
        if self._waiting >= _BATCH:
            self.flush()


def answer_key(row: JudgmentRecord) -> AnswerKey:
    """Who answered about which item and whom."""
    return row.rater, row.item or "", row.speaker or ""


class AnsweredCards(NamedTuple):
    """What some raters have answered so far: cards with a value throughout, and answers that stand without one."""

    valued: frozenset[AnswerKey] = frozenset()
    open: frozenset[OpenAnswer] = frozenset()

    @classmethod
    def of(cls, records: StudyStore, raters: Collection[str]) -> Self:
        """How things stand in the store."""
        whole: dict[AnswerKey, bool] = {}
        without: list[OpenAnswer] = []
        for row in records.judgments():
            if row.judge_kind != "model" or row.rater not in raters:
                continue
            key = answer_key(row)
            whole[key] = whole.get(key, True) and row.value is not None
            if row.value is None:
                without.append((*key, row.question))
        return cls(frozenset(key for key, all_there in whole.items() if all_there), frozenset(without))
