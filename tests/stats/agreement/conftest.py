"""Published rating tables that several agreement statistics are checked against."""

import numpy as np
import pytest
from numpy.typing import NDArray

Matrix = NDArray[np.float64]
_ = np.nan


@pytest.fixture
def four_observers() -> Matrix:
    """Krippendorff 2011, example C, 12 units x 4 observers; also Gwet's 12 x 4 example (irrCAC cac.raw4raters)."""
    rows = [
        [1, 1, _, 1],
        [2, 2, 3, 2],
        [3, 3, 3, 3],
        [3, 3, 3, 3],
        [2, 2, 2, 2],
        [1, 2, 3, 4],
        [4, 4, 4, 4],
        [1, 1, 2, 1],
        [2, 2, 2, 2],
        [_, 5, 5, 5],
        [_, _, 1, 1],
        [_, _, 3, _],
    ]
    return np.array(rows, dtype=np.float64)


@pytest.fixture
def six_targets() -> Matrix:
    """Shrout & Fleiss 1979, table 2: 6 targets x 4 judges."""
    rows = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    return np.array(rows, dtype=np.float64)


@pytest.fixture
def abstractors() -> Matrix:
    """Gwet's 100 items x 2 abstractors in 3 categories (irrCAC cont3x3abstractors), written out item by item."""
    table = np.array([[13, 0, 0], [0, 20, 7], [0, 4, 56]])
    first, second = np.indices(table.shape)
    return np.column_stack([np.repeat(side.ravel(), table.ravel()) for side in (first, second)]).astype(np.float64)
