"""Picks with a tie option: the Thurstonian model of the two-alternative choice (2-AC)."""

from dataclasses import dataclass
from math import erfc, exp, inf, log, pi, sqrt

from scipy.special import log_ndtr, ndtr, ndtri, xlogy

from ringtrue.stats.detection.overdispersion import allowed_drop, profile_bound
from ringtrue.terms.result import Estimate


@dataclass(frozen=True, slots=True)
class TwoAC(Estimate):
    """d' of picks that allow a tie; beside it how wide the tie band is and how sure we are that d' is not 0.

    `error` and `tau_error` are standard errors from the expected information; they are None at the edge of the model
    (no ties, or one side never picked). `p` is the likelihood-ratio p against d' = 0.
    """

    error: float | None = None
    tau: float | None = None
    tau_error: float | None = None
    p: float | None = None
    log_likelihood: float | None = None


def two_ac(other: int, ties: int, target: int, *, level: float = 0.95) -> TwoAC:
    """How far apart do two speakers appear, if a rater may also say "no difference"?

    Inputs: how often the other one, neither, and the target were picked. d' is positive where the target leads.
    Result: d' and tau of the model in which a rater sees a difference N(d', 2), says "tie" while it lies within
    ± tau and else picks by its sign: P(other) = Φ((-tau - d')/sqrt(2)), P(other or tie) = Φ((tau - d')/sqrt(2)).
    With z1, z2 the normal quantiles of those two shares, d' = -(z1 + z2)/sqrt(2) and tau = (z2 - z1)/sqrt(2). The
    interval is that of the profile likelihood. The p compares with d' = 0; ties drop out of it: it is the
    likelihood-ratio p of target against other at one half.
    If one side is never picked, no finite d' fits best: no value but a reason, and the finite bound is kept.
    Not for: clustered judgments; raters with a preferred side.
    Checked against: sensR's `twoAC(c(2, 2, 6))`: d' .77426 (.54167), tau .41597 (.26743), interval -.27098..1.85925,
    p .14798, log-likelihood -9.50271.
    Reference: Christensen, Lee & Brockhoff 2012, Food Quality and Preference 24, 119-128.
    """
    counts = (other, ties, target)
    if min(counts) < 0:
        raise ValueError(f"counts cannot be negative, got {counts}")
    n = sum(counts)
    method = f"2-AC with ties over {n} independent picks; profile likelihood interval"
    if n == 0:
        return TwoAC.absent("no picks", method=method)
    if ties == n:
        return TwoAC.absent("only ties: the speakers were never told apart, whatever d' is", n=n, method=method)
    value, tau = _best(other, ties, target)
    low, high = _bounds(counts, value, level)
    error, tau_error = _errors(other, ties, target)
    reason = None if value is not None else "one side was never picked: d' has no finite estimate"
    return TwoAC(
        value,
        low,
        high,
        n,
        method,
        reason,
        level=level,
        error=error,
        tau=tau,
        tau_error=tau_error,
        p=_ratio_p(other, target),
        log_likelihood=_peak(counts),
    )


def _best(other: int, ties: int, target: int) -> tuple[float | None, float | None]:
    """d' and tau of maximum likelihood; None for what runs to infinity."""
    n = other + ties + target
    if other == 0 or target == 0:
        return None, (0.0 if ties == 0 else None)
    z1, z2 = float(ndtri(other / n)), -float(ndtri(target / n))
    return (-z1 - z2) / sqrt(2), (0.0 if ties == 0 else (z2 - z1) / sqrt(2))


def _errors(other: int, ties: int, target: int) -> tuple[float | None, float | None]:
    """Standard errors of d' and tau: the delta method on the two cumulative shares."""
    if min(other, ties, target) == 0:
        return None, None
    n = other + ties + target
    low, high = other / n, (other + ties) / n
    density1, density2 = (exp(-(float(ndtri(share)) ** 2) / 2) / sqrt(2 * pi) for share in (low, high))
    own = low * (1 - low) / (n * density1**2) + high * (1 - high) / (n * density2**2)
    shared = 2 * low * (1 - high) / (n * density1 * density2)
    return sqrt((own + shared) / 2), sqrt((own - shared) / 2)


def _ratio_p(other: int, target: int) -> float:
    """The likelihood-ratio p against d' = 0, chi-square on one degree of freedom."""
    decided = other + target
    ratio = 2 * float(xlogy(other, 2 * other / decided) + xlogy(target, 2 * target / decided))
    return erfc(sqrt(max(0.0, ratio) / 2))


def _peak(counts: tuple[int, int, int]) -> float:
    """The greatest log-likelihood, without the multinomial constant: the model can give any three shares."""
    n = sum(counts)
    return float(sum(xlogy(count, count / n) for count in counts))


def _bounds(counts: tuple[int, int, int], value: float | None, level: float) -> tuple[float | None, float | None]:
    """Where the profile log-likelihood of d' has fallen by half a chi-square quantile, on either side."""
    peak, drop = _peak(counts), allowed_drop(level)

    def bound(start: float, stride: float) -> float | None:
        return profile_bound(lambda d: _profile(d, counts), peak, start, drop=drop, stride=stride)

    if value is not None:
        return bound(value, -0.25), bound(value, 0.25)
    if counts[0] == 0:
        return bound(_inside(counts, peak - drop, 1.0), -0.25), None
    return None, bound(_inside(counts, peak - drop, -1.0), 0.25)


def _inside(counts: tuple[int, int, int], floor: float, direction: float) -> float:
    """A d' on the side that runs to infinity where the likelihood is already above the floor."""
    d = direction
    while _profile(d, counts) < floor:
        d *= 2.0
    return d


def _profile(d: float, counts: tuple[int, int, int]) -> float:
    """The log-likelihood at d' = d with the tau that suits it best (it is concave in tau)."""
    if counts[1] == 0:
        return _log_likelihood(d, 0.0, counts)
    from scipy.optimize import minimize_scalar

    # Beyond 12 past |d| less than one pick in 1e15 would be expected not to be a tie.
    found = minimize_scalar(
        lambda tau: -_log_likelihood(d, tau, counts),
        bounds=(0.0, abs(d) + 12.0),
        method="bounded",
        options={"xatol": 1e-9},
    )
    return -float(found.fun)


def _log_likelihood(d: float, tau: float, counts: tuple[int, int, int]) -> float:
    """Without the multinomial constant."""
    other, ties, target = counts
    low, high = (-tau - d) / sqrt(2), (tau - d) / sqrt(2)
    total = other * float(log_ndtr(low)) + target * float(log_ndtr(-high))
    if ties:
        # The difference is taken in the left tail, where it keeps its digits.
        tie = float(ndtr(high) - ndtr(low)) if d > 0 else float(ndtr(-low) - ndtr(-high))
        total += ties * (log(tie) if tie > 0 else -inf)
    return total
