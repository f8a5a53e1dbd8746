"""Which sentences are about the same thing: by shared words of weight, counted in one sparse product."""

from collections.abc import Iterator, Sequence

import numpy as np
from scipy import sparse

_FEWEST = 2
_SHARE = 0.5
_ROWS = 64  # sentences of facts at a time


def same_topic(left: Sequence[frozenset[str]], right: Sequence[frozenset[str]]) -> Iterator[tuple[int, int]]:
    """Pairs that share at least two topics and half of those of the shorter one, in order."""
    columns: dict[str, int] = {}
    for topics in (*left, *right):
        for topic in topics:
            columns.setdefault(topic, len(columns))
    rows, others = _incidence(left, columns), _incidence(right, columns)
    size, other_size = (np.asarray(matrix.sum(axis=1)) for matrix in (rows, others))
    turned = sparse.csr_array(others.T)
    for start in range(0, len(left), _ROWS):
        shared = (rows[start : start + _ROWS] @ turned).tocoo()
        shorter = np.minimum(size[start + shared.row], other_size[shared.col])
        alike = (shared.data >= _FEWEST) & (shared.data >= _SHARE * shorter)
        pairs = np.column_stack([start + shared.row[alike], shared.col[alike]])
        yield from map(tuple, pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))].tolist())


def _incidence(sets: Sequence[frozenset[str]], columns: dict[str, int]) -> sparse.csr_array:
    found = np.array([columns[topic] for topics in sets for topic in topics], dtype=np.int64)
    ends = np.cumsum([0, *map(len, sets)])
    return sparse.csr_array((np.ones(found.size), found, ends), shape=(len(sets), len(columns)))
