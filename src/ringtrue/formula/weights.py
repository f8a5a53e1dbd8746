"""How often each replicate drew each item: checked once, whichever formulas are then worked out on them."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ringtrue.formula.error import FormulaError
from ringtrue.stats.arrays import Array


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
