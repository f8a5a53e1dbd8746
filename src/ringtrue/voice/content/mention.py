"""Mention: how probable it is that replies speak of a fact, by shared words and a calibrated logistic.

A word counts by its rarity among the passages (idf), whole by its stem, or in part where another word looks like it.
"""

from collections.abc import Sequence

import numpy as np
from scipy import sparse
from scipy.special import expit

from ringtrue.stats.arrays import Array
from ringtrue.voice.content.sentences import SMALL_WORDS, stem, words

_RUN = 3  # characters of the runs by which two stems look alike
_ALIKE = 0.5  # Dice of their runs, below which two stems are different words

# Logistic of the mean of both coverages and of the nearest passage's place between what half and 95 % of facts reach
# where nobody speaks of them. Fitted on the decisions of the sample's scenarios and on the answers of a clone that took
# them (benchmarks/facts.py --fit); its reliability is reported on other items.
_OFFSET = -1.05
_COVERED = 2.11
_NEAREST = 0.77
_HIGHEST = 4.0  # a place beyond this is as good as this


def coverages(facts: Sequence[str], passages: Sequence[str]) -> tuple[Array, Array]:
    """For each fact the highest share of its words, weighted by rarity, that one passage has: by stem, and softly."""
    read = [sorted(_stems(text)) for text in passages]
    column = {word: place for place, word in enumerate(sorted({word for found in read for word in found}))}
    member = _members(read, column)
    rarity = np.log((2.0 + len(read)) / (1.0 + np.asarray(member.sum(axis=0)).ravel()))
    unseen = float(np.log(2.0 + len(read)))
    runs_of_columns = _runs(list(column))
    hard, soft = np.zeros(len(facts)), np.zeros(len(facts))
    for number, fact in enumerate(facts):
        said = sorted(_stems(fact))
        weight = np.array([rarity[column[word]] if word in column else unseen for word in said])
        if not weight.sum() > 0:
            continue
        found = [_in_passages(word, column, member, runs_of_columns) for word in said]
        whole, partly = (np.array([pair[kind] for pair in found]) for kind in (0, 1))
        hard[number] = float((weight @ whole).max() / weight.sum())
        soft[number] = float((weight @ partly).max() / weight.sum())
    return hard, soft


def probability(hard: Array, soft: Array, nearest: Array) -> Array:
    """How probable it is that a fact is spoken of, where as many facts are as are not.

    `nearest` is 0 at the similarity that half of the facts reach where nobody speaks of them, and 1 at that which only
    5 % reach.
    """
    near = np.clip(nearest, 0.0, _HIGHEST)
    return np.asarray(expit(_OFFSET + _COVERED * (hard + soft) / 2 + _NEAREST * near))


def _stems(text: str) -> set[str]:
    found = {stem(word) for word in words(text) if word[0].isalnum() and word not in SMALL_WORDS}
    return found or {stem(word) for word in words(text)}


def _members(read: Sequence[Sequence[str]], column: dict[str, int]) -> sparse.csc_array:
    """passages x stems, 1 where the passage has the stem."""
    rows = np.repeat(np.arange(len(read)), [len(found) for found in read])
    columns = np.array([column[word] for found in read for word in found], dtype=np.int64)
    return sparse.csc_array((np.ones(columns.size), (rows, columns)), shape=(len(read), max(len(column), 1)))


def _runs(stems: Sequence[str]) -> list[frozenset[str]]:
    marked = (f" {one} " for one in stems)
    return [frozenset(one[start : start + _RUN] for start in range(max(1, len(one) - _RUN + 1))) for one in marked]


def _in_passages(
    word: str, column: dict[str, int], member: sparse.csc_array, runs: Sequence[frozenset[str]]
) -> tuple[Array, Array]:
    """For each passage whether it has the stem, and how much its nearest stem looks like it."""
    whole = np.zeros(member.shape[0])
    if word in column:
        whole = np.asarray(member[:, [column[word]]].toarray()).ravel()
    mine = _runs([word])[0]
    alike = [(place, 2 * len(mine & other) / (len(mine) + len(other))) for place, other in enumerate(runs)]
    near = [(place, share) for place, share in alike if share >= _ALIKE]
    partly = whole.copy()
    for place, share in near:
        partly = np.maximum(partly, share * np.asarray(member[:, [place]].toarray()).ravel())
    return whole, partly
