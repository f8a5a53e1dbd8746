"""Grams, each a whole number, counted into sparse matrices."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ringtrue.voice.texts import Tokens

Matrix = sparse.csr_array
Codes = NDArray[np.int64]

_NOTHING: Codes = np.zeros(0, dtype=np.int64)


class Grams(Protocol):
    """Tokens in, the code of every gram out, as often as it stands there."""

    def __call__(self, tokens: Tokens) -> Codes:
        """The grams of a text."""
        ...


class Vocabulary:
    """The grams that count, each with a column of its own; others are left out of every count."""

    def __init__(self, grams: Grams, codes: Codes) -> None:
        """`codes` are the grams, in ascending order."""
        self.grams = grams
        self.codes = codes

    @classmethod
    def of(cls, grams: Grams, texts: Sequence[Tokens]) -> tuple["Vocabulary", Matrix]:
        """All grams of the texts, and how often each stands in each: one reading for both."""
        found = [grams(text) for text in texts]
        codes, columns = np.unique(np.concatenate([_NOTHING, *found]), return_inverse=True)
        return cls(grams, codes), _matrix(columns, [len(part) for part in found], codes.size)

    def counts(self, texts: Sequence[Tokens]) -> Matrix:
        """How often each gram stands in each text; texts x grams."""
        found = [self._columns(self.grams(text)) for text in texts]
        return _matrix(np.concatenate([_NOTHING, *found]), [len(part) for part in found], self.codes.size)

    def _columns(self, codes: Codes) -> Codes:
        if not self.codes.size:
            return _NOTHING
        place = np.minimum(np.searchsorted(self.codes, codes), self.codes.size - 1)
        return np.asarray(place[self.codes[place] == codes], dtype=np.int64)


def _matrix(columns: Codes, sizes: Sequence[int], width: int) -> Matrix:
    """Counts from the columns of all grams, text after text."""
    ends = np.cumsum([0, *sizes])
    matrix = Matrix((np.ones(columns.size), columns, ends), shape=(len(sizes), width))
    matrix.sum_duplicates()
    return matrix
