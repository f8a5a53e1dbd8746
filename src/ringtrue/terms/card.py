"""Cards and packets: what a judge sees, with nothing that tells whose words they are."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ringtrue.terms.sealed import sealed


@dataclass(frozen=True, slots=True)
class Card:
    """One item's texts as shown: neutral id, sides in the order dealt, no speaker anywhere.

    `lists` is what can be ticked, by the path of the list that a question of the kind names ("checklist.tone").
    """

    id: str
    kind: str
    prompt: str
    texts: tuple[str, ...]
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        """Seal the lists."""
        if self.lists:
            object.__setattr__(self, "lists", sealed(self.lists))


@dataclass(frozen=True, slots=True)
class Packet:
    """The cards of one judge, in the order they are shown."""

    token: str
    rater: str
    cards: tuple[Card, ...]
