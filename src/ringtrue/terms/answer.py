"""Given, Judge, Judgment, Rating: one answer on its way from page to rating."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from ringtrue.terms.protocol import JudgeKind

# Judges, what they answered about a card, and the rating an answer becomes once unblinded.


Answer = float | bool | str | tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Judge:
    """A person or model that answers cards."""

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

    A tuple, because a study may have a million of them; the store and the score refuse a value that is missing
    in silence.
    """

    rater: str
    item: str
    question: str
    value: Answer | None
    speaker: str | None = None
    judge_kind: JudgeKind = "person"
    reason: str | None = None
    sealed: bool = False  # answered on a card of a sealed packet, or by a model that the program asked


# Answers as raters give them to cards, one by one, on a page that is hosted or on one that came as a file.


@dataclass(frozen=True, slots=True)
class Given:
    """One answer as a rater gave it to a card; the newest one to a card's question stands.

    A pick is "A", "B" or "tie"; a bipolar answer a number, below zero for the first side; a checklist a truth for each
    thing listed. No value means that the answer was taken back. `shown` names the texts in the order they stood on the
    screen, each by the first 12 hex digits of its sha256.
    """

    card: str
    question: str
    value: Answer | None
    shown: tuple[str, ...] = ()
    seconds: float | None = None  # on this card until this answer
    visible_seconds: float | None = None  # of those, with the page in sight
    comment: str = ""
    recognised: bool = False  # "I recognise this text"
    position: int | None = None  # the card's place in the packet, from 1

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, in JSON's types."""
        return {
            "card": self.card,
            "question": self.question,
            "value": list(self.value) if isinstance(self.value, tuple) else self.value,
            "shown": list(self.shown),
            "seconds": self.seconds,
            "visible_seconds": self.visible_seconds,
            "comment": self.comment,
            "recognised": self.recognised,
            "position": self.position,
        }
