"""Scoring 10,000 to a million ratings with intervals: seconds, peak memory, and how time per rating grows.

Run: python benchmarks/scoring.py
Each size is scored in a process of its own, by the protocol `scenarios`: four raters, five answers to each scenario.
Reading the ratings is not timed; peak memory holds them as well.
"""

import resource
import subprocess
import sys
from time import perf_counter

import numpy as np

from ringtrue.protocols.loader import load
from ringtrue.score.scoring import score
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item

RATERS = 4
TYPES = ("strategic", "tactical", "people", "stress")
SIZES = (10_000, 100_000, 1_000_000)


def growth(ratings: int) -> tuple[float, float]:
    """Seconds and peak memory (MiB) of scoring that many ratings, in a process of its own."""
    answer = subprocess.run(
        [sys.executable, __file__, "--alone", str(ratings)], capture_output=True, text=True, check=True
    )
    seconds, memory = answer.stdout.split()
    return float(seconds), float(memory)


def alone(ratings: int) -> None:
    """The work behind `growth`: scenarios with an effect of their own, raters with a level, anchored levels."""
    protocol = load("scenarios")
    questions = [question.name for question in protocol.kinds["scenario"].questions]
    scenarios = ratings // (RATERS * len(questions))
    rng = np.random.default_rng(3)
    effects = rng.normal(82, 10, (scenarios, 1, 1)) + rng.normal(0, 4, (1, RATERS, 1))
    levels = np.clip(20 * np.round((effects + rng.normal(0, 12, (scenarios, RATERS, len(questions)))) / 20), 0, 100)
    items = [Item(f"S{code:07d}", "scenario", "?", tags={"type": TYPES[code % 4]}) for code in range(scenarios)]
    given = [
        Rating(f"rater {rater}", item.id, question, value)
        for item, by_rater in zip(items, levels.tolist(), strict=True)
        for rater, answers in enumerate(by_rater)
        for question, value in zip(questions, answers, strict=True)
    ]
    start = perf_counter()
    result = score(protocol, items, given)
    seconds = perf_counter() - start
    assert result.counts["ratings"] == len(given)
    assert result.estimates["aggregate_valid"].low is not None
    print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def main() -> None:
    """Print one line for each size."""
    if "--alone" in sys.argv:
        alone(int(sys.argv[-1]))
        return
    print("ratings   seconds  peak MiB  time per rating, of that of the smallest")
    first = None
    for ratings in SIZES:
        seconds, memory = growth(ratings)
        first = first or seconds / ratings
        print(f"{ratings:9d}  {seconds:7.2f}  {memory:8.0f}  {seconds / ratings / first:5.2f}")


if __name__ == "__main__":
    main()
