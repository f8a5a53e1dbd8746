"""How much replies vary against the person's own passages: plain loops over pairs as the oracle."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import pdist
from scipy.stats import norm

from ringtrue.voice.counts import Matrix
from ringtrue.voice.variety import FEWEST_TEXTS, variety

seeds = st.integers(0, 2**32 - 1)


def vectors(seed: int, rows: int, width: int = 6) -> np.ndarray:
    """Rows of length one without negative parts, as tf-idf makes them."""
    drawn = np.random.default_rng(seed).random((rows, width)) + 0.01
    return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


def jackknife(rows: np.ndarray) -> float:
    """Variance of the log mean distance, each row left out in turn."""
    logs = np.log([pdist(np.delete(rows, row, axis=0), "cosine").mean() for row in range(len(rows))])
    return float((len(rows) - 1) * logs.var())


@given(seeds, st.integers(FEWEST_TEXTS, 9), st.integers(FEWEST_TEXTS, 9), st.sampled_from([0.5, 0.9, 0.95]))
def test_ratio_and_interval_agree_with_loops_over_pairs(seed: int, given_: int, passages: int, level: float) -> None:
    replies, own = vectors(seed, given_), vectors(seed + 1, passages)
    found = variety(Matrix(replies), Matrix(own), level)
    ratio = pdist(replies, "cosine").mean() / pdist(own, "cosine").mean()
    reach = np.exp(norm.ppf((1 + level) / 2) * np.sqrt(jackknife(replies) + jackknife(own)))
    assert (found.value, found.low, found.high) == pytest.approx((ratio, ratio / reach, ratio * reach), rel=1e-6)
    assert (found.n, found.level) == (given_, level)


@given(seeds)
def test_the_order_of_replies_and_passages_does_not_matter(seed: int) -> None:
    replies, own = vectors(seed, 6), vectors(seed + 1, 5)
    turned = variety(Matrix(replies[::-1]), Matrix(own[[2, 4, 0, 1, 3]]), 0.95)
    straight = variety(Matrix(replies), Matrix(own), 0.95)
    assert (turned.value, turned.low, turned.high) == pytest.approx((straight.value, straight.low, straight.high))


def test_texts_with_nothing_in_common_vary_as_much_as_can_be() -> None:
    # three rows at right angles: every distance is 1; own rows (1, 0), (0, 1) and their bisector: 1, 1 - 1/√2 twice
    bisector = np.sqrt(0.5)
    own = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [bisector, bisector, 0.0]])
    found = variety(Matrix(np.eye(3)), Matrix(own), 0.95)
    assert found.value == pytest.approx(3 / (1 + 2 * (1 - bisector)))


def test_a_reply_without_a_known_word_is_far_from_all() -> None:
    replies = np.vstack([np.zeros(3), np.eye(3)[:2]])
    assert variety(Matrix(replies), Matrix(np.eye(3)), 0.95).value == pytest.approx(1.0)


def test_replies_that_are_all_the_same_do_not_vary() -> None:
    found = variety(Matrix(np.tile(vectors(1, 1), (4, 1))), Matrix(vectors(2, 5)), 0.9)
    assert (found.value, found.low, found.high, found.level) == (0.0, 0.0, 0.0, 0.9)
    assert found.reason == "all replies are the same"


def test_own_passages_that_are_all_the_same_give_no_number() -> None:
    found = variety(Matrix(vectors(2, 5)), Matrix(np.tile(np.eye(6)[:1], (4, 1))), 0.95)
    assert found.value is None
    assert found.reason == "the person's own passages are all the same"


def test_two_alike_and_one_apart_still_give_finite_numbers() -> None:
    rows = Matrix(np.eye(3)[[0, 0, 1]])
    found = variety(rows, rows, 0.95)
    assert found.value == pytest.approx(1.0)
    assert found.low is not None
    assert found.high is not None
    assert found.low < 1e-6 < 1e6 < found.high  # one text more or less would change everything


@pytest.mark.parametrize(("replies", "own", "fewest"), [(2, 9, 2), (9, 2, 2), (0, 5, 0), (1, 2, 1)])
def test_fewer_than_three_give_no_number_but_what_would_be_needed(replies: int, own: int, fewest: int) -> None:
    found = variety(Matrix((replies, 4)), Matrix((own, 4)), 0.95)
    assert found.value is None
    assert found.reason == f"3 replies and as many own passages would be needed, got {fewest}"
