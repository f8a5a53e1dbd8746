"""The answer key: whose text is on which side of a card, what the card is for, and the commitment to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest
from secrets import token_hex
from typing import Any, Literal, Self

from ringtrue.store.canonical_json import canonical
from ringtrue.terms.answer import Answer

Role = Literal["item", "control", "attention"]


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """One card unblinded: its item, the speakers in the order shown, and the one the answer is about.

    `about` is the candidate, or the control that stands in its place. An attention card has no speakers but the answers
    expected. `positions` are the fields of the item whose texts stand on the card as positions, in the order shown.
    """

    item: str
    speakers: tuple[str, ...]
    about: str
    role: Role = "item"
    expect: Mapping[str, Answer] = field(default_factory=dict)
    positions: tuple[str, ...] = ()

    @property
    def sign(self) -> int:
        """1 where the one it is about stands second, -1 where it stands first; on a card with one side 0.

        A card with one text and two positions has a sign as well: -1 where their fields stand in alphabetical order.
        """
        if self.positions:
            return -1 if self.positions == tuple(sorted(self.positions)) else 1
        if len(self.speakers) < 2:
            return 0
        return -1 if self.speakers[0] == self.about else 1

    def as_document(self) -> dict[str, Any]:
        """The card's entry in the key, in JSON's types."""
        more: dict[str, Any] = {"expect": dict(self.expect)} if self.expect else {}
        more |= {"positions": list(self.positions)} if self.positions else {}
        return {"item": self.item, "speakers": list(self.speakers), "about": self.about, "role": self.role, **more}

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Self:
        """The entry of a key, read again."""
        return cls(
            document["item"],
            tuple(document["speakers"]),
            document["about"],
            document["role"],
            document.get("expect", {}),
            tuple(document.get("positions", ())),
        )


Key = Mapping[str, Mapping[str, Mapping[str, Any]]]  # packet token -> card -> entry


def cards_of(key: Key) -> dict[str, KeyEntry]:
    """Every card of every packet."""
    return {card: KeyEntry.of(entry) for cards in key.values() for card, entry in cards.items()}


# Commit to an answer key and an analysis plan before the first card is shown, and prove it afterwards.


@dataclass(frozen=True, slots=True)
class Seal:
    """A commitment: the hash may be published at once; the salt stays with the key until it is opened."""

    hash: str
    salt: str = field(repr=False)


def commitment(key: Key, plan: Mapping[str, Any], *, salt: str | None = None) -> Seal:
    """The seal of a key and a plan: sha256 of a salt and of both in one canonical form.

    Without the salt the sides of a few cards could be guessed and tried against the hash.
    """
    secret = token_hex(32) if salt is None else salt
    return Seal(_hash(key, plan, secret), secret)


def verify(seal: Seal, key: Key, plan: Mapping[str, Any]) -> bool:
    """Whether the key and the plan are those that were sealed."""
    return compare_digest(seal.hash, _hash(key, plan, seal.salt))


def _hash(key: Key, plan: Mapping[str, Any], salt: str) -> str:
    return sha256(f"{salt}:{canonical({'key': key, 'plan': plan})}".encode("ascii")).hexdigest()
