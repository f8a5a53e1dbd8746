"""Texts cut into passages of one length, and a person's documents dealt into folds."""

from collections.abc import Sequence

from ringtrue.voice.texts import Text, joined


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
