"""Read the measures of a protocol file: one way of computing each, and no key that means nothing beside it."""

from collections.abc import Mapping
from typing import cast, get_args

from ringtrue.protocols.section import Section
from ringtrue.terms import EstimateKind, Measure, Per

WAYS = ("formula", "crossed", "gate", "statistic")
_OTHERS = ("per", "kind", "margin", "of", "from", "each", "about")
_BELONGS: Mapping[str, str] = {"margin": "gate", "of": "statistic", "from": "formula"}


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
    margin = section.number("margin")
    if margin is not None and not 0.5 < margin < 1:
        section.fault(
            "the margin is not between .5 and 1", "margin", value=f"{margin:g}", remedy="give .65, for example"
        )
    if not said:
        return None
    return Measure(
        name,
        per,
        kind,
        said if way == "formula" else None,
        section.text("from") or None,
        said if way == "crossed" else None,
        said if way == "gate" else None,
        0.65 if margin is None else margin,
        said if way == "statistic" else None,
        section.texts("of", single=True, required=way == "statistic"),
        section.text("each") or None,
        section.text("about"),
    )


def _check_company(section: Section, way: str, per: Per) -> None:
    """Note keys that mean nothing beside the way of computing, or on this level."""
    for key, owner in _BELONGS.items():
        if key in section.data and way != owner:
            section.fault(f"'{key}' means nothing beside '{way}'", key, value=section.data[key], remedy="leave it out")
    if per != "study" and way != "formula":
        remedy = f"leave per: {per} out, or give a formula"
        section.fault(f"'{way}' is a number of the study, not one per {per}", "per", value=per, remedy=remedy)
    if per != "study":
        for key in ("each", "from"):
            if key in section.data:
                what = f"'{key}' is for measures of the study, not for one per {per}"
                section.fault(what, key, value=section.data[key], remedy="leave it out")
    if way == "gate" and "each" in section.data:
        section.fault(
            "a gate is tested once, over all items", "each", value=section.data["each"], remedy="leave it out"
        )
