"""Rows of length one, dense or sparse: made, checked and compared."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from ringtrue.stats.arrays import Array, Codes
from ringtrue.terms import BadInput, Problem

Sparse = sparse.csr_array
Vectors = Array | Sparse

_CELLS_PER_BLOCK = 1 << 22  # 32 MiB of cosines at a time


def has_words(text: str) -> bool:
    """Whether there is anything to embed: a letter or a digit of any script."""
    return any(character.isalnum() for character in text)


def check_texts(texts: Sequence[str]) -> None:
    """Refuse texts without a word, all of them together: they have no direction to compare."""
    if isinstance(texts, str):
        raise ValueError("texts must be a list of texts, not one text")
    empty = [index for index, text in enumerate(texts) if not has_words(text)]
    if empty:
        remedy = "leave it out or collect it again"
        raise BadInput([Problem("texts", f"text {i + 1}", "holds no word", texts[i][:40], remedy) for i in empty])


def of_length_one(rows: ArrayLike, count: int) -> Array:
    """`count` finite, non-zero rows of one dimension, each divided by its length; a ValueError says what is wrong."""
    given = np.asarray(rows, dtype=np.float64)
    if given.ndim != 2 or given.shape[0] != count:
        raise ValueError(f"{count} vectors were asked for, an array of shape {given.shape} came")
    if not np.isfinite(given).all():
        raise ValueError("a vector holds a number that is not finite")
    largest = np.abs(given).max(axis=1, keepdims=True, initial=0.0)
    if (largest == 0.0).any():
        raise ValueError("a vector is zero throughout")
    scaled = given / largest  # so that squares of very small or large numbers neither vanish nor overflow
    return np.asarray(scaled / np.linalg.norm(scaled, axis=1, keepdims=True))


def paired_cosines(vectors: Vectors, left: Codes, right: Codes) -> Array:
    """The cosine of row left[i] with row right[i], for every i."""
    if isinstance(vectors, Sparse):
        products = np.asarray(vectors[left].multiply(vectors[right]).sum(axis=1), dtype=np.float64)
    else:
        products = np.einsum("ij,ij->i", vectors[left], vectors[right])
    return np.clip(products, -1.0, 1.0)


def cosine_blocks(rows: Vectors, columns: Vectors) -> Iterator[tuple[int, Array]]:
    """Cosines of all rows with all columns, some rows at a time: (first row, rows x columns)."""
    step = max(1, _CELLS_PER_BLOCK // max(1, columns.shape[0]))
    for start in range(0, rows.shape[0], step):
        product = rows[start : start + step] @ columns.T
        dense = product.toarray() if sparse.issparse(product) else product
        yield start, np.clip(np.asarray(dense, dtype=np.float64), -1.0, 1.0)
