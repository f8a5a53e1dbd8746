"""Say in plain words what a protocol shows and asks, how answers become numbers, and how it decides."""

from collections.abc import Iterable, Iterator, Mapping

from ringtrue.protocols.scales import words
from ringtrue.terms.protocol import ControlCards, Kind, Measure, Protocol, Rule

_JUDGES = {"person": "people", "model": "language models", "statistic": "statistics"}
_GRADED = {"preferred": "the text of a pair that a rater prefers", "both": "both texts of a pair"}
_LEVELS = {"rating": "for each single answer", "item": "for each item", "study": "for the study"}
_UNITS = {
    "items x raters": "Items and raters are resampled together: an interval holds for other items and other raters.",
    "sessions": "Whole sessions are resampled: one session alone has no interval.",
}


def describe(protocol: Protocol) -> str:
    """The protocol as a page of plain text."""
    sections = (
        ([f"{protocol.name} {protocol.version}: {protocol.title}", protocol.about], ""),
        (_asked(protocol), "What is shown and asked"),
        ([f"  {rule.name}{' (advice)' if rule.warning else ''}" for rule in protocol.suite], "What a suite needs"),
        (_measured(protocol.measures.values()), "How answers become numbers"),
        (_decided(protocol), "How it decides"),
        (_after(protocol), "What goes with it"),
        ([f"  {_UNITS[protocol.unit]}"], "How uncertainty is computed"),
    )
    written = ((heading, list(lines)) for lines, heading in sections)
    return "\n\n".join("\n".join(filter(None, [heading, *lines])) for heading, lines in written if lines)


def _asked(protocol: Protocol) -> Iterator[str]:
    for kind in protocol.kinds.values():
        yield f"  {kind.name}: {_shown(kind)}, judged by {' or '.join(_JUDGES[judge] for judge in kind.judges)}"
        for question in kind.questions:
            optional = "" if question.required or question.lists else ", optional"
            counted = f", counts on items {', '.join(map(str, question.counts_on))}" if question.counts_on else ""
            named = " and ".join(question.positions) or question.lists
            listed = f" (the item's {named})" if named else ""
            yield f"    {question.name}: {question.text}"
            yield f"      {words(protocol.scales[question.scale])}{listed}{optional}{counted}"
    yield f"  The candidate is {protocol.candidate}."
    for control, speaker in protocol.controls.items():
        yield f"  The {control} control is {speaker}."
    if any(question.both for kind in protocol.kinds.values() for question in kind.questions):
        yield f"  Graded: {_GRADED[protocol.grade]}, unless the study says otherwise."
    yield from _control_cards(protocol.cards)


def _control_cards(cards: ControlCards) -> Iterator[str]:
    if cards.usual:
        yield f"  Each rater gets of each control: {_counts(cards.usual)}."
    if cards.small_panel:
        yield f"  Up to {cards.up_to} raters: {_counts(cards.small_panel)}."
    if cards.many:
        yield f"  From {cards.least} items on: {_counts(cards.many)}."


