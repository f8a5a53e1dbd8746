"""Contrasts of versions that were judged on the same items: any number, by leaving out items and raters in turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.special import stdtrit

from ringtrue.stats.arrays import Array, Codes
from ringtrue.terms.result import Estimate

Raters = Literal["crossed", "fixed", "separate"]
ALIKE = "the differences do not vary: no interval"
_SAME = 1e-18  # a variance below this, relative to the squared numbers, is rounding


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A number of one version: on everything, without each group of items, without each rater, without both.

    `both` has a row for each group of items and a column for each rater. Where raters are fixed the last two are empty.
    """

    value: float
    without_items: Array
    without_raters: Array
    without_both: Array


def contrast(
    weights: Sequence[float],
    versions: Sequence[LeftOut],
    kinds: Codes,
    *,
    raters: Raters,
    n: int,
    level: float = 0.95,
) -> Estimate:
    """What would a weighted sum of a number over versions be on all items like these: a difference, a trend?

    Input: a weight for each version, such as -1 and 1, and its number with groups of items and raters left out, the
    same groups in every version; the kind of each group, because how many items of a kind there are is the design;
    `raters`: *crossed* where the same raters judged every version, *separate* where each had a panel of its own,
    *fixed* where the question is about these raters alone. `n` is how many items there are.
    Result: V = V_items of the contrast + V_raters: that of the contrast where raters are crossed, the sum of weight² V
    over versions where they are separate; value ± t(df) sqrt(V) with Satterthwaite's degrees of freedom.
    Not for: versions judged on different items; few groups (below about ten the interval is long).
    Checked against: the paired t-test and the crossed interval of differences, where the number is a mean.
    Reference: Efron & Stein 1981, Ann. Stat. 9, 586-596.
    """
    share = np.asarray(weights, dtype=np.float64)
    value = float(share @ [one.value for one in versions])
    gone = np.stack([one.without_items for one in versions])
    groups, method = gone.shape[1], f"{len(versions)} versions on the same {n} items, {_WORDS[raters]}"
    if groups < 2:
        return Estimate(value, n=n, method=method, reason="one item: nothing is known of others", level=level)
    panels = () if raters == "fixed" else (share,) if raters == "crossed" else np.diag(share)
    moved = share @ gone
    parts = [(delete_one(moved[kinds == kind]), float((kinds == kind).sum() - 1)) for kind in np.unique(kinds)]
    parts += [_raters(one, versions) for one in panels]
    variance = sum(part for part, _ in parts)
    if not np.isfinite(variance):
        why = "it has no value without some item or rater, so there is no interval"
        return Estimate(value, n=n, method=method, reason=why, level=level)
    if variance <= _SAME * max(1.0, float(np.square([one.value for one in versions]).max())):
        return Estimate(value, n=n, method=method, reason=ALIKE, level=level)
    df = max(variance**2 / sum(part**2 / free for part, free in parts if free > 0.0), 1.0)
    half = float(stdtrit(df, 0.5 + level / 2.0)) * variance**0.5
    return Estimate(value, value - half, value + half, n, f"{method} (df {df:.1f})", level=level)


def apart(weights: Sequence[float], versions: Sequence[LeftOut], *, level: float = 0.95) -> Estimate:
    """The same where nothing is shared between versions: each has sessions of its own, left out in turn.

    Result: value ± t(df) sqrt(Σ weight² V), V by the jackknife over a version's sessions, which are the groups of items
    here; n counts sessions.
    """
    value = float(np.dot(weights, [one.value for one in versions]))
    n = sum(one.without_items.size for one in versions)
    method = f"{n} sessions of {len(versions)} versions, left out in turn"
    if min(one.without_items.size for one in versions) < 2:
        return Estimate(value, n=n, method=method, reason="one session: nothing is known of others", level=level)
    parts = [
        (weight**2 * delete_one(one.without_items), one.without_items.size - 1.0)
        for weight, one in zip(weights, versions, strict=True)
    ]
    variance = sum(part for part, _ in parts)
    if not variance > 0.0:
        return Estimate(value, n=n, method=method, reason=ALIKE, level=level)
    df = variance**2 / sum(part**2 / free for part, free in parts)
    half = float(stdtrit(df, 0.5 + level / 2.0)) * variance**0.5
    return Estimate(value, value - half, value + half, n, f"{method} (df {df:.1f})", level=level)


_WORDS = {
    "crossed": "the same raters; items and raters left out in turn",
    "separate": "each with raters of its own; items and raters left out in turn",
    "fixed": "about these raters; items left out in turn",
}


def _raters(share: Array, versions: Sequence[LeftOut]) -> tuple[float, float]:
    """Variance that the choice of raters adds, less what single cells make of it, and its degrees of freedom."""
    chosen = [(weight, one) for weight, one in zip(share, versions, strict=True) if weight != 0.0]
    value = sum(weight * one.value for weight, one in chosen)
    items, raters, both = (
        np.sum([weight * getattr(one, name) for weight, one in chosen], axis=0)
        for name in ("without_items", "without_raters", "without_both")
    )
    count = raters.size
    if count < 2:
        return 0.0, 1.0
    moved = (raters[np.newaxis, :] - both) - (value - items)[:, np.newaxis]
    cells = float(((moved - moved.mean(axis=1, keepdims=True)) ** 2).sum()) * (count - 1) / count
    return max(0.0, delete_one(raters) - cells), count - 1.0


def delete_one(without: Array) -> float:
    """Variance from values with one unit left out each."""
    return float(((without - without.mean()) ** 2).sum()) * (without.size - 1) / without.size
