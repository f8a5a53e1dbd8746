"""A sentence read once for comparison: its words, their stems, what is denied, what is counted."""

from collections.abc import Mapping
from dataclasses import dataclass

from ringtrue.voice.content.negation import NEGATORS, negated
from ringtrue.voice.content.opposites import pairs_of
from ringtrue.voice.content.quantities import number, quantities
from ringtrue.voice.content.stems import SMALL_WORDS, stem, words


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence as the comparison sees it.

    `stems` holds "" for small words, marks, negators and numbers; `denied` says of every word whether the clause has
    denied it; `topics` are what the sentence is about: its stems, a word that has opposites standing for the pair, and
    "#" for a number.
    """

    text: str
    words: tuple[str, ...]
    stems: tuple[str, ...]
    denied: tuple[bool, ...]
    counted: Mapping[str, set[float]]
    topics: frozenset[str]


def read_sentence(text: str) -> Reading:
    """The sentence with all that comparing it needs."""
    read = tuple(words(text))
    stems = tuple(_weight(word) for word in read)
    counted = quantities(read)
    topics: set[str] = {"#"} if counted else set()
    for word, found in zip(read, stems, strict=True):
        if found:
            topics |= {f"pair {pair}" for pair in pairs_of(word)} or {found}
    return Reading(text, read, stems, tuple(negated(read)), counted, frozenset(topics))


def _weight(word: str) -> str:
    small = word in SMALL_WORDS or word in NEGATORS or word.endswith("n't")
    return "" if small or not word[0].isalnum() or number(word) is not None else stem(word)
