"""Likeness of texts to references, each measure on a scale of its own; normalising makes them comparable."""

import numpy as np
from scipy import sparse

from ringtrue.stats.arrays import Array
from ringtrue.voice.counts import Codes, Matrix


class DampedCosine:
    """Cosine of tf-idf vectors with damped counts (1 + log n)."""

    def __init__(self, references: Matrix, spread: Array) -> None:
        """`spread` holds, for every gram, the share of passages of the whole material that contain it."""
        self._weight = 1.0 - np.log(spread)
        self._references = Matrix(self.vectors(references).T)  # turned once, not at every call

    def __call__(self, texts: Matrix) -> Array:
        """Cosines, texts x references."""
        return np.asarray((self.vectors(texts) @ self._references).toarray())

    def vectors(self, counts: Matrix) -> Matrix:
        """Rows of length one; a row without a known gram stays empty."""
        damped = counts.copy()
        damped.data = (1.0 + np.log(damped.data)) * self._weight[damped.indices]
        return _rows_of_length_one(damped)


class Likelihood:
    """Mean log-ratio, per gram, of the reference's gram model to that of everybody together.

    The reference's model is its counts with `prior` counts of everybody's mixed in (a Dirichlet prior), so
    log p/q = log(prior / (N + prior)) + log(1 + n / (prior q)): sparse in n, and never minus infinity.
    """

    def __init__(self, references: Matrix, everybody: Array, prior: float) -> None:
        """`everybody` holds each gram's share in the whole material."""
        weighted = references.copy()
        weighted.data = np.log1p(weighted.data / (prior * everybody[weighted.indices]))
        self._gains = Matrix(weighted.T)
        self._offset = np.log(prior / (references.sum(axis=1) + prior))

    def __call__(self, texts: Matrix) -> Array:
        """Mean log-ratios, texts x references."""
        size = np.maximum(texts.sum(axis=1), 1.0)
        return np.asarray((texts @ self._gains).toarray() / size[:, None] + self._offset)


class PartLikelihood:
    """The likelihood ratio of some grams only, among themselves: which of the small words, given that it is one."""

    def __init__(self, references: Matrix, everybody: Array, prior: float, columns: Codes) -> None:
        """`columns` are the grams that count."""
        self._columns = columns
        among = everybody[columns]
        self._likelihood = Likelihood(Matrix(references[:, columns]), among / max(among.sum(), 1e-12), prior)

    def __call__(self, texts: Matrix) -> Array:
        """Mean log-ratios, texts x references."""
        return self._likelihood(Matrix(texts[:, self._columns]))


class CosineDelta:
    """Cosine of standardised rates of the most frequent words (square roots, which tame the very frequent)."""

    def __init__(self, references: Matrix, columns: Codes, basis: int) -> None:
        """`columns` are the frequent words; means and spreads come from the rows from `basis` on."""
        self._columns = columns
        rates = self._rates(references)
        self._mean = rates[basis:].mean(axis=0)
        deviation = rates[basis:].std(axis=0)
        self._scale = np.where(deviation > 0, 1.0 / np.maximum(deviation, 1e-12), 0.0)
        self._references = self._vectors(rates)

    def __call__(self, texts: Matrix) -> Array:
        """Cosines, texts x references."""
        return self._vectors(self._rates(texts)) @ self._references.T

    def _rates(self, counts: Matrix) -> Array:
        size = np.maximum(counts.sum(axis=1), 1.0)
        return np.sqrt(np.asarray(counts[:, self._columns].toarray()) / size[:, None])

    def _vectors(self, rates: Array) -> Array:
        standard = (rates - self._mean) * self._scale
        size = np.linalg.norm(standard, axis=1, keepdims=True)
        return np.asarray(standard / np.where(size > 0, size, 1.0))


def _rows_of_length_one(matrix: Matrix) -> Matrix:
    size = np.sqrt(matrix.multiply(matrix).sum(axis=1))
    return sparse.csr_array(sparse.diags_array(1.0 / np.where(size > 0, size, 1.0)) @ matrix)
