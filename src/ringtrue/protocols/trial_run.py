"""Trial run: evaluate every formula of a protocol on a made-up study, to find what fails."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import Literal, NamedTuple

import numpy as np

from ringtrue.files.section import suggestion
from ringtrue.formula.formula import Formula
from ringtrue.formula.functions import FormulaError
from ringtrue.formula.grammar import parse
from ringtrue.formula.tree import Comparison, FunctionCall, Label, Name, Node
from ringtrue.protocols.reader import ReadProtocol
from ringtrue.protocols.scales import MECHANISMS, plausible
from ringtrue.stats.arrays import Array
from ringtrue.terms.protocol import Measure, Per, Rule
from ringtrue.terms.result import INCONCLUSIVE

# A place of a protocol file where a formula stands: which names it may use there, and what it must give.


Gives = Literal["one number", "one for each item", "either"]
Made = float | str | Array  # a made-up value: a number, a label, or a column
BOUNDS = ("_low", "_high")  # of the interval of an estimate
_PLAUSIBLE = 0.5


class FormulaFault(NamedTuple):
    """What is wrong with a formula, and what to do."""

    what: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class FormulaPlace:
    """What a formula may use at one place, each name with a made-up value to try the formula on.

    `values` are the names outside of mean(), share() and the like, `columns` those inside; None where those functions
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

    def examine(self, text: str) -> tuple[list[FormulaFault], Array | None]:
        """Everything wrong with a formula here, and its value on the made-up data if nothing is."""
        try:
            formula = parse(text)
        except FormulaError as error:
            column = "" if error.column is None else f" (column {error.column} of the formula)"
            return [FormulaFault(f"{error.what}{column}", error.remedy)], None
        findings = [*self._unknown(formula), *_ambiguous(formula, self), *self._labels(formula)]
        if findings:
            return findings, None
        try:
            value = formula.evaluate(self._chosen(formula), tags=self._tags(formula))
        except FormulaError as error:
            return [FormulaFault(f"the formula cannot be worked out: {error.what}", error.remedy)], None
        return list(self._shape(value)), value

    def _unknown(self, formula: Formula) -> Iterator[FormulaFault]:
        inside, outside = names_by_place(formula)
        reductions = sorted(call.function.name for call in calls(formula) if call.function.reduces)
        if self.columns is None and reductions:
            yield FormulaFault(f"{reductions[0]}() has no items to work on here", "make it a measure and use its name")
            inside = frozenset()
        for names, known in ((outside, self.values), (inside, self.columns or {})):
            for name in sorted(names):
                if name not in known and not (names is outside and self._repeats(name)):
                    yield FormulaFault(f"unknown name '{name}'", self._remedy(name, known))

    def _repeats(self, name: str) -> bool:
        return any(name.startswith(prefix) and name != prefix for prefix in self.prefixes)

    def _remedy(self, name: str, known: Mapping[str, Made]) -> str:
        reason = self.explain(name)
        if reason:
            return reason
        plain = [word for word in known if not _is_bound(word, known)]  # three times as long a list helps nobody
        return suggestion(name, [*plain, *(f"{prefix}..." for prefix in self.prefixes)])

    def _labels(self, formula: Formula) -> Iterator[FormulaFault]:
        """Labels that can never occur: a slip in a word would otherwise be a condition that never holds."""
        for name, label in _compared(formula):
            known = self.labels.get(name)
            if known is not None and label not in known:
                yield FormulaFault(f"'{name}' is never \"{label}\"", f"it is one of: {', '.join(sorted(known))}")
        for call in calls(formula):
            for tag, label in call.filters:
                if tag == "kind" and label not in self.kinds:
                    yield FormulaFault(
                        f'there is no kind "{label}"', f"known kinds: {', '.join(sorted(set(self.kinds)))}"
                    )

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

    def _shape(self, value: Array) -> Iterator[FormulaFault]:
        if self.gives == "one for each item" and value.ndim == 0:
            yield FormulaFault("the formula gives one number, not one for each item", "make it a measure of the study")
        elif self.gives == "one for each item" and value.size and np.isnan(value).all():
            yield FormulaFault("the formula has no value for any item", "are its names asked about different kinds?")


