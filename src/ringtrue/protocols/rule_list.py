"""Read what a protocol file decides by: lists of rules, suite rules, checks, bands, limits for regressions."""

from ringtrue.protocols.section import Section, is_number
from ringtrue.terms import Bands, Criterion, Regression, Rule, SuiteRule


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


def read_suite(rows: list[Section]) -> tuple[SuiteRule, ...]:
    """What a suite must hold to."""
    rules = []
    for section in rows:
        section.only(("name", "when", "remedy", "warning"))
        name, when = (section.text(key, required=True) for key in ("name", "when"))
        rules.append(SuiteRule(name, when, section.text("remedy"), section.truth("warning")))
    return tuple(rules)


def read_checks(rows: list[Section]) -> tuple[Criterion, ...]:
    """What must be reached, each with exactly one bound or condition."""
    return tuple(_read_check(section) for section in rows)


def _read_check(section: Section) -> Criterion:
    section.only(("name", "of", "at_least", "at_most", "when", "exploratory_under", "over_raters", "refuted"))
    check = Criterion(
        section.text("name", required=True),
        section.text("of") or None,
        section.number("at_least"),
        section.number("at_most"),
        section.text("when") or None,
        section.whole("exploratory_under"),
        section.truth("over_raters"),
        section.text("refuted") or None,
    )
    bounds = [key for key in ("at_least", "at_most", "when") if key in section.data]
    if len(bounds) != 1:
        what = f"the check says {' and '.join(bounds)}" if bounds else "the check has no bound"
        section.fault(what, value=check.name, remedy="give one of at_least, at_most and when")
    if "of" not in section.data and bounds and "when" not in bounds:
        section.fault("the check does not say of what", value=check.name, remedy="add of: MEASURE")
    if "of" in section.data and bounds == ["when"]:
        section.fault("'of' means nothing beside 'when'", "of", value=check.of, remedy="leave it out")
    for key in ("over_raters", "refuted"):
        if key in section.data and bounds != ["when"]:
            what = f"'{key}' means nothing without 'when'"
            section.fault(what, key, value=section.data[key], remedy="leave it out")
    return check


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
