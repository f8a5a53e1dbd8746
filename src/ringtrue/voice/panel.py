"""The measures that take part, what each looks at, and how much each counts."""

import numpy as np

from ringtrue.stats.arrays import Array
from ringtrue.voice.counted import Counted, shares
from ringtrue.voice.counts import Codes, Matrix
from ringtrue.voice.function_words import small_words
from ringtrue.voice.likeness_of_habits import HabitLikeness
from ringtrue.voice.measures import CosineDelta, DampedCosine, Likelihood, PartLikelihood
from ringtrue.voice.spaces import Spaces

# Fixed on the tuning speakers of public debates (benchmarks/voice.py --ablation), never on the person at hand.
WEIGHTS = {
    "phrase cosine": 2.0,
    "phrase likelihood": 1.0,
    "letter likelihood": 0.5,
    "Cosine Delta": 0.5,
    "masked letter cosine": 0.5,
    "function words": 0.25,
    "habits": 0.5,
}
_FREQUENT_WORDS = 500
_PRIOR = 300.0
_SMALL_WORD_PRIOR = 100.0


class Panel:
    """Every measure, fitted on the references."""

    def __init__(
        self,
        spaces: Spaces,
        references: Counted,
        basis: int,
        spread_phrases: Array,
        spread_masked: Array,
        within: Array,
    ) -> None:
        """Rows of `references` before `basis` are the person with a fold left out; from there on all are different."""
        phrases, letters, masked = references.phrases, references.letters, references.masked
        everybody = shares(Matrix(phrases[basis:]))
        frequent, small = _word_columns(spaces, everybody)
        self.references = references
        self.phrase_cosine = DampedCosine(phrases, spread_phrases)
        self._phrase_likelihood = Likelihood(phrases, everybody, _PRIOR)
        self._letter_likelihood = Likelihood(letters, shares(Matrix(letters[basis:])), _PRIOR)
        self._delta = CosineDelta(phrases, frequent, basis)
        self._masked_cosine = DampedCosine(masked, spread_masked)
        self._small_words = PartLikelihood(phrases, everybody, _SMALL_WORD_PRIOR, small)
        self._habits = HabitLikeness(references.habits, within, basis)

    def __call__(self, texts: Counted) -> Array:
        """measures x texts x references, in the order of WEIGHTS."""
        return np.stack(
            [
                self.phrase_cosine(texts.phrases),
                self._phrase_likelihood(texts.phrases),
                self._letter_likelihood(texts.letters),
                self._delta(texts.phrases),
                self._masked_cosine(texts.masked),
                self._small_words(texts.phrases),
                self._habits(texts.habits),
            ]
        )


def _word_columns(spaces: Spaces, everybody: Array) -> tuple[Codes, Codes]:
    """The columns of the most frequent words, and those of the function words."""
    words = spaces.words
    ordered = np.argsort(-everybody[: len(words)], kind="stable")
    small = small_words(spaces.language, (words[column] for column in ordered))
    listed = np.array([column for column, word in enumerate(words) if word in small], dtype=np.int64)
    return ordered[:_FREQUENT_WORDS], listed
