"""The discriminant of habits, by hand and by plain numpy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.likeness_of_habits import HabitLikeness, within_writers

seeds = st.integers(0, 2**32 - 1)


def drawn(seed: int, *shape: int) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape)


@given(seeds, st.lists(st.integers(0, 4), min_size=2, max_size=12))
def test_the_pooled_covariance_agrees_with_one_writer_after_the_other(seed: int, writers: list[int]) -> None:
    passages, writer = drawn(seed, len(writers), 3), np.array(writers)
    scatter = np.zeros((3, 3))
    for who in set(writers):
        own = passages[writer == who]
        scatter += len(own) * np.cov(own.T, ddof=0)
    freedom = max(len(writers) - len(set(writers)), 1)
    assert within_writers(passages, writer) == pytest.approx(scatter / freedom, abs=1e-12)


def test_the_numbers_of_writers_may_have_gaps() -> None:
    passages = drawn(1, 6, 2)
    one, other = np.array([0, 0, 0, 1, 1, 1]), np.array([3, 3, 3, 7, 7, 7])
    assert within_writers(passages, one) == pytest.approx(within_writers(passages, other))


def test_one_passage_of_each_writer_shows_no_spread() -> None:
    assert np.array_equal(within_writers(drawn(1, 3, 2), np.arange(3)), np.zeros((2, 2)))
    assert np.array_equal(within_writers(np.zeros((0, 2)), np.zeros(0, dtype=np.int64)), np.zeros((2, 2)))


def test_the_discriminant_is_worked_by_hand() -> None:
    # within 2 and 4 without covariance: a hundredth of their mean, 0.03, is added to each; usual is (1, 0)
    within = np.diag([2.0, 4.0])
    likeness = HabitLikeness(np.array([[2.0, 0.0], [0.0, 0.0]]), within, 0)(np.array([[3.0, 5.0]]))
    assert likeness == pytest.approx(np.array([[2 * 1 / 2.03, 2 * -1 / 2.03]]), rel=1e-6)


def test_covariances_are_drawn_to_nothing_by_three_tenths() -> None:
    # 1 and 0.5 beside each other become 1.01 and 0.35; usual is nothing
    references, text = np.array([[1.0, 2.0], [-1.0, -2.0]]), np.array([[0.5, -1.0]])
    shrunk = np.array([[1.01, 0.35], [0.35, 1.01]])
    found = HabitLikeness(references, np.array([[1.0, 0.5], [0.5, 1.0]]), 0)(text)
    assert found == pytest.approx(text @ np.linalg.inv(shrunk) @ references.T, rel=1e-6)


@given(seeds)
def test_what_is_usual_comes_from_the_rows_from_the_basis_on(seed: int) -> None:
    references, texts = drawn(seed, 5, 3), drawn(seed + 1, 2, 3)
    within = np.eye(3)
    all_rows = HabitLikeness(references, within, 2)(texts)
    assert HabitLikeness(references[2:], within, 0)(texts) == pytest.approx(all_rows[:, 2:])
    assert all_rows[:, 2:].sum(axis=1) == pytest.approx(np.zeros(2), abs=1e-9)


def test_habits_that_never_vary_do_not_divide_by_nothing() -> None:
    assert np.isfinite(HabitLikeness(drawn(1, 3, 4), np.zeros((4, 4)), 0)(drawn(2, 2, 4))).all()
