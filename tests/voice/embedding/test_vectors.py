"""Rows of length one: checked, compared in pairs and in blocks."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse

from ringtrue.voice.embedding.vectors import cosine_blocks, of_length_one, paired_cosines

numbers = st.floats(-1e3, 1e3).filter(lambda x: x == 0 or abs(x) > 1e-6)


def test_three_four_five() -> None:
    assert of_length_one([[3, 4], [0, -2]], 2) == pytest.approx(np.array([[0.6, 0.8], [0, -1]]))


@pytest.mark.parametrize("size", [1e-300, 1e300])
def test_very_small_and_very_large_vectors_keep_their_direction(size: float) -> None:
    assert of_length_one([[3 * size, 4 * size]], 1) == pytest.approx(np.array([[0.6, 0.8]]))


@pytest.mark.parametrize(
    ("rows", "word"),
    [
        ([[1.0]], "2 vectors"),
        ([1.0, 2.0], "2 vectors"),
        ([[np.nan], [1]], "not finite"),
        ([[0.0], [1]], "zero throughout"),
    ],
)
def test_rows_that_cannot_be_used(rows: list, word: str) -> None:
    with pytest.raises(ValueError, match=word):
        of_length_one(rows, 2)


@given(arrays(np.float64, (5, 3), elements=numbers))
def test_dense_and_sparse_give_the_same_cosines(raw: np.ndarray) -> None:
    rows = of_length_one(raw + np.array([2e3, 0, 0]), 5)
    left, right = np.array([0, 1, 2, 4]), np.array([1, 1, 4, 0])
    expected = [float(rows[i] @ rows[j]) for i, j in zip(left, right, strict=True)]
    thin = sparse.csr_array(rows)
    for given_rows in (rows, thin):
        assert paired_cosines(given_rows, left, right) == pytest.approx(np.clip(expected, -1, 1))
        blocks = list(cosine_blocks(given_rows[:2], given_rows))
        assert np.concatenate([block for _, block in blocks]) == pytest.approx(np.clip(rows[:2] @ rows.T, -1, 1))


def test_blocks_bound_the_memory() -> None:
    rows = of_length_one(np.ones((7, 2)), 7)
    many = of_length_one(np.ones(((1 << 21) + 1, 2)), (1 << 21) + 1)
    sizes = [(start, block.shape) for start, block in cosine_blocks(rows, many)]
    assert sizes == [(i, (1, many.shape[0])) for i in range(7)]
