"""Grams counted into sparse matrices: words with pairs of words, and runs of letters."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

import numpy as np
from scipy import sparse

from ringtrue.voice.passages import Tokens

Matrix = sparse.csr_array
Grams = Callable[[Tokens], Iterable[str]]

LETTERS = 5


def phrases(read: Tokens) -> Iterable[str]:
    """Words and marks, and neighbouring pairs of them."""
    yield from read
    for left, right in pairwise(read):
        yield f"{left} {right}"


def letter_runs(read: Tokens) -> Iterable[str]:
    """Every run of five characters, spaces between tokens included."""
    line = f" {' '.join(read)} "
    return (line[start : start + LETTERS] for start in range(len(line) - LETTERS + 1))


class Vocabulary:
    """The grams seen in fitting, each with a column of its own; grams never seen are left out of later counts."""

    def __init__(self, grams: Grams, texts: Sequence[Tokens]) -> None:
        """Give every gram of the texts a column, in order of appearance."""
        self.grams = grams
        self.columns: dict[str, int] = {}
        for text in texts:
            for gram in grams(text):
                self.columns.setdefault(gram, len(self.columns))

    def counts(self, texts: Sequence[Tokens]) -> Matrix:
        """How often each gram stands in each text; texts x grams."""
        found: list[int] = []
        ends = [0]
        for text in texts:
            found.extend(column for gram in self.grams(text) if (column := self.columns.get(gram)) is not None)
            ends.append(len(found))
        shape = (len(texts), len(self.columns))
        matrix = sparse.csr_array((np.ones(len(found)), np.array(found, dtype=np.int64), np.array(ends)), shape=shape)
        matrix.sum_duplicates()
        return matrix
