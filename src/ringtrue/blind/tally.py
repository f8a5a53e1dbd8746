"""How often each side was dealt so far, so that raters who come later keep the balance. As secret as the key itself."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from ringtrue.blind.key import Key, Placed

Column = tuple[str, str]  # the item, and whom its card is about


@dataclass
class Tally:
    """For each item and the one its card is about: surplus of one side over the other, and number of cards."""

    surplus: dict[Column, int] = field(default_factory=dict)
    dealt: dict[Column, int] = field(default_factory=dict)

    @classmethod
    def of(cls, key: Key, *, without: Collection[str] = ()) -> Self:
        """Count the packets of a key, those of withdrawn raters (by token) left out."""
        tally = cls()
        for token, cards in key.items():
            if token not in without:
                for entry in cards.values():
                    tally.add(Placed.of(entry))
        return tally

    def add(self, placed: Placed) -> None:
        """One more card."""
        if placed.role != "attention":
            column = placed.item, placed.about
            self.surplus[column] = self.surplus.get(column, 0) + placed.sign
            self.dealt[column] = self.dealt.get(column, 0) + 1

    def copy(self) -> "Tally":
        """A tally of its own with the same counts."""
        return Tally(dict(self.surplus), dict(self.dealt))

    def as_document(self) -> list[list[Any]]:
        """The counts in JSON's types."""
        return [[*column, self.surplus[column], number] for column, number in sorted(self.dealt.items())]

    @classmethod
    def from_document(cls, rows: Collection[Collection[Any]]) -> Self:
        """The tally of a document made by `as_document`."""
        counts: Mapping[Column, tuple[int, int]] = {
            (item, about): (surplus, number) for item, about, surplus, number in rows
        }
        return cls(
            {column: pair[0] for column, pair in counts.items()}, {column: pair[1] for column, pair in counts.items()}
        )
