"""Bootstrap means: clusters as the unit; the pigeonhole against its exact variance and the crossed interval."""

import numpy as np
import pytest

from ringtrue.stats.interval.bootstrap import _replicate_means, cluster_mean, pigeonhole_mean
from ringtrue.stats.interval.crossed import crossed_mean
from ringtrue.stats.resampling import bootstrap


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


def test_replicates_have_the_variance_of_independent_item_and_rater_draws() -> None:
    # For a complete n x k table the weights are independent multinomials, so by enumeration over all 3³ x 3³ draws the
    # replicate means have a known variance; 40,000 replicates must come within 3 % of it.
    table = np.array([[1.0, 4.0, 2.0], [0.0, 3.0, 5.0], [2.0, 2.0, 9.0]])
    draws = np.array(np.meshgrid(*[range(3)] * 3)).reshape(3, -1).T
    means = [table[np.ix_(rows, columns)].mean() for rows in draws for columns in draws]
    replicates = _replicate_means(table, ~np.isnan(table), 40_000, np.random.default_rng(1))
    assert replicates.var() == pytest.approx(np.var(means), rel=0.03)
    assert replicates.mean() == pytest.approx(table.mean(), abs=0.02)


def test_with_many_raters_and_items_it_agrees_with_the_crossed_interval() -> None:
    rng = np.random.default_rng(3)
    table = rng.normal(size=(60, 1)) + rng.normal(size=(1, 40)) + rng.normal(size=(60, 40))
    one, other = pigeonhole_mean(table), crossed_mean(table)
    assert one.value == pytest.approx(other.value)
    # The bootstrap counts the residual three times (Owen 2007), a small part here.
    assert one.high - one.low == pytest.approx(other.high - other.low, rel=0.1)


def test_the_same_seed_gives_the_same_interval_and_gaps_are_left_out() -> None:
    table = np.random.default_rng(9).normal(size=(12, 6))
    table[3, 2] = np.nan
    assert pigeonhole_mean(table) == pigeonhole_mean(table)
    assert pigeonhole_mean(table) != pigeonhole_mean(table, seed=1)
    assert pigeonhole_mean(table).value == pytest.approx(np.nanmean(table))


@pytest.mark.parametrize(
    ("table", "reason"), [([[1.0], [2.0]], "one rater"), ([[1.0, 2.0]], "one item"), ([[np.nan, np.nan]], "no ratings")]
)
def test_what_cannot_be_resampled_is_a_reason(table: list[list[float]], reason: str) -> None:
    assert reason in (pigeonhole_mean(table).reason or "")
