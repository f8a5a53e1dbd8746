"""Cards and packets: what a judge sees, with nothing that tells whose words they are."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Card:
    """One item's texts as shown: neutral id, sides in the order dealt, no speaker anywhere."""

    id: str
    kind: str
    prompt: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Packet:
    """The cards of one judge, in the order they are shown."""

    token: str
    rater: str
    cards: tuple[Card, ...]
