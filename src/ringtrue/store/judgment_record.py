"""A judgment as the store knows it, blind or not, from whichever of the house's types it comes."""

from typing import Any, NamedTuple

from ringtrue.store.provenance import Provenance
from ringtrue.terms import Answer, JudgeKind, Judgment, Rating


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

    def as_judgment(self) -> Judgment:
        """The blind judgment in this record; ValueError for one that was not given to a card, or has no value."""
        if self.card is None or self.value is None:
            raise ValueError(f"the answer of {self.rater} about {self.item} is not a blind one")
        return Judgment(self.rater, self.card, self.question, self.value, self.seconds, self.comment)
