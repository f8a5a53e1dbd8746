"""Do judges err together? A panel of judges that share their errors is worth little more than one of them."""

from collections.abc import Iterable
from itertools import combinations

import numpy as np

from ringtrue.judge.model.takes import Take, by_row, matrix_of
from ringtrue.stats.arrays import Array
from ringtrue.stats.association import pearson
from ringtrue.stats.resample import DEFAULT_REPLICATES, bootstrap, percentile_interval
from ringtrue.terms import Estimate

_LEAST_ROWS = 4
_ROUNDING = 1e-9  # errors that differ by less, relative to the ratings, differ by rounding only
_NO_PEOPLE = (
    "no ratings by people: around their own mean the judges' residuals correlate by -1/(judges - 1) on average, "
    "whatever they share"
)


def error_correlation(takes: Iterable[Take]) -> Estimate:
    """How strongly do the errors of two judges go together, on average over all pairs of judges?

    Errors are a judge's answers less the mean of the people's, on the rows that all judges and at least one person
    answered; both are centred. The interval resamples rows. The people's own noise counts as shared, so the value leans
    upwards where few people rated. k judges whose errors correlate by r are worth k / (1 + (k - 1) r) judges.
    Not for: panels nobody but models judged: there is no value then (see `residual_correlations` for pairs).
    Checked against: numpy.corrcoef in the tests.
    """
    given = list(takes)
    judges = sorted({take.judge for take in given if take.kind == "model"})
    method = f"mean correlation of the errors of {len(judges)} judges against people's ratings"
    people = by_row(take for take in given if take.kind == "person")
    if len(judges) < 2:
        return Estimate.absent(f"{len(judges)} model judges: at least 2 are needed", method=method)
    if not people:
        return Estimate.absent(_NO_PEOPLE, method=method)
    models = by_row(take for take in given if take.kind == "model")
    rows = [row for row, by_judge in models.items() if len(by_judge) == len(judges) and row in people]
    if len(rows) < _LEAST_ROWS:
        reason = f"{len(rows)} rows answered by all judges and by people: at least {_LEAST_ROWS} are needed"
        return Estimate.absent(reason, n=len(rows), method=method)
    truth = np.array([np.mean(list(people[row].values())) for row in rows])
    errors = matrix_of({row: models[row] for row in rows}, judges) - truth[:, None]
    if (np.ptp(errors, axis=0) <= _ROUNDING * max(1.0, float(np.abs(truth).max()))).any():
        return Estimate.absent("the errors of one judge do not vary", n=len(rows), method=method)
    return _mean_correlation(errors - errors.mean(axis=0), method)


def residual_correlations(takes: Iterable[Take]) -> dict[tuple[str, str], Estimate]:
    """For each pair of model judges: do their residuals around the panel's mean go together?

    Result: Pearson's r of the residuals. Independent judges give about -1/(k - 1) among k, because residuals sum to
    zero: a pair far above that shares something. Two judges mirror each other, so there is no value for them.
    Not for: the average over pairs, which is near -1/(k - 1) always.
    Checked against: numpy.corrcoef in the tests.
    """
    rows = by_row(take for take in takes if take.kind == "model")
    judges = sorted({judge for by_judge in rows.values() for judge in by_judge})
    complete = {row: by_judge for row, by_judge in rows.items() if len(by_judge) == len(judges)}
    method = f"residuals around the mean of {len(judges)} judges"
    if len(judges) == 2:
        reason = "two judges: residuals around their mean mirror each other"
        return {(judges[0], judges[1]): Estimate.absent(reason, n=len(complete), method=method)}
    table = matrix_of(complete, judges)
    rest = table - table.mean(axis=1, keepdims=True) if complete else table
    found = {}
    for one, other in combinations(range(len(judges)), 2):
        r = pearson(rest[:, one], rest[:, other])
        about = f"{method}, independent ones give {-1 / (len(judges) - 1):.2f}; {r.method}"
        found[judges[one], judges[other]] = Estimate(r.value, r.low, r.high, r.n, about, r.reason)
    return found


def _mean_correlation(errors: Array, method: str) -> Estimate:
    rows, judges = errors.shape
    pairs = list(combinations(range(judges), 2))
    products = np.column_stack([errors[:, one] * errors[:, other] for one, other in pairs])
    sums = np.column_stack([np.ones(rows), errors, errors**2, products])

    def mean_r(totals: Array) -> Array:
        n = totals[:, :1]
        means, squares = totals[:, 1 : 1 + judges] / n, totals[:, 1 + judges : 1 + 2 * judges] / n
        crossed = totals[:, 1 + 2 * judges :] / n
        spread = np.sqrt(np.maximum(squares - means**2, 0.0))
        each = [
            (crossed[:, place] - means[:, one] * means[:, other]) / (spread[:, one] * spread[:, other])
            for place, (one, other) in enumerate(pairs)
        ]
        return np.asarray(np.mean(each, axis=0))

    value = float(mean_r(sums.sum(axis=0, keepdims=True))[0])
    bounds = percentile_interval(bootstrap(sums, mean_r), 0.95)
    if bounds is None:
        reason = "in more than one bootstrap replicate in ten the errors of a judge are constant"
        return Estimate(value, n=rows, method=method, reason=reason)
    return Estimate(value, *bounds, rows, f"{method}; bootstrap over rows, {DEFAULT_REPLICATES} replicates")
