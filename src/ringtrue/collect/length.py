"""How long an answer must be to stand beside the person's own words: within a fifth of them."""

from dataclasses import dataclass

from ringtrue.terms import Item, Protocol

_REAL = "real"


@dataclass(frozen=True, slots=True)
class WordRange:
    """The words of the real quote, and the range an answer beside it must fall into."""

    real: int

    @property
    def least(self) -> int:
        """The fewest words: four fifths, rounded up."""
        return -(-4 * self.real // 5)

    @property
    def most(self) -> int:
        """The most words: six fifths, rounded down."""
        return 6 * self.real // 5

    def holds(self, words: int) -> bool:
        """Whether so many words are near enough."""
        return self.least <= words <= self.most


def word_range(item: Item, protocol: Protocol) -> WordRange | None:
    """The range for an item whose kind shows an answer beside the person's own; None for others."""
    kind = protocol.kinds.get(item.kind)
    real = item.fields.get(_REAL)
    if kind is None or _REAL not in kind.show or len(kind.show) < 2 or not isinstance(real, str):
        return None
    words = words_in(real)
    return WordRange(words) if words else None


def words_in(text: str) -> int:
    """How many words a text has, as people count them: what white space divides."""
    return len(text.split())
