"""Two series as complete pairs: what every correlation needs to know before it is computed."""

import numpy as np
from numpy.typing import ArrayLike

from ringtrue.stats.arrays import Array, as_vector

EXPLORATORY_BELOW = 30  # pairs: fewer than this and the interval of r is too wide to decide anything
_ON_A_LINE = 1e-12  # distance of |r| from 1 that rounding alone can make


def complete_pairs(x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    """The pairs of which both values are known; series of different length are refused."""
    first, second = as_vector(x, "x"), as_vector(y, "y")
    if first.size != second.size:
        raise ValueError(f"x and y must be equally long, got {first.size} and {second.size}")
    known = ~(np.isnan(first) | np.isnan(second))
    return first[known], second[known]


def why_no_correlation(x: Array, y: Array) -> str | None:
    """The reason why these complete pairs have no correlation, or None if they have one."""
    if x.size < 3:
        return f"{x.size} complete pairs; a correlation needs at least three"
    constant = [name for name, values in (("x", x), ("y", y)) if values.min() == values.max()]
    return f"all values of {' and of '.join(constant)} are equal" if constant else None


def unit_length(values: Array) -> Array:
    """The values centred and scaled to length one, so that the product of two such series is their correlation.

    They are divided by the largest first: squares of very small or very large numbers would leave the float range.
    """
    scaled = values / np.abs(values).max()
    centred = scaled - scaled.mean()
    centred /= np.abs(centred).max()
    unit: Array = centred / np.sqrt(centred @ centred)
    return unit


def product_moment(x: Array, y: Array) -> float:
    """The correlation of two series that have one, never outside [-1, 1]; points on a line give exactly ±1."""
    r = float(unit_length(x) @ unit_length(y))
    return float(np.sign(r)) if abs(r) > 1.0 - _ON_A_LINE else r


def stamp(n: int) -> str:
    """What the method line ends with: a warning under thirty pairs, nothing otherwise."""
    return f"; exploratory (under {EXPLORATORY_BELOW} pairs)" if n < EXPLORATORY_BELOW else ""


def why_no_interval(r: float, n: int) -> str | None:
    """The reason why a correlation of n pairs has no interval, or None if it has one."""
    if n < 4:
        return "an interval needs at least four pairs"
    if abs(r) == 1.0:
        return "the pairs are in perfect order, where an interval cannot be estimated"
    return None


def transformed_interval(r: float, standard_error: float, z: float) -> tuple[float, float]:
    """Bounds of r that are symmetric on Fisher's scale, artanh r ± z standard errors."""
    centre = np.arctanh(r)
    return float(np.tanh(centre - z * standard_error)), float(np.tanh(centre + z * standard_error))
