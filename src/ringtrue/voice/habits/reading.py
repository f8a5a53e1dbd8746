"""A text read once: its words, sentences and paragraphs with their places, for every habit to count on."""

import re
from collections import Counter
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ringtrue.voice.habits.language import Language, language_of
from ringtrue.voice.habits.sentences import Span, sentences

Places = NDArray[np.int64]

# Scripts written without blanks count by the character; vowel signs, which Python takes for marks, belong to words.
_UNSPACED = "\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_SIGNS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff\u0e31-\u0e4e"
_LETTERS = rf"(?:[^\W_{_UNSPACED}]++|[{_SIGNS}]++)++"
_WORD = re.compile(rf"{_LETTERS}(?:['’]{_LETTERS})*+|[{_UNSPACED}]")
_PARAGRAPH = re.compile(r"\n\s*?\n\s*+")


class Reading:
    """One text with what habits count on, each found when first asked for.

    `words` are in lower case with straight apostrophes; `starts` and `ends` are their places in the text. `firsts`
    holds the number of each sentence's first word, and the number of words last. Sentences without a word are left
    out.
    """

    def __init__(self, text: str, language: Language | None = None) -> None:
        """`language` says which word lists to use where it is known; otherwise the text's own words decide."""
        self.text = text
        found = [(match.start(), match.end()) for match in _WORD.finditer(text)]
        places: Places = np.array(found, dtype=np.int64).reshape(-1, 2)
        self.starts, self.ends = places[:, 0], places[:, 1]
        even = text.replace("’", "'")
        self.words = [even[start:end].lower() for start, end in found]
        self._language = language

    @cached_property
    def language(self) -> Language | None:
        """The language whose word lists apply, or None where none does; may be set where more is known."""
        return self._language or language_of(self.words)

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each word stands in the text."""
        return Counter(self.words)

    @cached_property
    def pairs(self) -> Counter[tuple[str, str]]:
        """How often two words stand side by side."""
        return Counter(zip(self.words, self.words[1:], strict=False))

    @cached_property
    def sentences(self) -> list[Span]:
        """Start and end of every sentence that holds a word."""
        return [span for span, length in zip(self._all, self._lengths, strict=True) if length]

    @cached_property
    def lengths(self) -> Places:
        """Words in each sentence."""
        return self._lengths[self._lengths > 0]

    @cached_property
    def firsts(self) -> Places:
        """The number of each sentence's first word, then the number of words."""
        return np.concatenate([[0], np.cumsum(self.lengths)])

    @cached_property
    def paragraphs(self) -> Places:
        """Words in each paragraph that holds one."""
        breaks = [match.end() for match in _PARAGRAPH.finditer(self.text)]
        cuts = np.searchsorted(self.starts, [0, *breaks, len(self.text)])
        sizes = np.diff(cuts)
        return sizes[sizes > 0]

    @cached_property
    def _all(self) -> list[Span]:
        return sentences(self.text)

    @cached_property
    def _lengths(self) -> Places:
        begins = np.array([start for start, _ in self._all], dtype=np.int64)
        begins[:1] = 0
        return np.diff(np.searchsorted(self.starts, [*begins, len(self.text) + 1]))
