"""Measures of the study as estimates: the value on the data, the interval from resamples or from theory."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from ringtrue.formula.formula import Formula
from ringtrue.formula.tree import Chain, FunctionCall, Number
from ringtrue.protocols.trial_run import names_by_place
from ringtrue.score.answers import Answers, Criteria, Majority
from ringtrue.score.measures import (
    DIGITS,
    OTHER,
    ItemColumns,
    Known,
    Mask,
    Part,
    constants,
    formula,
    items_behind,
    why_missing,
)
from ringtrue.score.resamples import (
    Replicates,
    can_leave_out,
    draws,
    is_dust,
    resampling,
    without_both,
    without_items,
    without_raters,
    without_sessions,
)
from ringtrue.score.study_table import NUMBER, StudyTable
from ringtrue.stats.arrays import Array, Codes
from ringtrue.stats.resampling import percentile_interval
from ringtrue.terms.protocol import Measure, Protocol
from ringtrue.terms.result import Estimate

LEVEL = 0.95
_SEVERAL = 2  # values of a tag
_AVERAGES = {"mean", "median", "share"}  # functions of items that stay within the range of what they are given
_SHARE = {"count", "items"}  # one by the other is a share
_MOST_ENDS = 6  # names of a formula whose range is worked out: both ends of each, in every combination


def unwatched(done: int) -> None:
    """Let the replicates pass."""


def estimated(
    protocol: Protocol,
    study: StudyTable,
    replicates: int,
    seed: int,
    watch: Callable[[int], None] = unwatched,
    columns: ItemColumns | None = None,
) -> dict[str, Estimate]:
    """Every measure of the study, in the protocol's order; `watch` is told how many more replicates are done.

    `columns` are those of the study, where somebody has them already.
    """
    parts = parts_of(protocol, study)
    point = Known(study, columns or ItemColumns(protocol, study), values=constants(study))
    found: dict[str, Estimate] = {}
    behind: dict[str, Mask] = {}
    for part in parts:
        found[part.name] = exact(_on_the_data(part, protocol, point, behind))
        value = found[part.name].value
        point.values[part.name] = np.asarray(np.nan if value is None else value)
    _add_intervals(protocol, point, parts, found, _Bootstrap(replicates, seed, watch))
    return {part.name: replace(exact(found[part.name]), kind=part.measure.kind) for part in parts}


@dataclass(frozen=True, slots=True)
class _Bootstrap:
    """How often to resample, from which seed, and who is told of the progress."""

    replicates: int
    seed: int
    watch: Callable[[int], None]


def _add_intervals(
    protocol: Protocol, point: Known, parts: list[Part], found: dict[str, Estimate], how: _Bootstrap
) -> None:
    """Give every formula its interval: carried over, by leaving out one by one, or by bootstrap."""
    study = point.study
    open_ = [part for part in parts if part.measure.formula is not None and not part.measure.means]
    open_ = [part for part in open_ if found[part.name].value is not None]
    for part in open_:
        if part.measure.source is not None:
            found[part.name] = _carried(part, found[part.name], found[part.measure.source])
        elif _only_counts(part):
            found[part.name] = replace(found[part.name], method="a count", reason="it counts what was rated")
    own = [part for part in open_ if part.measure.source is None and not _only_counts(part)]
    leaving = [part for part in own if can_leave_out(protocol, study) and _by_one(part, protocol, study)]
    if leaving:
        found |= _left_out(protocol, point, parts, [(part, found[part.name].n) for part in leaving])
    rest = [part for part in own if part not in leaving]
    if rest:
        words = resampling(protocol, study, how.replicates)
        blocks = draws(study, how.replicates, how.seed)
        spread = {} if words.reason else replicated(protocol, point, parts, blocks, how.watch)
        for part in rest:
            found[part.name] = _with_interval(found[part.name], spread.get(part.name), words.method, words.reason)


def _only_counts(part: Part) -> bool:
    """Whether it says only how much was rated: that is the design, and has no interval."""
    names = formula(part.measure.formula or "").names
    return bool(names) and all(name.endswith(NUMBER) for name in names)


def _by_one(part: Part, protocol: Protocol, study: StudyTable) -> bool:
    """Whether its interval comes from leaving out one by one: sessions always, items and raters for majorities."""
    if protocol.unit == "sessions":
        return True
    waiting, seen = list(formula(part.measure.formula or "").names), set[str]()
    while waiting:
        name = waiting.pop()
        if isinstance(study.columns.get(name), Majority | Criteria):
            return True
        measure = protocol.measures.get(name)
        if name not in seen and measure is not None and measure.formula is not None:
            waiting += formula(measure.formula).names
        seen.add(name)
    return False


def _left_out(
    protocol: Protocol, point: Known, parts: list[Part], chosen: list[tuple[Part, int]]
) -> dict[str, Estimate]:
    """The estimates with intervals from what they are without each session, or each item and each rater.

    `chosen` are the parts and how many items each rests on.
    """
    from ringtrue.stats.interval.jackknife import jackknife, majority_interval

    study = point.study
    found: dict[str, Estimate] = {}
    if protocol.unit == "sessions":
        gone = replicated(protocol, point, parts, without_sessions(study), unwatched)
        for part, n in chosen:
            estimate = jackknife(float(point.values[part.name]), gone[part.name], level=part.measure.level)
            found[part.name] = _clamped(replace(estimate, n=n), _range(protocol, part.measure.name, of_study=True))
        return found
    items = replicated(protocol, point, parts, without_items(study), unwatched)
    raters, both = (_split_evenly(protocol, point, parts, blocks) for blocks in (without_raters, without_both))
    kinds = np.unique(study.tags["kind"].astype(str), return_inverse=True)[1]
    for part, n in chosen:
        name = part.name
        estimate = majority_interval(
            float(point.values[name]),
            items[name],
            kinds,
            raters[name],
            both[name].reshape(study.size, -1),
            n=n,
            share_of=_whole(formula(part.measure.formula or "")),
            level=part.measure.level,
        )
        found[name] = _clamped(estimate, _range(protocol, part.measure.name, of_study=True))
    return found


def _split_evenly(
    protocol: Protocol, point: Known, parts: list[Part], blocks: Callable[[StudyTable, float], Iterable[Replicates]]
) -> dict[str, Array]:
    """What every measure is with raters left out, half way between an even split as no and as yes.

    An even number of raters has ties where an odd one has none: as no alone, they would look like a weaker clone.
    """
    no, yes = (replicated(protocol, point, parts, blocks(point.study, tie), unwatched) for tie in (0.0, 1.0))
    return {name: (values + yes[name]) / 2.0 for name, values in no.items()}


def _whole(read: Formula) -> float | None:
    """What a share is a share of: 1 for share(...), 100 for 100 * share(...); None for every other formula."""
    root, whole = read.root, 1.0
    if isinstance(root, Chain) and root.symbols == ("*",) and isinstance(root.parts[0], Number):
        whole, root = root.parts[0].number, root.parts[1]
    return whole if isinstance(root, FunctionCall) and root.function.name == "share" else None


def _clamped(estimate: Estimate, span: tuple[float, float]) -> Estimate:
    """Bounds beyond the range of a measure say nothing."""
    if estimate.low is None or estimate.high is None:
        return estimate
    return replace(estimate, low=max(estimate.low, span[0]), high=min(estimate.high, span[1]))


def exact(estimate: Estimate) -> Estimate:
    """The estimate without the last digits of floating-point sums, so that 80 is 80 however it was added up."""
    value, low, high = (None if x is None else round(x, DIGITS) for x in (estimate.value, estimate.low, estimate.high))
    return replace(estimate, value=value, low=low, high=high)


def parts_of(protocol: Protocol, study: StudyTable) -> list[Part]:
    """The measures of the study, those of a tag once for each of its values."""
    parts: list[Part] = []
    chosen: dict[str, dict[str, Codes]] = {}  # one for all measures: what is worked out for it serves them all
    for measure in protocol.measures.values():
        if measure.per != "study":
            continue
        if measure.each is None:
            parts.append(Part(measure.name, measure))
            continue
        if measure.each not in chosen:
            labels = study.tags[measure.each]
            values = sorted({str(label) for label in labels if label is not None})
            chosen[measure.each] = {value: np.flatnonzero(labels == value) for value in values}
        if measure.several and len(chosen[measure.each]) < _SEVERAL:
            continue
        parts += [Part(f"{measure.name}_{value}", measure, items) for value, items in chosen[measure.each].items()]
    return parts


def _on_the_data(part: Part, protocol: Protocol, known: Known, behind: dict[str, Mask]) -> Estimate:
    """The value with all it has but the interval from resamples; notes which items are behind it."""
    measure, study = part.measure, known.study
    if measure.gate is not None:
        from ringtrue.score.statistics import gate  # it and the next need SciPy, which many protocols do without

        return gate(measure, protocol, study)
    if measure.statistic is not None:
        from ringtrue.score.statistics import statistic

        return statistic(measure, study, known.columns)
    if measure.rate is not None:
        return _rate(part, known)
    if measure.worst is not None:
        return _worst(part, protocol, study)
    if measure.crossed is not None:
        behind[part.name] = _answered(part, study)
        return _crossed(part, protocol, study)
    if measure.means:
        behind[part.name] = np.zeros(study.size, dtype=np.bool_)
        return _linearised(part, protocol, study)
    behind[part.name] = items_behind(part, known, behind)
    n = int(behind[part.name].sum())
    value = float(known.evaluate(part))
    return Estimate.absent(why_missing(part, protocol, study), n=n) if np.isnan(value) else Estimate(value, n=n)


def _answered(part: Part, study: StudyTable) -> Mask:
    """The items with a single answer that a crossed mean is taken of."""
    mask = np.zeros(study.size, dtype=np.bool_)
    answers = None if part.measure.speaker else study.answers.get(part.measure.crossed or "")
    if answers is not None:
        mask[_on_its_items(part, answers).items] = True
    return mask


def _on_its_items(part: Part, answers: Answers) -> Answers:
    return answers if part.items is None else answers.on(part.items)


def _crossed(part: Part, protocol: Protocol, study: StudyTable) -> Estimate:
    measure = part.measure
    name = measure.crossed or ""
    answers = answers_of(study, measure)
    answers = None if answers is None else _on_its_items(part, answers)
    if answers is None or not answers.values.size:
        speaker = measure.speaker
        return Estimate.absent(f"no cards of {speaker}" if speaker else why_missing(part, protocol, study))
    return _mean(answers, _range(protocol, name), measure.level)


def answers_of(study: StudyTable, measure: Measure) -> Answers | None:
    """The single answers a crossed mean is taken of, by the raters of the panel; None where there are none."""
    name = measure.crossed or ""
    if measure.speaker is None:
        return study.answers.get(name)
    answers = study.controls.get((name, measure.speaker))
    return None if answers is None else answers.within(answers.size, len(study.raters))


def _mean(answers: Answers, span: tuple[float, float], level: float) -> Estimate:
    """The crossed mean within its range; answers that are all alike have no spread, so an exact bound stands in."""
    from ringtrue.stats.interval.crossed import crossed_mean_of

    estimate = crossed_mean_of(answers.values, answers.items, answers.raters, level=level)
    if estimate.low is None or estimate.high is None:
        items, raters = (np.unique(codes).size for codes in (answers.items, answers.raters))
        alike = estimate.value is not None and bool(np.ptp(answers.values) == 0.0)
        return _all_alike(estimate, span, level) if alike and min(items, raters) > 1 else estimate
    return _clamped(estimate, span)


def _all_alike(estimate: Estimate, span: tuple[float, float], level: float) -> Estimate:
    """Bounds of a mean of which every answer was the same: of n such answers, at most a share q can be others.

    q is the exact upper bound of 0 of n, and others lie at the far end of the range at worst. Picks that all found the
    person, or none of them, get the exact interval of a share this way.
    """
    from ringtrue.stats.detection.proportion import exact as exact_share

    share = exact_share(0, estimate.n, level=level)
    value, other = estimate.value, share.high
    if value is None or other is None or not np.isfinite(span).all():
        return estimate
    low, high = value - other * (value - span[0]), value + other * (span[1] - value)
    method = f"{estimate.n} answers, all alike; exact bound on the share of others"
    return replace(estimate, low=low, high=high, method=method, reason=None)


def _worst(part: Part, protocol: Protocol, study: StudyTable) -> Estimate:
    """The lowest mean over the values of a tag, with its interval at a level that holds for all of them at once."""
    measure = part.measure
    answers, labels = study.answers.get(measure.worst or ""), study.tags[measure.by or ""]
    groups = sorted({str(label) for label in labels if label is not None})
    if answers is None or not groups:
        return Estimate.absent(f"no answers to {measure.worst}" if groups else f"no item is tagged {measure.by}")
    level = 1.0 - (1.0 - measure.level) / len(groups)
    span = _range(protocol, measure.worst or "")
    found = {group: answers.on(np.flatnonzero(labels == group)) for group in groups}
    means = {group: _mean(own, span, level) for group, own in found.items() if own.values.size}
    if not means:
        return Estimate.absent(f"no answers to {measure.worst} on a tagged item")
    lowest = min(means, key=lambda group: (means[group].value or 0.0, group))
    method = f"lowest of {len(groups)}: {lowest}; {means[lowest].method}"
    return replace(means[lowest], method=method)


def _rate(part: Part, known: Known) -> Estimate:
    """Events, as an earlier measure counts them, for each session."""
    from ringtrue.stats.interval.rate import event_rate

    events = float(known.values[part.measure.rate or ""])
    if np.isnan(events):
        return Estimate.absent(f"{part.measure.rate} has no value")
    return event_rate(round(events), known.study.sessions, level=part.measure.level)


def _linearised(part: Part, protocol: Protocol, study: StudyTable) -> Estimate:
    """A formula of crossed means, through any chain of formulas, with the interval their cells give it."""
    from ringtrue.stats.interval.linearised import Ratings, linearised

    chain = _chain(protocol, part.measure)
    leaves = [measure for measure in chain if measure.crossed is not None]
    answers = [answers_of(study, measure) for measure in leaves]
    missing = [one.name for one, given in zip(leaves, answers, strict=True) if given is None or not given.values.size]
    if missing:
        return Estimate.absent(f"no ratings for {', '.join(missing)}")

    def worked_out(means: Sequence[float]) -> float:
        values = dict(zip((leaf.name for leaf in leaves), means, strict=True))
        for measure in chain:
            if measure.formula is not None:
                expression = formula(measure.formula)
                values[measure.name] = float(expression.evaluate({name: values[name] for name in expression.names}))
        return values[part.measure.name]

    given = [Ratings(one.values, one.items, one.raters) for one in answers if one is not None]
    return linearised(worked_out, given, level=part.measure.level)


def _chain(protocol: Protocol, measure: Measure) -> list[Measure]:
    """The measures one rests on, crossed means first to itself last, each before those that use it."""
    inner = measure.means or ((measure.source,) if measure.source else ())
    before = [one for name in inner for one in _chain(protocol, protocol.measures[name])]
    return [*dict.fromkeys(before), measure]


def _range(protocol: Protocol, name: str, *, of_study: bool = False) -> tuple[float, float]:
    """The values a question or a measure can have: an interval beyond them says nothing.

    A number of the study may have the name of a question: `of_study` says which of the two is meant.
    """
    measure = protocol.measures.get(name)
    if measure is not None and (measure.per == "study") == of_study:
        if measure.formula is not None:
            return _corners(protocol, formula(measure.formula))
        return _range(protocol, measure.crossed) if measure.crossed else (-np.inf, np.inf)
    question = protocol.question(name.removesuffix(OTHER))
    scale = protocol.scales[question.scale] if question else None
    if scale is not None and scale.type in ("pick", "flag", "checklist", "position"):
        return 0.0, 1.0
    if scale is None or scale.low is None or scale.high is None:
        return -np.inf, np.inf
    return scale.low, scale.high


def _is_of_study(protocol: Protocol, name: str) -> bool:
    return name in protocol.measures and protocol.measures[name].per == "study"


def _corners(protocol: Protocol, expression: Formula) -> tuple[float, float]:
    """Least and greatest value of a formula where every answer is at an end of its scale; exact if it is monotone."""
    root = expression.root
    ends = [part.number for part in root.parts[1:] if isinstance(part, Number)]
    if isinstance(root, FunctionCall) and root.function.name == "clamp" and len(ends) == 2:
        return ends[0], ends[1]
    names = sorted(expression.names)
    inside, outside = names_by_place(expression)
    calls = [node for node in expression.root.walk() if isinstance(node, FunctionCall)]
    reducing = {call.function.name for call in calls if call.function.reduces} - _AVERAGES
    if reducing and reducing != _SHARE:
        return -np.inf, np.inf  # a count grows with the items
    spans = [_range(protocol, name, of_study=name in outside and _is_of_study(protocol, name)) for name in names]
    if not spans or len(spans) > _MOST_ENDS or not np.isfinite(spans).all():
        return -np.inf, np.inf
    tags = {tag: [label] for call in calls for tag, label in call.filters}
    values = []
    for corner in product(*spans):
        given = {name: np.array([end]) if name in inside else end for name, end in zip(names, corner, strict=True)}
        values.append(np.nanmean(expression.evaluate(given, tags={"kind": [""], **tags})))
    return float(np.nanmin(values)), float(np.nanmax(values))


def replicated(
    protocol: Protocol, point: Known, parts: list[Part], blocks: Iterable[Replicates], watch: Callable[[int], None]
) -> dict[str, Array]:
    """Every resampled measure on every replicate; `point` is what is known on the data."""
    fixed = constants(point.study)
    gathered = {part.name: bytearray() for part in parts if part.resampled}  # of many items a block is one replicate
    for draw in blocks:
        found = _on_one_block(protocol, point, parts, draw, dict(fixed))
        for name, values in gathered.items():
            values += found[name].tobytes()
        watch(draw.items.shape[0])
    return {name: np.frombuffer(values) for name, values in gathered.items()}


def _on_one_block(
    protocol: Protocol, point: Known, parts: list[Part], draw: Replicates, fixed: dict[str, Array]
) -> dict[str, Array]:
    """Every measure on some replicates; all that it took is let go before the next ones are drawn."""
    columns = point.columns if draw.raters is None else ItemColumns(protocol, point.study, draw.raters, tie=draw.tie)
    known = Known(point.study, columns, draw, fixed)
    for part in parts:
        value = known.evaluate(part) if part.resampled else np.asarray(np.nan)
        known.values[part.name] = value if value.ndim else np.broadcast_to(value, draw.items.shape[:1])
    return known.values


def _with_interval(estimate: Estimate, spread: Array | None, method: str, reason: str | None) -> Estimate:
    """The estimate with the interval of its replicates."""
    if spread is None or reason is not None:
        return replace(estimate, method=method, reason=reason)
    bounds = percentile_interval(spread, LEVEL)
    if bounds is None:
        why = "it has no value in more than one resample of ten, so there is no interval"
        return replace(estimate, method=method, reason=why)
    if is_dust(*bounds):
        why = "every resample gives the same value: the spread cannot be estimated, so there is no interval"
        return replace(estimate, method=method, reason=why)
    # Fewer different raters in a resample make majorities weaker, so all resamples may lie on one side of the value.
    value = estimate.value if estimate.value is not None else bounds[0]
    return replace(estimate, low=min(bounds[0], value), high=max(bounds[1], value), method=method)


def _carried(part: Part, estimate: Estimate, source: Estimate) -> Estimate:
    """The bounds of the source put through the formula, which must run one way between them."""
    name = part.measure.source or ""
    method = f"from {name}: {source.method}"
    if source.low is None or source.high is None:
        return replace(estimate, n=source.n, method=method, reason=source.reason)
    expression = formula(part.measure.formula or "")
    ends = [float(expression.evaluate({name: bound})) for bound in (source.low, source.high)]
    known = sorted(end for end in ends if not np.isnan(end))
    if len(known) == 1:  # a bound without a finite image is missing on its own side
        below = estimate.value is not None and known[0] <= estimate.value
        low, high = (known[0], None) if below else (None, known[0])
    else:
        low, high = known or (None, None)
    return replace(estimate, low=low, high=high, n=source.n, method=method)
