"""Page's L against SciPy, Page's critical values, and enumeration with ties."""

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from ringtrue.stats.association.page import OrderTest, page_test

BLOCKS = st.tuples(st.integers(3, 6), st.integers(2, 5)).flatmap(
    lambda shape: st.lists(st.permutations(range(1, shape[0] + 1)), min_size=shape[1], max_size=shape[1])
)


@given(BLOCKS)
def test_the_exact_p_agrees_with_scipy(blocks: list[list[int]]) -> None:
    ours = page_test(np.array(blocks).T, range(len(blocks[0])))
    theirs = stats.page_trend_test(blocks, method="exact")
    assert ours.value == theirs.statistic
    assert ours.p == pytest.approx(theirs.pvalue, abs=1e-10)


def test_the_normal_approximation_agrees_with_scipy() -> None:
    ratings = np.random.default_rng(4).random((12, 10)) + np.arange(10) / 30
    ours = page_test(ratings.T, range(10))
    theirs = stats.page_trend_test(ratings, method="asymptotic")
    assert ours.value == theirs.statistic
    assert ours.p == pytest.approx(theirs.pvalue, abs=1e-12)
    assert "normal" in ours.method


def test_many_blocks_pass_to_the_normal_approximation_without_a_jump() -> None:
    # One block more switches the method; at this size normal and exact tails differ by well under .01.
    ratings = np.random.default_rng(8).random((101, 5)) + np.arange(5) / 25
    exact, normal = page_test(ratings[:100].T, range(5)), page_test(ratings.T, range(5))
    assert "exact" in exact.method
    assert "normal" in normal.method
    assert exact.p == pytest.approx(stats.page_trend_test(ratings[:100], method="asymptotic").pvalue, abs=0.01)


@pytest.mark.parametrize(
    ("k", "n", "critical", "level"),
    [(3, 2, 28, 0.05), (3, 3, 41, 0.05), (3, 3, 42, 0.01), (4, 2, 58, 0.05), (4, 2, 60, 0.01), (4, 3, 84, 0.05)],
)
def test_page_critical_values_are_the_smallest_significant_ones(k: int, n: int, critical: int, level: float) -> None:
    # Page 1963, critical values (reprinted in Siegel & Castellan 1988): least L with p <= level.
    def p_of(total: int) -> float:
        weight = {block: sum(i * rank for i, rank in enumerate(block, 1)) for block in permutations(range(1, k + 1))}
        blocks = next(chosen for chosen in product(weight, repeat=n) if sum(weight[b] for b in chosen) == total)
        test = page_test(np.array(blocks).T, range(k))
        assert test.value == total
        assert test.p is not None
        return test.p

    assert p_of(critical) <= level < p_of(critical - 1)


@given(st.lists(st.lists(st.integers(1, 3), min_size=4, max_size=4), min_size=1, max_size=2))
def test_ties_are_counted_over_all_arrangements_of_each_blocks_own_ranks(blocks: list[list[int]]) -> None:
    ours = page_test(np.array(blocks).T, range(4))
    ranks = [stats.rankdata(block) for block in blocks]
    if ours.value is None:
        assert all(np.ptp(rank) == 0 for rank in ranks)
        return
    predicted = np.arange(1, 5)
    observed = sum(predicted @ rank for rank in ranks)
    every = [
        sum(predicted @ np.array(block) for block in chosen)
        for chosen in product(*(list(permutations(rank)) for rank in ranks))
    ]
    assert ours.value == observed
    assert ours.p == pytest.approx(np.mean(np.array(every) >= observed))


@given(BLOCKS, st.randoms(use_true_random=False))
def test_neither_order_of_blocks_nor_naming_of_conditions_nor_units_matter(blocks: list[list[int]], random) -> None:
    matrix = np.array(blocks, dtype=float).T
    k = len(matrix)
    given_test = page_test(matrix, range(k))
    rows = list(range(k))
    random.shuffle(rows)
    # Row rows[i] of the old matrix is row i of the new one, so the old row j is found where rows holds j.
    renamed = page_test(matrix[rows], [rows.index(j) for j in range(k)])
    assert renamed == given_test
    assert page_test(np.exp(matrix[:, ::-1]), range(k)) == given_test


def test_the_reversed_order_mirrors_the_distribution() -> None:
    matrix = np.array([[1, 2, 1], [2, 1, 3], [3, 3, 2]])
    up, down = page_test(matrix, [0, 1, 2]), page_test(matrix, [2, 1, 0])
    # L up + L down = n k (k+1)²/2 = 72, and P(L >= up) + P(L >= down) = 1 + P(L = up) because L is symmetric.
    assert up.value + down.value == 72
    assert up.p + down.p > 1


def test_blocks_with_a_missing_value_are_left_out() -> None:
    matrix = np.array([[1.0, 2, np.nan], [2, 1, 5], [3, 3, 6]])
    assert page_test(matrix, range(3)) == page_test(matrix[:, :2], range(3))
    assert page_test(matrix, range(3)).n == 2


def test_data_without_an_order_give_a_reason() -> None:
    assert page_test([[np.nan], [1], [2]], range(3)).reason == "no block rates every condition"
    tied = page_test([[1, 2], [1, 2], [1, 2]], range(3))
    assert tied.reason == "every block ties all conditions"
    assert tied.p is None
    assert isinstance(tied, OrderTest)


def test_an_order_that_does_not_name_every_row_is_refused() -> None:
    with pytest.raises(ValueError, match="each of at least two rows once"):
        page_test([[1, 2], [2, 1]], [0, 0])
    with pytest.raises(ValueError, match="between 0 and 1"):
        OrderTest(1.0, p=1.5)


def test_the_test_says_p_in_its_dictionary() -> None:
    assert page_test([[1, 1], [2, 2], [3, 3]], range(3)).as_dict()["p"] == pytest.approx(1 / 36)
