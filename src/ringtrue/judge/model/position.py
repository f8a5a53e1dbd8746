"""Position bias: does a judge lean to the side on which a text stands, whoever wrote it?"""

from collections import defaultdict
from collections.abc import Iterable

import numpy as np

from ringtrue.judge.model.over_items import mean_over_items
from ringtrue.judge.model.takes import Row, Take
from ringtrue.terms import Estimate

_NONE = "no pair was judged both ways round by the same judge"
_ALIKE = "every pair came out alike: the spread cannot be estimated, so there is no interval"
_Ways = list[list[float]]  # the leanings in each of the two orders


def position_bias(takes: Iterable[Take]) -> Estimate:
    """How much does a judge prefer what stands on side A, when each pair is shown both ways round?

    Result: the mean leaning to side A, 1 always A, -1 always B, 0 no bias; each pair's leanings are averaged over its
    two orders first, so that what the judge thinks of the texts cancels out. The interval is over items, n counts
    them.
    Not for: pairs shown one way only, which are left out.
    Checked against: hand-worked tables in the tests.
    """
    ways = _both_ways(takes)
    leanings = [sum(_mean(way) for way in found) / 2 for _, found in ways]
    return _over_items(ways, leanings, "mean leaning to side A over swapped pairs", -1.0)


def swap_consistency(takes: Iterable[Take]) -> Estimate:
    """How often does a judge keep its preference when the two texts change places?

    Result: the share of pairs in which the two orders favour the same speaker, or neither both times.
    Not for: judging a judge alone: one that always answers "tie" is consistent.
    Checked against: hand-worked tables in the tests.
    """
    ways = _both_ways(takes)
    kept = [float(_direction(_mean(one)) == -_direction(_mean(other))) for _, (one, other) in ways]
    return _over_items(ways, kept, "share of swapped pairs with the same preference", 0.0)


def _both_ways(takes: Iterable[Take]) -> list[tuple[Row, _Ways]]:
    cells: dict[tuple[str, Row], dict[tuple[str, ...], list[float]]] = defaultdict(lambda: defaultdict(list))
    for take in takes:
        if take.side is not None:
            cells[take.judge, take.row][take.order].append(take.side)
    return [(row, list(orders.values())) for (_, row), orders in cells.items() if len(orders) == 2]


def _over_items(ways: list[tuple[Row, _Ways]], values: list[float], what: str, least: float) -> Estimate:
    if not ways:
        return Estimate.absent(_NONE, method=what)
    sums: dict[Row, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for (row, _), value in zip(ways, values, strict=True):
        sums[row][0] += value
        sums[row][1] += 1.0
    table = np.array(list(sums.values()))
    if len(set(values)) == 1:
        return Estimate(values[0], n=len(table), method=what, reason=_ALIKE)
    return mean_over_items(table, what, least=least, most=1.0)


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _direction(leaning: float) -> int:
    return (leaning > 0) - (leaning < 0)
