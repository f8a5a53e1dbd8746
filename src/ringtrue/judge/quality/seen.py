"""One answer as the quality of raters needs it: who gave it when, how long it took, and whether it was right."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from ringtrue.terms import Answer, ScaleType

SeenRole = Literal["item", "self", "generic", "attention"]


@dataclass(frozen=True, slots=True)
class Seen:
    """An answer in the order given. `card` is what was looked at: the card's id, or item and speaker where none was.

    `given` is the answer as the rater gave it, sides not turned. `right` is 1 where a pick found the person or an
    attention card was answered as expected, 0 where not, .5 for a tie, None where nothing is right or wrong or the key
    is still sealed. `words` are those on the card, 0 where they are not known.
    """

    rater: str
    card: str
    question: str
    scale: ScaleType
    given: Answer | None
    role: SeenRole = "item"
    right: float | None = None
    seconds: float | None = None
    visible_seconds: float | None = None
    words: int = 0
    comment: str = ""
    recognised: bool = False


def cards_in_order(answers: Iterable[Seen]) -> dict[str, list[Seen]]:
    """A rater's answers by card, cards in the order they were first answered."""
    cards: dict[str, list[Seen]] = {}
    for answer in answers:
        cards.setdefault(answer.card, []).append(answer)
    return cards
