"""What a protocol says about its outputs: steps after scoring, sections of the report, methods text and remedy."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ringtrue.files.section import TEXT, Fault, Section, is_number, suggestion
from ringtrue.terms.protocol import (
    AFTER,
    REPORT,
    Action,
    Aim,
    ItemWording,
    MethodsWording,
    Picture,
    Protocol,
    Remedy,
    Wording,
)

STEPS = ("causes", "pairs", "statistics", "judges", "waiting", "conversation")
SECTIONS = (
    *("fidelity", "categories", "dimensions", "failures", "conditions"),
    *("criteria", "pairs", "model", "domains", "grades"),
    *("scope", "sessions", "events", "scorers", "similarity", "conversation"),
    *REPORT,
)
# The sentences a methods text needs of its protocol, each with the gaps that are filled in from the study.
SENTENCES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("questions", "reliability", "no_model", "anchored", "not_anchored", "formulas_note"), ()),
    "pairs": ("pairs", "subject", "domains"),
    "shown": ("first", "second"),
    "index": ("index",),
    "correlation": ("pairs",),
    "model": ("definitions",),
    "order": ("order",),
}
LANGUAGES = ("en", "pt")
_GAP = re.compile(r"{(\w+)}|[{}]")
_NEEDED = ("weights", "score", "pass_mark", "low", "target", "cause")  # by a remedy


def read_outputs(top: Section) -> dict[str, Any]:
    """What a protocol says about its outputs, by the names of its fields."""
    return {
        "score": top.text("score") or None,
        "minutes": _read_minutes(top),
        "methods": _read_methods(top.table("methods")),
        "remedy": _read_remedy(top.table("remedy")),
        "after": _chosen(top, "after", STEPS) if "after" in top.data else AFTER,
        "report": _chosen(top, "report", SECTIONS) if "report" in top.data else REPORT,
        "wording": _read_wording(top.table("wording")),
        "same_numbers": top.texts("same_numbers"),
    }


def _chosen(top: Section, key: str, known: tuple[str, ...]) -> tuple[str, ...]:
    chosen = top.texts(key)
    for place, name in enumerate(chosen):
        if name and name not in known:
            top.fault(f"unknown entry '{name}'", key, place, value=name, remedy=suggestion(name, known))
        elif name in chosen[:place]:
            top.fault(f"'{name}' is listed twice", key, place, value=name, remedy="list it once")
    return chosen


def _read_minutes(top: Section) -> tuple[float, float] | None:
    """How long a sitting usually takes, from and to."""
    numbers = top.wholes("minutes")
    if "minutes" not in top.data:
        return None
    if len(numbers) != 2 or not numbers[0] < numbers[1]:
        top.fault("'minutes' is no range", "minutes", value=top.data["minutes"], remedy="write minutes: [8, 12]")
        return None
    return float(numbers[0]), float(numbers[1])


def _read_methods(section: Section) -> MethodsWording | None:
    """The sentences of the methods text by language, and the measures whose formulas it prints."""
    if not section.data:
        return None
    section.only(("formulas", *LANGUAGES))
    words = {language: _read_sentences(section.table(language)) for language in LANGUAGES if language in section.data}
    return MethodsWording(section.texts("formulas", required=True), words)


def _read_sentences(table: Section) -> dict[str, str]:
    sentences = {name: table.text(name, required=True) for name in dict.fromkeys([*SENTENCES, *table.names()])}
    for name, sentence in sentences.items():
        gaps = SENTENCES.get(name, ())
        unknown = [gap.group() for gap in _GAP.finditer(sentence) if gap.group(1) not in gaps]
        if unknown:
            remedy = f"known here: {', '.join(f'{{{gap}}}' for gap in gaps) or 'none'}"
            table.fault(f"nothing fills {unknown[0]} in", name, value=sentence, remedy=remedy)
    return sentences


def _read_remedy(section: Section) -> Remedy | None:
    """What to do about weak dimensions and causes of failure."""
    if not section.data:
        return None
    section.only(("actions", "where", "otherwise", "first", "rounds"))
    where = section.table("where", required=True)
    actions = {}
    for name, entry in section.table("actions", required=True).tables():
        entry.only(("do", "cause"))
        actions[name] = Action(entry.text("do", required=True), entry.text("cause", required=True))
    return Remedy(
        actions,
        {name: where.text(name) for name in where.names()},
        section.text("otherwise", required=True),
        section.texts("first"),
        section.whole("rounds") or 3,
    )


# How a protocol speaks to people: words for names, headings for fields, what a study may be for.


AIM_GAPS = ("value", "interval", "percent", "percents", "outcome", "n", "subject")


def _read_wording(section: Section) -> Wording:
    """The words of a protocol for its reports."""
    section.only(("labels", "groups", "first", "ranges", "pictures", "items"))
    return Wording(
        _words(section.table("labels")),
        {name: _words(table) for name, table in section.table("groups").tables()},
        tuple(_read_aim(entry) for entry in section.rows("first")),
        _read_ranges(section.table("ranges")),
        tuple(_read_picture(entry) for entry in section.rows("pictures")),
        {name: _read_item_words(table) for name, table in section.table("items").tables()},
    )


def _words(table: Section) -> dict[str, str]:
    return {name: str(words) for name, words in table.each(TEXT).items()}


def _read_aim(entry: Section) -> Aim:
    entry.only(("of", "say"))
    say = entry.text("say", required=True)
    unknown = [gap.group() for gap in _GAP.finditer(say) if gap.group(1) not in AIM_GAPS]
    if unknown:
        remedy = f"known here: {', '.join(f'{{{gap}}}' for gap in AIM_GAPS)}"
        entry.fault(f"nothing fills {unknown[0]} in", "say", value=say, remedy=remedy)
    return Aim(entry.text("of", required=True), say)


def _read_ranges(table: Section) -> dict[str, tuple[float, float]]:
    """Where a document expects an estimate, from and to."""
    found = {}
    for name in table.names():
        ends = table.data[name]
        if not (isinstance(ends, list) and len(ends) == 2 and all(map(is_number, ends)) and ends[0] < ends[1]):
            table.fault("this is no range", name, value=ends, remedy="write NAME: [40, 60]")
        else:
            found[name] = (float(ends[0]), float(ends[1]))
    return found


def _read_picture(entry: Section) -> Picture:
    entry.only(("title", "of", "low", "high"))
    low, high = entry.number("low"), entry.number("high")
    ends = 0.0 if low is None else low, 100.0 if high is None else high
    if not ends[0] < ends[1]:
        entry.fault("the low end is not below the high end", "low", value=f"{ends[0]:g}", remedy="swap the two ends")
    return Picture(entry.text("title", required=True), entry.texts("of", required=True), *ends)


def _read_item_words(table: Section) -> ItemWording:
    table.only(("name", "asked", "expected"))
    return ItemWording(table.text("name"), _words(table.table("asked")), _words(table.table("expected")))


def output_faults(protocol: Protocol) -> Iterator[Fault]:
    """Everything wrong with what the outputs name: measures, estimates, weights and causes that there are not."""
    per_item = [name for name, measure in protocol.measures.items() if measure.per == "item"]
    if protocol.score and protocol.score not in per_item:
        what = f"'{protocol.score}' is not a measure per item"
        yield Fault(("score",), what, protocol.score, suggestion(protocol.score, per_item))
    for place, name in enumerate(protocol.methods.formulas if protocol.methods else ()):
        if name and name not in protocol.measures:
            what = f"there is no measure '{name}'"
            yield Fault(("methods", "formulas", place), what, name, suggestion(name, protocol.measures))
    for place, aim in enumerate(protocol.wording.first):
        if aim.of and aim.of not in protocol.measures:
            what = f"there is no measure '{aim.of}'"
            yield Fault(("wording", "first", place, "of"), what, aim.of, suggestion(aim.of, protocol.measures))
    yield from _unknown(("wording", "items"), protocol.wording.items, protocol.kinds)
    if protocol.remedy is not None:
        yield from _remedy_faults(protocol, protocol.remedy)


def _remedy_faults(protocol: Protocol, remedy: Remedy) -> Iterator[Fault]:
    missing = [key for key in _NEEDED if getattr(protocol, key) in (None, (), {})]
    if missing:
        yield Fault(("remedy",), f"a remedy needs {', '.join(missing)}", "", "add what is missing")
    for name in protocol.weights:
        if name not in remedy.actions:
            yield Fault(("remedy", "actions"), f"nothing is said about '{name}'", name, f"add {name}: {{do, cause}}")
    yield from _unknown(("remedy", "actions"), remedy.actions, protocol.weights)
    yield from _unknown(("remedy", "first"), remedy.first, protocol.weights, listed=True)
    yield from _unknown(("remedy", "where"), remedy.where, dict.fromkeys(rule.label for rule in protocol.cause))
    for name, action in remedy.actions.items():
        if action.cause and action.cause not in remedy.where:
            yield _no_place(("remedy", "actions", name, "cause"), action.cause, remedy.where)
    if remedy.otherwise and remedy.otherwise not in remedy.where:
        yield _no_place(("remedy", "otherwise"), remedy.otherwise, remedy.where)


def _unknown(
    trail: tuple[str, ...],
    names: Mapping[str, object] | tuple[str, ...],
    known: Mapping[str, object],
    *,
    listed: bool = False,
) -> Iterator[Fault]:
    for place, name in enumerate(names):
        if name and name not in known:
            yield Fault((*trail, place if listed else name), f"there is no '{name}'", name, suggestion(name, known))


def _no_place(trail: tuple[str, ...], cause: str, where: Mapping[str, str]) -> Fault:
    return Fault(trail, f"'where' does not say where '{cause}' is worked on", cause, suggestion(cause, where))
