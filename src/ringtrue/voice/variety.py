"""How much texts vary among themselves, against how much the person's own passages do."""

import numpy as np

from ringtrue.stats.arrays import Array
from ringtrue.terms import Estimate
from ringtrue.voice.counts import Matrix

FEWEST_TEXTS = 3


def variety(replies: Matrix, own: Matrix, level: float) -> Estimate:
    """Mean distance (1 - cosine) of two replies, divided by that of two of the person's own passages.

    Rows are vectors of length one. The interval is a jackknife over replies and over passages, on the logarithm.
    """
    if replies.shape[0] < FEWEST_TEXTS or own.shape[0] < FEWEST_TEXTS:
        fewest = min(replies.shape[0], own.shape[0])
        return Estimate.absent(f"{FEWEST_TEXTS} replies and as many own passages would be needed, got {fewest}")
    (among, without), (usual, without_own) = _distances(replies), _distances(own)
    method = f"distance of wording between {replies.shape[0]} replies against {own.shape[0]} own passages; jackknife"
    if usual <= 0:
        return Estimate.absent("the person's own passages are all the same", n=replies.shape[0], method=method)
    ratio = among / usual
    if among <= 1e-9:
        return Estimate(0.0, 0.0, 0.0, replies.shape[0], method, "all replies are the same", level=level)
    from scipy.special import ndtri

    error = np.sqrt(_jackknife_variance(np.log(np.maximum(without, 1e-12))) + _jackknife_variance(np.log(without_own)))
    reach = float(np.exp(ndtri((1 + level) / 2) * error))
    return Estimate(ratio, ratio / reach, ratio * reach, replies.shape[0], method, level=level)


def _distances(vectors: Matrix) -> tuple[float, Array]:
    """Mean distance over all pairs, and the same with each text left out."""
    n = vectors.shape[0]
    total = np.asarray(vectors.sum(axis=0)).ravel()
    norm = np.asarray(vectors.multiply(vectors).sum(axis=1)).ravel()
    whole = float(total @ total)
    pairs = (whole - norm.sum()) / (n * (n - 1))
    rest = whole - 2 * np.asarray(vectors @ total).ravel() + norm
    without = (rest - (norm.sum() - norm)) / ((n - 1) * (n - 2))
    return max(1.0 - float(pairs), 0.0), np.maximum(1.0 - without, 1e-12)


def _jackknife_variance(without: Array) -> float:
    n = without.size
    return float((n - 1) / n * ((without - without.mean()) ** 2).sum())
