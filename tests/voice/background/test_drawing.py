"""Drawn passages: as long, as spread and as bursty as the writers' numbers say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.background.drawing import drawn_counts, drawn_habits

COUNTS = np.array([[600, 300, 100, 0], [100, 100, 300, 500]], dtype=np.uint16)
TOKENS = np.array([2000, 2000], dtype=np.int64)


def drawn(length: int, each: int, seed: int = 1) -> np.ndarray:
    return drawn_counts(COUNTS, TOKENS, length, each, np.random.default_rng(seed)).toarray()


def test_there_are_so_many_rows_of_each_writer_one_writer_after_the_other() -> None:
    found = drawn(100, 7)
    assert found.shape == (14, 4)
    assert found[:7, 0].sum() > found[7:, 0].sum()
    assert found[:7, 3].sum() < found[7:, 3].sum()


@pytest.mark.parametrize("length", [50, 400, 1500])
def test_the_mean_of_each_gram_is_its_rate_times_the_length(length: int) -> None:
    # nine tenths of the writer's own rate, one tenth of both together; 1000 grams in 2000 tokens
    rates = COUNTS / 2000
    expected = length * (0.9 * rates + 0.1 * rates.mean(axis=0))
    found = drawn(length, 800).reshape(2, 800, 4)
    error = found.std(axis=1) / np.sqrt(800)
    assert (np.abs(found.mean(axis=1) - expected) < 5 * error).all()


@pytest.mark.parametrize(("length", "again"), [(100, 0.1), (500, 0.5), (1000, 1.0)])
def test_grams_come_in_bursts_that_grow_with_the_length(length: int, again: float) -> None:
    # a Poisson number of grams, each 1 + Poisson(a) times: variance over mean is ((1 + a)² + a) / (1 + a)
    expected = ((1 + again) ** 2 + again) / (1 + again)
    found = drawn(length, 2000)[:2000]
    assert found.var(axis=0) / found.mean(axis=0) == pytest.approx(np.full(4, expected), rel=0.2)


def test_no_gram_is_impossible_for_a_writer_who_never_used_it() -> None:
    assert drawn(400, 200)[:200, 3].sum() > 0


@given(st.integers(0, 2**32 - 1), st.integers(1, 60), st.integers(1, 4))
def test_counts_are_whole_and_a_seed_gives_the_same_again(seed: int, length: int, each: int) -> None:
    found = drawn(length, each, seed)
    assert (found >= 0).all()
    assert np.array_equal(found, np.round(found))
    assert np.array_equal(found, drawn(length, each, seed))


def test_habits_lie_about_each_writers_mean_with_the_covariance_within() -> None:
    means, within = np.array([[0.0, 10.0], [5.0, -5.0]]), np.array([[1.0, 0.5], [0.5, 2.0]])
    found = drawn_habits(means, within, 4000, np.random.default_rng(1)).reshape(2, 4000, 2)
    assert found.mean(axis=1) == pytest.approx(means, abs=0.1)
    for writer in found:
        assert np.cov(writer.T) == pytest.approx(within, abs=0.15)


def test_habits_that_never_vary_are_the_means() -> None:
    means = np.array([[1.0, 2.0]])
    assert drawn_habits(means, np.zeros((2, 2)), 3, np.random.default_rng(1)) == pytest.approx(np.repeat(means, 3, 0))
