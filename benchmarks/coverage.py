"""Coverage of the 95 % intervals of a mean over crossed raters and items, by seeded simulation.

Run: python benchmarks/coverage.py [--tables N]
"""

import argparse

import numpy as np

from ringtrue.stats.interval.bootstrap import pigeonhole_mean
from ringtrue.stats.interval.crossed import bounds, complete_crossings, crossed_mean, mean_variance

SIZES = ((30, 3), (30, 5), (5, 7), (30, 7), (100, 7), (30, 15))
EFFECTS = ((0.0, 0.0), (0.5, 0.0), (0.0, 0.5), (0.5, 0.5), (1.0, 0.5), (1.0, 1.0))


def draw(tables: int, items: int, raters: int, item_sd: float, rater_sd: float, seed: int) -> np.ndarray:
    """Normal ratings around 0 with item and rater effects; the residual has standard deviation 1."""
    rng = np.random.default_rng([seed, items, raters])
    return (
        item_sd * rng.standard_normal((tables, items, 1))
        + rater_sd * rng.standard_normal((tables, 1, raters))
        + rng.standard_normal((tables, items, raters))
    )


def covered(low: np.ndarray, high: np.ndarray) -> float:
    """Share of intervals that hold the true mean 0."""
    return float(((low <= 0.0) & (high >= 0.0)).mean())


def gaps(tables: np.ndarray, share: float, seed: int) -> float:
    """Coverage of the crossed interval when `share` of the ratings are missing at random."""
    rng = np.random.default_rng(seed)
    found = [crossed_mean(np.where(rng.random(table.shape) < share, np.nan, table)) for table in tables]
    return covered(np.array([e.low for e in found]), np.array([e.high for e in found]))


def main() -> None:
    """Print one line for each size and strength of effects."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10_000)
    tables = parser.parse_args().tables
    few = max(tables // 10, 100)
    print(f"coverage of 95 % intervals; effects as multiples of the residual; {tables} tables (naive and crossed),")
    print(f"{few} tables (40 % missing, pigeonhole bootstrap)")
    print("items x raters  item  rater   naive  crossed  crossed, 40 % missing  pigeonhole")
    for items, raters in SIZES:
        for item_sd, rater_sd in EFFECTS:
            ratings = draw(tables, items, raters, item_sd, rater_sd, seed=1)
            means, crossing = complete_crossings(ratings)
            low, high = bounds(means, mean_variance(crossing), 0.95)
            half = 1.96 * ratings.std(axis=(1, 2), ddof=1) / np.sqrt(items * raters)
            naive = covered(means - half, means + half)
            hole = [pigeonhole_mean(table, replicates=500) for table in ratings[:few]]
            holed = covered(np.array([e.low for e in hole]), np.array([e.high for e in hole]))
            missing = gaps(ratings[:few], 0.4, seed=2)
            print(
                f"{items:5d} x {raters:<6d}  {item_sd:4.1f}  {rater_sd:5.1f}  {naive:6.3f}"
                f"  {covered(low, high):7.3f}  {missing:21.3f}  {holed:10.3f}"
            )


if __name__ == "__main__":
    main()
