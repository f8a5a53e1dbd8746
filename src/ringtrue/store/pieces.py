"""Cut a stream into lists, so that a million rows pass through a small memory."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


def pieces(rows: Iterable[T], size: int) -> Iterator[list[T]]:
    """The rows in lists of `size`, the last one shorter."""
    if size < 1:
        raise ValueError(f"a piece holds at least one row, got {size}")
    stream = iter(rows)
    while piece := list(islice(stream, size)):
        yield piece
