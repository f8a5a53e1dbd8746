"""Validate arguments: turn what callers give (lists, arrays, NaN for missing) into checked float arrays."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Codes = NDArray[np.int64]  # 0, 1, 2 ... for items or raters in long form


def as_vector(values: ArrayLike, name: str = "values") -> Array:
    """A one-dimensional float array; NaN means missing, infinities are refused."""
    vector = np.asarray(values, dtype=np.float64)
    if vector.ndim != 1:
        raise ValueError(f"{name} must be one-dimensional, got shape {vector.shape}")
    return _without_infinities(vector, name)


def as_matrix(values: ArrayLike, name: str = "matrix") -> Array:
    """A two-dimensional float array, items x raters; NaN means missing, infinities are refused.

    A long frame with the columns item, rater and value, a row for each rating, becomes such an array.
    """
    matrix = _pivoted(values, name) if _is_long(values) else np.asarray(values, dtype=np.float64)
    if matrix.ndim != 2:
        raise ValueError(f"{name} must be two-dimensional (items x raters), got shape {matrix.shape}")
    return _without_infinities(matrix, name)


_LONG = ("item", "rater", "value")  # the columns of a long frame


def _is_long(values: object) -> bool:
    """Whether this is a frame (of pandas, polars and the like) of single ratings."""
    return set(_LONG) <= set(map(str, getattr(values, "columns", ())))


def _pivoted(frame: Any, name: str) -> Array:
    """The ratings of a long frame as items x raters, both in the order of their names."""
    items, rows = np.unique(np.asarray(frame["item"], dtype=str), return_inverse=True)
    raters, columns = np.unique(np.asarray(frame["rater"], dtype=str), return_inverse=True)
    matrix = np.full((items.size, raters.size), np.nan)
    cells = rows * raters.size + columns
    if np.unique(cells).size < cells.size:
        raise ValueError(f"{name} has two values of one rater for one item; choose one question and one speaker")
    matrix[rows, columns] = np.asarray(frame["value"], dtype=np.float64)
    return matrix


def as_codes(values: ArrayLike, size: int, name: str = "codes") -> Codes:
    """Whole numbers 0, 1, 2 ..., one for each of `size` ratings."""
    codes = np.asarray(values)
    if codes.shape != (size,) or not np.issubdtype(codes.dtype, np.integer) or (size and codes.min() < 0):
        raise ValueError(f"{name} must be {size} whole numbers from 0 on, got {codes.dtype} of shape {codes.shape}")
    return codes.astype(np.int64, copy=False)


def _without_infinities(array: Array, name: str) -> Array:
    if np.isinf(array).any():
        raise ValueError(f"{name} holds an infinite number")
    return array