def names_by_place(formula: Formula) -> tuple[frozenset[str], frozenset[str]]:
    """The names used inside mean(), share() and the like, where they mean columns, and those used outside."""
    inside: set[str] = set()
    outside: set[str] = set()

    def visit(node: Node, within: bool) -> None:
        if isinstance(node, Name):
            (inside if within else outside).add(node.name)
        reduces = isinstance(node, FunctionCall) and node.function.reduces
        for part in node.parts:
            visit(part, within or reduces)

    visit(formula.root, within=False)
    return frozenset(inside), frozenset(outside)


def calls(formula: Formula) -> list[FunctionCall]:
    """Every call of a function in a formula."""
    return [node for node in formula.root.walk() if isinstance(node, FunctionCall)]


def _is_bound(name: str, known: Mapping[str, Made]) -> bool:
    return any(name.endswith(bound) and name.removesuffix(bound) in known for bound in BOUNDS)


def _compared(formula: Formula) -> Iterator[tuple[str, str]]:
    for node in formula.root.walk():
        if isinstance(node, Comparison):
            names = [part.name for part in node.parts if isinstance(part, Name)]
            labels = [part.text for part in node.parts if isinstance(part, Label)]
            if names and labels:
                yield names[0], labels[0]


def _ambiguous(formula: Formula, place: FormulaPlace) -> Iterator[FormulaFault]:
    inside, outside = names_by_place(formula)
    for name in sorted(inside & outside):
        column, number = (place.columns or {}).get(name), place.values.get(name)
        if column is not None and number is not None and column is not number:
            what = f"'{name}' is a column inside mean() and a number of the study outside of it"
            yield FormulaFault(what, "give one of the two another name")


# A small made-up study: three items of each kind with plausible answers, on which every formula is tried out.


OUTCOMES = frozenset({"indistinguishable", "told apart", INCONCLUSIVE})  # of a gate
_EACH = 3  # made-up items of each kind
_NUMBERS = (0.25, 1.0, 0.5)
_COUNTED = {"people": 5.0, "raters": 5.0, "sessions": 1.0, "judge_models": 2.0}


