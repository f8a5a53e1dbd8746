"""Word lists written as plain text: words separated by blanks, an underscore joining two words to a pair."""

from dataclasses import dataclass

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class WordList:
    """Single words and pairs of neighbouring words that show one habit."""

    words: frozenset[str]
    pairs: frozenset[Pair]


def words(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


def word_list(text: str) -> WordList:
    """Words and pairs of a text."""
    entries = [entry.split("_") for entry in text.split()]
    return WordList(
        frozenset(entry[0] for entry in entries if len(entry) == 1),
        frozenset((entry[0], entry[1]) for entry in entries if len(entry) == 2),
    )
