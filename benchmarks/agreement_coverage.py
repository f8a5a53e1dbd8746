"""How often intervals of the chance-corrected coefficients hold the true value, by seeded simulation.

Each item has a true category; a rater recognises it with his own probability (.60 to .80, or .82 to .97 where agreement
is high) and otherwise guesses from his own habits. The true coefficient is that of 200,000 items by the same raters.
Three intervals: the delta method on the Fisher z scale (the default), the same on the scale of log(1 - value), and the
percentile bootstrap over items.
Run: python benchmarks/agreement_coverage.py [--quick] [--seed N]
"""

import argparse
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ringtrue.stats.agreement.cohen import cohen_kappa, light_kappa
from ringtrue.stats.agreement.fleiss import fleiss_kappa_of
from ringtrue.stats.agreement.gwet import gwet_ac
from ringtrue.stats.agreement.krippendorff import krippendorff_alpha
from ringtrue.terms.result import Estimate

Matrix = NDArray[np.float64]
Statistic = Callable[..., Estimate]

STATISTICS: dict[str, Statistic] = {
    "cohen (two raters)": lambda matrix, **how: cohen_kappa(matrix[:, 0], matrix[:, 1], **how),
    "cohen (mean of pairs)": light_kappa,
    "fleiss": fleiss_kappa_of,
    "krippendorff nominal": lambda matrix, **how: krippendorff_alpha(matrix, "nominal", **how),
    "krippendorff ordinal": lambda matrix, **how: krippendorff_alpha(matrix, "ordinal", **how),
    "gwet AC1": gwet_ac,
}
INTERVALS = ("delta, Fisher z", "delta, log(1 - value)", "percentile bootstrap")
SKILLS = {"moderate": (0.60, 0.80), "high": (0.82, 0.97)}
PREVALENCES = {2: (0.6, 0.4), 3: (0.5, 0.3, 0.2), 5: (0.3, 0.25, 0.2, 0.15, 0.1)}


@dataclass
class Tally:
    """Hits, misses on either side and widths of one interval in one cell of the table."""

    hits: int = 0
    too_high: int = 0
    too_low: int = 0
    widths: list[float] = field(default_factory=list)
    asked: int = 0

    def add(self, estimate: Estimate, truth: float) -> None:
        """Count one interval; one that does not exist is asked for but neither hit nor miss."""
        self.asked += 1
        if estimate.low is None or estimate.high is None:
            return
        self.widths.append(estimate.high - estimate.low)
        self.too_high += estimate.low > truth
        self.too_low += estimate.high < truth
        self.hits += estimate.low <= truth <= estimate.high

    def cells(self) -> str:
        """Coverage, misses above and below, median width, share of data sets that gave an interval."""
        given = max(len(self.widths), 1)
        shares = (self.hits / given, self.too_high / given, self.too_low / given)
        width = float(np.median(self.widths)) if self.widths else float("nan")
        return " ".join(f"{share:6.3f}" for share in shares) + f" {width:6.2f} {given / max(self.asked, 1):6.2f}"


def draw(items: int, skills: Matrix, habits: Matrix, prevalence: Matrix, rng: np.random.Generator) -> Matrix:
    """Ratings of one simulated panel, items x raters."""
    q, raters = prevalence.size, skills.size
    true = rng.choice(q, size=items, p=prevalence)
    ratings = np.empty((items, raters))
    for rater in range(raters):
        guesses = rng.choice(q, size=items, p=habits[rater])
        ratings[:, rater] = np.where(rng.random(items) < skills[rater], true, guesses)
    return ratings


def on_log_scale(estimate: Estimate) -> Estimate:
    """The same standard error, carried to the scale of log(1 - value) instead of Fisher z."""
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return estimate
    left = 1.0 - estimate.value
    half = (np.arctanh(estimate.high) - np.arctanh(estimate.low)) / 2.0 * (1.0 - estimate.value**2) / left
    return replace(estimate, low=max(-1.0, 1.0 - left * np.exp(half)), high=1.0 - left * np.exp(-half))


def simulate(quick: bool, seed: int) -> dict[tuple[str, int, int, str, str], Tally]:
    """Tallies by (agreement, items, raters, statistic, interval), over two, three and five categories."""
    samples, replicates = (60, 400) if quick else (400, 1000)
    rng = np.random.default_rng(seed)
    tallies: dict[tuple[str, int, int, str, str], Tally] = defaultdict(Tally)
    for (agreement, bounds), raters, prevalence in product(SKILLS.items(), (3, 7), PREVALENCES.values()):
        skills = np.linspace(*bounds, raters)
        habits = rng.dirichlet(np.array(prevalence) * 20.0, size=raters)
        panel = (skills, habits, np.array(prevalence))
        large = draw(200_000, *panel, rng)
        truths = {name: statistic(large).value or 0.0 for name, statistic in STATISTICS.items()}
        for items, _ in product((10, 30, 100), range(samples)):
            matrix = draw(items, *panel, rng)
            for name, statistic in STATISTICS.items():
                delta = statistic(matrix)
                resampled = statistic(matrix, interval="bootstrap", replicates=replicates)
                if delta.value is not None:
                    for interval, estimate in zip(INTERVALS, (delta, on_log_scale(delta), resampled), strict=True):
                        tallies[agreement, items, raters, name, interval].add(estimate, truths[name])
    return tallies


def main() -> None:
    """Simulate and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer samples and replicates")
    parser.add_argument("--seed", type=int, default=20261115)
    options = parser.parse_args()
    started = time.perf_counter()
    tallies = simulate(options.quick, options.seed)
    columns = " ".join(f"{word:>6}" for word in ("cover", "above", "below", "width", "given"))
    print(" " * 48 + "   ".join(f"{interval:^34}" for interval in INTERVALS))
    print(f"{'agreement':<10}{'items':>6}{'raters':>8}  {'statistic':<22}" + "   ".join([columns] * len(INTERVALS)))
    for agreement, items, raters, name in product(SKILLS, (10, 30, 100), (3, 7), STATISTICS):
        cells = [tallies[agreement, items, raters, name, interval].cells() for interval in INTERVALS]
        print(f"{agreement:<10}{items:>6}{raters:>8}  {name:<22}" + "   ".join(cells))
    print("asked for .950; above, below: the interval lies over or under the truth; given: share that got an interval")
    print(f"{time.perf_counter() - started:.0f} s")


if __name__ == "__main__":
    main()
