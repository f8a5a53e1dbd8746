"""The values a formula is worked out on: columns and labels checked, brought into one form and lined up."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ringtrue.formula.error import FormulaError
from ringtrue.formula.reductions import Rows
from ringtrue.formula.truth import Labels, Value, as_labels
from ringtrue.formula.weights import Weights
from ringtrue.stats.arrays import Array

_COLUMN = (np.ndarray, list, tuple)
Given = ArrayLike | Sequence[float | str | None] | None  # None, alone or in a list, is missing


@dataclass(frozen=True, slots=True)
class Scope:
    """The used names with their values, and the rows that reductions run over."""

    values: Mapping[str, Value]
    rows: Rows

    @classmethod
    def of(
        cls, used: Collection[str], names: Mapping[str, Given], weights: Weights | None, tags: Mapping[str, Given]
    ) -> "Scope":
        """Read what a formula uses. Where it uses no column, the others may still say how many items there are."""
        values = {name: _read(name, names[name]) for name in sorted(used)}
        labels = {tag: _read_tag(tag, given) for tag, given in tags.items()}
        sizes = {f"tag '{tag}'": column.size for tag, column in labels.items()}
        sizes |= {f"'{name}'": value.shape[-1] for name, value in values.items() if is_per_item(value)}
        replicates = {f"'{name}'": value.shape[0] for name, value in values.items() if value.ndim == 2}
        if weights is not None:
            sizes = {"the weights": weights.table.shape[1]} | sizes
            replicates = {"the weights": weights.table.shape[0]} | replicates
        _agree(sizes, "items")
        _agree(replicates, "replicates")
        lengths = set(sizes.values()) or {len(given) for given in names.values() if isinstance(given, _COLUMN)}
        return cls(values, Rows(lengths.pop() if len(lengths) == 1 else None, weights, labels))

    def number(self, name: str) -> Array:
        """The name's value as numbers."""
        value = self.values[name]
        if value.dtype.kind == "U":
            raise FormulaError(f"'{name}' holds labels, not numbers", remedy=f'compare it: {name} == "..."')
        return value.astype(np.float64, copy=False)


def is_per_item(value: Value) -> bool:
    """Whether there is a value for each item: a column, or a table of replicates x items (not x 1)."""
    return value.ndim == 1 or (value.ndim == 2 and value.shape[-1] != 1)


def _agree(sizes: Mapping[str, int], of: str) -> None:
    first, *rest = sizes or [""]
    for other in rest:
        if sizes[other] != sizes[first]:
            raise FormulaError(f"{first} has {sizes[first]} {of} and {other} has {sizes[other]}")


def _read(name: str, given: Given) -> Value:
    array = given if isinstance(given, np.ndarray) else np.asarray(given, dtype=object)
    if array.ndim > 2:
        raise FormulaError(f"'{name}' has {array.ndim} axes", remedy="give a number, a column, or replicates x items")
    if array.dtype.kind == "U":
        return array
    if array.dtype.kind == "O" and _some_text(entries := array.ravel().tolist()):
        return _read_labels(name, entries).reshape(array.shape)
    try:
        numbers = array.astype(np.float64, copy=False) if array.dtype.kind in "biufO" else None
    except (TypeError, ValueError, OverflowError):  # a whole number can be too large to hold
        numbers = None
    if numbers is None or np.isinf(numbers).any():
        raise FormulaError(f"'{name}' holds something that is neither a finite number nor a label")
    return numbers


def _read_labels(name: str, entries: list[Any]) -> Labels:
    labels = ["" if entry is None or entry != entry else entry for entry in entries]  # a NaN differs from itself
    if not all(issubclass(kind, str) for kind in set(map(type, labels))):
        raise FormulaError(f"'{name}' mixes labels and numbers")
    return np.asarray(labels, dtype=np.str_)


def _some_text(entries: list[Any]) -> bool:
    return any(issubclass(kind, str) for kind in set(map(type, entries)))


def _read_tag(tag: str, given: Given) -> Labels:
    labels = as_labels(_read(tag, given))
    if labels.ndim != 1:
        raise FormulaError(f"tag '{tag}' needs one label for each item")
    return labels
