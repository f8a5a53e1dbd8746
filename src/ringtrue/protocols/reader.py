"""Parse a protocol file into a Protocol, every fault with its line."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import isclose, isfinite
from typing import Any, cast, get_args

from ringtrue.files.section import TEXT, WORD, Fault, Field, Section, is_number, is_text, suggestion
from ringtrue.protocols.constants import constants_of, read_marks, with_constants
from ringtrue.protocols.output_keys import read_outputs
from ringtrue.protocols.scales import MECHANISMS, off_step
from ringtrue.protocols.sheet import read_sheet
from ringtrue.protocols.suite_rules import read_suite
from ringtrue.terms.protocol import (
    POSITIONS,
    WAYS,
    Bands,
    ControlCards,
    Criterion,
    Design,
    Grade,
    JudgeKind,
    Kind,
    Measure,
    Per,
    Preset,
    Protocol,
    Question,
    Regression,
    Rule,
    Scale,
    ScaleType,
    Unit,
)
from ringtrue.terms.result import EstimateKind

# Read the kinds of items of a protocol file, with the questions asked about each.


_KIND = ("share", "show", "judges", "needs", "numbers", "gold", "history", "beside", "example", "ask")
_QUESTION = ("scale", "text", "required", "list", "counts_on", "both", "even", "positions", "asked_as", "evidence")


def read_kinds(table: Section) -> dict[str, Kind]:
    """The kinds by name; what was faulty is left out of them."""
    return {name: _read_kind(name, section) for name, section in table.tables()}


def _read_kind(name: str, section: Section) -> Kind:
    section.only(_KIND)
    asked = section.table("ask", required=True)
    return Kind(
        name,
        section.texts("show", required=True),
        tuple(_read_question(question, entry) for question, entry in asked.tables()),
        _read_judges(section),
        section.number("share"),
        section.texts("needs"),
        section.texts("numbers"),
        section.truth("gold"),
        section.truth("history"),
        {name: str(heading) for name, heading in section.table("beside").each(TEXT).items()},
        section.text("example"),
    )


def _read_judges(section: Section) -> tuple[JudgeKind, ...]:
    if "judges" not in section.data:
        return ("person",)
    known = get_args(JudgeKind)
    judges = section.texts("judges")
    for place, judge in enumerate(judges):
        if judge and judge not in known:
            remedy = suggestion(judge, known)
            section.fault(f"unknown judge '{judge}'", "judges", place, value=judge, remedy=remedy)
    return cast(tuple[JudgeKind, ...], judges)


def _read_question(name: str, section: Section) -> Question:
    section.only(_QUESTION)
    both = section.text("both")
    if both and "{side}" not in both:
        section.fault(
            "'both' does not say which text is meant", "both", value=both, remedy="write {side} for its letter"
        )
    positions = section.texts("positions")
    return Question(
        name,
        section.text("scale", required=True),
        section.text("text", required=True),
        section.truth("required", default=True),
        POSITIONS if positions else section.text("list") or None,
        section.wholes("counts_on"),
        both,
        even=section.text("even"),
        positions=positions,
        asked_as=section.text("asked_as"),
        evidence=section.truth("evidence"),
    )


# Read the measures of a protocol file: one way of computing each, and no key that means nothing beside it.


_OTHERS = ("per", "kind", "margin", "of", "from", "each", "about", "level", "speaker", "by", "over", "several")
_BELONGS: Mapping[str, tuple[str, ...]] = {  # key -> the ways of computing it goes with
    "margin": ("gate",),
    "of": ("statistic",),
    "from": ("formula",),
    "speaker": ("crossed",),
    "by": ("worst",),
    "over": ("rate",),
    "level": ("formula", "crossed", "worst", "rate"),
}


def read_measures(table: Section) -> tuple[dict[str, Measure], dict[str, Per]]:
    """The measures in their order, and the level of those that are too faulty to be one."""
    measures: dict[str, Measure] = {}
    unread: dict[str, Per] = {}
    for name, section in table.tables():
        per = cast(Per, section.one_of("per", get_args(Per), "study") or "study")
        measure = _read_measure(name, per, section)
        if measure is None:
            unread[name] = per
        else:
            measures[name] = measure
    return measures, unread


def _read_measure(name: str, per: Per, section: Section) -> Measure | None:
    section.only((*WAYS, *_OTHERS))
    kind = cast(EstimateKind, section.one_of("kind", get_args(EstimateKind), "statistic") or "statistic")
    given = [way for way in WAYS if way in section.data]
    if len(given) != 1:
        what = f"the measure says {' and '.join(given)}" if given else "the measure does not say how it is computed"
        section.fault(what, value=name, remedy=f"give one of {', '.join(WAYS)}")
        return None
    (way,) = given
    said = section.text(way)
    _check_company(section, way, per)
    margin, level = _between(section, "margin", 0.65), _between(section, "level", 0.95)
    means = isinstance(section.data.get("from"), list)
    if way == "worst" and "by" not in section.data:
        section.fault("'worst' does not say over which groups", value=name, remedy="add by: TAG")
    if way == "rate":
        section.one_of("over", ("sessions",))
    if not said:
        return None
    return Measure(
        name,
        per,
        kind,
        source=None if means else section.text("from") or None,
        means=section.texts("from") if means else (),
        margin=margin,
        level=level,
        of=section.texts("of", single=True, required=way == "statistic"),
        each=section.text("each") or None,
        about=section.text("about"),
        speaker=section.text("speaker") or None,
        by=section.text("by") or None,
        several=section.truth("several"),
        **{way: said},
    )


def _between(section: Section, key: str, usual: float) -> float:
    """A margin or a level: both lie between a half and one."""
    number = section.number(key)
    if number is not None and not 0.5 < number < 1:
        section.fault(f"the {key} is not between .5 and 1", key, value=f"{number:g}", remedy=f"give {usual:g}")
    return usual if number is None else number


def _check_company(section: Section, way: str, per: Per) -> None:
    """Note keys that mean nothing beside the way of computing, or on this level."""
    for key, owners in _BELONGS.items():
        if key in section.data and way not in owners:
            section.fault(f"'{key}' means nothing beside '{way}'", key, value=section.data[key], remedy="leave it out")
    if per != "study" and way != "formula":
        remedy = f"leave per: {per} out, or give a formula"
        section.fault(f"'{way}' is a number of the study, not one per {per}", "per", value=per, remedy=remedy)
    if per != "study":
        for key in ("each", "from"):
            if key in section.data:
                what = f"'{key}' is for measures of the study, not for one per {per}"
                section.fault(what, key, value=section.data[key], remedy="leave it out")
    if "several" in section.data and "each" not in section.data:
        remedy = "add each: TAG, or leave it out"
        section.fault("'several' means nothing without 'each'", "several", value=True, remedy=remedy)
    if way == "gate" and "each" in section.data:
        section.fault(
            "a gate is tested once, over all items", "each", value=section.data["each"], remedy="leave it out"
        )


# Read what a protocol file decides by: lists of rules, checks, bands, limits for regressions.


def read_rules(rows: list[Section]) -> tuple[Rule, ...]:
    """The rules in their order."""
    rules = []
    for section in rows:
        section.only(("label", "all", "any", "note"))
        label = section.text("label", required=True)
        rules.append(Rule(label, _conditions(section, "all"), _conditions(section, "any"), section.text("note")))
    return tuple(rules)


def _conditions(section: Section, key: str) -> tuple[str, ...]:
    """The conditions; where they are faulty one empty text, so that the rule is not taken to hold always."""
    return section.texts(key) or (("",) if key in section.data or not section.data else ())


def read_checks(rows: list[Section]) -> tuple[Criterion, ...]:
    """What must be reached, each with exactly one bound or condition."""
    return tuple(_read_check(section) for section in rows)


def _read_check(section: Section) -> Criterion:
    section.only(("name", "of", "at_least", "at_most", "when", "exploratory_under", "over_raters", "refuted", "order"))
    check = Criterion(
        section.text("name", required=True),
        section.text("of") or None,
        section.number("at_least"),
        section.number("at_most"),
        section.text("when") or None,
        section.whole("exploratory_under"),
        section.truth("over_raters"),
        section.text("refuted") or None,
        _order(section),
    )
    bounds = [key for key in ("at_least", "at_most", "when", "order") if key in section.data]
    if len(bounds) != 1:
        what = f"the check says {' and '.join(bounds)}" if bounds else "the check has no bound"
        section.fault(what, value=check.name, remedy="give one of at_least, at_most, when and order")
    if "of" not in section.data and bounds and "when" not in bounds:
        section.fault("the check does not say of what", value=check.name, remedy="add of: MEASURE")
    if "of" in section.data and bounds == ["when"]:
        section.fault("'of' means nothing beside 'when'", "of", value=check.of, remedy="leave it out")
    for key in ("over_raters", "refuted"):
        if key in section.data and bounds != ["when"]:
            what = f"'{key}' means nothing without 'when'"
            section.fault(what, key, value=section.data[key], remedy="leave it out")
    return check


def _order(section: Section) -> tuple[tuple[str, ...], ...]:
    """Groups from the lowest to the highest; names that may lie in any order stand together in a list."""
    given = section.value("order", _ORDER, ())
    return tuple(tuple(map(str, group)) if isinstance(group, list) else (str(group),) for group in given)


_ORDER = Field(
    "a list of two groups or more",
    lambda given: isinstance(given, list) and len(given) > 1 and all(_names(group) for group in given),
    "write order: [LOWEST, [NAME, NAME], HIGHEST]",
)


def _names(group: object) -> bool:
    """Whether it is a name or a list of names."""
    return is_text(group) or (isinstance(group, list) and bool(group) and all(map(is_text, group)))


def read_bands(section: Section) -> Bands:
    """Names for ranges of estimates, from the highest down."""
    section.only(("of", "steps"))
    steps = section.table("steps", required=True)
    read: list[tuple[str, float | None]] = []
    for label in steps.data:
        least = steps.data[label]
        if least is not None and not is_number(least):
            steps.fault("a band begins at a number", label, value=least, remedy="give its least value, or null")
            continue
        above = read[-1] if read else None
        read.append((str(label), None if least is None else float(least)))
        if above is not None and (above[1] is None or (least is not None and least >= above[1])):
            remedy = "list bands from the highest down, the one without a number last"
            steps.fault("the bands do not go down", label, value=f"{label}: {least}", remedy=remedy)
    if read and all(least is not None for _, least in read):
        steps.fault("the lowest band has no open end", value=read[-1][0], remedy="end with LABEL: null")
    return Bands(section.texts("of", required=True, single=True), tuple(read))


def read_regression(section: Section) -> Regression | None:
    """Which drops of which estimate call for what."""
    keys = ("investigate", "remediate", "floor")
    section.only(("of", *keys))
    of = section.text("of", required=True)
    for key in keys:
        if key not in section.data:
            section.fault(f"the key '{key}' is missing", remedy=f"add {key}: ...")
    investigate, remediate, floor = (section.number(key) for key in keys)
    if investigate is None or remediate is None or floor is None:
        return None
    if not 0 < investigate <= remediate:
        remedy = "give two drops above 0, the smaller one first"
        section.fault("the drop to investigate is not the smaller one", "investigate", value=investigate, remedy=remedy)
    return Regression(of, investigate, remediate, floor)


# Read the scales of a protocol file, each checked against what its type is declared with.


def read_scales(table: Section) -> tuple[dict[str, Scale], frozenset[str]]:
    """The scales by name, and the names of those that are too faulty to be one."""
    scales: dict[str, Scale] = {}
    unread = set()
    for name, section in table.tables():
        scale = _read_scale(name, section)
        if scale is None:
            unread.add(name)
        else:
            scales[name] = scale
    return scales, frozenset(unread)


def _read_scale(name: str, section: Section) -> Scale | None:
    type_ = section.one_of("type", MECHANISMS)
    if type_ is None:
        return None
    mechanism = MECHANISMS[type_]
    section.only(mechanism.keys)
    for key in mechanism.needs:
        if key not in section.data:
            section.fault(f"a {type_} scale needs '{key}'", remedy=f"add {key}: ...")
    keys = set(mechanism.keys)
    low, high, step = (section.number(key) if key in keys else None for key in ("low", "high", "step"))
    toward = section.text("toward") if "toward" in keys else ""
    ties = section.truth("ties") if "ties" in keys else False
    if low is None or high is None or not _range_holds(section, low, high, type_):
        return Scale(name, cast(ScaleType, type_), toward=toward or None, ties=ties)
    if step is not None and not _step_holds(section, low, high, step):
        step = None
    scale = Scale(name, cast(ScaleType, type_), low, high, step, toward=toward or None)
    labels = read_labels(section.table("labels"), scale)
    return Scale(name, scale.type, low, high, step, labels, scale.toward)


def _range_holds(section: Section, low: float, high: float, type_: str) -> bool:
    if not low < high:
        section.fault("the low end is not below the high end", "low", value=f"{low:g}", remedy="swap the two ends")
        return False
    if type_ == "bipolar" and low != -high:
        what = "a bipolar scale must reach as far to both sides, since cards turn it around"
        section.fault(what, "low", value=f"{low:g} to {high:g}", remedy=f"write low: {-high:g}")
    return True


def _step_holds(section: Section, low: float, high: float, step: float) -> bool:
    steps = (high - low) / step if step > 0 else 0.0
    if isfinite(steps) and round(steps) >= 1 and isclose(steps, round(steps), abs_tol=1e-9):
        return True
    remedy = f"give a number above 0 that divides {high - low:g}"
    section.fault("the steps do not lead from the low end to the high end", "step", value=f"{step:g}", remedy=remedy)
    return False


def read_labels(table: Section, scale: Scale) -> dict[float, str]:
    """Words at points of a scale; what is no point of it is noted."""
    labels = {}
    for point, label in table.data.items():
        if not is_number(point):
            table.fault("a label belongs to a number", point, value=point, remedy="write NUMBER: words")
        elif not is_text(label):
            table.fault("a label is a text", point, value=label, remedy="put it in quotes")
        elif not (scale.low or 0) <= point <= (scale.high or 0):
            remedy = f"stay between {scale.low:g} and {scale.high:g}"
            table.fault("a label is outside the range", point, value=point, remedy=remedy)
        elif off_step(scale, point):
            remedy = f"go from {scale.low:g} in steps of {scale.step:g}"
            table.fault("a label is between two steps", point, value=point, remedy=remedy)
        else:
            labels[float(point)] = str(label)
    return labels


# Read the designs and presets of a protocol file: other ways to use it, and sizes of study by name.


DESIGNS = ("equivalence", "discrimination")
_CONTROLS = ("self", "generic")


def read_designs(table: Section) -> dict[str, Design]:
    """The designs by name, in their order."""
    for name in table.data:
        if name not in DESIGNS:
            table.fault(f"unknown design '{name}'", name, value=name, remedy=suggestion(str(name), DESIGNS))
    return {name: _read_design(name, table.table(name)) for name in map(str, table.data) if name in DESIGNS}


def _read_design(name: str, section: Section) -> Design:
    section.only(("about", "show", "controls", "sound_verdict"))
    show = section.table("show")
    return Design(
        name,
        section.text("about"),
        {kind: show.texts(kind) for kind in show.names()},
        read_controls(section.table("controls")),
        read_rules(section.rows("sound_verdict")),
    )


def read_presets(table: Section) -> dict[str, Preset]:
    """The presets by name, in their order; one that does not say its size is left out."""
    found = {str(name): _read_preset(str(name), table.table(name)) for name in table.data}
    return {name: preset for name, preset in found.items() if preset}


def _read_preset(name: str, section: Section) -> Preset | None:
    section.only(("items", "raters", "suite", "verdict", "checks"))
    for key in ("items", "raters"):
        if key not in section.data:
            section.fault(f"the key '{key}' is missing", value=name, remedy=f"add {key}: a number")
    items, raters = section.whole("items"), section.whole("raters")
    suite = read_suite(section.rows("suite"))
    verdict, checks = read_rules(section.rows("verdict")), read_checks(section.rows("checks"))
    return None if items is None or raters is None else Preset(name, items, raters, suite, verdict, checks)


def read_controls(table: Section) -> dict[str, str]:
    """The speakers who stand as controls."""
    table.only(_CONTROLS)
    return {name: table.text(name) for name in _CONTROLS if name in table.data}


def read_cards(top: Section) -> ControlCards:
    """How many control cards a rater gets of each kind: `cards`, `cards_small_panel` and `cards_many`."""
    small, many = top.table("cards_small_panel"), top.table("cards_many")
    for key, table, bound in (("cards_small_panel", small, "up_to"), ("cards_many", many, "from")):
        if key in top.data and bound not in table.data:
            table.fault(f"the key '{bound}' is missing", remedy=f"add {bound}: a number")
        if key in top.data and "cards" not in top.data:
            top.fault(f"'{key}' means nothing without 'cards'", key, remedy="add cards: {KIND: NUMBER}")
    return ControlCards(
        _read_counts(top.table("cards")),
        _read_counts(small, "up_to"),
        (small.whole("up_to") or 0) if small.data else 0,
        _read_counts(many, "from"),
        (many.whole("from") or 0) if many.data else 0,
    )


def _read_counts(table: Section, bound: str = "") -> dict[str, int]:
    found = {name: table.whole(name) for name in map(str, table.data) if name != bound}
    return {name: number for name, number in found.items() if number is not None}


# Read a whole protocol file into types, with every fault of form on the way; what it says is checked afterwards.


KEYS = (
    *("name", "version", "title", "about", "candidate", "controls", "cards", "cards_small_panel", "cards_many", "unit"),
    *("people", "designs", "presets", "grade", "scopes"),
    *("remediation_days", "scales", "kinds", "suite", "measures", "status", "checks", "cause", "primary", "bands"),
    *("coverage", "verdict", "sound_verdict", "regression", "extends", "weights", "score", "pass_mark", "low"),
    *("target", "minutes", "methods", "remedy", "after", "report", "wording", "same_numbers", "sheet"),
)
_VERSION = re.compile(r"(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class ReadProtocol:
    """The protocol as far as it could be read, the faults of form, and the names of what could not be read."""

    protocol: Protocol
    faults: tuple[Fault, ...]
    unread_scales: frozenset[str]
    unread_measures: Mapping[str, Per]
    constants: Mapping[str, float]


def read(data: Any) -> ReadProtocol:
    """Parse the data of a protocol file, after `extends`; nothing is raised, everything is noted."""
    faults: list[Fault] = []
    table = _table(data, faults)
    top = Section(with_constants(table, faults), (), faults)
    top.only(KEYS)
    scales, unread_scales = read_scales(top.table("scales", required=True))
    measures, unread_measures = read_measures(top.table("measures", required=True))
    status = top.table("status")
    primary = top.table("primary")
    protocol = Protocol(
        name=_read_name(top),
        version=_read_version(top),
        title=top.text("title"),
        about=top.text("about"),
        candidate=top.text("candidate", "clone"),
        controls=read_controls(top.table("controls")),
        cards=read_cards(top),
        unit=cast(Unit, top.one_of("unit", get_args(Unit), "items x raters")),
        scales=scales,
        kinds=read_kinds(top.table("kinds", required=True)),
        people=top.whole("people"),
        suite=read_suite(top.rows("suite")),
        measures=measures,
        status={name: read_rules(status.rows(name)) for name in status.names()},
        checks=read_checks(top.rows("checks")),
        cause=read_rules(top.rows("cause")),
        primary={name: primary.text(name) for name in primary.names()},
        bands=read_bands(top.table("bands")) if "bands" in top.data else None,
        coverage=top.text("coverage") or None,
        verdict=read_rules(top.rows("verdict", required=True)),
        sound_verdict=read_rules(top.rows("sound_verdict", required=True)),
        regression=read_regression(top.table("regression")) if "regression" in top.data else None,
        scopes=top.texts("scopes"),
        sheet=read_sheet(top.table("sheet")) if "sheet" in top.data else None,
        remediation_days=top.whole("remediation_days"),
        designs=read_designs(top.table("designs")),
        presets=read_presets(top.table("presets")),
        grade=cast(Grade, top.one_of("grade", get_args(Grade), "preferred") or "preferred"),
        **read_marks(top),
        **read_outputs(top),
    )
    return ReadProtocol(protocol, tuple(faults), unread_scales, unread_measures, constants_of(table))


def _table(data: Any, faults: list[Fault]) -> dict[str, Any]:
    if isinstance(data, dict):
        return data
    remedy = "write keys and values: name, version, scales, kinds, measures, verdict, sound_verdict"
    faults.append(Fault((), "a protocol is a table of keys", data, remedy))
    return {}


def _read_name(top: Section) -> str:
    name = top.text("name", required=True)
    if name and not WORD.fullmatch(name):
        top.fault(f"'{name}' cannot be a name", "name", value=name, remedy="begin with a letter; no blanks or dots")
    return name


def _read_version(top: Section) -> str:
    version = top.text("version", required=True)
    if version and not _VERSION.fullmatch(version):
        remedy = "write three numbers, like 1.0.0"
        top.fault(f"'{version}' is no version", "version", value=version, remedy=remedy)
    return version
