"""What an answer key says of a card: whose words stand on which side, and what the card is for."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from ringtrue.terms import Answer

Role = Literal["item", "control", "attention"]


@dataclass(frozen=True, slots=True)
class Placed:
    """One card unblinded: its item, the speakers in the order shown, and the one the answer is about.

    `about` is the candidate, or the control that stands in its place. An attention card has no speakers but the answers
    expected.
    """

    item: str
    speakers: tuple[str, ...]
    about: str
    role: Role = "item"
    expect: Mapping[str, Answer] = field(default_factory=dict)

    @property
    def sign(self) -> int:
        """1 where the one it is about stands second, -1 where it stands first; 0 on a card with one side."""
        if len(self.speakers) < 2:
            return 0
        return -1 if self.speakers[0] == self.about else 1

    def as_document(self) -> dict[str, Any]:
        """The card's entry in the key, in JSON's types."""
        expected = {"expect": dict(self.expect)} if self.expect else {}
        return {"item": self.item, "speakers": list(self.speakers), "about": self.about, "role": self.role, **expected}

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Self:
        """The entry of a key, read again."""
        return cls(
            document["item"],
            tuple(document["speakers"]),
            document["about"],
            document["role"],
            document.get("expect", {}),
        )


Key = Mapping[str, Mapping[str, Mapping[str, Any]]]  # packet token -> card -> entry


class Lookup:
    """Finds cards in a key. Answers come packet by packet and card by card: the last place is looked at first."""

    def __init__(self, key: Key) -> None:
        """Nothing has been looked up yet, and nothing is read in advance: one answer may be all that is asked."""
        self._packets = list(key.values())
        self._packet: Mapping[str, Mapping[str, Any]] = {}
        self._card = ""
        self._placed: Placed | None = None

    def find(self, card: str) -> Placed | None:
        """The card opened, None where the key does not have it."""
        if card != self._card:
            if card not in self._packet:
                self._packet = next((packet for packet in self._packets if card in packet), {})
            entry = self._packet.get(card)
            self._card, self._placed = card, None if entry is None else Placed.of(entry)
        return self._placed


def cards_of(key: Key) -> dict[str, Placed]:
    """Every card of every packet."""
    return {card: Placed.of(entry) for cards in key.values() for card, entry in cards.items()}
