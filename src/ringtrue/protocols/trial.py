"""A small made-up study: three items of each kind with plausible answers, on which every formula is tried out."""

from collections.abc import Mapping

import numpy as np

from ringtrue.protocols.places import BOUNDS, Gives, Made, Place
from ringtrue.protocols.reading import Reading
from ringtrue.protocols.scales import MECHANISMS, plausible
from ringtrue.stats.arrays import Array
from ringtrue.terms import UNTOLD, Measure, Per, Rule

OUTCOMES = frozenset({"indistinguishable", "told apart", UNTOLD})  # of a gate
_EACH = 3  # made-up items of each kind
_NUMBERS = (0.25, 1.0, 0.5)


class Trial:
    """The names known so far, level by level; measures are added in the order of the file."""

    def __init__(self, reading: Reading) -> None:
        """Begin with what is asked and what items carry."""
        protocol = reading.protocol
        self.kinds = tuple(name for name in protocol.kinds for _ in range(_EACH))
        self.single: dict[str, Made] = {}  # one for each answer: questions, measures per rating
        self.items: dict[str, Made] = {}
        self.study: dict[str, Made] = {"people": 5.0, "raters": 5.0, "sessions": 1.0}
        self.labels: dict[str, frozenset[str]] = {}
        self.prefixes: list[str] = []
        self._texts: set[str] = set()
        self._waiting = set(protocol.measures)
        self._ask(reading)
        for name, per in reading.unread_measures.items():  # known by name, so that their faults are not told twice
            self._add_unread(name, per)

    def add(self, measure: Measure, value: Array | None) -> None:
        """Make a measure known to those after it; a value that could not be worked out is made up."""
        self._waiting.discard(measure.name)
        if measure.per != "study":
            column = np.full(len(self.kinds), 0.5) if value is None or value.ndim != 1 else value
            self.items[measure.name] = column
            if measure.per == "rating":
                self.single[measure.name] = column
        elif measure.gate is not None:
            self.labels[measure.name] = OUTCOMES
        elif measure.each is not None:
            self.prefixes.append(f"{measure.name}_")
        else:
            self.study[measure.name] = 0.5 if value is None or value.ndim or np.isnan(value) else float(value)

    def per_rating(self) -> Place:
        """Where a formula works on single answers."""
        questions = {name: self.single[name] for name in self._questions}
        return Place("one for each item", questions, None, self.kinds, explain=self._explain)

    def per_item(self, *, condition: bool = False) -> Place:
        """Where a formula works on items; a condition may also be the same for all of them."""
        gives: Gives = "either" if condition else "one for each item"
        return Place(gives, self.items, self.items, self.kinds, explain=self._explain)

    def of_study(self) -> Place:
        """Where a formula makes one number of all items."""
        return Place("one number", self.study, self.items, self.kinds, explain=self._explain)

    def of_suite(self) -> Place:
        """Where a suite is looked at."""
        counts = {name: self.study[name] for name in ("people", "raters", "sessions")}
        return Place("one number", counts, self.items, self.kinds, explain=self._explain)

    def of_decision(self, status: Mapping[str, tuple[Rule, ...]]) -> Place:
        """Where it is decided: estimates, their bounds, and the labels of gates and of the categories given."""
        labels = self.labels | {f"{name}_status": status_labels(rules) for name, rules in status.items()}
        bounds = {f"{name}{bound}": 0.5 for name in self.estimates for bound in BOUNDS}
        values = self.study | bounds | {name: min(words) for name, words in labels.items()}
        return Place("one number", values, None, self.kinds, tuple(self.prefixes), labels, self._explain)

    @property
    def estimates(self) -> tuple[str, ...]:
        """The measures of the study that are one number."""
        return tuple(name for name in self.study if name not in ("people", "raters", "sessions"))

    def is_estimate(self, name: str) -> bool:
        """Whether an estimate of that name can come out."""
        return name in self.estimates or any(name.startswith(prefix) for prefix in self.prefixes)

    def _ask(self, reading: Reading) -> None:
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
            for number in filter(None, kind.numbers):
                self.items[number] = self._filled(self.items.get(number), rows, _NUMBERS)
        self._questions = tuple(self.single)

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
    return frozenset({*(rule.label for rule in rules), UNTOLD})
