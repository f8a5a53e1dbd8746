"""A statistic: how near each recall of a conversation comes to the anchor, and to what was offered in its place.

It reads nothing but the texts, knows no speaker, and enters no score.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ringtrue.voice.embedding.backend import Backend, has_words, paired_cosines
from ringtrue.voice.embedding.tfidf import Tfidf


@dataclass(frozen=True, slots=True)
class Recall:
    """One answer that should give an opening answer again; `decoys` is what was offered in its place before it."""

    item: str
    session: str
    place: int
    text: str
    anchor: str
    decoys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RecallSimilarity:
    """The cosine with the anchor, and with the nearest decoy, where there was one."""

    recall: Recall
    anchor: float
    decoy: float | None


def recall_similarities(recalls: Sequence[Recall], backend: Backend | None = None) -> list[RecallSimilarity]:
    """The similarity of every recall that has words; all texts are embedded together, so that they can be compared."""
    import numpy as np

    usable = [one for one in recalls if has_words(one.text) and has_words(one.anchor)]
    if not usable:
        return []
    texts: dict[str, int] = {}
    left: list[int] = []
    right: list[int] = []
    for one in usable:
        for other in (one.anchor, *filter(has_words, one.decoys)):
            left.append(texts.setdefault(one.text, len(texts)))
            right.append(texts.setdefault(other, len(texts)))
    vectors = (backend or Tfidf()).embed(list(texts))
    cosines = iter(paired_cosines(vectors, np.array(left), np.array(right)).tolist())
    found = []
    for one in usable:
        anchor = next(cosines)
        decoys = [next(cosines) for _ in filter(has_words, one.decoys)]
        found.append(RecallSimilarity(one, anchor, max(decoys, default=None)))
    return found
