"""Measures of the study as estimates: the value on the data, the interval from resamples or from theory."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import product

import numpy as np

from ringtrue.formula import Formula
from ringtrue.score.answers import Answers
from ringtrue.score.formulas import formula
from ringtrue.score.grounds import Mask, items_behind, why_missing
from ringtrue.score.items import DIGITS, ItemColumns
from ringtrue.score.known import Known, Part, constants
from ringtrue.score.replicates import Draw, draws, is_dust, resampling
from ringtrue.score.table import Study
from ringtrue.stats.arrays import Array, Codes
from ringtrue.stats.resample import percentile_interval
from ringtrue.terms import Estimate, Protocol

LEVEL = 0.95


def unwatched(done: int) -> None:
    """Let the replicates pass."""


def estimated(
    protocol: Protocol,
    study: Study,
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
    how = resampling(protocol, study, replicates)
    blocks = draws(protocol, study, replicates, seed)
    spread = {} if how.reason else replicated(protocol, point, parts, blocks, watch)
    for part in parts:
        if part.measure.formula is not None and found[part.name].value is not None:
            found[part.name] = _with_interval(part, found, spread, how.method, how.reason)
    return {part.name: replace(exact(found[part.name]), kind=part.measure.kind) for part in parts}


def exact(estimate: Estimate) -> Estimate:
    """The estimate without the last digits of floating-point sums, so that 80 is 80 however it was added up."""
    value, low, high = (None if x is None else round(x, DIGITS) for x in (estimate.value, estimate.low, estimate.high))
    return replace(estimate, value=value, low=low, high=high)


def parts_of(protocol: Protocol, study: Study) -> list[Part]:
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
        parts += [Part(f"{measure.name}_{value}", measure, items) for value, items in chosen[measure.each].items()]
    return parts


def _on_the_data(part: Part, protocol: Protocol, known: Known, behind: dict[str, Mask]) -> Estimate:
    """The value with all it has but the interval from resamples; notes which items are behind it."""
    measure, study = part.measure, known.study
    if measure.gate is not None:
        from ringtrue.score.gate import gate  # it and the next need SciPy, which many protocols do without

        return gate(measure, protocol, study)
    if measure.statistic is not None:
        from ringtrue.score.statistics import statistic

        return statistic(measure, study, known.columns)
    if measure.crossed is not None:
        behind[part.name] = _answered(part, study)
        return _crossed(part, protocol, study)
    behind[part.name] = items_behind(part, known, behind)
    n = int(behind[part.name].sum())
    value = float(known.evaluate(part))
    return Estimate.absent(why_missing(part, protocol, study), n=n) if np.isnan(value) else Estimate(value, n=n)


def _answered(part: Part, study: Study) -> Mask:
    """The items with a single answer that a crossed mean is taken of."""
    mask = np.zeros(study.size, dtype=np.bool_)
    answers = study.answers.get(part.measure.crossed or "")
    if answers is not None:
        mask[_on_its_items(part, answers).items] = True
    return mask


def _on_its_items(part: Part, answers: Answers) -> Answers:
    return answers if part.items is None else answers.on(part.items)


def _crossed(part: Part, protocol: Protocol, study: Study) -> Estimate:
    name = part.measure.crossed or ""
    answers = study.answers.get(name)
    answers = None if answers is None else _on_its_items(part, answers)
    if answers is None or not answers.values.size:
        return Estimate.absent(why_missing(part, protocol, study))
    from ringtrue.stats.interval.crossed import crossed_mean_of

    estimate = crossed_mean_of(answers.values, answers.items, answers.raters, level=LEVEL)
    least, most = _range(protocol, name)
    if estimate.low is None or estimate.high is None:
        return estimate
    return replace(estimate, low=max(estimate.low, least), high=min(estimate.high, most))


def _range(protocol: Protocol, name: str) -> tuple[float, float]:
    """The values a question, or a measure of single answers, can have: an interval beyond them says nothing."""
    measure = protocol.measures.get(name)
    if measure is not None and measure.formula is not None:
        return _corners(protocol, formula(measure.formula))
    question = protocol.question(name)
    scale = protocol.scales[question.scale] if question else None
    if scale is not None and scale.type in ("pick", "flag", "checklist"):
        return 0.0, 1.0
    if scale is None or scale.low is None or scale.high is None:
        return -np.inf, np.inf
    return scale.low, scale.high


def _corners(protocol: Protocol, expression: Formula) -> tuple[float, float]:
    """Least and greatest value of a formula where every answer is at an end of its scale; exact if it is monotone."""
    ends = [_range(protocol, name) for name in sorted(expression.names)]
    if not ends or not np.isfinite(ends).all():
        return -np.inf, np.inf
    corners = np.array(list(product(*ends)))
    values = expression.evaluate(dict(zip(sorted(expression.names), corners.T, strict=True)))
    return float(np.nanmin(values)), float(np.nanmax(values))


def replicated(
    protocol: Protocol, point: Known, parts: list[Part], blocks: Iterable[Draw], watch: Callable[[int], None]
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
    protocol: Protocol, point: Known, parts: list[Part], draw: Draw, fixed: dict[str, Array]
) -> dict[str, Array]:
    """Every measure on some replicates; all that it took is let go before the next ones are drawn."""
    columns = point.columns if draw.raters is None else ItemColumns(protocol, point.study, draw.raters)
    known = Known(point.study, columns, draw, fixed)
    for part in parts:
        value = known.evaluate(part) if part.resampled else np.asarray(np.nan)
        known.values[part.name] = value if value.ndim else np.broadcast_to(value, draw.items.shape[:1])
    return known.values


def _with_interval(
    part: Part, found: Mapping[str, Estimate], spread: Mapping[str, Array], method: str, reason: str | None
) -> Estimate:
    """The estimate with the interval of its source carried over, or that of its replicates."""
    estimate = found[part.name]
    if part.measure.source is not None:
        return _carried(part, estimate, found[part.measure.source])
    if reason is not None:
        return replace(estimate, method=method, reason=reason)
    bounds = percentile_interval(spread[part.name], LEVEL)
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
