"""Lists of rules: the first that holds decides, with the conditions that made it so; what is unknown stays untold."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ringtrue.formula.formula import Formula
from ringtrue.formula.tree import Comparison
from ringtrue.protocols.suite_rules import share_checks
from ringtrue.score.estimates import LEVEL, exact, parts_of, replicated, unwatched
from ringtrue.score.measures import ItemColumns, Known, constants, formula, tags_for
from ringtrue.score.resamples import Replicates
from ringtrue.score.study_table import StudyTable
from ringtrue.stats.arrays import Array
from ringtrue.terms.protocol import Criterion, Protocol, Rule, SuiteRule
from ringtrue.terms.result import INCONCLUSIVE, Check, Estimate, Verdict

Given = float | str | None


def names_for_rules(estimates: Mapping[str, Estimate], status: Mapping[str, str], **more: float) -> dict[str, Given]:
    """What conditions may speak of: values, bounds as NAME_low and NAME_high, gates by their outcome, statuses."""
    names: dict[str, Given] = dict(more)
    for name, estimate in estimates.items():
        names[name] = getattr(estimate, "outcome", estimate.value)
        names[f"{name}_low"], names[f"{name}_high"] = estimate.low, estimate.high
    names.update({f"{category}_status": None if label == INCONCLUSIVE else label for category, label in status.items()})
    return names


@dataclass(frozen=True, slots=True)
class _Asked:
    """A rule's conditions and their answers: yes, no, or None for unknown."""

    rule: Rule
    answers: dict[str, bool | None]

    @property
    def holds(self) -> bool | None:
        every = [self.answers[text] for text in self.rule.all]
        some = [self.answers[text] for text in self.rule.any]
        if False in every or (some and all(answer is False for answer in some)):
            return False
        if None in every or (some and True not in some):
            return None
        return True

    def having(self, *wanted: bool | None) -> list[str]:
        return [text for text in self.rule.conditions if self.answers[text] in wanted]


def decided(rules: Sequence[Rule], names: Mapping[str, Given]) -> Verdict:
    """The label of the first rule that holds; if one before it is unknown, the verdict is inconclusive."""
    reasons: list[str] = []
    for rule in rules:
        asked = _Asked(rule, {text: _answer(formula(text), names) for text in rule.conditions})
        if asked.holds is None:
            unknown = [f"not known: {_worded(text, names)}" for text in asked.having(None)]
            return Verdict(INCONCLUSIVE, (*unknown, *_against(reasons)))
        if asked.holds:
            because = [_worded(text, names) for text in asked.having(True)]
            note = [rule.note] if rule.note else []
            return Verdict(rule.label, tuple(because + note + _against(reasons)))
        if rule.all:  # a rule of `any` alone knocks out; that it did not says little
            reasons.append(_refused(asked, names))
    raise ValueError("a list of rules ends with one that has no conditions")


def _answer(condition: Formula, names: Mapping[str, Given]) -> bool | None:
    """A condition on names; one that nothing is known of makes it unknown, unless the rest decides."""
    return condition.holds({name: names.get(name) for name in condition.names})


def _worded(text: str, names: Mapping[str, Given]) -> str:
    """The condition with the values of its names behind it."""
    used = sorted(formula(text).names)
    values = ", ".join(f"{name} {_shown(names.get(name))}" for name in used)
    return f"{text} ({values})" if values else text


def _shown(value: Given) -> str:
    if value is None:
        return "unknown"
    return value if isinstance(value, str) else f"{value:.6g}"  # digits enough that 92.9999 does not look like 93


def _refused(asked: _Asked, names: Mapping[str, Given]) -> str:
    failed = asked.having(False)
    first = next((text for text in asked.rule.all if text in failed), failed[0] if failed else "")
    return f"{asked.rule.label} would need {_worded(first, names)}"


def _against(reasons: list[str]) -> list[str]:
    """Why rules before it did not hold, each label once."""
    return list(dict.fromkeys(reasons))


# Conditions asked over raters: by how much one holds, with the interval that the raters' differences leave.


