"""Bootstrap replicates of alpha: each is the alpha of the items it drew, as another program computes it."""

from typing import get_args

import krippendorff
import numpy as np
import pytest
from numpy.typing import NDArray

from ringtrue.stats.agreement.cells import Cells, Measurement, against_all, within_items
from ringtrue.stats.agreement.overlap import pairable
from ringtrue.stats.agreement.resampled_alpha import resampled_alpha, too_large
from ringtrue.stats.resample import resample_weights

Matrix = NDArray[np.float64]
LEVELS: tuple[Measurement, ...] = get_args(Measurement)


def replicates_of(ratings: Matrix, level: Measurement, count: int, seed: int) -> Matrix:
    cells = Cells.of(ratings)
    expected = float(cells.per_value @ against_all(cells, level))
    return resampled_alpha(cells, level, within_items(cells, level), count, seed, expected)


@pytest.mark.parametrize("level", LEVELS)
def test_a_replicate_is_the_alpha_of_the_items_it_drew(four_observers: Matrix, level: Measurement) -> None:
    ratings = pairable(four_observers)
    (weights,) = resample_weights(len(ratings), 40, np.random.default_rng(11))
    found = replicates_of(ratings, level, 40, seed=11)
    assert found.shape == (40,)
    for drawn, alpha in zip(weights, found, strict=True):
        again = np.repeat(ratings, drawn.astype(int), axis=0)
        oracle = krippendorff.alpha(reliability_data=again.T, level_of_measurement=level)
        assert alpha == pytest.approx(oracle, abs=1e-9)


@pytest.mark.parametrize("level", LEVELS)
def test_a_seed_gives_the_same_again_and_another_seed_does_not(four_observers: Matrix, level: Measurement) -> None:
    ratings = pairable(four_observers)
    one, same, other = (replicates_of(ratings, level, 20, seed) for seed in (1, 1, 2))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


@pytest.mark.parametrize("level", LEVELS)
def test_a_resample_of_identical_ratings_has_no_alpha(level: Measurement) -> None:
    # Two items: a resample holds one of them twice with chance 1/2, and then all its ratings are 0.1, or all 0.3.
    ratings = np.array([[0.1, 0.1], [0.3, 0.3]])
    (weights,) = resample_weights(2, 30, np.random.default_rng(5))
    alone = (weights == 2).any(axis=1)
    assert 0 < alone.sum() < 30
    found = replicates_of(ratings, level, 30, seed=5)
    assert np.isnan(found[alone]).all()
    assert found[~alone] == pytest.approx(1.0)


def of_size(items: int, values: int) -> Cells:
    """Cells of so many items and distinct values, without their ratings: only sizes are looked at."""
    none = np.empty(0, dtype=np.intp)
    return Cells(np.empty((0, 0)), none, none, np.arange(float(values)), np.full(items, 2.0), np.ones(values))


def test_tables_that_would_not_fit_are_told_beforehand() -> None:
    # 2**12 items x 2**12 values are 2**24 cells, the most; the interval level needs no table.
    fits, crowded = of_size(4096, 4096), of_size(4097, 4096)
    assert [too_large(fits, level) for level in LEVELS] == [False, False, False, True]  # ratio: more than 2000 values
    assert [too_large(crowded, level) for level in LEVELS] == [True, True, False, True]
    assert not too_large(of_size(10, 2000), "ratio")
    assert too_large(of_size(10, 2001), "ratio")
