"""Validate arguments: turn what callers give (lists, arrays, NaN for missing) into checked float arrays."""

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
    """A two-dimensional float array, items x raters; NaN means missing, infinities are refused."""
    matrix = np.asarray(values, dtype=np.float64)
    if matrix.ndim != 2:
        raise ValueError(f"{name} must be two-dimensional (items x raters), got shape {matrix.shape}")
    return _without_infinities(matrix, name)


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