_SAME = 1e-12
_FEWEST_ALIKE = 3  # raters who all say the same decide: unanimity is no lack of knowledge


def leaving_out(protocol: Protocol, study: StudyTable) -> dict[str, Array]:
    """Every crossed mean with all raters (first), then with each of them left out; items stay as they are."""
    raters = len(study.raters)
    weights = np.vstack([np.ones(raters), 1.0 - np.eye(raters)])
    draw = Replicates(weights, np.ones((raters + 1, study.size)))
    means = [part for part in parts_of(protocol, study) if part.measure.crossed is not None]
    point = Known(study, ItemColumns(protocol, study), values=constants(study))
    return replicated(protocol, point, means, [draw], unwatched)


def margin(condition: Formula, drawn: dict[str, Array]) -> Estimate:
    """By how much a comparison holds (below zero: fails), for raters like these and the items as they are.

    Interval: the jackknife over raters, margin ± t sqrt((k-1)/k Σ(m_i - mean)²) with k-1 degrees of freedom.
    No value where a name has none; no interval from one rater. Three raters or more who do not differ at all leave no
    doubt: the interval is the value.
    """
    root = condition.root
    assert isinstance(root, Comparison)  # noqa: S101 - the loader refuses every other condition here
    small, large = root.parts if root.symbols[0].startswith("<") else root.parts[::-1]
    if not condition.names <= set(drawn):
        return Estimate.absent("a number it needs is missing")
    values = {name: drawn[name] for name in condition.names}
    sides = (Formula(condition.text, side) for side in (small, large))
    low, high = (side.evaluate({name: values[name] for name in side.names}) for side in sides)
    margins = np.broadcast_to(high - low, next(iter(values.values())).shape)
    return exact(_jackknife(margins[0], margins[1:]))


def _jackknife(value: float, without: Array) -> Estimate:
    k = without.size
    method = f"jackknife over {k} raters"
    if np.isnan(value):
        return Estimate.absent("a number it needs is missing", n=k)
    if k < 2:
        return Estimate(value, n=k, method=method, reason="one rater: the data say nothing about other raters")
    if np.isnan(without).any():
        return Estimate(value, n=k, method=method, reason="it rests on one rater in places")
    spread = float(np.sqrt((k - 1) / k * ((without - without.mean()) ** 2).sum()))
    if spread < _SAME:
        if k < _FEWEST_ALIKE:
            return Estimate(value, n=k, method=method, reason=f"{k} raters alike are too few to speak for others")
        return Estimate(value, value, value, k, f"all {k} raters alike")
    from scipy.special import stdtrit  # as much to load as all the rest of scoring, and few protocols ask over raters

    half = float(stdtrit(k - 1, 0.5 + LEVEL / 2.0)) * spread
    return Estimate(value, value - half, value + half, k, method)


def clear_answer(condition: Formula, found: Estimate) -> bool | None:
    """The answer of the comparison where the whole interval of its margin lies on one side of zero, else None."""
    if found.low is None or found.high is None:
        return None
    root = condition.root
    return _side(found, or_equal=isinstance(root, Comparison) and root.symbols[0].endswith("="))


def _side(found: Estimate, *, or_equal: bool) -> bool | None:
    """On which side of zero the whole interval of a margin lies."""
    if found.low is None or found.high is None:
        return None
    if found.low > 0.0 or (or_equal and found.low == 0.0):
        return True
    return False if found.high < 0.0 or (not or_equal and found.high == 0.0) else None


# Checks: the rules a suite must keep, the shares of its kinds, and the criteria a protocol names.


def suite_checks(
    protocol: Protocol, study: StudyTable, columns: ItemColumns, given: Sequence[Check] | None = None
) -> list[Check]:
    """Each rule of the suite that is a formula, and for kinds with a share whether their number is the one asked for.

    `given` are the answers of the items from when they were dealt. What counts now must keep the rules too: items may
    have been withdrawn since, and a rule that they break now is broken.
    """
    asked = [_suite_check(rule, study, columns) for rule in protocol.suite if rule.when]
    now = [*asked, *share_checks(protocol, Counter(study.kinds))]
    if given is None:
        return now
    panel = {rule.name for rule in protocol.suite if rule.of == "panel"}
    later = {check.name: check for check in now if check.name in panel or check.met is False}
    return [*(later.pop(check.name, check) for check in given), *later.values()]


