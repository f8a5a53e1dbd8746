"""What is counted in a text: words and pairs, runs of characters, masked runs, and habits."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from ringtrue.stats.arrays import Array
from ringtrue.voice import habits
from ringtrue.voice.counted import Counted
from ringtrue.voice.counts import Matrix, Vocabulary
from ringtrue.voice.letters import LetterRuns
from ringtrue.voice.mask import KEPT_WORDS, Mask
from ringtrue.voice.phrases import Phrases, single_words
from ringtrue.voice.texts import Text

Counts = tuple[Matrix, Matrix, Matrix]


@dataclass(frozen=True, slots=True)
class Spaces:
    """The vocabularies in which texts are counted, and the language whose habits are."""

    phrases: Vocabulary
    letters: Vocabulary
    masked: Vocabulary
    names: Phrases
    language: habits.Language | None

    @classmethod
    def of(cls, texts: Sequence[Text], language: habits.Language | None) -> tuple[Self, Counts]:
        """Everything that stands in the texts, and how often."""
        read = [text.tokens for text in texts]
        words = by_frequency(texts)
        names = Phrases(words)
        alphabet = set().union(*words)
        phrases, of_phrases = Vocabulary.of(names, read)
        letters, of_letters = Vocabulary.of(LetterRuns(alphabet), read)
        masked, of_masked = Vocabulary.of(LetterRuns(alphabet, Mask(words[:KEPT_WORDS])), read)
        return cls(phrases, letters, masked, names, language), (of_phrases, of_letters, of_masked)

    def counts(self, texts: Sequence[Text]) -> Counts:
        """Phrases, letters and masked letters of the texts."""
        read = [text.tokens for text in texts]
        return self.phrases.counts(read), self.letters.counts(read), self.masked.counts(read)

    @property
    def words(self) -> list[str]:
        """The words that have a column: they are the first of the phrases."""
        return [self.names.name(code) for code in single_words(self.phrases.codes).tolist()]

    def count(self, texts: Sequence[Text]) -> Counted:
        """Count the texts in every way."""
        return Counted(*self.counts(texts), self.habits(texts))

    def habits(self, texts: Sequence[Text]) -> Array:
        """Habits only, texts x habits."""
        vectors = [habits.vector(text.raw, self.language) for text in texts]
        return np.array(vectors, dtype=np.float64).reshape(-1, len(habits.NAMES))


def by_frequency(texts: Sequence[Text]) -> list[str]:
    """All words and marks of the texts, the most frequent first."""
    frequency = Counter(token for text in texts for token in text.tokens)
    return [word for word, _ in sorted(frequency.items(), key=lambda found: (-found[1], found[0]))]
