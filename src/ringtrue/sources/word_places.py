"""Where the words of a text begin and end: found in one pass, so that counting them needs no look at the text."""

from array import array
from bisect import bisect_left, bisect_right

import numpy as np
from numpy.typing import NDArray

_SPACES = [code for code in range(0x3001) if chr(code).isspace()]  # there are none beyond
_IS_SPACE = np.zeros(0x3002, dtype=np.bool_)
_IS_SPACE[_SPACES] = True
_ASCII = bytes(_IS_SPACE[:256].astype(np.uint8))  # a table for bytes.translate, the quickest way there is


class WordPlaces:
    """The words of a text, as white space divides them."""

    def __init__(self, text: str) -> None:
        """Find them."""
        space = np.ones(len(text) + 2, dtype=np.bool_)
        space[1:-1] = _spaces(text)
        borders = np.flatnonzero(space[1:] != space[:-1]).astype(np.int32)  # by turns where a word begins and ends
        self._starts = array("i", borders[0::2].tobytes())
        self._ends = array("i", borders[1::2].tobytes())

    def between(self, start: int, end: int) -> int:
        """How many words stand between two positions, cut ones included."""
        return max(0, bisect_left(self._starts, end) - bisect_right(self._ends, start))

    def after(self, start: int, words: int) -> int | None:
        """Where the word behind so many words begins; None where there are no more."""
        number = bisect_right(self._ends, start) + words
        return self._starts[number] if number < len(self._starts) else None

    def before(self, start: int, end: int, words: int) -> int:
        """Just behind the word that stands before the last so many; the start where there are no more."""
        number = bisect_left(self._starts, end) - words - 1
        return start if number < bisect_right(self._ends, start) else self._ends[number] + 1


def _spaces(text: str) -> NDArray[np.bool_]:
    if text.isascii():
        return np.frombuffer(text.encode("ascii").translate(_ASCII), dtype=np.bool_)
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    found: NDArray[np.bool_] = _IS_SPACE[np.minimum(codes, 0x3001)]
    return found
