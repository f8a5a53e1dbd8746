"""Two rates set against each other: log-odds with an informative prior, and how sure the difference is."""

from dataclasses import dataclass

import numpy as np
from scipy.special import betainc, ndtri

from ringtrue.voice.explain.corpus import Floats

_SMALLEST = 1e-300  # probabilities below this are not told apart
_NONE = 1e-9  # stands for a count of none, where a Beta function needs more than none


@dataclass(frozen=True, slots=True)
class Counts:
    """Occurrences on one side: `count` of each kind out of `total`, and how much more they vary than by chance."""

    count: Floats
    total: float
    inflation: Floats


def background(own: Counts, replies: Counts, elsewhere: float | Floats = 0.0, total: float = 0.0) -> Floats:
    """Each kind's share everywhere, times half the size of the smaller side: the prior counts of `log_odds`."""
    share = (own.count + replies.count + elsewhere) / max(own.total + replies.total + total, 1.0)
    return np.asarray(min(own.total, replies.total) / 2 * np.minimum(share, 0.99))


def log_odds(own: Counts, replies: Counts, prior: Floats) -> tuple[Floats, Floats]:
    """Weighted log-odds ratio of replies to own, and its z-score.

    The prior counts are added to both sides (an informative Dirichlet prior), so that what is rare must differ by
    much. With y' = y + prior and n' = n + half the smaller n: delta = log(y'_r / (n'_r - y'_r)) - the same of own;
    each side adds inflation * (1/y' + 1/(n' - y')) to the variance. Monroe, Colaresi & Quinn 2008, Political
    Analysis 16, 372-403, eq. 16-22; the inflation, for words that come in bursts, is ours.
    """
    strength = min(own.total, replies.total) / 2
    sides = []
    for side in (own, replies):
        hits = side.count + prior
        misses = side.total + strength - hits
        sides.append((np.log(hits / misses), side.inflation * (1 / hits + 1 / misses)))
    delta = sides[1][0] - sides[0][0]
    return delta, delta / np.sqrt(sides[0][1] + sides[1][1])


def smoothed_ratio(own: Counts, replies: Counts, prior: Floats) -> Floats:
    """Rate of the replies over the rate of the person, both with the prior mixed in; always finite."""
    strength = min(own.total, replies.total) / 2
    rates = [(side.count + prior) / (side.total + strength) for side in (own, replies)]
    return np.asarray(rates[1] / rates[0])


def inflation(squares: Floats, count: Floats, clusters: int) -> Floats:
    """How many times more a count varies between texts than independent occurrences would, at least 1.

    `squares` are the sums of (count - expected)² over texts. A few occurrences' worth of 'no more than chance' is
    mixed in, because a small sum says little.
    """
    if clusters < 2:
        return np.ones_like(count)
    worth = 4.0
    return np.asarray(np.maximum(1.0, (squares * clusters / (clusters - 1) + worth) / (count + worth)))


def evidence(own: Counts, replies: Counts) -> Floats:
    """How surely the rates differ, as a z-score, above 0 where the replies have more.

    Given the sum of both counts, the replies' part is binomial; the two-sided mid-p of that is turned into z. It
    holds for counts of none, where the z of log-odds says too little. Counts are first divided by their inflation.
    Where most places have the thing, the places without it are counted, which are rarer and tell more.
    """
    inflated = np.maximum(own.inflation, replies.inflation)
    mostly = own.count + replies.count > (own.total + replies.total) / 2
    few_own = np.where(mostly, own.total - own.count, own.count) / inflated
    few = np.where(mostly, replies.total - replies.count, replies.count) / inflated
    share = replies.total / (own.total + replies.total)
    more, less = _mid_p(few, few_own, share), _mid_p(few_own, few, 1 - share)
    z = -ndtri(np.clip(np.minimum(more, less), _SMALLEST, 0.5))
    return np.asarray(np.where((more < less) != mostly, z, -z))


def _mid_p(part: Floats, rest: Floats, share: float) -> Floats:
    """The probability of more than `part` out of both, and half of exactly so many; counts need not be whole."""
    at_least = betainc(np.maximum(part, _NONE), rest + 1, share)
    above = betainc(part + 1, np.maximum(rest, _NONE), share)
    return np.asarray((at_least + above) / 2)


def could_tell(count: Floats, share: float) -> np.typing.NDArray[np.bool_]:
    """Whether so many occurrences could show a difference at all, were they all on one side (Tarone's filter)."""
    return np.asarray(np.minimum(share, 1 - share) ** count <= 0.005)
