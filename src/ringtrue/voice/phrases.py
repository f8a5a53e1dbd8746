"""Words and marks, and neighbouring pairs of them, as grams."""

from collections.abc import Iterable

import numpy as np

from ringtrue.voice.counts import Codes
from ringtrue.voice.texts import Tokens

_WORD_BITS = 31


class Phrases:
    """A word's code is its number; a pair's is (left + 1) * 2^31 + right. Words never seen have none."""

    def __init__(self, words: Iterable[str]) -> None:
        """Number the words in the order given."""
        self._words = tuple(dict.fromkeys(words))
        self._number = {word: number for number, word in enumerate(self._words)}

    def __call__(self, tokens: Tokens) -> Codes:
        """Words first, then pairs."""
        number = self._number.get
        found = np.array([number(token, -1) for token in tokens], dtype=np.int64)
        known = found >= 0
        return np.concatenate([found[known], pair_codes(found[:-1], found[1:])[known[:-1] & known[1:]]])

    def name(self, code: int) -> str:
        """The word, or the pair with a blank between."""
        left, right = divmod(code, 1 << _WORD_BITS)
        return f"{self._words[left - 1]} {self._words[right]}" if left else self._words[right]


def single_words(codes: Codes) -> Codes:
    """The codes that are single words: they come before all pairs."""
    return codes[: np.searchsorted(codes, 1 << _WORD_BITS)]


def pair_codes(left: Codes, right: Codes) -> Codes:
    """The codes of neighbouring words with these numbers."""
    return ((left.astype(np.int64) + 1) << _WORD_BITS) | right.astype(np.int64)
