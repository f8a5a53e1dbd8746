"""Check what is decided and how: rule lists that always answer, checks, bands and limits of things that exist."""

from collections.abc import Iterable, Iterator

from ringtrue.files import Trail
from ringtrue.formula import FormulaError, parse
from ringtrue.formula.tree import Comparison
from ringtrue.protocols.places import Place
from ringtrue.protocols.reading import Reading
from ringtrue.protocols.section import Fault, suggestion
from ringtrue.protocols.trial import Trial
from ringtrue.terms import Protocol, Rule


def rule_faults(reading: Reading, trial: Trial) -> Iterator[Fault]:
    """Everything wrong with rules and bounds, once all measures are known."""
    protocol = reading.protocol
    deciding = trial.of_decision(protocol.status)
    per_item = trial.per_item(condition=True)
    for name, rules in protocol.status.items():
        yield from _list_faults(("status", name), rules, trial.of_decision({}))
    for name, rules in (("verdict", protocol.verdict), ("sound_verdict", protocol.sound_verdict)):
        yield from _list_faults((name,), rules, deciding)
    yield from _list_faults(("cause",), protocol.cause, per_item)
    for label, formula in protocol.primary.items():
        yield from _formula_faults(("primary", label), formula, per_item)
    yield from _formula_faults(("coverage",), protocol.coverage or "", per_item)
    for place, suite_rule in enumerate(protocol.suite):
        yield from _formula_faults(("suite", place, "when"), suite_rule.when, trial.of_suite())
    yield from _variant_faults(protocol, trial, deciding)
    yield from _check_faults(protocol, trial, deciding)
    yield from _reference_faults(protocol, trial)


def _variant_faults(protocol: Protocol, trial: Trial, deciding: Place) -> Iterator[Fault]:
    """The rules of designs and presets stand in for those of the protocol, and are held to the same."""
    for name, design in protocol.designs.items():
        yield from _list_faults(("designs", name, "sound_verdict"), design.sound_verdict, deciding)
    for name, preset in protocol.presets.items():
        for place, rule in enumerate(preset.suite):
            yield from _formula_faults(("presets", name, "suite", place, "when"), rule.when, trial.of_suite())


def _list_faults(trail: Trail, rules: tuple[Rule, ...], place: Place) -> Iterator[Fault]:
    always = next((number for number, rule in enumerate(rules) if not rule.conditions), None)
    if rules and always is None:
        remedy = "end with a rule that has a label and no conditions"
        yield Fault((*trail, len(rules) - 1), "the rules do not cover every case", rules[-1].label, remedy)
    for number, rule in enumerate(rules):
        if always is not None and number > always:
            what = f"the rule is never reached: '{rules[always].label}' above it always holds"
            yield Fault((*trail, number), what, rule.label, "move it up, or take it out")
        for key, conditions in (("all", rule.all), ("any", rule.any)):
            for index, condition in enumerate(conditions):
                yield from _formula_faults((*trail, number, key, index), condition, place)


def _formula_faults(trail: Trail, formula: str, place: Place) -> Iterator[Fault]:
    if formula:  # an empty one was missing or no text, which has been told
        findings, _ = place.examine(formula)
        yield from (Fault(trail, finding.what, formula, finding.remedy) for finding in findings)


def _check_faults(protocol: Protocol, trial: Trial, place: Place) -> Iterator[Fault]:
    seen: set[str] = set()
    for number, check in enumerate(protocol.checks):
        trail = ("checks", number)
        if check.name in seen:
            yield Fault((*trail, "name"), "two checks have the same name", check.name, "give it another name")
        seen.add(check.name)
        yield from _estimate_faults((*trail, "of"), filter(None, [check.of]), trial)
        yield from _formula_faults((*trail, "when"), check.when or "", place)
        yield from _formula_faults((*trail, "refuted"), check.refuted or "", place)
        if check.over_raters and check.when and not _is_comparison(check.when):
            remedy = "compare two sides with <, <=, > or >=, or leave over_raters out"
            yield Fault((*trail, "when"), "over raters only one comparison can be asked", check.when, remedy)
        elif check.over_raters and check.when and (others := _not_crossed(check.when, protocol)):
            what = f"over raters only crossed means can be compared, not {', '.join(others)}"
            yield Fault((*trail, "when"), what, check.when, "use measures with crossed, or leave over_raters out")


def _is_comparison(text: str) -> bool:
    """Whether a formula is one comparison of sizes; one that cannot be read has been told."""
    try:
        root = parse(text).root
    except FormulaError:
        return True
    return isinstance(root, Comparison) and len(root.symbols) == 1 and root.symbols[0][0] in "<>"


def _not_crossed(text: str, protocol: Protocol) -> list[str]:
    """The names of a condition that are no means of single answers; what cannot be read has been told."""
    crossed = [measure for measure in protocol.measures.values() if measure.crossed is not None]
    whole = {measure.name for measure in crossed if measure.each is None}
    parts = tuple(f"{measure.name}_" for measure in crossed if measure.each is not None)
    try:
        return sorted(name for name in parse(text).names if name not in whole and not name.startswith(parts))
    except FormulaError:
        return []


def _reference_faults(protocol: Protocol, trial: Trial) -> Iterator[Fault]:
    if protocol.bands is not None:
        yield from _estimate_faults(("bands", "of"), protocol.bands.of, trial, numbered=True)
    if protocol.regression is not None:
        yield from _estimate_faults(("regression", "of"), filter(None, [protocol.regression.of]), trial)


def _estimate_faults(trail: Trail, names: Iterable[str], trial: Trial, *, numbered: bool = False) -> Iterator[Fault]:
    for place, name in enumerate(names):
        if name and not trial.is_estimate(name):
            where = (*trail, place) if numbered else trail
            yield Fault(where, f"'{name}' is not a measure of the study", name, suggestion(name, trial.estimates))
