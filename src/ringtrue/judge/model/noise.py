"""The noise floor: how far apart the same judge's answers to the same card lie when it is asked again."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from math import sqrt

import numpy as np

from ringtrue.judge.model.over_items import mean_over_items
from ringtrue.judge.model.takes import Row, Take
from ringtrue.stats.arrays import Array
from ringtrue.terms import Estimate

_NONE = "no card was judged twice by the same judge the same way round"
_STILL = "every repeat gave the same answer: the noise is too small to be seen here, so there is no interval"
_Cell = tuple[Row, list[float]]  # one judge's answers to one card


def noise(takes: Iterable[Take]) -> Estimate:
    """By how much do two answers of one judge to one card differ on average?

    Result: the mean over judges and cards of the mean absolute difference between takes, with the interval over items;
    n counts items. Differences between clones that are smaller than this are not news.
    Not for: takes with the sides exchanged, which are left apart (see `position_bias`).
    Checked against: hand-worked tables in the tests.
    """
    cells = _repeated(takes)
    method = f"mean absolute difference of repeated answers, {len(cells)} judge-card pairs"
    if not cells:
        return Estimate.absent(_NONE, method=method)
    sums = _by_item(cells, lambda values: (_mean_gap(values), 1.0))
    if not sums[:, 0].any():
        return Estimate(0.0, n=len(sums), method=method, reason=_STILL)
    return mean_over_items(sums, method, least=0.0)


def noise_sd(takes: Iterable[Take]) -> Estimate:
    """What is the standard deviation of one judge's answers to one card?

    Result: the square root of the pooled variance within judge and card (sum of squares over degrees of freedom), and
    of the ends of that variance's interval over items; n counts items.
    Not for: telling how good a judge is: one that always says 80 has no noise.
    Checked against: hand-worked tables in the tests.
    """
    cells = _repeated(takes)
    method = f"pooled standard deviation of repeated answers, {len(cells)} judge-card pairs"
    if not cells:
        return Estimate.absent(_NONE, method=method)
    sums = _by_item(cells, lambda values: (_squares(values), len(values) - 1.0))
    if not sums[:, 0].any():
        return Estimate(0.0, n=len(sums), method=method, reason=_STILL)
    found = mean_over_items(sums, method, least=0.0)
    value, low, high = (None if end is None else sqrt(end) for end in (found.value, found.low, found.high))
    return Estimate(value, low, high, found.n, found.method, found.reason)


def _repeated(takes: Iterable[Take]) -> list[_Cell]:
    """The answers of each judge to each card, the same way round, where there are at least two."""
    cells: dict[tuple[str, Row, tuple[str, ...]], list[float]] = defaultdict(list)
    for take in takes:
        cells[take.judge, take.row, take.order].append(take.value)
    return [(row, values) for (_, row, _), values in cells.items() if len(values) > 1]


def _by_item(cells: Iterable[_Cell], measure: Callable[[Sequence[float]], tuple[float, float]]) -> Array:
    """For each item the sums of what is measured in its cells, and of its weights."""
    sums: dict[Row, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for row, values in cells:
        amount, weight = measure(values)
        sums[row][0] += amount
        sums[row][1] += weight
    return np.array(list(sums.values()))


def _mean_gap(values: Sequence[float]) -> float:
    """The mean absolute difference over all pairs, from the sorted values: the i-th counts 2i - m + 1 times."""
    m = len(values)
    summed = sum((2 * place - m + 1) * value for place, value in enumerate(sorted(values)))
    return summed / (m * (m - 1) / 2)


def _squares(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values)
