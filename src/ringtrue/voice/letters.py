"""Runs of five characters as grams, of the tokens as they stand or with rare words masked."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ringtrue.voice.counts import Codes
from ringtrue.voice.mask import DIGIT, LETTER, Mask
from ringtrue.voice.texts import Tokens

LENGTH = 5
_CHARACTER_BITS = 12
_MOST_CHARACTERS = (1 << _CHARACTER_BITS) - 1  # 0 stands for a character never seen


class LetterRuns:
    """A run's code is its characters' numbers side by side; runs cross words, single blanks between the tokens."""

    def __init__(self, alphabet: Iterable[str], mask: Mask | None = None) -> None:
        """`alphabet` are the characters that count; a huge one is cut, its remaining characters taken as one."""
        points = sorted(map(ord, {*alphabet, " ", LETTER, DIGIT}))[:_MOST_CHARACTERS]
        self._alphabet = np.array(points, dtype=np.uint32)
        self._mask = mask

    def __call__(self, tokens: Tokens) -> Codes:
        """Every run of the text."""
        return self.runs(f" {' '.join(self._mask(tokens) if self._mask else tokens)} ")

    def runs(self, line: str) -> Codes:
        """Every run of the line as it stands."""
        number = self._numbers(line)
        runs = max(number.size - LENGTH + 1, 0)
        codes = np.zeros(runs, dtype=np.int64)
        for step in range(LENGTH):
            codes = (codes << _CHARACTER_BITS) | number[step : step + runs]
        return codes

    def _numbers(self, line: str) -> NDArray[np.int64]:
        points = np.frombuffer(line.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
        place = np.minimum(np.searchsorted(self._alphabet, points), self._alphabet.size - 1)
        return np.where(self._alphabet[place] == points, place + 1, 0).astype(np.int64)