def _suite_check(rule: SuiteRule, study: StudyTable, columns: ItemColumns) -> Check:
    expression = formula(rule.when)
    fixed = constants(study)
    names = {name: float(fixed[name]) if name in fixed else columns[name] for name in expression.names}
    answer = expression.evaluate(names, tags=tags_for(expression, study.tags))
    met = None if np.isnan(answer) else bool(answer)
    note = "" if met else f"{'worth knowing: ' if rule.warning else ''}{rule.remedy}"
    return Check(rule.name, met, literal=met, note=note)


def criteria_checks(
    protocol: Protocol,
    estimates: Mapping[str, Estimate],
    names: Mapping[str, Given],
    without: dict[str, Array] | None = None,
) -> list[Check]:
    """Each criterion: met, not met, or inconclusive. `without` are the measures with each rater left out."""
    checks = []
    for criterion in protocol.checks:
        if not is_asked(criterion, estimates):
            continue
        if criterion.order:
            checks.append(_ordered(criterion, estimates, without or {}))
        elif criterion.of is not None:
            checks.append(_bound(criterion, estimates))
        elif criterion.over_raters:
            checks.append(_over_raters(criterion, names, without or {}))
        else:
            checks.append(_condition(criterion, estimates, names))
    return checks


def is_asked(criterion: Criterion, estimates: Mapping[str, Estimate]) -> bool:
    """Whether the groups it compares over raters have items: a study may leave a domain out."""
    if criterion.order:
        return all(_there(criterion, group, estimates) for group in criterion.order)
    return not criterion.over_raters or formula(criterion.when or "").names <= set(estimates)


def _there(criterion: Criterion, group: Iterable[str], estimates: Mapping[str, Estimate]) -> list[str]:
    """The estimates of a group of an order, those left out of which no item is."""
    return [name for one in group if (name := f"{criterion.of}_{one}") in estimates]


def _ordered(criterion: Criterion, estimates: Mapping[str, Estimate], without: dict[str, Array]) -> Check:
    """An order of groups: by how much the lowest of each lies over the highest of the one before, over raters."""
    groups = [_there(criterion, group, estimates) for group in criterion.order]
    names = [name for group in groups for name in group]
    if any(estimates[name].value is None or name not in without for name in names):
        return Check(criterion.name, None, note="a number it needs is missing")
    steps = [
        np.min([without[name] for name in above], axis=0) - np.max([without[name] for name in below], axis=0)
        for below, above in pairwise(groups)
    ]
    margins = np.min(steps, axis=0)
    found = exact(_jackknife(margins[0], margins[1:]))
    literal = None if found.value is None else found.value >= 0.0
    return _by_margin(criterion, found, literal, None if found.low is None else _side(found, or_equal=True))


def _bound(criterion: Criterion, estimates: Mapping[str, Estimate]) -> Check:
    """A bound on an estimate: met or not only where the whole interval lies on one side."""
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
    """A comparison: met or not where the interval of its margin, over raters, lies on one side of zero."""
    expression = formula(criterion.when or "")
    literal = expression.holds({name: names.get(name) for name in expression.names})
    found = margin(expression, without)
    return _by_margin(criterion, found, literal, clear_answer(expression, found))


def _by_margin(criterion: Criterion, found: Estimate, literal: bool | None, met: bool | None) -> Check:
    if literal is None or found.value is None:
        return Check(criterion.name, None, literal=literal, note="a number it needs is missing")
    if found.low is None or found.high is None:
        return Check(criterion.name, None, literal=literal, note=found.reason or "")
    how = found.method if found.low == found.high else f"{found.low:.3f} to {found.high:.3f} over raters"
    note = f"by {found.value:.3f}, {how}, for these items"
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
