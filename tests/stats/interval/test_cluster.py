"""Cluster means: the cluster is the unit."""

import numpy as np
import pytest

from ringtrue.stats.interval.cluster import cluster_mean
from ringtrue.stats.resample import bootstrap


def test_three_clusters_give_the_quantiles_of_all_27_resamples() -> None:
    # Cluster sums (count): a 3 (2), b 10 (1), c 8 (4); mean 21/7 = 3. The 27 equally likely resamples have means
    # between 3/2 (aaa) and 10 (bbb); each has probability 1/27 > .025, so the 2.5 % and 97.5 % points are these two.
    values, names = [1, 2, 10, 1, 2, 2, 3], list("aabcccc")
    estimate = cluster_mean(values, names, replicates=20_000)
    assert estimate.value == pytest.approx(3)
    assert (estimate.low, estimate.high) == pytest.approx((1.5, 10.0))
    assert estimate.n == 3


def test_single_values_as_clusters_are_the_ordinary_bootstrap() -> None:
    values = np.random.default_rng(2).normal(size=25)
    ordinary = bootstrap(np.column_stack([values, np.ones(25)]), lambda sums: sums[:, 0] / sums[:, 1])
    estimate = cluster_mean(values, np.arange(25))
    assert (estimate.low, estimate.high) == pytest.approx(tuple(np.quantile(ordinary, [0.025, 0.975])))


def test_missing_values_one_cluster_and_none() -> None:
    assert cluster_mean([1.0, np.nan, 3.0], [0, 0, 1]).value == 2.0
    assert "one cluster" in (cluster_mean([1.0, 2.0], ["s", "s"]).reason or "")
    assert cluster_mean([np.nan], ["s"]).reason == "no values"
    with pytest.raises(ValueError, match="one cluster for each value"):
        cluster_mean([1.0, 2.0], ["s"])
