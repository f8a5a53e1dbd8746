"""Likeness of habits: rhythm, punctuation, openers, contractions, hedges and lengths as one vector per text."""

import numpy as np
from numpy.typing import NDArray

from ringtrue.stats.arrays import Array

_TOWARDS_DIAGONAL = 0.3  # how far the covariance is drawn to its diagonal
_LEAST = 0.01  # of the mean variance, for habits that never vary


class HabitLikeness:
    """Discriminant of habits: (text - usual) S^-1 (reference - usual), S the covariance within writers.

    Habits that waver within one writer count little, and those that move together are not counted twice.
    """

    def __init__(self, references: Array, within: Array, basis: int) -> None:
        """`references` x habits; what is usual comes from the rows from `basis` on; `within` is S."""
        own = np.diag(np.diag(within))
        least = _LEAST * float(np.trace(within)) / len(within) + 1e-9
        shrunk = within + _TOWARDS_DIAGONAL * (own - within) + least * np.eye(len(within))
        self._usual = references[basis:].mean(axis=0)
        self._gains = np.linalg.solve(shrunk, (references - self._usual).T)

    def __call__(self, texts: Array) -> Array:
        """Discriminants, texts x references."""
        return np.asarray((texts - self._usual) @ self._gains)


def within_writers(passages: Array, writer: NDArray[np.int64]) -> Array:
    """Covariance of habits between passages of the same writer, habits x habits."""
    size = np.bincount(writer)
    sums = np.zeros((size.size, passages.shape[1]))
    np.add.at(sums, writer, passages)
    centred = passages - (sums / np.maximum(size, 1)[:, None])[writer]
    return np.asarray(centred.T @ centred) / float(max(len(passages) - int(np.count_nonzero(size)), 1))
