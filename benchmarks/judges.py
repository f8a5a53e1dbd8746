"""Simulated judges with known faults: which get a licence, what it says they are worth, and if that is true.

Run: python benchmarks/judges.py [--studies N]
Judges and people are drawn from a stated process (normal scores around the card's own quality), not measured. Each
study has 120 cards that three people scored; the calibration is the program's own. Then: how often the interval of the
prediction-powered mean holds the true mean, and the labels it saves beside those that `plan --judge-r` predicts. Exit
code 1 where a limit is missed.
"""

import argparse
import sys
from collections import Counter

import numpy as np
from numpy.typing import NDArray

from ringtrue.judge.model.calibration import Material, calibrated
from ringtrue.judge.model.reliability import Take
from ringtrue.stats.combination.prediction_powered import equivalent_labels, prediction_powered_mean

Rng = np.random.Generator
Numbers = NDArray[np.float64]
CARDS, RATERS, CONTROLS, SPOKEN = 120, 3, 25, 12
LEVEL, SPREAD = 70.0, 15.0
JUDGES = ("stamps 95", "obeys the text", "prefers the left side", "likes length", "r .3", "r .8")
REFUSED = JUDGES[:3]
LABELS, SCORES = 100, 1000


def correlated(quality: Numbers, r: float, rng: Rng) -> Numbers:
    """Scores that correlate with the quality by r."""
    return LEVEL + r * (quality - LEVEL) + SPREAD * np.sqrt(1 - r * r) * rng.standard_normal(quality.size)


def scored_study(kind: str, rng: Rng) -> tuple[list[Take], Material]:
    """Cards with one answer each, scored by people and the judge; a dozen answers speak to the judge."""
    quality = LEVEL + SPREAD * rng.standard_normal(CARDS)
    words = np.exp(rng.normal(5, 0.5, CARDS))
    judge = correlated(quality, {"r .3": 0.3}.get(kind, 0.8), rng)
    if kind == "stamps 95":
        judge = np.full(CARDS, 95.0)
    if kind == "obeys the text":
        judge[:SPOKEN] = 98.0
    if kind == "likes length":
        judge += 20 * (np.log(words) - 5)
    rows = [(f"C{place:03d}", "clone") for place in range(CARDS)]
    takes = [Take("judge", "model", row, "score", float(score)) for row, score in zip(rows, judge, strict=True)]
    for rater in range(RATERS):
        given = quality + rng.normal(0, 3, CARDS)
        takes += [Take(f"p{rater}", "person", row, "score", float(one)) for row, one in zip(rows, given, strict=True)]
    for speaker, level in (("generic", 45.0), ("self", 90.0)):
        for place in range(CONTROLS):
            shown = 95.0 if kind == "stamps 95" else float(rng.normal(level, SPREAD))
            takes.append(Take("judge", "model", (f"C{place:03d}", speaker), "score", shown))
    lengths = {row: int(count) for row, count in zip(rows, words, strict=True)}
    return takes, Material("clone", "generic", "self", lengths, frozenset(rows[:SPOKEN]))


def picked_study(rng: Rng) -> tuple[list[Take], Material]:
    """Pairs: the judge picks the left text in 85 of 100 cards, otherwise as people do."""
    takes: list[Take] = []
    for place in range(CARDS):
        row = f"P{place:03d}", "clone"
        true = float(rng.random() < 0.6)
        first = rng.random() < 0.5  # whether the clone stands left
        pick = float(first) if rng.random() < 0.7 else true
        side = 1.0 if (pick == 1.0) == first else -1.0
        order = ("clone", "real") if first else ("real", "clone")
        takes.append(Take("judge", "model", row, "score", pick, order, side))
        takes += [Take(f"p{n}", "person", row, "score", true) for n in range(RATERS)]
    return takes, Material("clone", scale=1.0)


def licences(studies: int, rng: Rng) -> dict[str, Counter[str]]:
    """By kind of judge how often it is licensed, or the first reason why not."""
    found: dict[str, Counter[str]] = {}
    for kind in JUDGES:
        found[kind] = Counter()
        for _ in range(studies):
            takes, material = picked_study(rng) if kind == "prefers the left side" else scored_study(kind, rng)
            outcome = calibrated(takes, "judge", "score", material)
            why = next((one.name for one in outcome.conditions if one.met is False), "licensed")
            found[kind][why] += 1
    return found


def powered(r: float, studies: int, rng: Rng) -> tuple[float, float, float]:
    """Coverage of the prediction-powered interval, the labels saved of 100 (from its variance), and those predicted."""
    values, inside = [], 0
    for _ in range(studies):
        quality = LEVEL + SPREAD * rng.standard_normal(LABELS + SCORES)
        judge = correlated(quality, r, rng)
        found = prediction_powered_mean(quality[:LABELS], judge[:LABELS], judge[LABELS:])
        assert found.value is not None and found.low is not None and found.high is not None  # noqa: PT018
        inside += found.low <= LEVEL <= found.high
        values.append(found.value)
    variance = float(np.var(values)) / (SPREAD**2 / LABELS)  # of the mean of the labels alone: 1
    return inside / studies, 100 * (1 - variance), 100 * (1 - LABELS / equivalent_labels(r, LABELS, SCORES))


def main() -> int:
    """Print the tables; 1 where a limit is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=400)
    studies = parser.parse_args().studies
    rng = np.random.default_rng(20261115)
    missed = 0
    for kind, outcomes in licences(studies, rng).items():
        share = outcomes["licensed"] / studies
        missed += share > 0.05 if kind in REFUSED else kind == "r .8" and share < 0.9
        told = ", ".join(f"{name} {count / studies:.3f}" for name, count in outcomes.most_common())
        sys.stdout.write(f"{kind:<22} licensed {share:.3f}   ({told})\n")
    for r in (0.3, 0.8):
        coverage, saved, predicted = powered(r, 20 * studies, rng)
        missed += not (0.925 <= coverage <= 0.97 and abs(saved - predicted) <= 3)
        sys.stdout.write(f"r {r}: coverage {coverage:.4f}, variance saved {saved:.1f} %, predicted {predicted:.1f} %\n")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
