"""Constants of a protocol: weights, pass mark, low cut and target, stated once and named wherever a formula uses them.

A formula may say `pass_mark`, `low`, `target.low`, `target.high`, `weights.NAME`, and `weights` for the whole table as
`weigh(weights)` wants it. The names are replaced by their numbers before anything reads the formula, so that results
show the numbers they were decided by.
"""

import re
from collections.abc import Iterator, Mapping
from math import isclose
from typing import Any

from ringtrue.files.document import Trail
from ringtrue.files.section import Fault, Section, is_number, suggestion
from ringtrue.terms.protocol import Measure, Question, Target

_TOKEN = re.compile(r"\"[^\"]*\"|'[^']*'|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\b(?!\s*=(?!=))")
_LIMITS = ("at_least", "at_most")
_TABLES = ("weights", "target")
_EACH = object()  # any key, or any place of a list
_RULE = ((_EACH, "all", _EACH), (_EACH, "any", _EACH))
_FORMULAS: tuple[Trail, ...] = (
    ("measures", _EACH, "formula"),
    ("suite", _EACH, "when"),
    ("presets", _EACH, "suite", _EACH, "when"),
    *(("presets", _EACH, "verdict", *rule) for rule in _RULE),
    *(("checks", _EACH, key) for key in ("when", "refuted", *_LIMITS)),
    *(("presets", _EACH, "checks", _EACH, key) for key in ("when", "refuted", *_LIMITS)),
    ("coverage",),
    ("primary", _EACH),
    ("bands", "steps", _EACH),
    *((name, *rule) for name in ("cause", "verdict", "sound_verdict") for rule in _RULE),
    *(("status", _EACH, *rule) for rule in _RULE),
    *(("designs", _EACH, "sound_verdict", *rule) for rule in _RULE),
)


def constants_of(data: Mapping[Any, Any]) -> dict[str, float]:
    """The constants of a protocol file by the names formulas use; what is no number is left out."""
    found: dict[str, Any] = {name: data.get(name) for name in ("pass_mark", "low")}
    for table in _TABLES:
        inner = data.get(table)
        found |= {f"{table}.{key}": value for key, value in inner.items()} if isinstance(inner, dict) else {}
    return {name: float(value) for name, value in found.items() if is_number(value)}


def with_constants(data: dict[Any, Any], faults: list[Fault]) -> dict[Any, Any]:
    """The data of a protocol file with every constant in a formula or limit replaced by its number."""
    constants = constants_of(data)
    if not constants:
        return data
    filled: dict[Any, Any] = _filled(data, (), _Numbers(constants, faults))
    return filled


class _Numbers:
    """The constants as texts to put into formulas; an unknown one is a fault, and a 1 stands in for it."""

    def __init__(self, constants: Mapping[str, float], faults: list[Fault]) -> None:
        self.values = constants
        self.faults = faults
        self._texts = {name: f"{value:.15g}" for name, value in constants.items()}
        weights = ((name.partition(".")[2], text) for name, text in self._texts.items() if name.startswith("weights."))
        self._texts["weights"] = ", ".join(f"{text}, {name}" for name, text in weights)

    def put_into(self, formula: str, trail: Trail) -> str | float:
        if formula in self.values and (trail[0] == "bands" or trail[-1] in _LIMITS):
            return self.values[formula]  # a number, not a text
        return _TOKEN.sub(lambda token: self._text(token.group(), formula, trail), formula)

    def _text(self, token: str, formula: str, trail: Trail) -> str:
        if "." in token and token.partition(".")[0] in _TABLES and token not in self.values:
            self.faults.append(Fault(trail, f"there is no '{token}'", formula, suggestion(token, self.values)))
            return "1"
        return self._texts.get(token) or token


def _filled(value: Any, trail: Trail, numbers: _Numbers) -> Any:
    if isinstance(value, dict):
        return {key: _filled(inner, (*trail, key), numbers) for key, inner in value.items()}
    if isinstance(value, list):
        return [_filled(inner, (*trail, place), numbers) for place, inner in enumerate(value)]
    return numbers.put_into(value, trail) if isinstance(value, str) and _holds_formula(trail) else value


def _holds_formula(trail: Trail) -> bool:
    return any(
        len(trail) == len(place) and all(wanted in (_EACH, step) for wanted, step in zip(place, trail, strict=True))
        for place in _FORMULAS
    )


def read_marks(top: Section) -> dict[str, Any]:
    """The constants of a protocol by the names of its fields."""
    return {
        "weights": _read_weights(top.table("weights")),
        "pass_mark": top.number("pass_mark"),
        "low": top.number("low"),
        "target": _read_target(top.table("target")) if "target" in top.data else None,
    }


def _read_weights(table: Section) -> dict[str, float]:
    """The weight of each question in the score of an item."""
    read = {name: table.number(name) for name in table.names()}
    weights = {name: weight for name, weight in read.items() if weight is not None}
    total = sum(weights.values())
    if weights and not isclose(total, 1, abs_tol=1e-9):
        table.fault(f"the weights sum to {total:g}, not to 1", value=f"{total:g}", remedy="correct the weights")
    return weights


def _read_target(section: Section) -> Target | None:
    """Where an estimate should lie."""
    section.only(("of", "low", "high", "below", "within", "above"))
    of = section.text("of", required=True)
    low, high = section.number("low"), section.number("high")
    if "low" not in section.data:
        section.fault("the key 'low' is missing", remedy="add low: ...")
    if low is None:
        return None
    if high is not None and not low < high:
        section.fault("the low end is not below the high end", "low", value=f"{low:g}", remedy="swap the two ends")
    words = {key: section.text(key) for key in ("below", "within", "above") if key in section.data}
    return Target(of, low, high, **words)


def constant_faults(
    constants: Mapping[str, float], questions: Mapping[Trail, Question], measures: Mapping[str, Measure]
) -> Iterator[Fault]:
    """Questions and measures that nothing could name, because a constant has their name; weights of no question."""
    taken = {name.partition(".")[0] for name in constants}
    named = {**{trail: one.name for trail, one in questions.items()}, **{("measures", name): name for name in measures}}
    for trail, name in named.items():
        if name in taken:
            yield Fault(trail, f"'{name}' is a constant of this protocol", name, "give it another name")
    asked = {one.name for one in questions.values()}
    for name in constants:
        table, _, question = name.partition(".")
        if table == "weights" and question not in asked:
            what = f"no question is called '{question}'"
            yield Fault(("weights", question), what, question, suggestion(question, sorted(asked)))
