"""Many short texts in one block: sixteen bytes each, where a list of them takes some seventy."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

_PIECE = 4096

Block = NDArray[Any]


class Names(Sequence[str]):
    """A list of texts that may be long and does not change."""

    def __init__(self, block: Block) -> None:
        """Take a block of texts, as `NamesToBe` makes it."""
        self._block = block

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...
    def __getitem__(self, place: int | slice) -> str | Sequence[str]:
        """One of them, or some as a list."""
        found: str | Sequence[str] = self._block[place].tolist() if isinstance(place, slice) else self._block[place]
        return found

    def __len__(self) -> int:
        """How many there are."""
        return len(self._block)

    def __iter__(self) -> Iterator[str]:
        """One after the other, made as they are asked for."""
        for first in range(0, len(self), _PIECE):
            yield from self._block[first : first + _PIECE].tolist()

    def __eq__(self, other: object) -> bool:
        """Whether the other has the same texts."""
        return isinstance(other, Names) and np.array_equal(self._block, other._block)

    def __hash__(self) -> int:
        """One for all of this length: nobody looks them up."""
        return hash(len(self))

    def order(self) -> NDArray[np.intp] | None:
        """The places that put them in order, None where they are."""
        if bool((self._block[:-1] <= self._block[1:]).all()):
            return None
        return np.argsort(self._block, kind="stable")

    def taken(self, places: NDArray[np.intp]) -> "Names":
        """Those at these places."""
        return Names(self._block[places])

    def place(self, text: str) -> int | None:
        """Where a text is in a list that is in order, None where it is not."""
        found = bisect_left(self._block, text)
        return found if found < len(self._block) and self._block[found] == text else None


class NamesToBe:
    """Takes texts one by one."""

    def __init__(self) -> None:
        """None yet."""
        self._blocks: list[Block] = []
        self._some: list[str] = []

    def append(self, text: str) -> None:
        """One more."""
        self._some.append(text)
        if len(self._some) == _PIECE:
            self._gather()

    def made(self) -> Names:
        """All of them."""
        if self._some or not self._blocks:
            self._gather()
        return Names(self._blocks[0] if len(self._blocks) == 1 else np.concatenate(self._blocks))

    def _gather(self) -> None:
        try:
            # NumPy compares its texts only up to a NUL.
            kind = object if any("\0" in text for text in self._some) else np.dtypes.StringDType()
            block = np.array(self._some, dtype=kind)
        except UnicodeEncodeError:  # half a surrogate pair: no UTF-8, but no reason not to score it
            block = np.array(self._some, dtype=object)
        self._blocks.append(block)
        self._some = []
