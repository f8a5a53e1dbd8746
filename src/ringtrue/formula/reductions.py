"""Functions that make one number of many items, on the items themselves or on every bootstrap replicate at once.

Each takes the rows it runs over and arrays whose last axis is the items, and keeps that axis with length 1, so that
`x - mean(x)` lines up. Missing values are left out; where nothing is left the result is missing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ringtrue.formula.error import FormulaError, known_words
from ringtrue.formula.truth import Labels, truth
from ringtrue.formula.weights import Weights
from ringtrue.stats.arrays import Array

Mask = NDArray[np.bool_]
Tag = Labels | NDArray[np.object_]  # a label for each item; a missing one is empty or None


@dataclass(frozen=True)
class Rows:
    """The items a reduction runs over: how many (None: no column has said), how often each replicate drew each, and
    their tags.
    """

    size: int | None = None
    weights: Weights | None = None
    tags: Mapping[str, Tag] = field(default_factory=dict)

    def matching(self, filters: Mapping[str, str]) -> Mask:
        """True for the rows whose tags are as the filters ask; an unheard-of tag is refused, a value is not."""
        mask = np.ones(self.size or 0, dtype=np.bool_)
        for tag, wanted in filters.items():
            if tag not in self.tags:
                raise FormulaError(f"unknown tag '{tag}'", remedy=known_words("tags", tag, self.tags))
            mask &= self.tags[tag] == wanted
        return mask

    def only(self, mask: Mask) -> "Rows":
        """The rows under the mask."""
        weights = None if self.weights is None else self.weights.only(mask)
        return Rows(int(mask.sum()), weights, {tag: labels[mask] for tag, labels in self.tags.items()})

    def total(self, x: Array) -> Array:
        """The sum over items, each as often as it was drawn.

        It is NumPy's own product and no matrix product: that one starts threads, which take several times as long
        again, and whose number would show in the last digits.
        """
        if self.weights is None:
            return np.asarray(x.sum(axis=-1, keepdims=True))
        table = self.weights.table
        return np.asarray(np.einsum("rn,n->r" if x.ndim == 1 else "rn,rn->r", table, x))[:, np.newaxis]

    def count(self, present: Mask) -> Array:
        """How many items are present; where all are, as they mostly are, each replicate's draws are counted once."""
        if self.weights is not None and present.ndim == 1 and present.all():
            return self.weights.drawn
        return self.total(present.astype(np.float64))

    def drawn(self, x: Array) -> Array:
        """How often each value of x counts: never where it is missing."""
        present = (~np.isnan(x)).astype(np.float64)
        return present if self.weights is None else present * self.weights.table


def present(rows: Rows, x: Array) -> Array:
    """How many items have a value."""
    return rows.count(~np.isnan(x))


def items(rows: Rows) -> Array:
    """How many items there are, whatever is known of them."""
    if rows.size is None:
        raise FormulaError("items() finds no items to count", remedy="give a column, tags or weights")
    return rows.total(np.ones(rows.size))


def mean(rows: Rows, x: Array) -> Array:
    """The sum over the number present; 0/0, a mean of nothing, is missing."""
    known = ~np.isnan(x)
    return rows.total(x if known.all() else np.where(known, x, 0.0)) / rows.count(known)


def sum_known(rows: Rows, x: Array) -> Array:
    """The sum; of nothing it is missing and not 0, since an unscored study is not one that scored nothing."""
    return np.where(present(rows, x) > 0, rows.total(np.nan_to_num(x)), np.nan)


def count(rows: Rows, condition: Array) -> Array:
    """How many items the condition is known to hold for."""
    return sum_known(rows, truth(condition))


def share(rows: Rows, condition: Array) -> Array:
    """Of the items where the condition is known, the share where it holds."""
    return mean(rows, truth(condition))


def lowest(rows: Rows, x: Array) -> Array:
    """The smallest value drawn; infinity, which the formula reads as missing, if there is none."""
    candidates = np.where(rows.drawn(x) > 0, x, np.inf)
    return np.asarray(candidates.min(axis=-1, keepdims=True, initial=np.inf))


def highest(rows: Rows, x: Array) -> Array:
    """The largest value drawn."""
    return -lowest(rows, -x)


def sd(rows: Rows, x: Array) -> Array:
    """The standard deviation with n-1, in two passes: the short formula loses small spreads to rounding."""
    n = present(rows, x)
    squares = rows.total(np.where(np.isnan(x), 0.0, (x - mean(rows, x)) ** 2))
    return np.where(n > 1, np.sqrt(squares / (n - 1)), np.nan)


def median(rows: Rows, x: Array) -> Array:
    """The middle value, or the mean of the middle two: where half the draws, and more than half, are reached."""
    drawn = rows.drawn(x)
    if not drawn.shape[-1]:
        return np.full((*drawn.shape[:-1], 1), np.nan)
    order = np.broadcast_to(np.argsort(x, axis=-1), drawn.shape)
    ordered = np.take_along_axis(np.broadcast_to(x, drawn.shape), order, axis=-1)
    reached = np.cumsum(np.take_along_axis(drawn, order, axis=-1), axis=-1)
    half = reached[..., -1:] / 2
    middle = [np.argmax(mask, axis=-1, keepdims=True) for mask in (reached >= half, reached > half)]
    low, high = (np.take_along_axis(ordered, place, axis=-1) for place in middle)
    return np.where(half > 0, (low + high) / 2, np.nan)
