"""Which of many comparisons to believe: Benjamini and Hochberg's control of false discoveries."""

import numpy as np
from scipy.special import ndtr

from ringtrue.voice.explain.corpus import Floats

FALSE_DISCOVERIES = 0.10


def false_discovery(z: Floats) -> Floats:
    """For each z-score the smallest share of false discoveries at which it would be believed, two-sided.

    The k-th smallest of m p-values gives p m / k, made monotone from the largest down. Benjamini & Hochberg 1995,
    Journal of the Royal Statistical Society B 57, 289-300.
    """
    if not z.size:
        return np.zeros(0)
    p = 2 * ndtr(-np.abs(z))
    order = np.argsort(p, kind="stable")
    scaled = p[order] * p.size / np.arange(1, p.size + 1)
    believed = np.empty_like(p)
    believed[order] = np.minimum(np.minimum.accumulate(scaled[::-1])[::-1], 1.0)
    return believed
