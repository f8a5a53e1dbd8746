"""Unanimous raters: the interval of an agreement coefficient where no disagreement was seen."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from ringtrue.stats.arrays import Array
from ringtrue.terms.result import Estimate

_MOST_STEPS = 20  # of the scale that are tried, the widest first


def as_if_one_differed(ratings: Array, again: Callable[[Array], Estimate], about: str, level: float) -> Estimate:
    """Perfect agreement with a lower bound: the lowest one that the data would give with one rating a step off.

    `ratings` are items x raters and unanimous on every item, `again` computes the coefficient of a changed table.
    Nobody who always agreed has shown how often they would not; one disagreement is the least that could have been
    seen. The upper bound is 1. A table with a disagreement that the coefficient does not see has no interval.
    """
    method = f"{about}; unanimous: the lower bound is the one with a single rating a step off"
    tables = _changed(ratings) if _is_unanimous(ratings) else []
    lows = [found.low for table in tables if (found := again(table)).low is not None]
    if not lows:
        why = "no interval: no disagreement was seen, and too little was rated to say how rare it is"
        return Estimate(1.0, n=ratings.shape[0], method=method, reason=why, level=level)
    return Estimate(1.0, min(lows), 1.0, ratings.shape[0], method, level=level)


def _is_unanimous(ratings: Array) -> bool:
    return bool((np.nanmin(ratings, axis=1) == np.nanmax(ratings, axis=1)).all())


def _changed(ratings: Array) -> list[Array]:
    """The tables with one rating moved to a neighbouring value; the item with the fewest ratings among its like.

    Items with one rating cannot show a disagreement and are left as they are.
    """
    counts = (~np.isnan(ratings)).sum(axis=1)
    of_item = np.where(counts > 1, np.nanmin(ratings, axis=1), np.nan)
    values = np.unique(of_item[counts > 1])
    steps = sorted(pairwise(values), key=lambda step: step[0] - step[1])[:_MOST_STEPS]
    tables = []
    for start, end in [way for low, high in steps for way in ((low, high), (high, low))]:
        alike = np.flatnonzero(of_item == start)
        row = int(alike[np.argmin(counts[alike])])
        table = ratings.copy()
        table[row, np.flatnonzero(~np.isnan(table[row]))[0]] = end
        tables.append(table)
    return tables
