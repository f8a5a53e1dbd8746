"""The floor of coverage: how near a fact comes to texts that do not speak of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ringtrue.stats.arrays import Array
from ringtrue.voice.content.facts import Fact
from ringtrue.voice.content.sentences import Passage, passages
from ringtrue.voice.embedding.vectors import Vectors, cosine_blocks

CUT = 0.95  # share of floor values that a covered fact must leave behind
_FEWEST_VALUES = 20
_FEWEST_FACTS = 5
_SHUFFLED = 200
_MOST_BLOCKS = 20
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Floor:
    """Best similarities where there is nothing to find; `elsewhere` is each fact's own median in foreign replies."""

    values: Array
    elsewhere: Array | None
    source: str

    @property
    def cut(self) -> float:
        """What 95 in 100 of them stay below."""
        return float(np.quantile(self.values, CUT, method="weibull"))  # a further value exceeds it in 5 %

    @property
    def usual(self) -> float:
        """What half of them stay below."""
        return float(np.median(self.values))


class FloorPlan:
    """Which texts are to be embedded to measure the floor, decided before anything is embedded.

    Foreign replies are taken where they hold at least as many passages as the replies: a best match among more
    passages is higher, so equal numbers are compared. Otherwise the facts are shuffled: all their words, dealt out
    anew in the facts' lengths, are compared with the replies themselves.
    """

    def __init__(self, facts: Sequence[Fact], size: int, others: Sequence[str], seed: int) -> None:
        """`size` is the number of passages of the replies."""
        self._size = size
        foreign = sorted(passages(others), key=lambda passage: passage.reply)  # every set as mixed as the replies
        blocks = min(_MOST_BLOCKS, len(foreign) // size)
        self._by_others = blocks * len(facts) >= _FEWEST_VALUES
        self.refusal = ""
        if self._by_others:
            self.texts = [passage.text for passage in _evenly(foreign, blocks * size)]
        elif len(facts) >= _FEWEST_FACTS:
            self.texts = _shuffled(facts, seed)
        else:
            self.texts = []
            self.refusal = (
                f"no floor: {len(facts)} facts and {len(foreign)} passages of other people's replies; give at least "
                f"{_FEWEST_FACTS} facts, or about {-(-_FEWEST_VALUES // max(1, len(facts))) * size} foreign passages"
            )

    def measure(self, facts: Vectors, replies: Vectors, texts: Vectors) -> Floor:
        """The floor, from the rows of the facts, of the replies' passages and of `texts`."""
        if not self._by_others:
            best = np.concatenate([block.max(axis=1) for _, block in cosine_blocks(texts, replies)])
            return Floor(best, None, f"{best.size} facts shuffled from the words of these")
        starts = np.arange(0, texts.shape[0], self._size)
        best = np.concatenate([np.maximum.reduceat(block, starts, axis=1) for _, block in cosine_blocks(facts, texts)])
        source = f"{starts.size} sets of {self._size} passages of other people's replies"
        return Floor(best.ravel(), np.median(best, axis=1), source)


def _evenly(found: Sequence[Passage], number: int) -> list[Passage]:
    return [found[(i * len(found)) // number] for i in range(number)]


def _shuffled(facts: Sequence[Fact], seed: int) -> list[str]:
    rng = np.random.default_rng(seed)
    read = [_WORD.findall(fact.text) or [fact.text] for fact in facts]
    words = [word for fact in read for word in fact]
    ends = np.cumsum([len(fact) for fact in read])
    dealt: list[str] = []
    while len(dealt) < _SHUFFLED:
        mixed = [words[i] for i in rng.permutation(len(words))]
        dealt.extend(" ".join(mixed[end - len(fact) : end]) for fact, end in zip(read, ends, strict=True))
    return dealt
