"""Rows that are made when they are asked for: a hundred thousand of them take no more memory than some."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, overload

from ringtrue.terms.sealed import sealed

Row = Mapping[str, Any]


_BLOCK = 500
_KEPT = 2000  # rows that are kept once they were made: a few are asked for again and again, and take a megabyte or two


class Rows(Sequence[Row]):
    """A list of so many read-only rows; equal to any list of equal rows. Where there are few, they are made once."""

    def __init__(self, count: int, make: Callable[[int, int], Iterable[Row]]) -> None:
        """`make` gives the rows from one place up to another, the same ones whenever it is asked."""
        self._count = count
        self._make = make
        self._kept: tuple[Row, ...] | None = None

    def __len__(self) -> int:
        """How many there are."""
        return self._count

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Row]: ...
    def __getitem__(self, place: int | slice) -> Row | Sequence[Row]:
        """The row at a place, or some of them."""
        if self._kept is not None:
            return self._kept[place]
        chosen = range(self._count)[place]
        if isinstance(chosen, int):
            return next(self._between(chosen, chosen + 1))
        if chosen.step == 1:
            return tuple(self._between(chosen.start, max(chosen.start, chosen.stop)))
        return tuple(next(self._between(one, one + 1)) for one in chosen)

    def __iter__(self) -> Iterator[Row]:
        """One after the other, made some hundreds at a time."""
        if self._kept is None and self._count <= _KEPT:
            self._kept = tuple(self._between(0, self._count))
        if self._kept is not None:
            yield from self._kept
            return
        for first in range(0, self._count, _BLOCK):
            yield from self._between(first, min(first + _BLOCK, self._count))

    def _between(self, first: int, last: int) -> Iterator[Row]:
        return map(sealed, self._make(first, last))

    def __eq__(self, other: object) -> bool:
        """Whether the other list has the same rows."""
        if not isinstance(other, Sequence) or isinstance(other, str) or len(other) != self._count:
            return False
        return all(one == another for one, another in zip(self, other, strict=True))

    def __hash__(self) -> int:
        """Rows are tables, which have no hash."""
        raise TypeError("rows cannot be hashed")

    def __repr__(self) -> str:
        """How many there are."""
        return f"Rows({self._count})"


def with_more(rows: Sequence[Row], more: Callable[[Row], Row]) -> Rows:
    """The same rows, each with what `more` says about it."""
    return Rows(len(rows), lambda first, last: ({**row, **more(row)} for row in rows[first:last]))
