"""Speed of the statistics against pingouin, krippendorff and statsmodels, as ratios within one run; linear growth.

Run: python benchmarks/speed.py
Each peer is timed on a few calls and scaled to 2,000, which is what a bootstrap of it would take.
"""

import resource
import subprocess
import sys
import warnings
from collections.abc import Callable
from time import perf_counter

import krippendorff
import numpy as np
import pandas as pd
import pingouin
from statsmodels.stats.inter_rater import fleiss_kappa as statsmodels_fleiss

from ringtrue import stats
from ringtrue.stats.interval.crossed import crossed_mean_of

REPLICATES = 2000
PEER_CALLS = 40


def seconds(call: Callable[[], object], times: int) -> float:
    """Best of three rounds of `times` calls, per call."""
    rounds = []
    for _ in range(3):
        start = perf_counter()
        for _ in range(times):
            call()
        rounds.append((perf_counter() - start) / times)
    return min(rounds)


def bootstraps() -> list[tuple[str, float, float]]:
    """Name, our time for one bootstrap interval, the peer's time for as many plain calls."""
    rng = np.random.default_rng(1)
    matrix = rng.normal(size=(100, 1)) + rng.normal(size=(100, 5))
    steps = np.clip(np.round(3 + matrix), 1, 5)
    long = pd.DataFrame(
        {"item": np.repeat(np.arange(100), 5), "rater": np.tile(np.arange(5), 100), "value": matrix.ravel()}
    )
    counts = np.stack([(steps == step).sum(axis=1) for step in range(1, 6)], axis=1)
    boot = {"interval": "bootstrap", "replicates": REPLICATES}
    return [
        (
            "icc 2,1 / pingouin",
            seconds(lambda: stats.icc(matrix, "2,1", **boot), 20),
            REPLICATES * seconds(lambda: pingouin.intraclass_corr(long, "item", "rater", "value"), PEER_CALLS),
        ),
        (
            "cronbach alpha / pingouin",
            seconds(lambda: stats.cronbach_alpha(matrix, **boot), 20),
            REPLICATES * seconds(lambda: pingouin.cronbach_alpha(pd.DataFrame(matrix)), PEER_CALLS),
        ),
        (
            "krippendorff ordinal / krippendorff",
            seconds(lambda: stats.krippendorff_alpha(steps, "ordinal", **boot), 5),
            REPLICATES * seconds(lambda: krippendorff.alpha(steps.T, level_of_measurement="ordinal"), PEER_CALLS),
        ),
        (
            "krippendorff interval / krippendorff",
            seconds(lambda: stats.krippendorff_alpha(steps, "interval", **boot), 5),
            REPLICATES * seconds(lambda: krippendorff.alpha(steps.T, level_of_measurement="interval"), PEER_CALLS),
        ),
        (
            "fleiss kappa / statsmodels",
            seconds(lambda: stats.fleiss_kappa(counts, **boot), 20),
            REPLICATES * seconds(lambda: statsmodels_fleiss(counts), PEER_CALLS),
        ),
    ]


def crossed_growth(ratings: int) -> tuple[float, float]:
    """Seconds and peak memory (MiB) of a crossed interval over that many ratings, in a process of its own."""
    answer = subprocess.run(
        [sys.executable, __file__, "--crossed", str(ratings)], capture_output=True, text=True, check=True
    )
    time, memory = answer.stdout.split()
    return float(time), float(memory)


def crossed_alone(ratings: int) -> None:
    """The work behind `crossed_growth`: items x 50 raters, a tenth of the cells filled."""
    rng = np.random.default_rng(2)
    items, raters = rng.integers(0, ratings // 5, ratings), rng.integers(0, 50, ratings)
    values = rng.normal(size=ratings)
    start = perf_counter()
    crossed_mean_of(values, items, raters)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(perf_counter() - start, peak)


def main() -> None:
    """Print the ratios and the growth."""
    if "--crossed" in sys.argv:
        crossed_alone(int(sys.argv[-1]))
        return
    warnings.simplefilter("ignore")
    print(f"{REPLICATES} bootstrap replicates, 100 items x 5 raters")
    print("statistic / peer                          ours ms    peer ms  ratio")
    for name, ours, peer in bootstraps():
        print(f"{name:40s} {1e3 * ours:8.2f} {1e3 * peer:10.0f} {peer / ours:6.0f}")
    print("crossed interval    ratings  seconds  peak MiB")
    for ratings in (10_000, 100_000, 1_000_000):
        time, memory = crossed_growth(ratings)
        print(f"{ratings:27d}  {time:7.4f}  {memory:8.0f}")


if __name__ == "__main__":
    main()
