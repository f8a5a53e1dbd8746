"""The standard error of measurement: published mean squares, its interval, and what has none."""

import numpy as np
import pytest

from ringtrue.stats.agreement.icc import icc
from ringtrue.stats.agreement.measurement_error import measurement_error

# Shrout & Fleiss 1979, table 2; table 3 gives W = 6.26.
SHROUT_FLEISS = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]


def test_it_is_the_root_of_the_published_mean_square_within_items() -> None:
    found = measurement_error(SHROUT_FLEISS)
    assert round(found.value**2, 2) == 6.26
    assert found.low < found.value < found.high
    assert found.n == 6


def test_without_rater_effects_the_interval_is_the_plain_chi_square_one_and_covers() -> None:
    rng = np.random.default_rng(8)
    held = 0
    for _ in range(400):
        table = rng.normal(0, 1, (5, 1)) + rng.normal(0, 0.5, (1, 7)) + rng.normal(0, 0.8, (5, 7))
        found = measurement_error(table)
        held += found.low**2 <= 0.25 + 0.64 <= found.high**2
    # The interval is right in .95 of tables; 400 of them are off by .03 once in a hundred times.
    assert held / 400 == pytest.approx(0.95, abs=0.035)


def test_it_does_not_change_with_the_spread_of_the_items_as_an_icc_does() -> None:
    noise = np.random.default_rng(3).normal(size=(10, 5))
    alike, apart = noise, noise + 10 * np.arange(10)[:, None]
    assert measurement_error(alike).value == pytest.approx(measurement_error(apart).value)
    assert icc(alike, "2,1").value < 0.5 < icc(apart, "2,1").value


def test_scale_and_order_of_raters_and_items() -> None:
    table = np.random.default_rng(3).normal(size=(6, 4))
    found = measurement_error(table)
    assert measurement_error(3 * table + 5).value == pytest.approx(3 * found.value)
    assert measurement_error(table[::-1, ::-1]).value == pytest.approx(found.value)


@pytest.mark.parametrize(
    ("table", "words"),
    [([[1], [2]], "only one rater"), ([[1, 2]], "two are needed"), ([[1, np.nan], [np.nan, 2]], "two are needed"),
     ([[3, 3], [3, 3]], "identical")],
)  # fmt: skip
def test_too_little_has_no_value(table: list[list[float]], words: str) -> None:
    assert words in measurement_error(table).reason


def test_unanimous_raters_have_an_error_of_zero_and_no_interval() -> None:
    found = measurement_error([[1, 1], [2, 2]])
    assert (found.value, found.low) == (0.0, None)
    assert "no disagreement" in found.reason
