"""Conditions asked over raters: by how much one holds, with the interval that the raters' differences leave."""

import numpy as np

from ringtrue.formula import Formula
from ringtrue.formula.tree import Comparison
from ringtrue.score.estimates import LEVEL, exact, parts_of, replicated, unwatched
from ringtrue.score.items import ItemColumns
from ringtrue.score.known import Known, constants
from ringtrue.score.replicates import Draw
from ringtrue.score.table import Study
from ringtrue.stats.arrays import Array
from ringtrue.terms import Estimate, Protocol

_SAME = 1e-12


def leaving_out(protocol: Protocol, study: Study) -> dict[str, Array]:
    """Every crossed mean with all raters (first), then with each of them left out; items stay as they are."""
    raters = len(study.raters)
    weights = np.vstack([np.ones(raters), 1.0 - np.eye(raters)])
    draw = Draw(weights, np.ones((raters + 1, study.size)))
    means = [part for part in parts_of(protocol, study) if part.measure.crossed is not None]
    point = Known(study, ItemColumns(protocol, study), values=constants(study))
    return replicated(protocol, point, means, [draw], unwatched)


def margin(condition: Formula, drawn: dict[str, Array]) -> Estimate:
    """By how much a comparison holds (below zero: fails), for raters like these and the items as they are.

    Interval: the jackknife over raters, margin ± t sqrt((k-1)/k Σ(m_i - mean)²) with k-1 degrees of freedom.
    No value where a name has none; no interval from one rater, or from raters who do not differ.
    """
    root = condition.root
    assert isinstance(root, Comparison)  # noqa: S101 - the loader refuses every other condition here
    small, large = root.parts if root.symbols[0].startswith("<") else root.parts[::-1]
    if not condition.names <= set(drawn):
        return Estimate.absent("a number it needs is missing")
    values = {name: drawn[name] for name in condition.names}
    sides = (Formula(condition.text, side) for side in (small, large))
    low, high = (side.evaluate({name: values[name] for name in side.names}) for side in sides)
    margins = np.broadcast_to(high - low, next(iter(values.values())).shape)
    return exact(_jackknife(margins[0], margins[1:]))


def _jackknife(value: float, without: Array) -> Estimate:
    k = without.size
    method = f"jackknife over {k} raters"
    if np.isnan(value):
        return Estimate.absent("a number it needs is missing", n=k)
    if k < 2:
        return Estimate(value, n=k, method=method, reason="one rater: the data say nothing about other raters")
    if np.isnan(without).any():
        return Estimate(value, n=k, method=method, reason="it rests on one rater in places")
    spread = float(np.sqrt((k - 1) / k * ((without - without.mean()) ** 2).sum()))
    if spread < _SAME:
        return Estimate(value, n=k, method=method, reason="the raters do not differ: the spread cannot be estimated")
    from scipy.special import stdtrit  # as much to load as all the rest of scoring, and few protocols ask over raters

    half = float(stdtrit(k - 1, 0.5 + LEVEL / 2.0)) * spread
    return Estimate(value, value - half, value + half, k, method)


def told(condition: Formula, found: Estimate) -> bool | None:
    """The answer of the comparison where the whole interval of its margin lies on one side of zero, else None."""
    if found.low is None or found.high is None:
        return None
    root = condition.root
    or_equal = isinstance(root, Comparison) and root.symbols[0].endswith("=")
    if found.low > 0.0 or (or_equal and found.low == 0.0):
        return True
    return False if found.high < 0.0 or (not or_equal and found.high == 0.0) else None
