"""Three-valued logic on arrays: 1 holds, 0 does not, NaN is unknown (Kleene's strong logic)."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from ringtrue.formula.error import FormulaError
from ringtrue.stats.arrays import Array

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
