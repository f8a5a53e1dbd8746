"""Checks: what a suite must hold to, the shares of its kinds, and the criteria a protocol names."""

from collections import Counter
from collections.abc import Iterable, Mapping

import numpy as np

from ringtrue.score.formulas import formula, tags_for
from ringtrue.score.items import ItemColumns
from ringtrue.score.known import constants
from ringtrue.score.over_raters import margin, told
from ringtrue.score.rules import Given
from ringtrue.score.table import Study
from ringtrue.stats.arrays import Array
from ringtrue.terms import Check, Criterion, Estimate, Protocol


def suite_checks(protocol: Protocol, study: Study, columns: ItemColumns) -> list[Check]:
    """Each rule of the suite, and for kinds with a share whether their number is the one it asks for."""
    checks = []
    for rule in protocol.suite:
        expression = formula(rule.when)
        fixed = constants(study)
        names = {name: float(fixed[name]) if name in fixed else columns[name] for name in expression.names}
        answer = expression.evaluate(names, tags=tags_for(expression, study.tags))
        met = None if np.isnan(answer) else bool(answer)
        note = "" if met else f"{'worth knowing: ' if rule.warning else ''}{rule.remedy}"
        checks.append(Check(rule.name, met, literal=met, note=note))
    return checks + _share_checks(protocol, study)


def _share_checks(protocol: Protocol, study: Study) -> list[Check]:
    shares = {kind.name: kind.share for kind in protocol.kinds.values() if kind.share is not None}
    wanted, there = largest_remainder(shares, study.size), Counter(study.kinds)
    checks = []
    for kind, count in wanted.items():
        missing = count - there[kind]
        note = "" if not missing else f"add {missing}" if missing > 0 else f"{-missing} more than its share"
        name = f"share of {kind}: {count} of {study.size}"
        checks.append(Check(name, missing == 0, there[kind], count, literal=missing == 0, note=note))
    return checks


def largest_remainder(shares: Mapping[str, float], total: int) -> dict[str, int]:
    """Whole numbers in the given proportions that sum to the total: floors first, then the largest remainders."""
    exact = {name: share * total for name, share in shares.items()}
    counts = {name: int(np.floor(value + 1e-9)) for name, value in exact.items()}
    left = total - sum(counts.values()) if shares else 0
    by_remainder = sorted(exact, key=lambda name: (counts[name] - exact[name], list(shares).index(name)))
    for name in by_remainder[:left]:
        counts[name] += 1
    return counts


def criteria_checks(
    protocol: Protocol,
    estimates: Mapping[str, Estimate],
    names: Mapping[str, Given],
    without: dict[str, Array] | None = None,
) -> list[Check]:
    """Each criterion: met, not met, or cannot be told. `without` are the measures with each rater left out."""
    checks = []
    for criterion in protocol.checks:
        if criterion.of is not None:
            checks.append(_bound(criterion, estimates))
        elif criterion.over_raters:
            checks.append(_over_raters(criterion, names, without or {}))
        else:
            checks.append(_condition(criterion, estimates, names))
    return checks


def _bound(criterion: Criterion, estimates: Mapping[str, Estimate]) -> Check:
    """A bound on an estimate: told only where the whole interval lies on one side."""
    estimate = estimates[criterion.of or ""]
    limit = criterion.at_least if criterion.at_least is not None else criterion.at_most
    if estimate.value is None or limit is None:
        return Check(criterion.name, None, None, limit, note=estimate.reason or "")
    upward = criterion.at_least is not None
    literal = estimate.value >= limit if upward else estimate.value <= limit
    met: bool | None = None
    if estimate.low is not None and estimate.high is not None:
        above, below = estimate.low >= limit, estimate.high < limit
        inside, beyond = estimate.high <= limit, estimate.low > limit
        met = (
            (True if above else False if below else None) if upward else (True if inside else False if beyond else None)
        )
    return Check(criterion.name, met, estimate.value, limit, literal, _note(criterion, estimate, met))


def _note(criterion: Criterion, estimate: Estimate, met: bool | None) -> str:
    notes = []
    if criterion.exploratory_under is not None and estimate.n < criterion.exploratory_under:
        notes.append(f"exploratory: {estimate.n} of at least {criterion.exploratory_under}")
    if met is None:
        notes.append(estimate.reason or "the interval holds the limit: too few ratings to tell")
    return "; ".join(notes)


def _over_raters(criterion: Criterion, names: Mapping[str, Given], without: dict[str, Array]) -> Check:
    """A comparison that is told where the interval of its margin, over raters, lies on one side of zero."""
    expression = formula(criterion.when or "")
    literal = expression.holds({name: names.get(name) for name in expression.names})
    found = margin(expression, without)
    if literal is None or found.value is None:
        return Check(criterion.name, None, literal=literal, note="a number it needs is missing")
    if found.low is None or found.high is None:
        return Check(criterion.name, None, literal=literal, note=found.reason or "")
    note = f"by {found.value:.3f}, {found.low:.3f} to {found.high:.3f} over raters, for these items"
    met = told(expression, found)
    few = "" if met is not None else "; the interval holds zero: too few ratings to tell"
    return Check(criterion.name, met, literal=literal, note=note + few)


def _condition(criterion: Criterion, estimates: Mapping[str, Estimate], names: Mapping[str, Given]) -> Check:
    """A condition on values: its answer rests on them alone, unless something must refute it before it is not met."""
    expression = formula(criterion.when or "")
    literal = expression.holds({name: names.get(name) for name in expression.names})
    met, notes = literal, [_exploratory(criterion, estimates, expression.names)]
    if literal is False and criterion.refuted is not None:
        against = formula(criterion.refuted)
        if against.holds({name: names.get(name) for name in against.names}) is not True:
            met = None
            notes.append(f"not shown, and not refuted either: {criterion.refuted} does not hold")
    if literal is None:
        notes.append("a number it needs is missing")
    return Check(criterion.name, met, literal=literal, note="; ".join(filter(None, notes)))


def _exploratory(criterion: Criterion, estimates: Mapping[str, Estimate], names: Iterable[str]) -> str:
    few = [estimates[name].n for name in names if name in estimates]
    if criterion.exploratory_under is None or not few or min(few) >= criterion.exploratory_under:
        return ""
    return f"exploratory: {min(few)} of at least {criterion.exploratory_under}"
