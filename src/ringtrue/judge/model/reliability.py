"""Reliability of model judges: agreement, noise, position bias, shared errors."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

import numpy as np
from scipy.special import stdtrit

from ringtrue.protocols.scales import MECHANISMS
from ringtrue.stats.agreement.krippendorff import krippendorff_alpha
from ringtrue.stats.arrays import Array
from ringtrue.stats.association.pearson import pearson
from ringtrue.stats.resampling import DEFAULT_REPLICATES, bootstrap, percentile_interval
from ringtrue.terms.answer import Answer, Rating
from ringtrue.terms.protocol import JudgeKind, Protocol, Scale
from ringtrue.terms.result import Estimate

# Answers as numbers, take by take: what every statistic about a panel of judges is computed from.


Row = tuple[str, str]  # the item, and the speaker the answer is about
_SIDES = {"A": 1.0, "B": -1.0, "TIE": 0.0}


@dataclass(frozen=True, slots=True)
class Take:
    """One answer of one judge.

    `order` is the order in which two speakers stood on the card, `side` the way the answer leaned as it was given: 1 to
    the first side, -1 to the second, 0 to neither, None where no sides were compared.
    """

    judge: str
    kind: JudgeKind
    row: Row
    question: str
    value: float
    order: tuple[str, ...] = ()
    side: float | None = None


def takes_of(rows: Iterable[tuple[Rating, Answer | None, tuple[str, ...]]], protocol: Protocol) -> list[Take]:
    """Takes from ratings, each with the answer as it was given on the blind card and the speakers in the order shown.

    Where the answer as given is None the order alone tells the side; without an order there is none. Unscored answers
    and texts are left out. A checklist counts as the share of things ticked, a flag as 0 or 1.
    """
    compared = {
        question.name: protocol.scales[question.scale]
        for kind in protocol.kinds.values()
        for question in kind.questions
        if MECHANISMS[protocol.scales[question.scale].type].compares
    }
    found = []
    for rating, given, order in rows:
        value = _number(rating.value)
        if value is not None:
            row = rating.item, rating.speaker or protocol.candidate
            scale = compared.get(rating.question)
            side = None if scale is None else _side(given)
            if scale is not None and side is None and len(order) == 2:
                side = _side_in(order, scale, row[1], value)
            found.append(Take(rating.rater, rating.judge_kind, row, rating.question, value, order, side))
    return found


def by_row(takes: Iterable[Take]) -> dict[Row, dict[str, float]]:
    """For each row the mean of every judge's takes."""
    values: dict[Row, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for take in takes:
        values[take.row][take.judge].append(take.value)
    return {row: {judge: sum(given) / len(given) for judge, given in judges.items()} for row, judges in values.items()}


def matrix_of(rows: Mapping[Row, Mapping[str, float]], judges: Sequence[str]) -> Array:
    """Rows x judges, NaN where a judge said nothing."""
    table = [[row.get(judge, np.nan) for judge in judges] for row in rows.values()]
    return np.array(table, dtype=np.float64).reshape(len(rows), len(judges))


def _number(value: Answer | None) -> float | None:
    if value is None or isinstance(value, str):
        return None
    if isinstance(value, tuple):
        return sum(value) / len(value) if value else None
    return float(value)


def _side_in(order: tuple[str, ...], scale: Scale, about: str, value: float) -> float:
    """The side an unblinded answer leaned to: toward whom the scale names, or the control in that one's place."""
    toward = scale.toward if scale.toward in order else about
    middle = 0.5 if scale.type == "pick" else 0.0
    leaning = float(value > middle) - float(value < middle)
    return leaning if order[0] == toward else 0.0 - leaning


def _side(given: Answer | None) -> float | None:
    """A side by its letter, or by the sign of a leaning: below zero is the first side."""
    if isinstance(given, str):
        return _SIDES.get(given.strip().upper())
    if given is None or isinstance(given, tuple):
        return None
    return float(given < 0) - float(given > 0)


# Means over items with an interval, for values that come several to an item: linear in the items, however many.


def mean_over_items(
    sums: Array, method: str, *, least: float = -np.inf, most: float = np.inf, level: float = 0.95
) -> Estimate:
    """What would the mean be over all items like these?

    Input: one row for each item, the sum of its values and their number (or weight); the scale's `least` and `most`.
    Result: R = total / number with R ± t(n-1) sqrt(n/(n-1) sum (x - R w)²) / sum w, the linearised variance of a ratio
    with items as the independent pieces; n counts items.
    Not for: fewer than about ten items that are very unequal in number, where it is somewhat short.
    Checked against: the t interval of a plain mean where every item has one value; the cluster bootstrap.
    Reference: Cochran 1977, Sampling Techniques, section 6.3.
    """
    total, number = sums.sum(axis=0)
    value, n = float(total / number), sums.shape[0]
    if n == 1:
        return Estimate(value, n=1, method=method, reason="one item: nothing is known of others", level=level)
    rest = sums[:, 0] - value * sums[:, 1]
    half = float(stdtrit(n - 1, 0.5 + level / 2)) * sqrt(n / (n - 1) * float(rest @ rest)) / float(number)
    described = f"{method}; t interval over {n} items"
    return Estimate(value, max(least, value - half), min(most, value + half), n, described, level=level)


# The noise floor: how far apart the same judge's answers to the same card lie when it is asked again.


_NONE = "no card was judged twice by the same judge the same way round"
_STILL = "every repeat gave the same answer: the noise is too small to be seen here, so there is no interval"
_Cell = tuple[Row, list[float]]  # one judge's answers to one card


def noise(takes: Iterable[Take]) -> Estimate:
    """By how much do two answers of one judge to one card differ on average?

    Result: the mean over judges and cards of the mean absolute difference between takes, with the interval over items;
    n counts items. Differences between clones that are smaller than this are not news.
    Not for: takes with the sides exchanged, which are left apart (see `position_bias`).
    Checked against: hand-worked tables in the tests.
    """
    cells = _repeated(takes)
    method = f"mean absolute difference of repeated answers, {len(cells)} judge-card pairs"
    if not cells:
        return Estimate.absent(_NONE, method=method)
    sums = _by_item(cells, lambda values: (_mean_gap(values), 1.0))
    if not sums[:, 0].any():
        return Estimate(0.0, n=len(sums), method=method, reason=_STILL)
    return mean_over_items(sums, method, least=0.0)


def noise_sd(takes: Iterable[Take]) -> Estimate:
    """What is the standard deviation of one judge's answers to one card?

    Result: the square root of the pooled variance within judge and card (sum of squares over degrees of freedom), and
    of the ends of that variance's interval over items; n counts items.
    Not for: telling how good a judge is: one that always says 80 has no noise.
    Checked against: hand-worked tables in the tests.
    """
    cells = _repeated(takes)
    method = f"pooled standard deviation of repeated answers, {len(cells)} judge-card pairs"
    if not cells:
        return Estimate.absent(_NONE, method=method)
    sums = _by_item(cells, lambda values: (_squares(values), len(values) - 1.0))
    if not sums[:, 0].any():
        return Estimate(0.0, n=len(sums), method=method, reason=_STILL)
    found = mean_over_items(sums, method, least=0.0)
    value, low, high = (None if end is None else sqrt(end) for end in (found.value, found.low, found.high))
    return Estimate(value, low, high, found.n, found.method, found.reason)


def _repeated(takes: Iterable[Take]) -> list[_Cell]:
    """The answers of each judge to each card, the same way round, where there are at least two."""
    cells: dict[tuple[str, Row, tuple[str, ...]], list[float]] = defaultdict(list)
    for take in takes:
        cells[take.judge, take.row, take.order].append(take.value)
    return [(row, values) for (_, row, _), values in cells.items() if len(values) > 1]


def _by_item(cells: Iterable[_Cell], measure: Callable[[Sequence[float]], tuple[float, float]]) -> Array:
    """For each item the sums of what is measured in its cells, and of its weights."""
    sums: dict[Row, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for row, values in cells:
        amount, weight = measure(values)
        sums[row][0] += amount
        sums[row][1] += weight
    return np.array(list(sums.values()))


def _mean_gap(values: Sequence[float]) -> float:
    """The mean absolute difference over all pairs, from the sorted values: the i-th counts 2i - m + 1 times."""
    m = len(values)
    summed = sum((2 * place - m + 1) * value for place, value in enumerate(sorted(values)))
    return summed / (m * (m - 1) / 2)


def _squares(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values)


# Position bias: does a judge lean to the side on which a text stands, whoever wrote it?


_NONE_position = "no pair was judged both ways round by the same judge"
_ALIKE = "every pair gave the same result: the spread cannot be estimated, so there is no interval"
_Ways = list[list[float]]  # the leanings in each of the two orders


def position_bias(takes: Iterable[Take]) -> Estimate:
    """How much does a judge prefer what stands on side A, when each pair is shown both ways round?

    Result: the mean leaning to side A, 1 always A, -1 always B, 0 no bias; each pair's leanings are averaged over its
    two orders first, so that what the judge thinks of the texts cancels out. The interval is over items, n counts
    them.
    Not for: pairs shown one way only, which are left out.
    Checked against: hand-worked tables in the tests.
    """
    ways = _both_ways(takes)
    leanings = [sum(_mean(way) for way in found) / 2 for _, found in ways]
    return _over_items(ways, leanings, "mean leaning to side A over swapped pairs", -1.0)


def swap_consistency(takes: Iterable[Take]) -> Estimate:
    """How often does a judge keep its preference when the two texts change places?

    Result: the share of pairs in which the two orders favour the same speaker, or neither both times.
    Not for: judging a judge alone: one that always answers "tie" is consistent.
    Checked against: hand-worked tables in the tests.
    """
    ways = _both_ways(takes)
    kept = [float(_direction(_mean(one)) == -_direction(_mean(other))) for _, (one, other) in ways]
    return _over_items(ways, kept, "share of swapped pairs with the same preference", 0.0)


def _both_ways(takes: Iterable[Take]) -> list[tuple[Row, _Ways]]:
    cells: dict[tuple[str, Row], dict[tuple[str, ...], list[float]]] = defaultdict(lambda: defaultdict(list))
    for take in takes:
        if take.side is not None:
            cells[take.judge, take.row][take.order].append(take.side)
    return [(row, list(orders.values())) for (_, row), orders in cells.items() if len(orders) == 2]


def _over_items(ways: list[tuple[Row, _Ways]], values: list[float], what: str, least: float) -> Estimate:
    if not ways:
        return Estimate.absent(_NONE_position, method=what)
    sums: dict[Row, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for (row, _), value in zip(ways, values, strict=True):
        sums[row][0] += value
        sums[row][1] += 1.0
    table = np.array(list(sums.values()))
    if len(set(values)) == 1:
        return Estimate(values[0], n=len(table), method=what, reason=_ALIKE)
    return mean_over_items(table, what, least=least, most=1.0)


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _direction(leaning: float) -> int:
    return (leaning > 0) - (leaning < 0)


# Do judges err together? A panel of judges that share their errors is worth little more than one of them.


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


# What a panel of model judges is worth: agreement, noise floor, position bias, shared errors, each an Estimate.


__all__ = [
    "Take",
    "agreement",
    "error_correlation",
    "noise",
    "noise_sd",
    "panel_estimates",
    "position_bias",
    "residual_correlations",
    "swap_consistency",
    "takes_of",
]


def agreement(takes: Iterable[Take]) -> Estimate:
    """Do the model judges agree? Krippendorff's alpha at interval level over the means of each judge's takes."""
    rows = by_row(take for take in takes if take.kind == "model")
    judges = sorted({judge for by_judge in rows.values() for judge in by_judge})
    if len(judges) < 2:
        return Estimate.absent(f"{len(judges)} model judges: at least 2 are needed", n=len(rows))
    return krippendorff_alpha(matrix_of(rows, judges), "interval")


def panel_estimates(takes: Iterable[Take]) -> dict[str, Estimate]:
    """Everything about a panel, by names like agreement_QUESTION.

    agreement, noise, noise_sd, error_correlation; where sides are compared position_bias and swap_consistency; and for
    each pair of judges residuals_QUESTION_ONE_OTHER.
    People among the judges are what errors are measured against; the other numbers are about models alone.
    """
    asked: dict[str, list[Take]] = defaultdict(list)
    for take in takes:
        asked[take.question].append(take)
    found: dict[str, Estimate] = {}
    for question, given in asked.items():
        models = [take for take in given if take.kind == "model"]
        found[f"agreement_{question}"] = agreement(models)
        found[f"noise_{question}"] = noise(models)
        found[f"noise_sd_{question}"] = noise_sd(models)
        found[f"error_correlation_{question}"] = error_correlation(given)
        if any(take.side is not None for take in models):
            found[f"position_bias_{question}"] = position_bias(models)
            found[f"swap_consistency_{question}"] = swap_consistency(models)
        for pair, estimate in residual_correlations(models).items():
            found["_".join(("residuals", question, *pair))] = estimate
    return found
