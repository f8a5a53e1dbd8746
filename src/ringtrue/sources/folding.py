"""Compare quoted words with a source the way a reader would: white space and typographic quotes do not count."""

import unicodedata
from bisect import bisect_right
from typing import NamedTuple

_QUOTES = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′ʼ´`‹›", "'"),
        **dict.fromkeys("“”„‟″«»「」", '"'),
        "\u00ad": None,  # soft hyphen and invisible marks: nobody can see whether they are there
        "\u200b": None,
        "\u2060": None,
        "\ufeff": None,
    }
)


class Lines(NamedTuple):
    """Where a text stands: first and last line, counted from 1."""

    first: int
    last: int


def folded(text: str) -> str:
    """The text with one space for any white space, straight quotes, and composed characters."""
    return " ".join(unicodedata.normalize("NFC", text).translate(_QUOTES).split())


class FoldedText:
    """A text folded once, in which quotes are looked up by line."""

    def __init__(self, text: str) -> None:
        """Fold line by line; empty lines leave nothing between their neighbours but a space."""
        self.lines = len(text.rstrip("\n").split("\n")) if text else 0
        self._starts: list[int] = []
        self._numbers: list[int] = []
        self._headings: dict[str, int] = {}
        pieces = []
        at = 0
        for number, line in enumerate(text.split("\n"), 1):
            piece = folded(line)
            if piece.startswith("#"):
                self._headings.setdefault(_heading(piece), number)
            if piece:
                self._starts.append(at)
                self._numbers.append(number)
                pieces.append(piece)
                at += len(piece) + 1
        self._text = " ".join(pieces)

    def where(self, quote: str, first: int = 1, last: int | None = None) -> Lines | None:
        """Where a quote stands within the given lines (all of them by default), or None; an empty one is nowhere."""
        words = folded(quote)
        start, end = self._offset(first), len(self._text) if last is None else self._offset(last + 1)
        at = self._text.find(words, start, end) if words else -1
        return None if at < 0 else Lines(self._line(at), self._line(at + len(words) - 1))

    def heading(self, words: str) -> int | None:
        """The line of a Markdown heading, spelt with spaces, hyphens or underscores."""
        return self._headings.get(_heading(words))

    def _offset(self, line: int) -> int:
        """Where the first text on or after a line begins."""
        index = bisect_right(self._numbers, line - 1)
        return self._starts[index] if index < len(self._starts) else len(self._text)

    def _line(self, offset: int) -> int:
        return self._numbers[bisect_right(self._starts, offset) - 1]


def _heading(words: str) -> str:
    return " ".join(words.strip("# ").replace("-", " ").replace("_", " ").casefold().split())
