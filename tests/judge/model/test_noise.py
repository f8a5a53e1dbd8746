"""The noise floor, by hand."""

from math import sqrt

import pytest

from ringtrue.judge.model.noise import noise, noise_sd
from ringtrue.judge.model.takes import Take


def takes(*cells: tuple[str, str, list[float]], order: tuple[str, ...] = ()) -> list[Take]:
    return [Take(judge, "model", (item, "c"), "q", value, order) for judge, item, values in cells for value in values]


# 80 and 90 lie 10 apart; 50, 50, 56 lie 0, 6 and 6 apart, 4 on average: (10 + 4) / 2 = 7.
# Squares about the means 85 and 52: 25 + 25 and 4 + 4 + 16, with 1 + 2 degrees of freedom: sqrt(74 / 3).
TABLE = takes(("j", "1", [80.0, 90.0]), ("j", "2", [50.0, 50.0, 56.0]), ("j", "3", [70.0]))


def test_mean_difference_and_standard_deviation_by_hand() -> None:
    gap, sd = noise(TABLE), noise_sd(TABLE)
    assert gap.value == pytest.approx(7.0)
    assert sd.value == pytest.approx(sqrt(74 / 3))
    assert (gap.n, sd.n) == (2, 2)
    # two items: half = t(1) sqrt(2 (3² + 3²)) / 2 = 12.7062 * 3, cut off at zero
    assert gap.low == 0.0
    assert gap.high == pytest.approx(7 + 12.7062 * 3, abs=1e-3)
    # variances 50 and 24 with weights 1 and 2 about 74/3: rest 76/3 and -76/3, half = t(1) sqrt(2 * 2) 76/3 / 3
    assert sd.low == 0.0
    assert sd.high == pytest.approx(sqrt(74 / 3 + 12.7062 * 2 * 76 / 9), abs=1e-3)


def test_order_of_takes_and_items_does_not_matter() -> None:
    assert noise(TABLE[::-1]).value == noise(TABLE).value
    assert noise_sd(TABLE[::-1]).value == pytest.approx(noise_sd(TABLE).value)


def test_judges_are_not_compared_with_each_other_nor_a_card_with_its_twin() -> None:
    apart = takes(("a", "1", [10.0]), ("b", "1", [90.0]), ("a", "2", [10.0]), order=("x", "y"))
    apart += takes(("a", "1", [90.0]), order=("y", "x"))
    for estimate in (noise(apart), noise_sd(apart)):
        assert estimate.value is None
        assert "twice" in (estimate.reason or "")


def test_a_judge_without_noise_has_a_zero_and_no_interval() -> None:
    still = takes(("j", "1", [80.0, 80.0]), ("j", "2", [50.0, 50.0]))
    for estimate in (noise(still), noise_sd(still)):
        assert (estimate.value, estimate.low, estimate.n) == (0.0, None, 2)
        assert "same answer" in (estimate.reason or "")


def test_one_item_has_no_interval() -> None:
    for estimate in (noise(TABLE[:2]), noise_sd(TABLE[:2])):
        assert estimate.value is not None
        assert estimate.low is None
        assert estimate.reason
