"""A background ready for use: columns to count in, writers as references, and passages drawn from their habits."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ringtrue.stats.arrays import Array
from ringtrue.voice.background.columns import columns
from ringtrue.voice.background.drawing import drawn_counts, drawn_habits
from ringtrue.voice.background.table import Table
from ringtrue.voice.counted import Counted
from ringtrue.voice.counts import Matrix
from ringtrue.voice.texts import Text

_SPREAD_OVER = 250  # tokens; habits of references are means over passages of this length
_PASSAGES = 20  # drawn for each writer at one length
_SEED = 20261115
_STEPS = 65535.0
_COMMON = 200  # words by which the language is known


class Background:
    """Writers known by how often they use frequent grams; their passages are drawn, the same ones every time."""

    def __init__(self, table: Table) -> None:
        """Set up the columns."""
        self._table = table
        self.spaces = columns(table)
        self.writers = len(table.tokens)
        self.spread_phrases: Array = (1.0 + table.phrase_spread.astype(np.float64)) / (1.0 + _STEPS)
        self.spread_masked: Array = (1.0 + table.masked_spread.astype(np.float64)) / (1.0 + _STEPS)

    @cached_property
    def references(self) -> Counted:
        """The writers, as rows."""
        table = self._table
        means, _ = self._habits(_SPREAD_OVER)
        counts = (table.phrase_counts, table.letter_counts, table.masked_counts)
        phrases, letters, masked = (Matrix(part.astype(np.float64)) for part in counts)
        return Counted(phrases, letters, masked, means)

    @cached_property
    def within(self) -> Array:
        """Covariance of habits within writers."""
        return self._habits(_SPREAD_OVER)[1]

    def passages(self, length: int) -> tuple[Counted, NDArray[np.int64]]:
        """Passages of `length` tokens as counts, and the number of the writer each is drawn from."""
        rng = np.random.default_rng([_SEED, length])
        table = self._table
        counts = (table.phrase_counts, table.letter_counts, table.masked_counts)
        phrases, letters, masked = (drawn_counts(part, table.tokens, length, _PASSAGES, rng) for part in counts)
        habits = drawn_habits(*self._habits(length), _PASSAGES, rng)
        return Counted(phrases, letters, masked, habits), np.repeat(np.arange(self.writers), _PASSAGES)

    def knows(self, texts: Sequence[Text]) -> float:
        """The share of the texts' words that are common words of the background's language."""
        common = set(self.spaces.words[:_COMMON])
        words = [token for text in texts for token in text.tokens if token[0].isalpha()]
        return sum(word in common for word in words) / max(len(words), 1)

    def _habits(self, length: int) -> tuple[Array, Array]:
        """Means by writer and covariance within writers, interpolated on the logarithm of the length."""
        table = self._table
        at = np.interp(np.log(length), np.log(table.lengths), np.arange(len(table.lengths)))
        low = min(int(at), len(table.lengths) - 2)
        share = at - low
        means = (1 - share) * table.habit_means[low] + share * table.habit_means[low + 1]
        within = (1 - share) * table.habit_within[low] + share * table.habit_within[low + 1]
        return np.asarray(means, dtype=np.float64), np.asarray(within, dtype=np.float64)
