"""Several tests at once: p values adjusted so that all of them together keep one level (multiple testing, Holm)."""

from collections.abc import Sequence

import numpy as np


def holm(p_values: Sequence[float]) -> list[float]:
    """Which of several tests are significant if not even one false alarm among them may be more probable than alpha?

    Result: adjusted p values in the order given, to be compared with alpha. The smallest of m is multiplied by m, the
    next by m - 1 and so on; none is above 1, and none below that of a smaller p. No assumption on how tests depend.
    Not for: a search among very many tests, where a known share of false alarms is acceptable.
    Checked against: a hand derivation; Holm's own steps, which stop at the first p above alpha / (m - rank + 1).
    Reference: Holm 1979, Scandinavian J. of Statistics 6, 65-70.
    """
    given = np.asarray(p_values, dtype=np.float64)
    if not bool(np.all((given >= 0) & (given <= 1))):
        raise ValueError("p values lie between 0 and 1")
    order = np.argsort(given, kind="stable")
    steps = np.arange(len(given), 0, -1) * given[order]
    adjusted = np.empty_like(given)
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(steps)) if len(given) else steps
    return [float(p) for p in adjusted]
