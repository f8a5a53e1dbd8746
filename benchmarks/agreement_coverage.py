"""How often intervals of the chance-corrected coefficients hold the true value, by seeded simulation.

Each item has a true category; a rater recognises it with his own probability (.60 to .80, or .82 to .97 where agreement
is high) and otherwise guesses from his own habits. The true coefficient is that of 200,000 items by the same raters.
Three intervals: the delta method on the Fisher z scale (the default), the same on the scale of log(1 - value), and the
percentile bootstrap over items.

With --panels instead: the intervals that ringtrue gives by default, for 5 items x 7 raters, 3 x 10 and 10 x 7.
Items have normal true values, raters a level of their own and chance; ratings fall on three or five steps, which are
the categories of the kappas. Picks find the person in a share of cases that differs between items. Raters are new in
every sample: the true value is that of 2,000 items by 80 raters.
Run: python benchmarks/agreement_coverage.py [--quick] [--panels] [--seed N]
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
from ringtrue.stats.agreement.cronbach import cronbach_alpha
from ringtrue.stats.agreement.fleiss import fleiss_kappa_of
from ringtrue.stats.agreement.gwet import gwet_ac
from ringtrue.stats.agreement.icc import icc, mean_squares
from ringtrue.stats.agreement.krippendorff import krippendorff_alpha
from ringtrue.stats.agreement.side_kappa import side_kappa
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


PANELS = ((5, 7), (3, 10), (10, 7))
SCALES = {"3 steps": (0.8, 2.2, 1, 3), "5 steps": (1.2, 0.0, -2, 2)}  # spread, middle, lowest, highest
SHARES = (0.3, 0.6, 0.8)  # of the variance of ratings without rater levels that items make
LEVELS = (0.0, 0.3)  # sd of raters' levels, where items and chance together have 1
NUMBERS: dict[str, Statistic] = {
    "krippendorff interval": lambda matrix: krippendorff_alpha(matrix, "interval"),
    "krippendorff ordinal": lambda matrix: krippendorff_alpha(matrix, "ordinal"),
    "icc 2,1": lambda matrix: icc(matrix, "2,1"),
    "icc 2,k": lambda matrix: icc(matrix, "2,k"),
    "cronbach alpha": cronbach_alpha,
    "cohen (mean of pairs)": light_kappa,
    "fleiss": fleiss_kappa_of,
    "krippendorff nominal": lambda matrix: krippendorff_alpha(matrix, "nominal"),
    "gwet AC1": gwet_ac,
}


def grades(items: int, raters: int, share: float, level: float, scale: str, rng: np.random.Generator) -> Matrix:
    """Ratings on steps, items x raters."""
    spread, middle, lowest, highest = SCALES[scale]
    true = rng.normal(0, share**0.5, (items, 1)) + rng.normal(0, level, (1, raters))
    return np.clip(
        np.rint(middle + spread * (true + rng.normal(0, (1 - share) ** 0.5, (items, raters)))), lowest, highest
    )


def picks(items: int, raters: int, share: float, spread: float, rng: np.random.Generator) -> Matrix:
    """Picks that find the person, items x raters; items differ by `spread` logits."""
    odds = np.log(share / (1 - share)) + rng.normal(0, spread, (items, 1))
    return (rng.random((items, raters)) < 1 / (1 + np.exp(-odds))).astype(np.float64)


def of_panel(name: str, large: Matrix, raters: int) -> float:
    """The true value for a panel of so many raters, from the ratings of many."""
    if name not in ("icc 2,k", "cronbach alpha"):
        return NUMBERS[name](large).value or 0.0
    squares = mean_squares(large)
    item = (float(squares.items) - float(squares.residual)) / squares.k
    level = (float(squares.raters) - float(squares.residual)) / squares.n if name == "icc 2,k" else 0.0
    return item / (item + (level + float(squares.residual)) / raters)


def panels(samples: int, seed: int) -> None:
    """Print coverage by statistic and panel: the mean and the lowest over all ways the ratings come about."""
    rng = np.random.default_rng(seed)
    tallies: dict[tuple[str, tuple[int, int]], list[Tally]] = defaultdict(list)
    for share, level, scale in product(SHARES, LEVELS, SCALES):
        large = grades(2000, 80, share, level, scale, rng)
        for panel, (name, statistic) in product(PANELS, NUMBERS.items()):
            tally, truth = Tally(), of_panel(name, large, panel[1])
            for _ in range(samples):
                found = statistic(grades(*panel, share, level, scale, rng))
                if found.value is not None:
                    tally.add(found, truth)
            tallies[name, panel].append(tally)
    for share, spread, panel in product((0.5, 0.65, 0.8), (0.0, 0.8), PANELS):
        truth = side_kappa(picks(40_000, 40, share, spread, rng)).value or 0.0
        tally = Tally()
        for _ in range(samples):
            tally.add(side_kappa(picks(*panel, share, spread, rng)), truth)
        tallies["kappa of picks", panel].append(tally)
    heads = "".join(f"{f'{items} x {raters}':>22}" for items, raters in PANELS)
    print(f"{'statistic':<24}{heads}")
    for name in [*NUMBERS, "kappa of picks"]:
        cells = [_covered(tallies[name, panel]) for panel in PANELS]
        print(f"{name:<24}" + "".join(f"{cell:>22}" for cell in cells))
    print("coverage, mean (lowest), share of samples with an interval; asked for .950")


def _covered(tallies: list[Tally]) -> str:
    shares = [tally.hits / max(len(tally.widths), 1) for tally in tallies]
    given = sum(len(tally.widths) for tally in tallies) / max(sum(tally.asked for tally in tallies), 1)
    return f"{np.mean(shares):.3f} ({min(shares):.3f}) {given:.2f}"


def main() -> None:
    """Simulate and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer samples and replicates")
    parser.add_argument("--panels", action="store_true", help="small panels of raters, as studies of pairs have them")
    parser.add_argument("--seed", type=int, default=20261115)
    options = parser.parse_args()
    if options.panels:
        panels(100 if options.quick else 400, options.seed)
        return
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
