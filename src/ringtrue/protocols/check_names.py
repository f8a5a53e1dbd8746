"""Check the names formulas will use: each can be written in a formula, and each means one thing."""

import re
from collections.abc import Iterator, Mapping
from keyword import iskeyword

from ringtrue.files import Trail
from ringtrue.protocols.places import BOUNDS
from ringtrue.protocols.reading import Reading
from ringtrue.protocols.section import Fault
from ringtrue.terms import Measure

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_TAKEN = ("people", "raters", "sessions")


def name_faults(reading: Reading) -> Iterator[Fault]:
    """Every name that cannot be written in a formula or means two things."""
    owners: dict[str, str] = {}  # names with a value for each item, and what they are
    yield from _question_faults(reading, owners)
    yield from _number_faults(reading, owners)
    measures = reading.protocol.measures
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


def _question_faults(reading: Reading, owners: dict[str, str]) -> Iterator[Fault]:
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


def _number_faults(reading: Reading, owners: dict[str, str]) -> Iterator[Fault]:
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
