"""The table of functions a formula may call: one entry each, from which calls are checked and documented."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property, reduce
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from ringtrue.stats.arrays import Array

# What a formula is refused with: the fault in plain words, where it stands, and what to do about it.


class FormulaError(ValueError):
    """A formula that cannot be read, or cannot be worked out on the values given.

    `what` is the fault, `column` where it stands (counted from 1; None when it shows only in the values), `remedy`
    what to do.
    """

    def __init__(self, what: str, *, column: int | None = None, remedy: str = "") -> None:
        """Keep the three apart for callers that print them, and join them for those that do not."""
        self.what, self.column, self.remedy = what, column, remedy
        place = "" if column is None else f" (column {column})"
        super().__init__(f"{what}{place}{'; ' if remedy else ''}{remedy}")


def known_words(kind: str, word: str, known: Iterable[str]) -> str:
    """The remedy for an unknown word: the nearest known one, if any is near, and all of them."""
    words = sorted(known)
    near = get_close_matches(word, words, n=1, cutoff=0.6)
    suggestion = f"did you mean '{near[0]}'? " if near else ""
    return f"{suggestion}known {kind}: {', '.join(words) if words else 'none'}"


# How often each replicate drew each item: checked once, whichever formulas are then worked out on them.


@dataclass(frozen=True, eq=False)
class Weights:
    """A table of replicates x items; `Weights.of` checks one that comes from outside."""

    table: Array

    @classmethod
    def of(cls, given: "Array | Weights") -> "Weights":
        """The weights, as numbers from 0 on."""
        if isinstance(given, Weights):
            return given
        table = np.asarray(given, dtype=np.float64)
        if table.ndim != 2 or not (table.min(initial=0) >= 0 and table.max(initial=0) < np.inf):  # NaN fails both
            raise FormulaError("weights must be replicates x items, finite and not negative")
        return cls(table)

    @cached_property
    def drawn(self) -> Array:
        """How many items each replicate drew, replicates x 1."""
        return np.asarray(self.table.sum(axis=1, keepdims=True))

    def only(self, mask: NDArray[np.bool_]) -> "Weights":
        """Those of the items under the mask."""
        return Weights(self.table[:, mask])


# Three-valued logic on arrays: 1 holds, 0 does not, NaN is unknown (Kleene's strong logic).


Labels = NDArray[np.str_]  # an empty label is a missing one
Value = Array | Labels

_COMPARISONS: Mapping[str, np.ufunc] = {
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "==": np.equal,
    "!=": np.not_equal,
}


def truth(x: Array) -> Array:
    """0 where x is 0, unknown where x is missing, 1 elsewhere."""
    return np.where(np.isnan(x), np.nan, (x != 0).astype(np.float64))


def both(a: Array, b: Array) -> Array:
    """Does a hold and b too? One that does not hold decides it, whatever the other."""
    a, b = truth(a), truth(b)
    return np.where((a == 0) | (b == 0), 0.0, a * b)


def either(a: Array, b: Array) -> Array:
    """Does a hold or b? One that holds decides it, whatever the other."""
    a, b = truth(a), truth(b)
    return np.where((a == 1) | (b == 1), 1.0, a + b)


def compare(symbol: str, left: Value, right: Value) -> Array:
    """Does the comparison hold? Unknown where either side is missing."""
    if left.dtype.kind == "U" or right.dtype.kind == "U":
        if symbol not in ("==", "!="):
            raise FormulaError(f"labels have no order, so '{symbol}' says nothing", remedy="compare with == or !=")
        left, right = as_labels(left), as_labels(right)
        unknown = (left == "") | (right == "")
    else:
        unknown = np.isnan(left) | np.isnan(right)
    return np.where(unknown, np.nan, _COMPARISONS[symbol](left, right).astype(np.float64))


def as_labels(value: Value) -> Labels:
    """The value as labels; a column with nothing in it may be read as labels that are all missing."""
    if value.dtype.kind == "U":
        return value.astype(np.str_, copy=False)
    if not np.isnan(value.astype(np.float64)).all():
        raise FormulaError("a number is compared with a label", remedy="compare labels with labels")
    return np.full(value.shape, "", dtype=np.str_)


# Functions that make one number of many items, on the items themselves or on every bootstrap replicate at once.
#
# Each takes the rows it runs over and arrays whose last axis is the items, and keeps that axis with length 1, so that
# `x - mean(x)` lines up. Missing values are left out; where nothing is left the result is missing.


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


MISSING = float("nan")


@dataclass(frozen=True, slots=True)
class Function:
    """One function: how it is called, what it gives, an example on the sample of the documentation, and the work.

    An elementwise function is called with arrays that broadcast. One that `reduces` is called with the `Rows` it
    runs over and then the arrays, gives one number for each replicate (last axis kept, length 1), and takes tag
    filters. Infinite results are read as missing.
    """

    call: str  # as written in the documentation: "mean(x)"
    gives: str
    example: str
    result: float | tuple[float, ...]
    apply: Callable[..., Array]
    least: int = 1
    most: int | None = 1  # None: as many as you like
    reduces: bool = False
    paired: bool = False  # arguments come as weight, value, weight, value ...

    @property
    def name(self) -> str:
        """The word before the bracket."""
        return self.call.partition("(")[0]


def _below(limit: Array, *values: Array) -> Array:
    return sum((compare("<", value, limit) for value in values), np.zeros(()))


def _above(limit: Array, *values: Array) -> Array:
    return sum((compare(">", value, limit) for value in values), np.zeros(()))


def _between(x: Array, low: Array, high: Array) -> Array:
    return both(compare(">=", x, low), compare("<=", x, high))


def _clamp(x: Array, low: Array, high: Array) -> Array:
    return np.minimum(np.maximum(x, low), high)


def _default(x: Array, value: Array) -> Array:
    return np.where(np.isnan(x), value, x)


def _weigh(*weighted: Array) -> Array:
    return sum((weight * value for weight, value in zip(weighted[::2], weighted[1::2], strict=True)), np.zeros(()))


def _blend(*weighted: Array) -> Array:
    pairs = list(zip(weighted[::2], weighted[1::2], strict=True))
    total = sum((weight * np.nan_to_num(value) for weight, value in pairs), np.zeros(()))
    return total / sum((weight * ~np.isnan(value) for weight, value in pairs), np.zeros(()))


def _d_prime(p: Array) -> Array:
    from scipy.special import ndtri

    return np.asarray(np.sqrt(2.0) * ndtri(p))


_ELEMENTWISE = (
    Function("abs(a)", "a without its sign", "abs(a - b)", 20, np.abs),
    Function("sqrt(a)", "the square root; missing for a negative number", "sqrt(49)", 7, np.sqrt),
    Function(
        "min(a, b, ...)",
        "the smallest of them; missing if one is missing",
        "min(a, b)",
        70,
        lambda *values: reduce(np.minimum, values),
        2,
        None,
    ),
    Function(
        "max(a, b, ...)",
        "the largest of them; missing if one is missing",
        "max(a, gone)",
        MISSING,
        lambda *values: reduce(np.maximum, values),
        2,
        None,
    ),
    Function("clamp(a, low, high)", "a, kept between low and high", "clamp(a, 0, 50)", 50, _clamp, 3, 3),
    Function("between(a, low, high)", "1 where low <= a <= high, 0 elsewhere", "between(a, 60, 75)", 1, _between, 3, 3),
    Function(
        "below(limit, a, b, ...)",
        "how many of them are under the limit; missing if one is missing",
        "below(75, a, b)",
        1,
        _below,
        2,
        None,
    ),
    Function(
        "above(limit, a, b, ...)",
        "how many of them are over the limit; missing if one is missing",
        "above(60, a, b)",
        2,
        _above,
        2,
        None,
    ),
    Function(
        "known(a)",
        "1 where a has a value, 0 where it is missing",
        "known(x)",
        (1, 1, 0, 1),
        lambda a: (~np.isnan(a)).astype(np.float64),
    ),
    Function(
        "default(a, value)",
        "a, or the value where a is missing",
        "default(x, 0)",
        (80, 60, 0, 100),
        _default,
        2,
        2,
    ),
    Function(
        "first(a, b, ...)",
        "the first of them that has a value",
        "first(gone, a)",
        70,
        lambda *values: reduce(_default, values),
        2,
        None,
    ),
    Function(
        "weigh(weight, a, ...)",
        "the sum of weight times value, in pairs; missing if one is missing",
        "weigh(.6, a, .4, b)",
        78,
        _weigh,
        2,
        None,
        paired=True,
    ),
    Function(
        "blend(weight, a, ...)",
        "the weighted mean of those that have a value, in pairs",
        "blend(.6, a, .4, gone)",
        70,
        _blend,
        2,
        None,
        paired=True,
    ),
    Function("d_prime(p)", "sqrt(2) times the normal quantile of a share of right picks", "d_prime(.5)", 0, _d_prime),
)

_REDUCTIONS = (
    Function("mean(x)", "the mean", "mean(x)", 80, mean, reduces=True),
    Function(
        "share(condition)",
        "the share of items where the condition holds (0 to 1), among those where it is known",
        "share(x >= 80)",
        2 / 3,
        share,
        reduces=True,
    ),
    Function(
        "count(condition)",
        "how many items the condition holds for",
        "count(x >= 80)",
        2,
        count,
        reduces=True,
    ),
    Function("sum(x)", "the sum", 'sum(x, domain="TECH")', 140, sum_known, reduces=True),
    Function("n(x)", "how many items have a value", "n(x)", 3, present, reduces=True),
    Function("items()", "how many items there are", 'items(domain="NARR")', 2, items, 0, 0, reduces=True),
    Function("lowest(x)", "the smallest value", "lowest(x)", 60, lowest, reduces=True),
    Function("highest(x)", "the largest value", 'highest(x, domain="TECH")', 80, highest, reduces=True),
    Function("median(x)", "the middle value", "median(x)", 80, median, reduces=True),
    Function("sd(x)", "the standard deviation, with n-1; of one value missing", "sd(x)", 20, sd, reduces=True),
)

FUNCTIONS: MappingProxyType[str, Function] = MappingProxyType({f.name: f for f in _ELEMENTWISE + _REDUCTIONS})
