"""Texts as tokens, and tokens as passages of one length."""

import re
from collections.abc import Sequence

Tokens = list[str]

_TOKEN = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[^\w\s]")


def tokens(text: str) -> Tokens:
    """Words and punctuation marks in lower case; curly apostrophes count as straight ones."""
    return _TOKEN.findall(text.lower().replace("\u2019", "'"))


def word_count(read: Sequence[str]) -> int:
    """How many of the tokens are words."""
    return sum(token[0].isalnum() for token in read)


def passages(documents: Sequence[Tokens], length: int, most: int | None = None) -> list[Tokens]:
    """The documents, one after the other, cut into passages of `length` tokens.

    A rest of at least half the length counts as a passage. Where there are more than `most`, evenly spaced ones are
    taken, so that a long-winded impostor costs no more than a terse one.
    """
    run = [token for document in documents for token in document]
    cut = [run[start : start + length] for start in range(0, len(run), length)]
    if cut and len(cut[-1]) < (length + 1) // 2:
        cut.pop()
    if most is None or len(cut) <= most:
        return cut
    return [cut[(i * len(cut)) // most] for i in range(most)]


def folds(documents: Sequence[Tokens], most: int, shortest: int) -> list[list[Tokens]]:
    """Whole documents in at most `most` runs of about the same number of tokens, in the order given.

    Neighbours stay together because they often come from one occasion. Fewer than three documents are first cut into
    pieces of `shortest` tokens: holding out a piece is weaker than holding out a document, but there is no other.
    """
    pieces = [document for document in documents if document]
    if len(pieces) < 3:
        starts = ((document, start) for document in pieces for start in range(0, len(document), shortest))
        pieces = [document[start : start + shortest] for document, start in starts]
    total = sum(map(len, pieces))
    parts: list[list[Tokens]] = [[] for _ in range(most)]
    before = 0
    for piece in pieces:
        middle = before + len(piece) / 2
        parts[min(most - 1, int(most * middle / total))].append(piece)
        before += len(piece)
    return [part for part in parts if part]
