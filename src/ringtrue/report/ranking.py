"""Which items were weak, weakest first, and what is known about each."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import count
from math import inf
from typing import Any

_UNEVENTFUL = (None, "", "none")  # causes that say nothing went wrong


@dataclass(frozen=True, slots=True)
class Weak:
    """One weak item: its score and the column that score is from, where it has one."""

    item: Mapping[str, Any]
    score: float | None
    column: str


def weakest(
    items: Sequence[Mapping[str, Any]], rank_by: Iterable[str] = (), *, most: int | None = None
) -> tuple[list[Weak], int]:
    """Items that did not pass or have a cause, lowest score first, those without a score last.

    Where no item says whether it passed and none has a cause, every item with a score, lowest first. At most so many,
    and how many there are altogether.
    """
    counted = count()
    listed = (entry for entry, _ in zip(_weak(items, tuple(rank_by)), counted, strict=False))
    return nsmallest(len(items) if most is None else most, listed, key=_by_score), next(counted)


def _weak(items: Sequence[Mapping[str, Any]], columns: tuple[str, ...]) -> Iterator[Weak]:
    """The items to list, one by one: there may be very many."""
    told = any(item.get("passed") is not None or item.get("cause") not in _UNEVENTFUL for item in items)
    weak = (_scored(item, columns) for item in items if not told or _is_weak(item))
    return (entry for entry in weak if told or entry.score is not None)


def _by_score(entry: Weak) -> float:
    return inf if entry.score is None else entry.score


def columns_of(items: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """The columns any item has something in, id and kind first, the others in the order they come up."""
    found = dict.fromkeys(key for item in items for key, value in item.items() if value is not None)
    first = [name for name in ("id", "kind") if name in found]
    return (*first, *(name for name in found if name not in first))


def why(item: Mapping[str, Any]) -> str:
    """What is known about the reason: the cause with the dimension that shows it most, or why there is no score."""
    cause, primary = (str(item.get(key) or "") for key in ("cause", "primary"))
    known = f"{cause} ({primary})" if cause and primary else cause or primary
    return "; ".join(part for part in (known, str(item.get("unscored") or "")) if part)


def _is_weak(item: Mapping[str, Any]) -> bool:
    passed = item.get("passed")
    return (passed is not None and not passed) or item.get("cause") not in _UNEVENTFUL


def _scored(item: Mapping[str, Any], columns: Iterable[str]) -> Weak:
    for name in columns:
        value = item.get(name)
        if isinstance(value, int | float):
            return Weak(item, float(value), name)
    return Weak(item, None, "")
