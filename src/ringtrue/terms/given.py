"""Answers as raters give them to cards, one by one, on a page that is hosted or on one that came as a file."""

from dataclasses import dataclass
from typing import Any

from ringtrue.terms.judgment import Answer


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
