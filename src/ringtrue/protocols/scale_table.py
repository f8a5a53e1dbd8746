"""Read the scales of a protocol file, each checked against what its type is declared with."""

from math import isclose, isfinite
from typing import cast

from ringtrue.protocols.answers import off_step
from ringtrue.protocols.scales import MECHANISMS
from ringtrue.protocols.section import Section, is_number, is_text
from ringtrue.terms import Scale, ScaleType


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
    if low is None or high is None or not _range_holds(section, low, high, type_):
        return Scale(name, cast(ScaleType, type_), toward=toward or None)
    if step is not None and not _step_holds(section, low, high, step):
        step = None
    scale = Scale(name, cast(ScaleType, type_), low, high, step, toward=toward or None)
    labels = _read_labels(section.table("labels"), scale)
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


def _read_labels(table: Section, scale: Scale) -> dict[float, str]:
    labels = {}
    for point, label in table.data.items():
        if not is_number(point):
            table.fault("a label stands at a number", point, value=point, remedy="write NUMBER: words")
        elif not is_text(label):
            table.fault("a label is a text", point, value=label, remedy="put it in quotes")
        elif not (scale.low or 0) <= point <= (scale.high or 0):
            remedy = f"stay between {scale.low:g} and {scale.high:g}"
            table.fault("a label stands outside the range", point, value=point, remedy=remedy)
        elif off_step(scale, point):
            remedy = f"go from {scale.low:g} in steps of {scale.step:g}"
            table.fault("a label stands between two steps", point, value=point, remedy=remedy)
        else:
            labels[float(point)] = str(label)
    return labels
