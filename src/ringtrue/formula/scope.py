"""The values a formula is worked out on: columns and labels checked, brought into one form and lined up."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ringtrue.formula.functions import FormulaError, Labels, Rows, Tag, Value, Weights, as_labels
from ringtrue.stats.arrays import Array

_COLUMN = (np.ndarray, list, tuple)
_LABEL_OR_NONE = frozenset({str, type(None)})
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
        drawn = () if weights is None else weights.table.shape
        sizes = {*drawn[1:], *(column.size for column in labels.values())}
        sizes.update(value.shape[-1] for value in values.values() if is_per_item(value))
        replicates = {*drawn[:1], *(value.shape[0] for value in values.values() if value.ndim == 2)}
        if len(sizes) > 1 or len(replicates) > 1:
            raise _disagreement(values, labels, drawn)
        lengths = sizes or {len(given) for given in names.values() if isinstance(given, _COLUMN)}
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


def _disagreement(values: Mapping[str, Value], labels: Mapping[str, Tag], drawn: tuple[int, ...]) -> FormulaError:
    """Which two are not of one length."""
    sizes = {"the weights": drawn[1]} if drawn else {}
    sizes |= {f"tag '{tag}'": column.size for tag, column in labels.items()}
    sizes |= {f"'{name}'": value.shape[-1] for name, value in values.items() if is_per_item(value)}
    replicates = {"the weights": drawn[0]} if drawn else {}
    replicates |= {f"'{name}'": value.shape[0] for name, value in values.items() if value.ndim == 2}
    of, counts = ("items", sizes) if len(set(sizes.values())) > 1 else ("replicates", replicates)
    first = next(iter(counts))
    other = next(name for name, size in counts.items() if size != counts[first])
    return FormulaError(f"{first} has {counts[first]} {of} and {other} has {counts[other]}")


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


def _read_tag(tag: str, given: Given) -> Tag:
    if isinstance(given, np.ndarray) and _is_column_of_labels(given):
        return given  # it is only looked through, and a column of texts of one width is many times as large
    labels = as_labels(_read(tag, given))
    if labels.ndim != 1:
        raise FormulaError(f"tag '{tag}' needs one label for each item")
    return labels


def _is_column_of_labels(given: NDArray[Any]) -> bool:
    return given.dtype.kind == "O" and given.ndim == 1 and _LABEL_OR_NONE.issuperset(map(type, given.tolist()))
