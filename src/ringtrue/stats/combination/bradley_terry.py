"""A ladder from pairwise comparisons: the Bradley-Terry model."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit, log_expit, ndtri

from ringtrue.stats.arrays import Array, as_matrix
from ringtrue.terms.result import Estimate

_MAX_STEPS = 200
_ARRIVED = 1e-10  # largest change of a log-strength that ends the search
_ROUNDING = 1e-12


def bradley_terry(
    wins: ArrayLike, *, reference: int = 0, names: Sequence[str] | None = None, level: float = 0.95
) -> list[Estimate]:
    """How strong is each version, judged only by who was preferred to whom?

    `wins[i, j]` is how often i was preferred to j (a tie may count half for each); the diagonal is empty. `names`
    are used in reasons. The list has one estimate per row; its n counts the comparisons that row took part in.
    Result: log-strengths b with P(i beats j) = 1 / (1 + exp(b_j - b_i)), relative to `reference`, which is 0 with
    bounds 0. Maximum likelihood by Newton steps, halved until the likelihood rises; Wald intervals from the inverse
    information. A difference of 1 is odds of 2.7 to 1.
    No value for anyone when the comparisons do not connect all to all both ways (someone was never beaten by the
    rest, or two groups never met): the likelihood then has no finite maximum, and the reason names who.
    Not for: comparisons clustered by judge (the intervals are then too short); preferences that run in circles.
    Checked against: Agresti's fit of the 1987 American League baseball season; choix.ilsr_pairwise_dense.
    Reference: Bradley & Terry 1952, Biometrika 39, 324-345; Ford 1957, Am. Math. Monthly 64, 28-33.
    """
    counts = _checked(wins)
    k = counts.shape[0]
    if not 0 <= reference < k:
        raise ValueError(f"reference must name one of {k} rows, got {reference}")
    labels = [f"row {i}" for i in range(k)] if names is None else list(names)
    if len(labels) != k:
        raise ValueError(f"{k} rows need as many names, got {len(labels)}")
    comparisons = np.rint((counts + counts.T).sum(axis=1)).astype(int)
    method = f"Bradley-Terry log-strength relative to {labels[reference]}, maximum likelihood; Wald interval"
    if reason := _why_no_maximum(counts, labels):
        return [Estimate.absent(reason, n=int(n), method=method) for n in comparisons]
    free = np.delete(np.arange(k), reference)
    strength = _maximum(counts, free)
    error = np.zeros(k)
    error[free] = np.sqrt(np.diag(np.linalg.inv(_information(strength, counts)[np.ix_(free, free)])))
    half = float(ndtri(0.5 + level / 2.0)) * error
    rows = zip(strength, half, comparisons, strict=True)
    return [Estimate(b, b - h, b + h, int(n), method, level=level) for b, h, n in rows]


def _checked(wins: ArrayLike) -> Array:
    counts = as_matrix(wins, "wins").copy()
    if counts.shape[0] != counts.shape[1] or counts.size == 0:
        raise ValueError(f"wins must be square, got shape {counts.shape}")
    np.nan_to_num(counts, copy=False)  # a pair that never met
    if (counts < 0).any() or np.diag(counts).any():
        raise ValueError("wins must not be negative, and nobody meets themselves: leave the diagonal empty")
    return counts


def _why_no_maximum(counts: Array, labels: list[str]) -> str | None:
    """Ford's condition: in every split into two groups, someone of each has beaten someone of the other."""
    beats = _reached(counts > 0)
    if beats.all():
        return None
    linked = _reached((counts + counts.T) > 0)[0]
    if not linked.all():
        apart = [
            ", ".join(label for label, inside in zip(labels, side, strict=True) if inside) for side in (linked, ~linked)
        ]
        return f"no finite strengths: {apart[0]} and {apart[1]} were never compared"
    # One who reaches all that reach them is in a group that nobody outside has beaten.
    top = int(np.argmax([(beats[i] | ~beats[:, i]).all() for i in range(len(labels))]))
    group = [label for label, inside in zip(labels, beats[:, top], strict=True) if inside]
    were = "was" if len(group) == 1 else "were"
    return f"no finite strengths: {', '.join(group)} {were} never beaten by the others"


def _reached(steps: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Who reaches whom in any number of steps, everyone themselves included."""
    reach = steps | np.eye(len(steps), dtype=bool)
    for _ in range(len(steps).bit_length()):
        reach = (reach.astype(np.float64) @ reach) > 0
    return reach


def _maximum(counts: Array, free: NDArray[np.int64]) -> Array:
    """The likelihood is concave, so a Newton step that is halved until it gains always arrives."""
    strength = np.zeros(len(counts))
    best = _log_likelihood(strength, counts)
    for _ in range(_MAX_STEPS):
        beaten = expit(strength - strength[:, None])  # the chance that j beats i
        slope = (counts * beaten - counts.T * beaten.T).sum(axis=1)
        step = np.zeros_like(strength)
        step[free] = np.linalg.solve(_information(strength, counts)[np.ix_(free, free)], slope[free])
        # Near the top gains drown in rounding; a step may then look like a loss of that size.
        while _log_likelihood(strength + step, counts) < best - _ROUNDING * abs(best):
            step /= 2.0
        strength = strength + step
        best = _log_likelihood(strength, counts)
        if np.abs(step).max() < _ARRIVED:
            break
    return strength


def _log_likelihood(strength: Array, counts: Array) -> float:
    return float((counts * log_expit(strength[:, None] - strength)).sum())


def _information(strength: Array, counts: Array) -> Array:
    """Minus the second derivatives of the log-likelihood."""
    beaten = expit(strength - strength[:, None])
    weight = (counts + counts.T) * beaten * beaten.T
    information: Array = np.diag(weight.sum(axis=1)) - weight
    return information
