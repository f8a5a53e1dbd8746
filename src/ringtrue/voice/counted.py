"""Texts as rows of numbers, by every way of counting."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from scipy import sparse

from ringtrue.stats.arrays import Array
from ringtrue.voice.counts import Matrix


@dataclass(frozen=True, slots=True)
class Counted:
    """Grams of three kinds, texts x grams, and habits, texts x habits."""

    phrases: Matrix
    letters: Matrix
    masked: Matrix
    habits: Array

    @classmethod
    def stacked(cls, parts: Sequence[Self]) -> Self:
        """The rows of all parts, one below the other."""
        return cls(
            Matrix(sparse.vstack([part.phrases for part in parts])),
            Matrix(sparse.vstack([part.letters for part in parts])),
            Matrix(sparse.vstack([part.masked for part in parts])),
            np.concatenate([part.habits for part in parts]),
        )

    def __len__(self) -> int:
        """The number of texts."""
        return len(self.habits)


def shares(counts: Matrix) -> Array:
    """Each gram's share of all grams counted; none is zero."""
    total = np.asarray(counts.sum(axis=0), dtype=np.float64) + 0.5
    return np.asarray(total / total.sum())


def spread(counts: Matrix) -> Array:
    """The share of texts that contain each gram; none is zero."""
    containing = np.bincount(counts.indices, minlength=counts.shape[1])
    return np.asarray((1.0 + containing) / (1.0 + counts.shape[0]), dtype=np.float64)
