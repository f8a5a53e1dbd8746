"""A place of a protocol file where a formula stands: which names it may use there, and what it must give."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import Literal, NamedTuple

import numpy as np

from ringtrue.formula import Formula, FormulaError, parse
from ringtrue.formula.tree import Call, Comparison, Label, Name, Node
from ringtrue.protocols.section import suggestion
from ringtrue.stats.arrays import Array

Gives = Literal["one number", "one for each item", "either"]
Made = float | str | Array  # a made-up value: a number, a label, or a column
BOUNDS = ("_low", "_high")  # of the interval of an estimate
_PLAUSIBLE = 0.5


class Finding(NamedTuple):
    """What is wrong with a formula, and what to do."""

    what: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """What a formula may use at one place, each name with a made-up value to try the formula on.

    `values` are the names outside of mean(), share() and their kin, `columns` those inside; None where those functions
    have nothing to run over. Names that begin with one of `prefixes` come from measures repeated for each value of a
    tag. `labels` are the words a name can hold. `explain` says why a name that is known elsewhere is not known here.
    """

    gives: Gives
    values: Mapping[str, Made]
    columns: Mapping[str, Made] | None
    kinds: tuple[str, ...]  # of the made-up items
    prefixes: tuple[str, ...] = ()
    labels: Mapping[str, frozenset[str]] = field(default_factory=dict)
    explain: Callable[[str], str] = lambda _: ""

    def examine(self, text: str) -> tuple[list[Finding], Array | None]:
        """Everything wrong with a formula here, and its value on the made-up data if nothing is."""
        try:
            formula = parse(text)
        except FormulaError as error:
            column = "" if error.column is None else f" (column {error.column} of the formula)"
            return [Finding(f"{error.what}{column}", error.remedy)], None
        findings = [*self._unknown(formula), *_ambiguous(formula, self), *self._labels(formula)]
        if findings:
            return findings, None
        try:
            value = formula.evaluate(self._chosen(formula), tags=self._tags(formula))
        except FormulaError as error:
            return [Finding(f"the formula cannot be worked out: {error.what}", error.remedy)], None
        return list(self._shape(value)), value

    def _unknown(self, formula: Formula) -> Iterator[Finding]:
        inside, outside = names_by_place(formula)
        reductions = sorted(call.function.name for call in calls(formula) if call.function.reduces)
        if self.columns is None and reductions:
            yield Finding(f"{reductions[0]}() has no items to work on here", "make it a measure and use its name")
            inside = frozenset()
        for names, known in ((outside, self.values), (inside, self.columns or {})):
            for name in sorted(names):
                if name not in known and not (names is outside and self._repeats(name)):
                    yield Finding(f"unknown name '{name}'", self._remedy(name, known))

    def _repeats(self, name: str) -> bool:
        return any(name.startswith(prefix) and name != prefix for prefix in self.prefixes)

    def _remedy(self, name: str, known: Mapping[str, Made]) -> str:
        reason = self.explain(name)
        if reason:
            return reason
        plain = [word for word in known if not _is_bound(word, known)]  # three times as long a list helps nobody
        return suggestion(name, [*plain, *(f"{prefix}..." for prefix in self.prefixes)])

    def _labels(self, formula: Formula) -> Iterator[Finding]:
        """Labels that can never occur: a slip in a word would otherwise be a condition that never holds."""
        for name, label in _compared(formula):
            known = self.labels.get(name)
            if known is not None and label not in known:
                yield Finding(f"'{name}' is never \"{label}\"", f"it is one of: {', '.join(sorted(known))}")
        for call in calls(formula):
            for tag, label in call.filters:
                if tag == "kind" and label not in self.kinds:
                    yield Finding(f'there is no kind "{label}"', f"known kinds: {', '.join(sorted(set(self.kinds)))}")

    def _chosen(self, formula: Formula) -> dict[str, Made]:
        inside, outside = names_by_place(formula)
        chosen: dict[str, Made] = {name: self.values.get(name, _PLAUSIBLE) for name in outside}
        return chosen | {name: (self.columns or {})[name] for name in inside}

    def _tags(self, formula: Formula) -> dict[str, list[str]]:
        """A label for each made-up item, so that every label asked for occurs."""
        wanted: dict[str, list[str]] = {}
        for call in calls(formula):
            for tag, label in call.filters:
                wanted.setdefault(tag, []).append(label)
        size = len(self.kinds)
        return {tag: list(islice(cycle(labels), size)) for tag, labels in wanted.items()} | {"kind": list(self.kinds)}

    def _shape(self, value: Array) -> Iterator[Finding]:
        if self.gives == "one for each item" and value.ndim == 0:
            yield Finding("the formula gives one number, not one for each item", "make it a measure of the study")
        elif self.gives == "one for each item" and value.size and np.isnan(value).all():
            yield Finding("the formula has no value for any item", "are its names asked about different kinds?")


def names_by_place(formula: Formula) -> tuple[frozenset[str], frozenset[str]]:
    """The names used inside mean(), share() and their kin, where they stand for columns, and those used outside."""
    inside: set[str] = set()
    outside: set[str] = set()

    def visit(node: Node, within: bool) -> None:
        if isinstance(node, Name):
            (inside if within else outside).add(node.name)
        reduces = isinstance(node, Call) and node.function.reduces
        for part in node.parts:
            visit(part, within or reduces)

    visit(formula.root, within=False)
    return frozenset(inside), frozenset(outside)


def calls(formula: Formula) -> list[Call]:
    """Every call of a function in a formula."""
    return [node for node in formula.root.walk() if isinstance(node, Call)]


def _is_bound(name: str, known: Mapping[str, Made]) -> bool:
    return any(name.endswith(bound) and name.removesuffix(bound) in known for bound in BOUNDS)


def _compared(formula: Formula) -> Iterator[tuple[str, str]]:
    for node in formula.root.walk():
        if isinstance(node, Comparison):
            names = [part.name for part in node.parts if isinstance(part, Name)]
            labels = [part.text for part in node.parts if isinstance(part, Label)]
            if names and labels:
                yield names[0], labels[0]


def _ambiguous(formula: Formula, place: Place) -> Iterator[Finding]:
    inside, outside = names_by_place(formula)
    for name in sorted(inside & outside):
        column, number = (place.columns or {}).get(name), place.values.get(name)
        if column is not None and number is not None and column is not number:
            what = f"'{name}' is a column inside mean() and a number of the study outside of it"
            yield Finding(what, "give one of the two another name")
