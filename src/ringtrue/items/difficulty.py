"""How recognisable a real quote is by its wording alone, among other passages of the same person."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from statistics import mean
from typing import Literal

Level = Literal["easy", "medium", "hard"]

EASY_FROM = 20 / 30  # of 30 quotes the document wants 10 easy, 12 medium and 8 hard ones
HARD_BELOW = 8 / 30
_FEWEST = 8  # passages to compare a quote with
_MOST = 40
_SHORTEST = 10  # words; what is shorter has no wording to recognise
_STEP = 1.25  # quotes whose lengths differ by less than this are compared with the same passages
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Difficulty:
    """`share` of the person's own passages of that length are less recognisable than the quote; or why not told."""

    level: Level | None
    share: float | None = None
    reason: str | None = None


def quote_difficulty(
    quotes: Sequence[str], own: Sequence[str], others: Mapping[str, Sequence[str]] | None = None
) -> list[Difficulty]:
    """For each real quote, easy, medium or hard to recognise, before any clone has answered.

    The person's documents are halved; passages of each half are scored by an instrument that was fitted on the other,
    and a quote by the one that has not seen it. A quote that scores above two thirds of the passages of its length is
    easy, one below 8 of 30 hard, as the document splits them. It says how telling the wording is; raters also know
    what the person thinks, so observed accuracy by level is what to hold it against.
    """
    halves = _halves(own)
    if min(map(len, halves)) == 0:
        return [Difficulty(None, reason="the person's texts are too few to be halved")] * len(quotes)
    trial = _Trial(halves, others)
    groups: dict[int, list[int]] = defaultdict(list)
    for place, quote in enumerate(quotes):
        groups[_grid(len(_WORD.findall(quote)))].append(place)
    found: dict[int, Difficulty] = {}
    for length, places in groups.items():
        passages = trial.passages(length) if length >= _SHORTEST else []
        for place in places:
            found[place] = _placed(trial.score(quotes[place]), passages, length) if passages else _none(length)
    return [found[place] for place in range(len(quotes))]


class _Trial:
    """Two instruments, each blind to one half of the person's texts."""

    def __init__(self, halves: tuple[list[str], list[str]], others: Mapping[str, Sequence[str]] | None) -> None:
        from ringtrue.voice.voice import Voice

        self._halves = halves
        self._folded = tuple(_folded(" ".join(half)) for half in halves)
        self._blind = (Voice.fit(halves[1], others), Voice.fit(halves[0], others))

    def score(self, quote: str) -> float | None:
        """Log-odds by the instrument that has not seen the quote; the mean of both where neither or each has."""
        seen = [_folded(quote) in half for half in self._folded]
        sides = [0, 1] if seen[0] == seen[1] else [seen.index(True)]
        scores = [self._raw(side, quote) for side in sides]
        known = [score for score in scores if score is not None]
        return mean(known) if known else None

    def passages(self, length: int) -> list[float]:
        """Log-odds of the person's passages of so many words, each by the instrument that has not seen it."""
        found = [
            self._raw(side, passage)
            for side, half in enumerate(self._halves)
            for passage in _cut(half, length, _MOST // 2)
        ]
        return [score for score in found if score is not None]

    def _raw(self, side: int, text: str) -> float | None:
        return self._blind[side].score([text], gate=False, replicates=1).raw


def _placed(score: float | None, passages: Sequence[float], length: int) -> Difficulty:
    if score is None or len(passages) < _FEWEST:
        return _none(length)
    below = sum(passage < score for passage in passages) + sum(passage == score for passage in passages) / 2
    share = below / len(passages)
    return Difficulty("easy" if share >= EASY_FROM else "hard" if share < HARD_BELOW else "medium", share)


def _none(length: int) -> Difficulty:
    if length < _SHORTEST:
        return Difficulty(None, reason=f"a quote of fewer than {_SHORTEST} words has too little wording to recognise")
    return Difficulty(None, reason=f"the person's texts give fewer than {_FEWEST} passages of {length} words")


def _halves(own: Sequence[str]) -> tuple[list[str], list[str]]:
    """Every second document; one document alone is cut in the middle."""
    documents = [text for text in own if text.strip()]
    if len(documents) == 1:
        words = documents[0].split()
        documents = [" ".join(words[: len(words) // 2]), " ".join(words[len(words) // 2 :])]
    return documents[0::2], documents[1::2]


def _cut(documents: Sequence[str], length: int, most: int) -> list[str]:
    """Passages of so many words, evenly spaced where there are more than asked for."""
    words = [word for document in documents for word in document.split()]
    starts = range(0, len(words) - length + 1, length)
    chosen = starts if len(starts) <= most else [starts[place * len(starts) // most] for place in range(most)]
    return [" ".join(words[start : start + length]) for start in chosen]


def _grid(words: int) -> int:
    """The length a quote is compared at."""
    return words if words < _SHORTEST else round(_SHORTEST * _STEP ** round(log(words / _SHORTEST, _STEP)))


def _folded(text: str) -> str:
    """A text by its words alone, so that white space and typographic marks make no difference."""
    return " ".join(_WORD.findall(text.lower()))
