"""Check the measures one after another, each against what is known by then."""

from collections.abc import Iterable, Iterator

from ringtrue.formula import FormulaError, parse
from ringtrue.protocols.places import Place
from ringtrue.protocols.reading import Reading
from ringtrue.protocols.section import Fault, suggestion
from ringtrue.protocols.trial import Trial
from ringtrue.stats.arrays import Array
from ringtrue.terms import Measure

_OF_TWO_COLUMNS = ("pearson", "pearson_p", "pearson_bootstrap", "permutation_p", "spearman")


def measure_faults(reading: Reading, trial: Trial) -> Iterator[Fault]:
    """Everything wrong with the measures; afterwards the trial knows all of them."""
    for measure in reading.protocol.measures.values():
        value = None
        if measure.formula is not None:
            faults, value = _try_out(measure, trial)
            yield from faults
        yield from _source_faults(measure, trial)
        yield from _reference_faults(reading, measure, trial)
        trial.add(measure, value)


def _try_out(measure: Measure, trial: Trial) -> tuple[list[Fault], Array | None]:
    places = {"rating": trial.per_rating, "item": trial.per_item, "study": trial.of_study}
    place: Place = places[measure.per]()
    findings, value = place.examine(measure.formula or "")
    trail = ("measures", measure.name, "formula")
    return [Fault(trail, finding.what, measure.formula, finding.remedy) for finding in findings], value


def _source_faults(measure: Measure, trial: Trial) -> Iterator[Fault]:
    """An interval can be carried over only from one estimate, through a formula of nothing else."""
    if measure.source is None or measure.formula is None:
        return
    trail = ("measures", measure.name, "from")
    if measure.source not in trial.estimates:
        yield Fault(trail, *_unknown(measure.source, trial.estimates, "an earlier measure of the study"))
        return
    try:
        names = parse(measure.formula).names
    except FormulaError:
        return
    if names != {measure.source}:
        what = f"the interval of '{measure.source}' is carried over, but the formula does not use it alone"
        yield Fault(trail, what, measure.formula, f"use '{measure.source}' and numbers only, or leave 'from' out")


def _reference_faults(reading: Reading, measure: Measure, trial: Trial) -> Iterator[Fault]:
    trail = ("measures", measure.name)
    if measure.crossed is not None and measure.crossed not in trial.single:
        wanted = "a question that gives numbers, or an earlier measure per rating"
        yield Fault((*trail, "crossed"), *_unknown(measure.crossed, trial.single, wanted))
    if measure.gate is not None:
        picks = _picks(reading)
        if measure.gate not in picks:
            yield Fault((*trail, "gate"), *_unknown(measure.gate, picks, "a question on a pick scale"))
    if measure.statistic is not None:
        yield from _statistic_faults(measure, trial)


def _picks(reading: Reading) -> tuple[str, ...]:
    scales = reading.protocol.scales
    questions = [question for kind in reading.protocol.kinds.values() for question in kind.questions]
    return tuple(q.name for q in questions if q.scale in scales and scales[q.scale].type == "pick")


def _statistic_faults(measure: Measure, trial: Trial) -> Iterator[Fault]:
    from ringtrue.stats.agreement.catalogue import STATISTICS  # the names; numbers are not computed here

    trail = ("measures", measure.name)
    known = (*STATISTICS, *_OF_TWO_COLUMNS)
    name = measure.statistic or ""
    if name not in known:
        yield Fault((*trail, "statistic"), f"unknown statistic '{name}'", name, suggestion(name, known))
        return
    pairs = name in _OF_TWO_COLUMNS
    columns = trial.items if pairs else trial.single
    wanted = "a name with a value for each item" if pairs else "a question that gives numbers or a measure per rating"
    if measure.of and len(measure.of) != 1 + pairs:
        need = "two columns" if pairs else "one column"
        yield Fault((*trail, "of"), f"{name} needs {need}", ", ".join(measure.of), f"give {need}")
    for place, column in enumerate(measure.of):
        if column and column not in columns:
            yield Fault((*trail, "of", place), *_unknown(column, columns, wanted))


def _unknown(name: str, known: Iterable[str], wanted: str) -> tuple[str, str, str]:
    return f"'{name}' is not {wanted}", name, suggestion(name, known)
