"""Watching picks as they come in: an e-value that may be looked at after every answer."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betaln, xlog1py, xlogy

from ringtrue.stats.arrays import Array

_LARGEST_LOG = 700.0  # exp of more overflows; no decision depends on an e-value beyond 1e304


def e_value(k: int, n: int, chance: float = 0.5) -> float:
    """How much would a gambler who bets against guessing have multiplied the stake after k of n right picks?

    Result: e = B(k+1, n-k+1) / (chance^k (1-chance)^(n-k)), the likelihood under a uniform mixture of all shares over
    the likelihood under guessing. Both directions count: e grows when picks are too often right or too often wrong.
    Raise the alarm at e >= 1/alpha. Under guessing with independent picks the chance that this ever happens is at
    most alpha however often and whenever one looks (Ville), so looking after every answer is allowed. 1 for no picks;
    held at 1e304 where it would overflow.
    Measured at alpha = .05: false alarms .031 in 210 independent picks. Clustered picks break the promise, and how
    badly depends on whose effects they are (30 items x 7 raters working side by side, each in an order of their own):
    .055 with strong item effects (.8 logits); .12 if raters differ too (.5 logits), .22 if such raters also answer one
    after the other; .16 if all raters see the same item at the same time. Take an alarm as a reason to look.
    Not for: the final decision (use `equivalence`), or as an estimate of how far from guessing the picks are.
    Checked against: the closed form by hand (k = n: 2^n/(n+1)); seeded simulation.
    Reference: Ville 1939; Ramdas et al. 2023, Statistical Science 38, 576-601.
    """
    if not 0 <= k <= n:
        raise ValueError(f"right picks must lie between 0 and the number of picks, got {k} of {n}")
    return float(_mixture(np.asarray(float(k)), np.asarray(float(n)), chance))


def e_process(picks: ArrayLike, chance: float = 0.5) -> Array:
    """The e-value after each pick of a stream.

    Inputs: 1 for a right pick, 0 for a wrong one, NaN for a missing one (it leaves the e-value where it was), in the
    order they were given along the last axis; several streams may be stacked along the others.
    Result: `e_value` of the picks so far, at every position. The alarm is where it first reaches 1/alpha.
    """
    stream = np.asarray(picks, dtype=np.float64)
    if stream.ndim == 0:
        raise ValueError("picks must be a stream, got a single number")
    given = ~np.isnan(stream)
    if not np.isin(stream[given], (0.0, 1.0)).all():
        raise ValueError("picks must be 0, 1 or missing")
    right = np.cumsum(np.where(given, stream, 0.0), axis=-1)
    return _mixture(right, np.cumsum(given, axis=-1, dtype=np.float64), chance)


def _mixture(k: Array, n: Array, chance: float) -> Array:
    if not 0 < chance < 1:
        raise ValueError(f"chance must lie between 0 and 1, got {chance}")
    log_e = betaln(k + 1, n - k + 1) - xlogy(k, chance) - xlog1py(n - k, -chance)
    e: Array = np.exp(np.minimum(log_e, _LARGEST_LOG))
    return e
