"""The complete part of a ratings matrix, its size in words, and why it may not suffice."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from ringtrue.stats.agreement.complete import complete_items, in_units_of_range, lack_of_complete, size_of_complete

_ = np.nan
SOME = np.array([[1.0, 2.0], [_, 3.0], [4.0, 5.0], [_, _]])


def test_items_rated_by_everyone_stay_in_their_order() -> None:
    assert complete_items(SOME).tolist() == [[1.0, 2.0], [4.0, 5.0]]


def test_the_size_names_the_items_left_out_if_there_are_any() -> None:
    used = complete_items(SOME)
    assert size_of_complete(SOME, used) == "2 items x 2 raters (2 not rated by everyone left out)"
    assert size_of_complete(used, used) == "2 items x 2 raters"


@pytest.mark.parametrize(
    ("ratings", "why"),
    [
        (np.empty((0, 3)), "there are no ratings"),
        (np.full((3, 2), np.nan), "there are no ratings"),
        (np.array([[1.0], [2.0]]), "only one rater gave ratings; agreement needs two"),
        (
            np.array([[1.0, 2.0], [_, 3.0]]),
            "1 of 2 items were rated by everyone and two are needed; krippendorff_alpha takes missing ratings",
        ),
        (np.array([[2.0, 2.0], [2.0, 2.0], [_, 5.0]]), "all ratings are identical"),
        (SOME, None),
    ],
)
def test_what_is_lacking_is_said_in_words(ratings: np.ndarray, why: str | None) -> None:
    said = lack_of_complete(ratings, complete_items(ratings))
    assert (said or "").startswith(why or "")
    assert (said is None) == (why is None)


@given(arrays(np.float64, (4, 3), elements=st.sampled_from([0.0, 1.0, 5.0, np.nan])))
def test_what_is_used_holds_no_gap_and_what_is_left_out_does(ratings: np.ndarray) -> None:
    used = complete_items(ratings)
    assert not np.isnan(used).any()
    assert len(used) == sum(not any(np.isnan(row)) for row in ratings)


VALUES = arrays(np.float64, (3, 2), elements=st.integers(-1000, 1000).map(float), unique=True)


@given(VALUES, st.sampled_from([1e-150, 1.0, 3.0, 1e150]))
def test_units_of_the_range_go_from_0_to_1_and_keep_ratios_of_variances(values: np.ndarray, unit: float) -> None:
    scaled = in_units_of_range(values * unit)
    assert (scaled.min(), scaled.max()) == (0.0, 1.0)
    ratio = values.mean(axis=1).var() / values.var()
    assert scaled.mean(axis=1).var() / scaled.var() == pytest.approx(ratio, rel=1e-9, abs=1e-12)