def _counts(cards: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {kind} card{'' if number == 1 else 's'}" for kind, number in cards.items())


def _shown(kind: Kind) -> str:
    shown = " and ".join(kind.show) + (" side by side, unnamed" if len(kind.show) > 1 else " alone")
    share = f"{kind.share:.0%} of the items, " if kind.share is not None else ""
    gold = ", after a sample of the true voice" if kind.gold else ""
    history = ", with what was said before" if kind.history else ""
    return f"{share}{shown}{gold}{history}"


def _measured(measures: Iterable[Measure]) -> Iterator[str]:
    yield "  literal: as the document defines it, word for word; sound: the number to rely on"
    level = ""
    for measure in measures:
        if measure.per != level:
            level = measure.per
            yield f"  {_LEVELS[level]}"
        mark = f" ({measure.kind})" if measure.kind != "statistic" else ""
        about = f": {measure.about}" if measure.about else ""
        each = f", for each {measure.each}" if measure.each else ""
        yield f"    {measure.name}{mark}{about} = {_way(measure)}{each}"


def _way(measure: Measure) -> str:
    if measure.crossed is not None:
        return f"mean of the single answers to {measure.crossed}"
    if measure.gate is not None:
        return f"does the share of {measure.gate} stay within {1 - measure.margin:g} and {measure.margin:g}"
    if measure.statistic is not None:
        return f"{measure.statistic} of {' and '.join(measure.of)}"
    return measure.formula or ""


def _decided(protocol: Protocol) -> Iterator[str]:
    for name, rules in protocol.status.items():
        yield from _listed(f"status of {name}", rules)
    for check in protocol.checks:
        exploratory = f" (exploratory under {check.exploratory_under})" if check.exploratory_under else ""
        yield f"  check: {check.name}{exploratory}"
    yield from _listed("verdict", protocol.verdict)
    yield from _listed("sound verdict", protocol.sound_verdict)
    yield from _listed("cause of a failed item", protocol.cause)


def _listed(name: str, rules: tuple[Rule, ...]) -> Iterator[str]:
    if rules:
        yield f"  {name}, the first that holds"
    for rule in rules:
        note = f" ({rule.note})" if rule.note else ""
        if not rule.conditions:
            yield f"    {rule.label} otherwise{note}"
        elif len(rule.conditions) == 1:
            yield f"    {rule.label} if {rule.conditions[0]}{note}"
        else:
            yield f"    {rule.label}{note} if"
            yield from (f"      {condition}" for condition in _joined(rule))


def _joined(rule: Rule) -> Iterator[str]:
    """Each condition on a line of its own, with the word that ties it to the one above."""
    for place, condition in enumerate(rule.all):
        yield f"and {condition}" if place else condition
    for place, condition in enumerate(rule.any):
        yield f"or {condition}" if place else (f"and {condition}" if rule.all else condition)


def _after(protocol: Protocol) -> Iterator[str]:
    yield from _marks(protocol)
    if protocol.bands is not None:
        steps = ", ".join(_band(label, least) for label, least in protocol.bands.steps)
        yield f"  Bands of {', '.join(protocol.bands.of)}: {steps}"
    if protocol.primary:
        yield f"  The main weakness of an item is the largest of: {_named(protocol.primary)}"
    if protocol.coverage:
        yield f"  An item is covered if {protocol.coverage}"
    if protocol.regression is not None:
        limits = protocol.regression
        yield (
            f"  When {limits.of} drops by more than {limits.investigate:g}, look into it; by more than"
            f" {limits.remediate:g}, or under {limits.floor:g}, fix it"
        )
    if protocol.remediation_days is not None:
        yield f"  A conditional pass is to be fixed within {protocol.remediation_days} days"
    if protocol.scopes:
        yield f"  Every claim carries one of the scopes {', '.join(protocol.scopes)}"


def _marks(protocol: Protocol) -> Iterator[str]:
    if protocol.weights:
        yield f"  Weights: {', '.join(f'{name} {weight:g}' for name, weight in protocol.weights.items())}"
    if protocol.score and protocol.pass_mark is not None:
        yield f"  An item passes where its {protocol.score} is at least {protocol.pass_mark:g}"
    if protocol.target is not None:
        yield f"  The target of {protocol.target.of}: {protocol.target}"
    if protocol.minutes is not None:
        yield f"  A sitting takes {protocol.minutes[0]:g} to {protocol.minutes[1]:g} minutes"
    if protocol.remedy is not None:
        named = (f"{cause} in the {where}" for cause, where in protocol.remedy.where.items())
        yield f"  Causes are worked on: {', '.join(named)}"


def _band(label: str, least: float | None) -> str:
    return f"{label} below that" if least is None else f"{label} from {least:g}"


def _named(formulas: Mapping[str, str]) -> str:
    return "; ".join(f"{label} = {formula}" for label, formula in formulas.items())
