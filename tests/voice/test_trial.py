"""The trial on held-out text: known answers for scores that are set by hand."""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import mannwhitneyu, norm

from ringtrue.voice.place import Group
from ringtrue.voice.trial import LIMIT, replies_that_suffice, set_auc

NORMAL = norm.ppf((np.arange(400) + 0.5) / 400)


@dataclass
class Scores:
    """What a trial looks at: scores with their writers, no measuring behind them."""

    floor: Group
    ceiling: Group


def scores(own: object, *foreign: object, members: list[int] | None = None) -> Scores:
    held_out = np.array(own, dtype=np.float64)
    parts = [np.array(part, dtype=np.float64) for part in foreign]
    member = np.repeat(np.array(members or range(len(parts))), [part.size for part in parts])
    return Scores(Group(np.concatenate(parts), member), Group(held_out, np.zeros(held_out.size, dtype=np.int64)))


def auc(given_: Scores, replies: int, seed: int = 1) -> float:
    return set_auc(given_, replies, seed)  # type: ignore[arg-type]


@given(st.integers(1, 40), st.integers(0, 2**32))
def test_apart_is_one_alike_is_a_half_and_below_is_nothing(replies: int, seed: int) -> None:
    assert auc(scores([2, 3], [0, 1], [-1, 1]), replies, seed) == 1.0
    assert auc(scores([1, 1], [1], [1, 1, 1]), replies, seed) == 0.5
    assert auc(scores([0, 1], [2, 3]), replies, seed) == 0.0


def test_for_one_reply_it_is_the_mann_whitney_share() -> None:
    own, foreign = NORMAL[::7] + 0.5, NORMAL[::5]
    share = mannwhitneyu(own, foreign).statistic / (own.size * foreign.size)
    assert auc(scores(own, foreign), 1) == pytest.approx(share, abs=0.05)  # 1000 sets: three standard errors


@pytest.mark.parametrize("replies", [2, 8, 32])
def test_for_sets_it_follows_the_means_of_normal_scores(replies: int) -> None:
    # means of n scores differ by 0.3 with variance 2/n
    expected = norm.cdf(0.3 * np.sqrt(replies / 2))
    assert auc(scores(NORMAL + 0.3, NORMAL), replies) == pytest.approx(expected, abs=0.05)


def test_every_impostor_counts_as_often_as_any_other() -> None:
    # ninety-nine passages of one above the person, a single one of another below
    assert auc(scores([0.0], [10.0] * 99, [-10.0]), 1) == pytest.approx(0.5, abs=0.05)


def test_impostors_without_passages_are_passed_over() -> None:
    with_gaps, without = scores([0.0], [10.0, 11.0], [-10.0], members=[2, 5]), scores([0.0], [10.0, 11.0], [-10.0])
    assert auc(with_gaps, 3) == pytest.approx(auc(without, 3), abs=0.07)


def test_a_seed_gives_the_same_number_again() -> None:
    given_ = scores(NORMAL + 0.3, NORMAL)
    assert auc(given_, 5, 3) == auc(given_, 5, 3) != auc(given_, 5, 4)


def test_the_number_that_would_suffice_is_the_first_beyond_the_limit() -> None:
    # Φ(0.27 √(n/2)) is .78 for 16 and .83 for 24
    shifted = scores(NORMAL + 0.27, NORMAL)
    assert replies_that_suffice(shifted, 8, 1) == 24  # type: ignore[arg-type]
    assert replies_that_suffice(shifted, 24, 1) == 32  # type: ignore[arg-type]
    assert auc(shifted, 24) >= LIMIT > auc(shifted, 16)


def test_nothing_suffices_where_nothing_tells_them_apart() -> None:
    assert replies_that_suffice(scores(NORMAL, NORMAL), 8, 1) is None  # type: ignore[arg-type]
    assert replies_that_suffice(scores([5.0], [0.0]), 96, 1) is None  # type: ignore[arg-type]
