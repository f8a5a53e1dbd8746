"""From the pooled score of a set of replies to log-odds, on a scale fixed beforehand."""

# Measured once on half of the speakers of public debates (benchmarks/voice.py --speakers tune), never on the person
# at hand, so that log-odds of different persons can be compared.
_STEP = 2.15  # distance of own and foreign scores for texts of a hundred tokens
_GROWTH = 0.2  # power of the length with which that distance grows
_WITHIN = 0.97  # standard deviation between replies of one writer
_BETWEEN = 0.81  # standard deviation between writers, which no number of replies takes away
_LENGTH = 100.0


def log_odds(mean: float, replies: int, length: int) -> float:
    """Log-odds, at even prior odds, that `replies` texts of `length` tokens with this mean score are the person's.

    Own and foreign sets are taken as normal with one variance s² = between² + within²/n and means d apart, foreign
    ones at 0; d grows with a power of the length. Then log-odds = d/s² (mean - d/2).
    """
    step = _STEP * float((length / _LENGTH) ** _GROWTH)
    variance = _BETWEEN**2 + _WITHIN**2 / replies
    return step / variance * (mean - step / 2)
