"""Correct a correlation for the unreliability of the two measures."""

from math import sqrt

from ringtrue.terms import Estimate


def disattenuated(r: Estimate | float, reliability_x: Estimate | float, reliability_y: Estimate | float) -> Estimate:
    """How strongly would two measures correlate if both were free of random error?

    Result: r / sqrt(reliability_x reliability_y), and the interval of r divided by the same number. The reliabilities
    are taken as known, so the interval is too short where they are estimated from few items or raters. Nothing is
    cut off at 1: a corrected value beyond ±1 is given as it is, with a reason, because it says that the reliabilities
    are underestimated or r is inflated by chance; a bound beyond ±1 is likewise left.
    No value when r or a reliability has none, or a reliability is 0 or less.
    Not for: errors that are shared by the two measures (same raters, same session); a claim that needs the observed
    correlation.
    Checked against: a hand calculation; a simulation with known true correlation and reliabilities.
    Reference: Spearman 1904, Am. J. Psychol. 15, 72-101.
    """
    observed, x, y = map(_as_estimate, (r, reliability_x, reliability_y))
    method = "correlation corrected for attenuation; interval of r rescaled, reliabilities taken as known"
    if observed.value is None or x.value is None or y.value is None:
        missing = next(given.reason for given in (observed, x, y) if given.value is None)
        return Estimate.absent(f"nothing to correct: {missing}", n=observed.n, method=method)
    if abs(observed.value) > 1.0 or max(x.value, y.value) > 1.0:
        raise ValueError("neither a correlation nor a reliability can exceed 1")
    if min(x.value, y.value) <= 0.0:
        reason = (
            f"a reliability is not above 0 ({x.value:.3g} and {y.value:.3g}): nothing is measured to correlate with"
        )
        return Estimate.absent(reason, n=observed.n, method=method)
    root = sqrt(x.value * y.value)
    value = observed.value / root
    beyond = "beyond ±1: the reliabilities are underestimated, or the correlation is inflated by chance"
    low, high = (None if bound is None else bound / root for bound in (observed.low, observed.high))
    return Estimate(
        value, low, high, observed.n, method, beyond if abs(value) > 1.0 else observed.reason, level=observed.level
    )


def _as_estimate(given: Estimate | float) -> Estimate:
    return given if isinstance(given, Estimate) else Estimate(given)
