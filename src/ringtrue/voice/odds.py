"""From the pooled score of a set of replies to log-odds, on a scale fixed beforehand."""

# Measured once on half of the speakers of public debates (benchmarks/voice.py --speakers tune), never on the person
# at hand, so that log-odds of different persons can be compared.
_STEP = 1.73  # distance of own and foreign scores for texts of a hundred tokens
_GROWTH = 0.165  # power of the length with which that distance grows
_WITHIN = 0.77  # standard deviation between replies of one writer
_BETWEEN = 0.60  # standard deviation between writers, which no number of replies takes away
_LENGTH = 100.0
_USUAL_CEILING = 2.3  # mean score of held-out passages of a hundred tokens
_TRUST = 0.4  # share of a person's own ceiling in what is expected of that person; the rest is the usual one
_HIGHEST = 3.0  # times the usual ceiling, above which a person's own is taken as that


def log_odds(mean: float, replies: int, length: int, ceiling: float | None = None) -> float:
    """Log-odds, at even prior odds, that `replies` texts of `length` tokens with this mean score are the person's.

    Own and foreign sets are taken as normal with one variance s² = between² + within²/n and means d apart, foreign
    ones at 0; d grows with a power of the length. Then log-odds = d/s² (mean - d/2). The person's own `ceiling` says
    how far apart this person is from others: scores of a distinctive person are scaled down a little, and of an
    inconspicuous one up.
    """
    growth = float((length / _LENGTH) ** _GROWTH)
    if ceiling is not None:
        relative = min(max(ceiling / (_USUAL_CEILING * growth), 0.0), _HIGHEST)
        mean /= 1.0 + _TRUST * (relative - 1.0)
    step = _STEP * growth
    variance = _BETWEEN**2 + _WITHIN**2 / replies
    return step / variance * (mean - step / 2)
