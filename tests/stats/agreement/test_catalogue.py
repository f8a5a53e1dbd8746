"""Which statistics fit which ratings."""

import numpy as np
import pytest

from ringtrue.stats.agreement.catalogue import STATISTICS, fitting, misfit

STEPS = np.array([[1, 2, 1], [3, 3, 4], [5, 4, 5], [2, 2, 3], [4, 5, 5]], float)


def test_rating_scales_fit_everything() -> None:
    assert list(fitting(STEPS)) == list(STATISTICS)


def test_measurements_are_not_categories() -> None:
    measured = np.random.default_rng(1).normal(size=(30, 3))
    fitted = set(fitting(measured))
    assert fitted.isdisjoint({"cohen_kappa", "fleiss_kappa", "krippendorff_nominal", "gwet_ac1", "gwet_ac2"})
    assert "krippendorff_ratio" not in fitted  # there are negative values
    assert {"icc_2_1", "krippendorff_interval", "cronbach_alpha"} <= fitted


def test_labels_fit_the_statistics_for_categories_only() -> None:
    for name, statistic in STATISTICS.items():
        assert (misfit(name, STEPS, labels=True) is None) == (statistic.needs == "categories")


@pytest.mark.parametrize("name", STATISTICS)
def test_each_says_what_it_means_and_when_not_to_trust_it(name: str) -> None:
    entry = STATISTICS[name]
    assert entry.meaning.endswith(".")
    assert "Distrust" in entry.caution or "Not for" in entry.caution
    assert entry.compute(STEPS).value is not None
