"""Tokenize a text once, with the place of every token, so that a passage keeps its capitals, marks and line breaks."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

Tokens = list[str]

# Scripts without blanks between words are read by the character; vowel signs, which Python takes for marks, belong
# to the letter before them.
UNSPACED = (
    "\u0e01-\u0e30\u0e40-\u0e46\u0e81-\u0eb0\u0ec0-\u0ec6\u1000-\u102a\u1780-\u17b3"
    "\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
)
_SIGNS = (
    "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963"
    "\u0981-\u0983\u09bc-\u09cd\u0a01-\u0a03\u0a3c-\u0a4d\u0a81-\u0a83\u0abc-\u0acd\u0b82\u0bbe-\u0bcd\u0c00-\u0c04"
    "\u0c3e-\u0c56\u0c81-\u0c83\u0cbc-\u0cd6\u0d00-\u0d03\u0d3b-\u0d4d\u0e31-\u0e3a\u0e47-\u0e4e\u0eb1-\u0ebc\u0ec8-\u0ecd"
    "\u102b-\u103e\u17b4-\u17d3"
)
_LETTERS = rf"(?:[^\W_{UNSPACED}]++[{_SIGNS}]*+)++"
_TOKEN = re.compile(rf"{_LETTERS}(?:'{_LETTERS})*+|[{UNSPACED}][{_SIGNS}]*+|[^\w\s]")
_BETWEEN = "\n\n"


@dataclass(frozen=True, slots=True)
class Text:
    """`tokens` are words and punctuation marks in lower case; `starts` are their places in `raw`."""

    raw: str
    tokens: Tokens
    starts: list[int]

    @classmethod
    def read(cls, raw: str) -> Self:
        """Find the tokens. Composed characters and straight apostrophes stand for their variants."""
        even = unicodedata.normalize("NFC", raw).replace("\u2019", "'")
        found = list(_TOKEN.finditer(even))
        return cls(even, [match[0].lower() for match in found], [match.start() for match in found])

    def __len__(self) -> int:
        """The number of tokens."""
        return len(self.tokens)

    def cut(self, first: int, last: int) -> Self:
        """The passage from token `first` up to, not including, token `last`."""
        starts = self.starts[first:last]
        begin = starts[0] if starts else 0
        end = self.starts[last] if last < len(self.starts) else len(self.raw)
        return type(self)(self.raw[begin:end], self.tokens[first:last], [start - begin for start in starts])


def joined(texts: Sequence[Text]) -> Text:
    """Several texts as one, a blank line between them."""
    tokens: Tokens = []
    starts: list[int] = []
    before = 0
    for text in texts:
        tokens += text.tokens
        starts += [before + start for start in text.starts]
        before += len(text.raw) + len(_BETWEEN)
    return Text(_BETWEEN.join(text.raw for text in texts), tokens, starts)


def word_count(text: Text) -> int:
    """How many words the text has, by its blanks or by its tokens, whichever are more: as a user would count."""
    return max(len(text.raw.split()), sum(token[0].isalnum() for token in text.tokens))


def has_word(text: Text) -> bool:
    """Whether there is more than marks."""
    return any(token[0].isalnum() for token in text.tokens)


# Texts cut into passages of one length, and a person's documents dealt into folds.


def passages(documents: Sequence[Text], length: int, most: int | None = None) -> list[Text]:
    """The documents, one after the other, cut into passages of `length` tokens.

    A rest of at least half the length counts as a passage. Where there are more than `most`, evenly spaced ones are
    taken, so that a long-winded impostor costs no more than a terse one.
    """
    run = joined(documents)
    starts = range(0, len(run), length)
    if starts and len(run) - starts[-1] < (length + 1) // 2:
        starts = starts[:-1]
    if most is not None and len(starts) > most:
        return [run.cut(start, start + length) for start in (starts[(i * len(starts)) // most] for i in range(most))]
    return [run.cut(start, start + length) for start in starts]


def folds(documents: Sequence[Text], most: int, shortest: int) -> list[list[Text]]:
    """Whole documents in at most `most` runs of about the same number of tokens, in the order given.

    Neighbours stay together because they often come from one occasion. Fewer than three documents are first cut into
    pieces of `shortest` tokens: holding out a piece is weaker than holding out a document, but there is no other.
    """
    pieces = [document for document in documents if len(document)]
    if len(pieces) < 3:
        starts = ((document, start) for document in pieces for start in range(0, len(document), shortest))
        pieces = [document.cut(start, start + shortest) for document, start in starts]
    total = sum(map(len, pieces))
    parts: list[list[Text]] = [[] for _ in range(most)]
    before = 0
    for piece in pieces:
        middle = before + len(piece) / 2
        parts[min(most - 1, int(most * middle / total))].append(piece)
        before += len(piece)
    return [part for part in parts if part]
