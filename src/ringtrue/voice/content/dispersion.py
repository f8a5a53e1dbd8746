"""Dispersion: how varied replies are in content, compared with the person's own texts."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from statistics import median

import numpy as np
from scipy import sparse
from scipy.special import stdtrit

from ringtrue.stats.arrays import Array
from ringtrue.terms.result import Estimate
from ringtrue.voice.embedding.backend import Backend, Sparse, Vectors

FEWEST = 3
_SHORTEST, _LONGEST = 10, 200  # words in the passages compared


@dataclass(frozen=True, slots=True)
class Dispersion:
    """Mean distance (1 - cosine) between two texts, for the replies and for the person's own, and their ratio.

    A ratio under 1: the replies say fewer different things than the person; over 1: they wander more.
    """

    replies: Estimate
    own: Estimate
    ratio: Estimate


@dataclass(frozen=True, slots=True)
class _Spread:
    """A mean distance and its standard error; texts are the unit."""

    value: float
    error: float
    texts: int


def measure_dispersion(
    replies: Sequence[str], own: Sequence[str], backend: Backend, *, level: float = 0.95
) -> Dispersion:
    """Do the replies differ from each other as much as the person's own texts do?

    Result: mean of 1 - cosine over all pairs of passages from different texts, through sums of vectors (linear time);
    the ratio replies / own with an interval on the log scale; standard errors by leaving out one text at a time.
    Both sides are cut into passages of one length, because short texts are always farther apart than long ones.
    Not for: replies to one prompt against texts on many; variety of prompts is variety of replies.
    """
    if isinstance(replies, str) or isinstance(own, str):
        raise ValueError("replies and own texts must be lists of texts, not one text")
    sides = [[words for text in texts if (words := text.split())] for texts in (replies, own)]
    if min(map(len, sides)) < FEWEST:
        return _refused(sides, backend.name)
    length = _length(sides)
    cut = [[_passages(words, length) for words in side] for side in sides]
    cut = [[pieces for pieces in side if pieces] for side in cut]
    if min(map(len, cut)) < FEWEST:
        return _refused(cut, backend.name)
    vectors = backend.embed([piece for side in cut for pieces in side for piece in pieces])
    middle = sum(map(len, cut[0]))
    by = f"mean distance of passages of {length} words from different texts, 1 - cosine by {backend.name}"
    said = _spread(vectors[:middle], [len(pieces) for pieces in cut[0]])
    wrote = _spread(vectors[middle:], [len(pieces) for pieces in cut[1]])
    return Dispersion(_estimate(said, by, level), _estimate(wrote, by, level), _ratio(said, wrote, by, level))


def _length(sides: Sequence[Sequence[Sequence[str]]]) -> int:
    typical = min(median(map(len, side)) for side in sides)
    return int(min(max(typical, _SHORTEST), _LONGEST))


def _passages(words: Sequence[str], length: int) -> list[str]:
    """Passages of `length` words; a rest of at least half the length counts."""
    pieces = [words[start : start + length] for start in range(0, len(words), length)]
    joined = [" ".join(piece) for piece in pieces if 2 * len(piece) >= length]
    return [piece for piece in joined if any(character.isalnum() for character in piece)]


def _spread(vectors: Vectors, sizes: Sequence[int]) -> _Spread:
    """Mean over pairs of rows from different texts, and its jackknife error.

    With S the sum of all rows and s_t those of text t, the products over such pairs sum to |S|² - Σ|s_t|², and without
    text t to |S|² - 2 S·s_t + |s_t|² - (Σ|s_u|² - |s_t|²): one pass, no pairs.
    """
    number = np.array(sizes, dtype=np.float64)
    belongs = sparse.csr_array((np.ones(sum(sizes)), (np.repeat(np.arange(len(sizes)), sizes), np.arange(sum(sizes)))))
    dense = not isinstance(vectors, Sparse)
    sums: Vectors = np.asarray(belongs @ vectors) if dense else Sparse(belongs @ vectors)
    whole = np.asarray(np.ones(len(sizes)) @ sums)
    with_whole = np.asarray(sums @ whole).ravel()
    square = _squares(sums)
    products, pairs = float(whole @ whole) - square.sum(), number.sum() ** 2 - (number**2).sum()
    left_products = products - 2.0 * with_whole + 2.0 * square
    left_pairs = pairs - 2.0 * number * number.sum() + 2.0 * number**2
    without = 1.0 - left_products / left_pairs
    texts = len(sizes)
    error = sqrt((texts - 1) / texts * float(((without - without.mean()) ** 2).sum()))
    return _Spread(max(0.0, 1.0 - products / pairs), error, texts)


def _squares(rows: Vectors) -> Array:
    if isinstance(rows, Sparse):
        return np.asarray(rows.multiply(rows).sum(axis=1), dtype=np.float64)
    return np.asarray(np.einsum("ij,ij->i", rows, rows))


def _estimate(side: _Spread, by: str, level: float) -> Estimate:
    half = _reach(side.texts, level) * side.error
    method = f"{by}; jackknife over texts"
    return Estimate(side.value, max(0.0, side.value - half), side.value + half, side.texts, method, level=level)


def _ratio(replies: _Spread, own: _Spread, by: str, level: float) -> Estimate:
    method = f"ratio of the replies' to the person's {by}; jackknife over texts, log scale"
    n = replies.texts + own.texts
    if own.value < 1e-9:
        return Estimate.absent("the person's own texts do not differ from each other", n=n, method=method)
    value = replies.value / own.value
    if replies.value < 1e-9:
        return Estimate(value, n=n, method=method, reason="the replies do not differ from each other", level=level)
    error = sqrt((replies.error / replies.value) ** 2 + (own.error / own.value) ** 2)
    half = _reach(min(replies.texts, own.texts), level) * error
    return Estimate(value, exp(log(value) - half), exp(log(value) + half), n, method, level=level)


def _reach(texts: int, level: float) -> float:
    """How many standard errors the interval reaches to either side."""
    return float(stdtrit(texts - 1, 0.5 + level / 2.0))


def _refused(sides: Sequence[Sequence[object]], backend: str) -> Dispersion:
    reason = f"needs {FEWEST} replies and {FEWEST} own texts of some length; got {len(sides[0])} and {len(sides[1])}"
    none = Estimate.absent(reason, n=len(sides[0]) + len(sides[1]), method=f"1 - cosine by {backend}")
    return Dispersion(none, none, none)
