"""Means over items: the t interval where items have one value each, near the cluster bootstrap where they have more."""

import numpy as np
import pytest

from ringtrue.judge.model.over_items import mean_over_items
from ringtrue.stats import cluster_mean

RNG = np.random.default_rng(2)


def test_with_one_value_an_item_it_is_the_t_interval_by_hand() -> None:
    """1, 2, 3, 6: mean 3, s² = 14/3, t(3) at .975 = 3.182446: half = 3.182446 sqrt(14/12) = 3.437435."""
    found = mean_over_items(np.array([[1.0, 1], [2, 1], [3, 1], [6, 1]]), "m")
    assert (found.value, found.n) == (3.0, 4)
    assert found.low == pytest.approx(3 - 3.437435, abs=1e-5)
    assert found.high == pytest.approx(3 + 3.437435, abs=1e-5)


def test_with_clusters_it_is_near_the_bootstrap() -> None:
    sizes = RNG.integers(1, 6, 200)
    effects = RNG.normal(0, 2, 200)
    values = [effect + RNG.normal(0, 1, size) for effect, size in zip(effects, sizes, strict=True)]
    sums = np.array([[row.sum(), row.size] for row in values])
    names = np.repeat(np.arange(200), sizes)
    found, other = mean_over_items(sums, "m"), cluster_mean(np.concatenate(values), names)
    assert found.value == pytest.approx(other.value)
    assert found.low == pytest.approx(other.low, abs=0.05)
    assert found.high == pytest.approx(other.high, abs=0.05)


def test_it_covers_what_it_promises() -> None:
    """2,000 studies of 12 items with 1 to 4 values each: the true mean 0 lies inside in .95, give or take .015."""
    hits = 0
    for _ in range(2000):
        sizes = RNG.integers(1, 5, 12)
        sums = RNG.normal(0, 1, 12) * sizes + RNG.normal(0, 1, 12) * np.sqrt(sizes)
        found = mean_over_items(np.column_stack([sums, sizes]).astype(float), "m")
        hits += (found.low or 0) <= 0 <= (found.high or 0)
    assert 0.92 < hits / 2000 < 0.97


def test_the_interval_stays_on_its_scale_and_one_item_has_none() -> None:
    found = mean_over_items(np.array([[0.0, 1], [1.0, 1]]), "m", least=0, most=1)
    assert (found.low, found.high) == (0.0, 1.0)
    one = mean_over_items(np.array([[2.0, 4]]), "m")
    assert (one.value, one.low) == (0.5, None)
    assert one.reason
