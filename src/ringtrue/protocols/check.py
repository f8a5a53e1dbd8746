"""Validate the sense of a protocol: names, scales, measures, rules."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from keyword import iskeyword
from math import isclose

from ringtrue.files.document import Trail
from ringtrue.files.section import Fault, suggestion
from ringtrue.formula.functions import FormulaError
from ringtrue.formula.grammar import parse
from ringtrue.formula.tree import Comparison
from ringtrue.protocols.constants import constant_faults
from ringtrue.protocols.output_keys import output_faults
from ringtrue.protocols.reader import ReadProtocol
from ringtrue.protocols.scales import MECHANISMS
from ringtrue.protocols.sheet import sheet_faults
from ringtrue.protocols.trial_run import BOUNDS, FormulaPlace, TrialRun
from ringtrue.stats.arrays import Array
from ringtrue.terms.protocol import Criterion, Kind, Measure, Protocol, Question, Rule, Scale, SuiteRule

# Check what kinds of items show and ask: shares, speakers, and questions on scales that fit them.


_MOST_SHOWN = 2


def kind_faults(reading: ReadProtocol) -> Iterator[Fault]:
    """Everything wrong with the kinds and the speakers they show."""
    protocol = reading.protocol
    for control, speaker in protocol.controls.items():
        if speaker == protocol.candidate:
            what = f"the {control} control is the candidate itself"
            yield Fault(("controls", control), what, speaker, "name another speaker")
    yield from _card_faults(protocol)
    yield from _share_faults(protocol.kinds.values())
    for kind in protocol.kinds.values():
        found = _show_faults(kind.show, protocol.candidate)
        yield from (Fault(("kinds", kind.name, "show"), *one) for one in found)
        for question in kind.questions:
            yield from _question_faults(reading, kind, question)
            if question.asked_as and protocol.question(question.asked_as) is not None:
                what = f"another question has the name '{question.asked_as}'"
                trail = ("kinds", kind.name, "ask", question.name, "asked_as")
                yield Fault(trail, what, question.asked_as, "choose another name")
    yield from _design_faults(protocol)
    asked = [question for kind in protocol.kinds.values() for question in kind.questions]
    if protocol.grade == "both" and not any(question.both for question in asked):
        yield Fault(
            ("grade",), "no question is asked of both texts", "both", "add both: TEXT WITH {side} to a question"
        )


def _card_faults(protocol: Protocol) -> Iterator[Fault]:
    """Control cards are of kinds there are, and there is a control to show on them."""
    cards = protocol.cards
    named = {"cards": cards.usual, "cards_small_panel": cards.small_panel, "cards_many": cards.many}
    for key, counts in named.items():
        for kind in counts:
            if kind not in protocol.kinds:
                yield Fault((key, kind), f"there is no kind '{kind}'", kind, suggestion(kind, protocol.kinds))
    if cards.usual and not protocol.controls:
        yield Fault(("cards",), "there is no control to show", "", "add controls: {generic: SPEAKER}")


def _design_faults(protocol: Protocol) -> Iterator[Fault]:
    """Designs show the candidate beside another speaker, on cards of kinds there are."""
    for name, design in protocol.designs.items():
        for kind, shown in design.show.items():
            trail = ("designs", name, "show", kind)
            if kind not in protocol.kinds:
                yield Fault(trail, f"there is no kind '{kind}'", kind, suggestion(kind, protocol.kinds))
                continue
            yield from (Fault(trail, *found) for found in _show_faults(shown, protocol.candidate))
            if len(shown) != len(protocol.kinds[kind].show):
                what = "the design shows another number of speakers than the kind"
                yield Fault(trail, what, ", ".join(shown), "show as many as the kind does")
        for control, speaker in design.controls.items():
            if speaker == protocol.candidate:
                what = f"the {control} control is the candidate itself"
                yield Fault(("designs", name, "controls", control), what, speaker, "name another speaker")


def _share_faults(kinds: Iterable[Kind]) -> Iterator[Fault]:
    given = {kind.name: kind.share for kind in kinds if kind.share is not None}
    if not given:
        return
    for name, share in given.items():
        if not 0 < share <= 1:
            yield Fault(("kinds", name, "share"), "a share lies between 0 and 1", f"{share:g}", "write .25 for 25 %")
    without = [kind.name for kind in kinds if kind.share is None]
    for name in without:
        yield Fault(("kinds", name), "the kind has no share, others have", name, "give every kind a share, or none")
    total = sum(given.values())
    if not without and not isclose(total, 1, abs_tol=1e-9):
        yield Fault(("kinds",), f"the shares sum to {total:g}, not to 1", f"{total:g}", "correct the shares")


def _show_faults(shown: tuple[str, ...], candidate: str) -> Iterator[tuple[str, str, str]]:
    """What, value and remedy of everything wrong with the speakers of a card."""
    speakers = tuple(filter(None, shown))
    if not speakers:
        return
    if len(speakers) > _MOST_SHOWN or len(set(speakers)) < len(speakers):
        yield "a card shows one speaker, or two different ones", ", ".join(speakers), "name one or two"
    if candidate not in speakers:
        yield (
            f"the candidate '{candidate}' is not shown",
            ", ".join(speakers),
            f"show {candidate}, or name another candidate",
        )


def _question_faults(reading: ReadProtocol, kind: Kind, question: Question) -> Iterator[Fault]:
    trail = ("kinds", kind.name, "ask", question.name)
    scale = reading.protocol.scales.get(question.scale)
    if scale is not None:
        yield from (Fault((*trail, *steps), *rest) for steps, *rest in _misfits(kind, question, scale))
    elif question.scale and question.scale not in reading.unread_scales:
        known = [*reading.protocol.scales, *sorted(reading.unread_scales)]
        what = f"unknown scale '{question.scale}'"
        yield Fault((*trail, "scale"), what, question.scale, suggestion(question.scale, known))


def _misfits(kind: Kind, question: Question, scale: Scale) -> Iterator[tuple[tuple[str, ...], str, str, str]]:
    """Where a question does not fit its scale: steps from the question, what, value, remedy."""
    if scale.type == "checklist" and question.lists is None:
        yield (), "a checklist question does not say what is listed", scale.name, "add list: FIELD of the item"
    yield from _position_misfits(kind, question, scale)
    if scale.type not in ("checklist", "position") and question.lists is not None:
        yield ("list",), f"a {scale.type} scale has nothing to list", question.lists, "use a checklist scale"
    if not MECHANISMS[scale.type].compares or not all(kind.show):
        return
    if len(kind.show) == 1:
        what = f"a {scale.type} scale compares two speakers, and this kind shows one"
        yield ("scale",), what, scale.name, "show two speakers, or use another scale"
    elif scale.toward is not None and kind.show and scale.toward not in kind.show:
        what = f"the scale is turned toward '{scale.toward}', which this kind does not show"
        yield ("scale",), what, scale.name, f"turn it toward one of {', '.join(kind.show)}"


def _position_misfits(kind: Kind, question: Question, scale: Scale) -> Iterator[tuple[tuple[str, ...], str, str, str]]:
    """A position is one of two fields of the item, on a card with one text."""
    named = ", ".join(question.positions)
    if scale.type != "position":
        if question.positions:
            yield ("positions",), f"a {scale.type} scale offers no positions", named, "use a position scale"
        return
    if len(set(question.positions)) != 2:
        yield (
            ("positions",),
            "the two positions are not named",
            named,
            "add positions: [FIELD, FIELD] of the item",
        )
    elif scale.toward not in question.positions:
        what = f"the scale is turned toward '{scale.toward}', which is no position of the question"
        yield ("scale",), what, scale.name, f"turn it toward one of {named}"
    if len(kind.show) > 1:
        yield ("scale",), "a position scale is about one text, and this kind shows two", scale.name, "show one speaker"


# Check the measures one after another, each against what is known by then.


_OF_TWO_COLUMNS = ("pearson", "pearson_p", "pearson_bootstrap", "permutation_p", "spearman")


def measure_faults(reading: ReadProtocol, trial: TrialRun) -> Iterator[Fault]:
    """Everything wrong with the measures; afterwards the trial knows all of them."""
    for measure in reading.protocol.measures.values():
        value = None
        if measure.formula is not None:
            faults, value = _try_out(measure, trial)
            yield from faults
        yield from _source_faults(measure, trial)
        yield from _reference_faults(reading, measure, trial)
        trial.add(measure, value)


def _try_out(measure: Measure, trial: TrialRun) -> tuple[list[Fault], Array | None]:
    places = {"rating": trial.per_rating, "item": trial.per_item, "study": trial.of_study}
    place: FormulaPlace = places[measure.per]()
    findings, value = place.examine(measure.formula or "")
    trail = ("measures", measure.name, "formula")
    return [Fault(trail, finding.what, measure.formula, finding.remedy) for finding in findings], value


def _source_faults(measure: Measure, trial: TrialRun) -> Iterator[Fault]:
    """An interval is carried over from one estimate, or linearised from several, through a formula of nothing else."""
    if measure.formula is None or not (measure.source or measure.means):
        return
    trail = ("measures", measure.name, "from")
    if measure.means:
        yield from _means_faults(measure, trial)
        return
    assert measure.source is not None  # noqa: S101 - said above
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


def _means_faults(measure: Measure, trial: TrialRun) -> Iterator[Fault]:
    """What is linearised must come from crossed means alone, through any chain of formulas."""
    trail = ("measures", measure.name, "from")
    for place, name in enumerate(measure.means):
        if name and name not in trial.linear:
            wanted = "a crossed mean, or an earlier formula with an interval from crossed means"
            yield Fault((*trail, place), *_unknown(name, trial.linear, wanted))
    try:
        names = parse(measure.formula or "").names
    except FormulaError:
        return
    if names - set(measure.means):
        what = f"the formula uses {', '.join(sorted(names - set(measure.means)))}, which 'from' does not name"
        yield Fault(trail, what, measure.formula, "name every measure the formula uses")


def _reference_faults(reading: ReadProtocol, measure: Measure, trial: TrialRun) -> Iterator[Fault]:
    trail = ("measures", measure.name)
    if measure.crossed is not None and measure.crossed not in trial.single:
        wanted = "a question that gives numbers, or an earlier measure per rating"
        yield Fault((*trail, "crossed"), *_unknown(measure.crossed, trial.single, wanted))
    if measure.worst is not None and measure.worst not in trial.single:
        wanted = "a question that gives numbers, or an earlier measure per rating"
        yield Fault((*trail, "worst"), *_unknown(measure.worst, trial.single, wanted))
    if measure.rate is not None and measure.rate not in trial.estimates:
        yield Fault((*trail, "rate"), *_unknown(measure.rate, trial.estimates, "an earlier measure of the study"))
    if measure.speaker is not None and measure.speaker not in _controls(reading.protocol):
        known = _controls(reading.protocol)
        yield Fault((*trail, "speaker"), *_unknown(measure.speaker, known, "the speaker of a control"))
    if measure.gate is not None:
        picks = _picks(reading)
        if measure.gate not in picks:
            yield Fault((*trail, "gate"), *_unknown(measure.gate, picks, "a question on a pick scale"))
    if measure.statistic is not None:
        yield from _statistic_faults(measure, trial)


def _controls(protocol: Protocol) -> set[str]:
    """Every speaker who stands as a control in some design."""
    tables = [protocol.controls, *(design.controls for design in protocol.designs.values())]
    return {speaker for table in tables for speaker in table.values()}


def _picks(reading: ReadProtocol) -> tuple[str, ...]:
    scales = reading.protocol.scales
    questions = [question for kind in reading.protocol.kinds.values() for question in kind.questions]
    return tuple(q.name for q in questions if q.scale in scales and scales[q.scale].type == "pick")


def _statistic_faults(measure: Measure, trial: TrialRun) -> Iterator[Fault]:
    from ringtrue.stats.agreement.catalogue import PICKS, STATISTICS  # the names; numbers are not computed here

    trail = ("measures", measure.name)
    known = (*STATISTICS, *PICKS, *_OF_TWO_COLUMNS)
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


# Check the names formulas will use: each can be written in a formula, and each means one thing.


_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_TAKEN = (
    "people",
    "raters",
    "sessions",
    "judge_models",
    "dealt",
    "suite_met",
    "changed",
    "unlicensed",
    "scored_sessions",
)


def name_faults(reading: ReadProtocol) -> Iterator[Fault]:
    """Every name that cannot be written in a formula or means two things."""
    owners: dict[str, str] = {}  # names with a value for each item, and what they are
    yield from _question_faults_check_names(reading, owners)
    yield from _number_faults(reading, owners)
    measures = reading.protocol.measures
    questions = {
        ("kinds", kind.name, "ask", one.name): one for kind in reading.protocol.kinds.values() for one in kind.questions
    }
    yield from constant_faults(reading.constants, questions, measures)
    for name, measure in measures.items():
        trail = ("measures", name)
        yield from _unwritable(trail, name)
        if measure.per != "study" and name in owners:
            yield Fault(trail, f"the measure has the name of {owners[name]}", name, "give it another name")
        yield from _shadowed(trail, name, measures)
    for name in reading.protocol.status:
        yield from _unwritable(("status", name), name)
        if f"{name}_status" in measures:
            what = f"the measure has the name of the status of '{name}'"
            yield Fault(("measures", f"{name}_status"), what, f"{name}_status", "give it another name")


def _question_faults_check_names(reading: ReadProtocol, owners: dict[str, str]) -> Iterator[Fault]:
    scales: dict[str, tuple[str, str]] = {}  # question -> its first scale and kind
    for kind in reading.protocol.kinds.values():
        for question in kind.questions:
            trail = ("kinds", kind.name, "ask", question.name)
            yield from _unwritable(trail, question.name)
            scale, first = scales.setdefault(question.name, (question.scale, kind.name))
            if question.scale and scale and question.scale != scale:
                what = f"'{question.name}' is asked on another scale in '{first}'"
                yield Fault((*trail, "scale"), what, question.scale, f"use {scale}, or another name for the question")
    owners.update(dict.fromkeys(scales, "a question"))
    for name in scales:
        owners.setdefault(f"{name}_each", f"the single answers to '{name}'")
        owners.setdefault(f"{name}_n", f"the number of answers to '{name}'")


def _number_faults(reading: ReadProtocol, owners: dict[str, str]) -> Iterator[Fault]:
    for kind in reading.protocol.kinds.values():
        for place, number in enumerate(kind.numbers):
            trail = ("kinds", kind.name, "numbers", place)
            if number and owners.get(number, "").startswith(("a question", "the single")):
                yield Fault(trail, f"the field has the name of {owners[number]}", number, "give it another name")
            elif number:
                yield from _unwritable(trail, number)
                owners.setdefault(number, "a number of the items")


def _shadowed(trail: Trail, name: str, measures: Mapping[str, Measure]) -> Iterator[Fault]:
    for bound in BOUNDS:
        of = measures.get(name.removesuffix(bound)) if name.endswith(bound) else None
        if of is not None and of.per == "study":
            yield Fault(trail, f"the measure has the name of a bound of '{of.name}'", name, "give it another name")


def _unwritable(trail: Trail, name: str) -> Iterator[Fault]:
    if name in _TAKEN:
        yield Fault(trail, f"'{name}' is counted by the program", name, "choose another name")
    elif iskeyword(name) or not _PLAIN.fullmatch(name):
        remedy = "use letters, digits and _, and no word of the formula language"
        yield Fault(trail, f"'{name}' cannot be written in a formula", name, remedy)


# Check what is decided and how: rule lists that always answer, checks, bands and limits of things that exist.


def rule_faults(reading: ReadProtocol, trial: TrialRun) -> Iterator[Fault]:
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
    yield from _suite_faults(("suite",), protocol.suite, protocol, trial)
    yield from _variant_faults(protocol, trial, deciding)
    yield from _check_faults(("checks",), protocol.checks, protocol, trial, deciding)
    yield from _reference_faults_check_rules(protocol, trial)


def _variant_faults(protocol: Protocol, trial: TrialRun, deciding: FormulaPlace) -> Iterator[Fault]:
    """The rules of designs and presets stand in for those of the protocol, and are held to the same."""
    for name, design in protocol.designs.items():
        yield from _list_faults(("designs", name, "sound_verdict"), design.sound_verdict, deciding)
    for name, preset in protocol.presets.items():
        yield from _list_faults(("presets", name, "verdict"), preset.verdict, deciding)
        yield from _suite_faults(("presets", name, "suite"), preset.suite, protocol, trial)
        yield from _check_faults(("presets", name, "checks"), preset.checks, protocol, trial, deciding)


def _suite_faults(trail: Trail, rules: Iterable[SuiteRule], protocol: Protocol, trial: TrialRun) -> Iterator[Fault]:
    """Formulas that cannot be worked out, kinds that there are not, and answers asked for before anybody rated."""
    numbers = {name for kind in protocol.kinds.values() for name in kind.numbers}
    for place, rule in enumerate(rules):
        found = list(_formula_faults((*trail, place, "when"), rule.when, trial.of_suite()))
        yield from found
        if rule.kind and rule.kind not in protocol.kinds:
            remedy = suggestion(rule.kind, protocol.kinds)
            yield Fault((*trail, place, "kind"), f"there is no kind '{rule.kind}'", rule.kind, remedy)
        answers = sorted(parse(rule.when).names - numbers) if rule.when and not found and rule.of == "items" else []
        if answers:
            what = f"'{answers[0]}' is not known when items are checked"
            yield Fault((*trail, place, "when"), what, rule.when, "add of: panel")


def _list_faults(trail: Trail, rules: tuple[Rule, ...], place: FormulaPlace) -> Iterator[Fault]:
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


def _formula_faults(trail: Trail, formula: str, place: FormulaPlace) -> Iterator[Fault]:
    if formula:  # an empty one was missing or no text, which has been reported
        findings, _ = place.examine(formula)
        yield from (Fault(trail, finding.what, formula, finding.remedy) for finding in findings)


def _check_faults(
    where: Trail, checks: Sequence[Criterion], protocol: Protocol, trial: TrialRun, place: FormulaPlace
) -> Iterator[Fault]:
    seen: set[str] = set()
    for number, check in enumerate(checks):
        trail = (*where, number)
        if check.name in seen:
            yield Fault((*trail, "name"), "two checks have the same name", check.name, "give it another name")
        seen.add(check.name)
        if check.order:
            yield from _order_faults(trail, check, protocol)
        else:
            yield from _estimate_faults((*trail, "of"), filter(None, [check.of]), trial)
        yield from _formula_faults((*trail, "when"), check.when or "", place)
        yield from _formula_faults((*trail, "refuted"), check.refuted or "", place)
        if check.over_raters and check.when and not _is_comparison(check.when):
            remedy = "compare two sides with <, <=, > or >=, or leave over_raters out"
            yield Fault((*trail, "when"), "over raters only one comparison can be asked", check.when, remedy)
        elif check.over_raters and check.when and (others := _not_crossed(check.when, protocol)):
            what = f"over raters only crossed means can be compared, not {', '.join(others)}"
            yield Fault((*trail, "when"), what, check.when, "use measures with crossed, or leave over_raters out")


def _order_faults(trail: Trail, check: Criterion, protocol: Protocol) -> Iterator[Fault]:
    """An order is one of crossed means that are repeated for a tag, and names each group once."""
    measure = protocol.measures.get(check.of or "")
    if measure is None or measure.each is None or measure.crossed is None:
        known = [one.name for one in protocol.measures.values() if one.each and one.crossed]
        what = f"'{check.of or ''}' is no crossed mean repeated with each"
        yield Fault((*trail, "of"), what, check.of or "", suggestion(check.of or "", known))
    names = [name for group in check.order for name in group]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield Fault((*trail, "order"), f"'{name}' stands in the order twice", name, "name each group once")


def _is_comparison(text: str) -> bool:
    """Whether a formula is one comparison of sizes; one that cannot be read has been reported."""
    try:
        root = parse(text).root
    except FormulaError:
        return True
    return isinstance(root, Comparison) and len(root.symbols) == 1 and root.symbols[0][0] in "<>"


def _not_crossed(text: str, protocol: Protocol) -> list[str]:
    """The names of a condition that are no means of single answers; what cannot be read has been reported."""
    crossed = [measure for measure in protocol.measures.values() if measure.crossed is not None]
    whole = {measure.name for measure in crossed if measure.each is None}
    parts = tuple(f"{measure.name}_" for measure in crossed if measure.each is not None)
    try:
        return sorted(name for name in parse(text).names if name not in whole and not name.startswith(parts))
    except FormulaError:
        return []


def _reference_faults_check_rules(protocol: Protocol, trial: TrialRun) -> Iterator[Fault]:
    if protocol.bands is not None:
        yield from _estimate_faults(("bands", "of"), protocol.bands.of, trial, numbered=True)
    if protocol.regression is not None:
        yield from _estimate_faults(("regression", "of"), filter(None, [protocol.regression.of]), trial)
    if protocol.target is not None:
        yield from _estimate_faults(("target", "of"), filter(None, [protocol.target.of]), trial)
    yield from output_faults(protocol)
    yield from sheet_faults(protocol)


def _estimate_faults(trail: Trail, names: Iterable[str], trial: TrialRun, *, numbered: bool = False) -> Iterator[Fault]:
    for place, name in enumerate(names):
        if name and not trial.is_estimate(name):
            where = (*trail, place) if numbered else trail
            yield Fault(where, f"'{name}' is not a measure of the study", name, suggestion(name, trial.estimates))
