"""How often a comparison of two versions says what, beside the document's rule of 5 points, by seeded simulation.

Two versions on the same items, rated from 0 to 100 by the same raters: items differ (sd 15), each item changes by its
own amount (sd of item changes), raters differ (sd 8), may see the change differently (sd of rater changes), and every
rating has noise (sd 25). Run: python benchmarks/comparison.py [--comparisons N]
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ringtrue.protocols.loader import load
from ringtrue.score.comparison import comparing, step_of, version_of
from ringtrue.score.scoring import gathered
from ringtrue.stats.interval.paired import paired_difference
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item

ITEMS, ITEM_SD, RATER_SD, NOISE_SD, CENTRE, LIMIT = 100, 15.0, 8.0, 25.0, 75.0, 5.0
SEED = 20261118
LABELS = ("worse", "inconclusive", "no worse", "better")

Table = NDArray[np.float64]


@dataclass(frozen=True)
class Case:
    """What is true in one row of the table."""

    words: str
    raters: int
    drop: float
    change_sd: float  # of items: which of them a version changes, and by how much
    rater_change_sd: float = 0.0  # of raters: how differently they see the change
    picks: bool = False  # one pick for each item, right half of the time, instead of ratings


CASES = (
    Case("the same version, one pick an item", 1, 0.0, 0.0, picks=True),
    Case("the same version answers anew", 3, 0.0, 0.0),
    Case("another version, equally good", 3, 0.0, 20.0),
    Case("a drop of 3 points", 3, 3.0, 20.0),
    Case("a drop of 5 points", 3, 5.0, 20.0),
    Case("a drop of 10 points", 3, 10.0, 20.0),
    Case("a drop of 10, raters disagree on it", 3, 10.0, 20.0, 5.0),
    Case("equally good, raters disagree on it", 3, 0.0, 20.0, 5.0),
    Case("another version, equally good", 7, 0.0, 20.0),
    Case("a drop of 10 points", 7, 10.0, 20.0),
    Case("a drop of 10, raters disagree on it", 7, 10.0, 20.0, 5.0),
    Case("equally good, raters disagree on it", 7, 0.0, 20.0, 5.0),
)


def studies(case: Case, rng: np.random.Generator) -> tuple[Table, Table]:
    """The ratings of both versions, items x raters; no rating is cut off at 0 or 100."""
    if case.picks:
        first, second = 100.0 * rng.integers(0, 2, (2, ITEMS, case.raters))
        return first, second
    items = CENTRE + ITEM_SD * rng.standard_normal((ITEMS, 1))
    raters = RATER_SD * rng.standard_normal((1, case.raters))
    change = case.change_sd * rng.standard_normal((ITEMS, 1)) - case.drop
    seen = case.rater_change_sd * rng.standard_normal((1, case.raters))
    before = items + raters + NOISE_SD * rng.standard_normal((ITEMS, case.raters))
    after = items + raters + change + seen + NOISE_SD * rng.standard_normal((ITEMS, case.raters))
    return before, after


def shares(case: Case, comparisons: int) -> Iterator[tuple[str, dict[str, float]]]:
    """For each way of deciding how often it says what."""
    said: dict[str, list[str]] = {"fixed raters": [], "crossed": [], "5-point rule": []}
    rng = np.random.default_rng([SEED, case.raters, round(10 * case.drop), round(case.rater_change_sd)])
    for _ in range(comparisons):
        before, after = studies(case, rng)
        for name, fixed in (("fixed raters", True), ("crossed", False)):
            said[name].append(paired_difference(before, after, limit=LIMIT, fixed_raters=fixed).outcome)
        said["5-point rule"].append("worse" if after.mean() - before.mean() < -LIMIT else "no worse")
    for name, outcomes in said.items():
        yield name, {label: outcomes.count(label) / comparisons for label in LABELS}


def whole_way(case: Case, comparisons: int) -> dict[str, float]:
    """The same by the numbers of `ringtrue compare`: scenarios scored by people, items and raters left out in turn."""
    protocol = load("scenarios")
    limits = protocol.regression
    assert limits is not None
    compared = comparing(protocol, limits)
    items = [Item(f"STR-{place:03}", "scenario", "", status="accepted") for place in range(ITEMS)]
    rng = np.random.default_rng([SEED, 1])
    found = []
    for _ in range(comparisons):
        tables = [gathered(compared, items, _ratings(protocol.weights, items, one)) for one in studies(case, rng)]
        versions = [version_of(compared, table, limits.of, raters=True) for table in tables]
        found.append([step_of(versions, 0, 1, limits, raters=raters).figure.outcome for raters in ("fixed", "crossed")])
    return {
        f"{name}: {label}": float(np.mean([one[place] == label for one in found]))
        for place, name in enumerate(("fixed raters", "crossed"))
        for label in ("worse", "better")
    }


def _ratings(questions: object, items: list[Item], table: Table) -> Iterator[Rating]:
    """Every dimension of a scenario gets the rating of the table."""
    for item, row in zip(items, table, strict=True):
        for rater, value in enumerate(row):
            for question in questions:  # type: ignore[attr-defined]
                yield Rating(f"r{rater}", item.id, question, float(value))


def main() -> None:
    """Print one line for each case and way of deciding."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--comparisons", type=int, default=1000)
    parser.add_argument("--whole", type=int, default=100, help="comparisons by the whole way through the score")
    given = parser.parse_args()
    print(f"{ITEMS} items; {given.comparisons} simulated comparisons each; 95 % intervals, limit {LIMIT:g} points")
    print(f"{'what is true':38s} raters  {'decided by':14s}" + "".join(f"{label:>14s}" for label in LABELS))
    for case in CASES:
        for name, share in shares(case, given.comparisons):
            row = "".join(f"{share[label]:14.3f}" for label in LABELS)
            print(f"{case.words:38s} {case.raters:6d}  {name:14s}{row}")
    print(f"\nthe same by ringtrue compare itself, {given.whole} comparisons each")
    for case in (CASES[2], CASES[5]):
        told = ", ".join(f"{name} {share:.2f}" for name, share in whole_way(case, given.whole).items())
        print(f"{case.words} ({case.raters} raters): {told}")


if __name__ == "__main__":
    main()
