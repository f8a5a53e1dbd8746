"""Judges, what they answered about a card, and the rating an answer becomes once unblinded."""

from dataclasses import dataclass
from typing import NamedTuple

from ringtrue.terms.protocol import JudgeKind

Answer = float | bool | str | tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Judge:
    """Whoever answers cards."""

    name: str
    kind: JudgeKind


@dataclass(frozen=True, slots=True)
class Judgment:
    """One blind answer of one judge to one question about one card."""

    judge: str
    card: str
    question: str
    value: Answer
    seconds: float | None = None
    comment: str = ""


class Rating(NamedTuple):
    """One unblinded answer: who said what about whose response. An unscored one has no value and a reason.

    A tuple, because a study may have a million of them; whoever keeps or scores them refuses a value that is missing
    in silence.
    """

    rater: str
    item: str
    question: str
    value: Answer | None
    speaker: str | None = None
    judge_kind: JudgeKind = "person"
    reason: str | None = None
