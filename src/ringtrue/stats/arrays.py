"""Turn what callers hand in (lists, arrays, NaN for missing) into checked float arrays."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]


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


def _without_infinities(array: Array, name: str) -> Array:
    if np.isinf(array).any():
        raise ValueError(f"{name} holds an infinite number")
    return array
