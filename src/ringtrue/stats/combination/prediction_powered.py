"""Few human labels and many model-judge scores, put together without trusting the judge."""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from ringtrue.stats.arrays import Array, as_vector
from ringtrue.terms.result import Estimate


@dataclass(frozen=True, slots=True)
class _Scores:
    """The known numbers: labels, the judge's scores of the same items, and its scores of the others."""

    human: Array
    same: Array
    rest: Array


def prediction_powered_mean(
    human: ArrayLike, judge_same: ArrayLike, judge_rest: ArrayLike, *, level: float = 0.95
) -> Estimate:
    """What would the mean of human labels be, if a judge of unknown quality scored many more items?

    `human` and `judge_same` are the labels and the judge's scores of the same n items, `judge_rest` the judge's
    scores of N others drawn alike; items with a missing number are left out. The estimate's n is the number of labels.
    Result: λ mean(rest) + mean(human - λ same) with the normal interval from the standard error
    sqrt(λ² var(rest)/N + var(human - λ same)/n). The weight λ = cov(human, same) / ((1 + n/N) var(all scores)), cut to
    [0, 1], makes that error smallest: a useless judge gets 0 and leaves the mean of the labels, so a biased judge costs
    nothing and a good one narrows the interval. With an 85 % accurate judge, 100-200 labels and ten times as many
    scores the interval is about a quarter narrower at prevalence .5-.65, a fifth at .8, an eighth at .9.
    No value under two labels. No interval when all labels are equal. With fewer than two other scores λ is 0.
    Not for: labels chosen because of the judge's score, or clustered by rater (it takes items as independent); under
    some 50 labels, or near 0 and 1 (at prevalence .9 it covers .92 with 100 labels), the normal interval is too short.
    Checked against: ppi_py.ppi_mean_pointestimate and ppi_mean_ci; width and coverage by simulation.
    Reference: Angelopoulos, Duchi & Zrnic 2023, PPI++: Efficient prediction-powered inference, arXiv 2311.01453.
    """
    scores = _known(human, judge_same, judge_rest)
    n, others = scores.human.size, scores.rest.size
    if n < 2:
        reason = f"{n} items with both a human label and a judge's score; at least two are needed"
        return Estimate.absent(reason, n=n, method="prediction-powered mean")
    weight = _weight(scores)
    rectified = scores.human - weight * scores.same
    imputed = weight * float(scores.rest.mean()) if weight > 0.0 else 0.0
    value = imputed + float(rectified.mean())
    method = f"prediction-powered mean of {n} human labels and {others} further judge scores, λ = {weight:.3f}"
    if scores.human.min() == scores.human.max():
        return Estimate(value, n=n, method=method, reason="no interval: all human labels are equal", level=level)
    variance = float(rectified.var()) / n + (
        weight * weight * float(scores.rest.var()) / others if weight > 0.0 else 0.0
    )
    half = float(ndtri(0.5 + level / 2.0)) * sqrt(variance)
    return Estimate(value, value - half, value + half, n, f"{method}; normal interval", level=level)


def equivalent_labels(r: float, labels: float, scores: float) -> float:
    """How many human labels alone would say as much as these labels with a judge's further scores?

    `r` is the correlation of the judge's scores with the labels, `labels` n, `scores` N of other items.
    Result: n / (1 - r² N/(n + N)), from the variance of the prediction-powered mean at its best weight; a negative r is
    worth nothing, because the weight is cut to 0.
    Not for: few labels (under some 50), where the weight itself is uncertain.
    Checked against: the variance of `prediction_powered_mean` in simulation.
    Reference: as for `prediction_powered_mean`.
    """
    if labels <= 0 or scores < 0 or not -1 <= r <= 1:
        raise ValueError(f"labels over 0, scores of 0 or more and r from -1 to 1, got {labels}, {scores} and {r}")
    return labels / (1.0 - max(0.0, r) ** 2 * scores / (labels + scores))


def labels_needed(r: float, alone: float, scores: float) -> float:
    """How many human labels with a judge's further scores say as much as a number of labels alone?

    Result: the n with `equivalent_labels(r, n, scores)` = `alone`, the root of n² + (N - alone) n - alone N (1 - r²).
    Not for: few labels, as above; what it saves is `alone` less the result.
    Checked against: `equivalent_labels`, of which it is the inverse.
    Reference: as for `prediction_powered_mean`.
    """
    if alone <= 0 or scores < 0 or not -1 <= r <= 1:
        raise ValueError(f"labels over 0, scores of 0 or more and r from -1 to 1, got {alone}, {scores} and {r}")
    rest = alone * scores * (1.0 - max(0.0, r) ** 2)
    half = (alone - scores) / 2.0
    return half + sqrt(half * half + rest)


def _known(human: ArrayLike, judge_same: ArrayLike, judge_rest: ArrayLike) -> _Scores:
    labels, same = as_vector(human, "human"), as_vector(judge_same, "judge_same")
    rest = as_vector(judge_rest, "judge_rest")
    if labels.size != same.size:
        raise ValueError(f"human and judge_same must be equally long, got {labels.size} and {same.size}")
    known = ~(np.isnan(labels) | np.isnan(same))
    return _Scores(labels[known], same[known], rest[~np.isnan(rest)])


def _weight(scores: _Scores) -> float:
    """λ: how far the judge's scores are believed."""
    n, others = scores.human.size, scores.rest.size
    if others < 2:
        return 0.0
    spread = float(np.concatenate([scores.same, scores.rest]).var(ddof=1))
    if spread == 0.0:
        return 0.0
    together = float(np.mean((scores.human - scores.human.mean()) * (scores.same - scores.same.mean())))
    return min(1.0, max(0.0, together / ((1.0 + n / others) * spread)))