class TrialRun:
    """The names known so far, level by level; measures are added in the order of the file."""

    def __init__(self, reading: ReadProtocol) -> None:
        """Begin with what is asked and what items carry."""
        protocol = reading.protocol
        self.kinds = tuple(name for name in protocol.kinds for _ in range(_EACH))
        self.single: dict[str, Made] = {}  # one for each answer: questions, measures per rating
        self.items: dict[str, Made] = {}
        self.study: dict[str, Made] = {**_COUNTED}
        cards = {f"{name}_cards": 6.0 for name in protocol.kinds}
        self.decided: dict[str, Made] = {
            "dealt": 1.0,
            "suite_met": 1.0,
            "changed": 0.0,
            "scored_sessions": 1.0,
            "unlicensed": 0.0,
            **cards,
        }
        self.linear: dict[str, Made] = {}  # crossed means, and formulas of nothing else
        self.labels: dict[str, frozenset[str]] = {}
        self.prefixes: list[str] = []
        self._texts: set[str] = set()
        self._others: dict[str, Made] = {}  # the same questions about the other text of a card
        self._waiting = set(protocol.measures)
        self._ask(reading)
        for name, per in reading.unread_measures.items():  # known by name, so that their faults are not reported twice
            self._add_unread(name, per)

    def add(self, measure: Measure, value: Array | None) -> None:
        """Make a measure known to those after it; a value that could not be worked out is made up."""
        self._waiting.discard(measure.name)
        if measure.per != "study":
            column = np.full(len(self.kinds), 0.5) if value is None or value.ndim != 1 else value
            self.items[measure.name] = column
            if measure.per == "rating":
                self.single[measure.name] = column
            return
        if (measure.crossed or measure.source in self.linear or measure.means) and measure.each is None:
            self.linear[measure.name] = 0.5
        if measure.gate is not None:
            self.labels[measure.name] = OUTCOMES
        elif measure.each is not None:
            self.prefixes.append(f"{measure.name}_")
        else:
            self.study[measure.name] = 0.5 if value is None or value.ndim or np.isnan(value) else float(value)

    def per_rating(self) -> FormulaPlace:
        """Where a formula works on single answers."""
        return FormulaPlace("one for each item", self.single | self._others, None, self.kinds, explain=self._explain)

    def per_item(self, *, condition: bool = False) -> FormulaPlace:
        """Where a formula works on items; a condition may also be the same for all of them."""
        gives: Gives = "either" if condition else "one for each item"
        return FormulaPlace(gives, self.items, self.items, self.kinds, explain=self._explain)

    def of_study(self) -> FormulaPlace:
        """Where a formula makes one number of all items."""
        return FormulaPlace("one number", self.study, self.items, self.kinds, explain=self._explain)

    def of_suite(self) -> FormulaPlace:
        """Where a suite is looked at."""
        counts = {name: self.study[name] for name in _COUNTED}
        return FormulaPlace("one number", counts, self.items, self.kinds, explain=self._explain)

    def of_decision(self, status: Mapping[str, tuple[Rule, ...]]) -> FormulaPlace:
        """Where it is decided: estimates, their bounds, and the labels of gates and of the categories given."""
        labels = self.labels | {f"{name}_status": status_labels(rules) for name, rules in status.items()}
        bounds = {f"{name}{bound}": 0.5 for name in self.estimates for bound in BOUNDS}
        values = self.study | self.decided | bounds | {name: min(words) for name, words in labels.items()}
        return FormulaPlace("one number", values, None, self.kinds, tuple(self.prefixes), labels, self._explain)

    @property
    def estimates(self) -> tuple[str, ...]:
        """The measures of the study that are one number."""
        return tuple(name for name in self.study if name not in _COUNTED)

    def is_estimate(self, name: str) -> bool:
        """Whether an estimate of that name can come out."""
        return name in self.estimates or any(name.startswith(prefix) for prefix in self.prefixes)

    def _ask(self, reading: ReadProtocol) -> None:
        scales = reading.protocol.scales
        for kind in reading.protocol.kinds.values():
            rows = np.asarray(self.kinds) == kind.name
            for question in kind.questions:
                scale = scales.get(question.scale)
                if scale is not None and not MECHANISMS[scale.type].counts:
                    self._texts.add(question.name)
                    continue
                column = self._filled(self.items.get(question.name), rows, plausible(scale))
                self.single[question.name] = self.items[question.name] = column
                self.items[f"{question.name}_each"] = column
                self.items[f"{question.name}_n"] = np.full(len(self.kinds), 3.0)
                if question.both:
                    self._others[f"{question.name}_other"] = column
            for number in filter(None, kind.numbers):
                self.items[number] = self._filled(self.items.get(number), rows, _NUMBERS)

    def _filled(self, column: Made | None, rows: Array, values: tuple[float, ...]) -> Array:
        filled = np.array(column, dtype=np.float64) if column is not None else self._blank()
        filled[rows] = values
        return filled

    def _blank(self) -> Array:
        return np.full(len(self.kinds), np.nan)

    def _add_unread(self, name: str, per: Per) -> None:
        self.add(Measure(name, per, formula="0"), None)
        if per == "study":
            self.prefixes.append(f"{name}_")

    def _explain(self, name: str) -> str:
        """Why a name that means something elsewhere does not here."""
        if name in self._texts:
            return f"'{name}' is answered in words and gives no number"
        if name in self._waiting:
            return f"'{name}' is not computed yet at this place: move it up"
        if f"{name}_" in self.prefixes:
            return f"'{name}' is repeated for each value of a tag: write {name}_VALUE, in rules"
        if name in self.labels:
            return f"'{name}' is a label: compare it in status and verdict rules"
        if name in self.items:
            return f"'{name}' has a value for each item: put it in mean(), share() or count(), in a measure"
        if name in self.study:
            return f"'{name}' is a number of the whole study, which comes after the items"
        bounded = any(name.endswith(bound) and name.removesuffix(bound) in self.study for bound in BOUNDS)
        return "bounds of intervals are known in status, verdict and checks only" if bounded else ""


def status_labels(rules: tuple[Rule, ...]) -> frozenset[str]:
    """Every label a list of rules can give."""
    return frozenset({*(rule.label for rule in rules), INCONCLUSIVE})
