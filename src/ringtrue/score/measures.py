"""Item measures, formulas, resamples."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ringtrue.formula.formula import Formula
from ringtrue.formula.functions import Weights
from ringtrue.formula.grammar import parse
from ringtrue.score.answers import Answers, Column
from ringtrue.score.columns import Labels
from ringtrue.score.resamples import Replicates
from ringtrue.score.study_table import EACH, StudyTable
from ringtrue.stats.arrays import Array, Codes
from ringtrue.terms.protocol import Measure, Protocol

# The formulas of a protocol, read once: what they are, which tags they choose by, what they rest on.


T = TypeVar("T")
formula = lru_cache(maxsize=4096)(parse)


def all_formulas(protocol: Protocol) -> Iterator[Formula]:
    """Every formula of the protocol that is evaluated on items or on the study."""
    yield from (formula(measure.formula) for measure in protocol.measures.values() if measure.formula)
    yield from (formula(rule.when) for rule in protocol.suite if rule.when)
    yield from (formula(text) for text in protocol.primary.values())
    yield from (formula(text) for rule in protocol.cause for text in rule.conditions)
    if protocol.coverage:
        yield formula(protocol.coverage)


def tags_used(protocol: Protocol) -> set[str]:
    """The tags that formulas choose items by or that measures are repeated for."""
    chosen = {tag for read in all_formulas(protocol) for tag in read.tags}
    return chosen | {tag for measure in protocol.measures.values() for tag in (measure.each, measure.by) if tag}


def tags_for(read: Formula, tags: Mapping[str, T]) -> dict[str, T]:
    """The tags a formula chooses by and, where it counts items, one that tells how many there are."""
    counting = {"kind"} if "items" in read.functions else set()
    return {tag: tags[tag] for tag in read.tags | counting}


def rests_on(protocol: Protocol, names: Iterable[str]) -> set[str]:
    """The questions and item numbers that some names come from, through any chain of measures."""
    found: set[str] = set()
    waiting, seen = list(names), set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        found.add(name.removesuffix("_each"))
        measure = protocol.measures.get(name)
        if measure is not None:
            inner = (measure.crossed, measure.gate, measure.worst, measure.source, measure.rate, *measure.of)
            waiting += [used for used in inner if used is not None]
            waiting += formula(measure.formula).names if measure.formula else ()
    return found


# Measures of single answers and of single items.


OTHER = "_other"  # the name of the same question about the other text of a card: vibe_other
DIGITS = 12  # decimals kept of a measure: enough for any score, few enough that 0.1 + 0.2 is 0.3


def with_rating_measures(protocol: Protocol, study: StudyTable) -> StudyTable:
    """The study with the protocol's measures of single answers added as answers and as columns, controls' too."""
    controls = sorted({speaker for _, speaker in study.controls} & set(protocol.controls.values()))
    for name, measure in protocol.measures.items():
        if measure.per == "rating" and measure.formula:
            expression = formula(measure.formula)
            answers = _rated(_single(protocol, study, expression, None), expression, study.size, len(study.raters))
            study.answers[name] = answers
            study.columns[name] = answers
            for speaker in controls:
                used = _single(protocol, study, expression, speaker)
                if used:
                    shape = next(iter(used.values()))
                    study.controls[name, speaker] = _rated(used, expression, shape.size, shape.panel)
    return study


def _single(protocol: Protocol, study: StudyTable, read: Formula, speaker: str | None) -> dict[str, Answers]:
    """The single answers a formula uses, about the candidate or about a control; NAME_other is about the other text."""
    found: dict[str, Answers | None] = {}
    for name in read.names:
        question = name.removesuffix(OTHER)
        if name.endswith(OTHER) and protocol.question(question):
            found[name] = study.controls.get((question, _beside(protocol, question)))
        else:
            found[name] = study.answers.get(name) if speaker is None else study.controls.get((name, speaker))
    return {name: answers for name, answers in found.items() if answers is not None}


def _beside(protocol: Protocol, question: str) -> str:
    """The speaker who stands beside the candidate, or its control, on the cards of a question."""
    shown = next((kind.show for kind in protocol.kinds.values() if any(q.name == question for q in kind.questions)), ())
    return next((speaker for speaker in shown if speaker != protocol.candidate), "")


def _rated(used: Mapping[str, Answers], expression: Formula, size: int, panel: int) -> Answers:
    """A formula over the answers each rater gave on each item; where one of them is missing there is no value."""
    given = {name: answers.within(size, panel) for name, answers in used.items()}
    own = [answers.cells for name, answers in given.items() if not name.endswith(OTHER)]
    cells = np.unique(np.concatenate([[-1], *own]))[1:]
    names: dict[str, Array] = {name: np.full(cells.size, np.nan) for name in expression.names}
    for name, answers in given.items():
        known = np.isin(answers.cells, cells)
        names[name][np.searchsorted(cells, answers.cells[known])] = answers.values[known]
    values = expression.evaluate(names) if cells.size else np.empty(0)
    known = ~np.isnan(values)
    return Answers(cells[known] // max(panel, 1), cells[known] % max(panel, 1), values[known], size, panel)


class ItemColumns(Mapping[str, Array]):
    """Columns of items by name, computed when asked for, for the raters as they are or as replicates weigh them.

    Names are questions (pooled), NAME_each (mean of single answers), NAME_n (how many), numbers of items, and
    measures per item.
    """

    def __init__(self, protocol: Protocol, study: StudyTable, raters: Array | None = None, *, tie: float = 0.0) -> None:
        """Nothing is computed yet; `raters` are weights, replicates x raters; `tie` is what an even split counts."""
        self._study = study
        self._raters = raters
        self._tie = tie
        self._measures = {name: measure.formula for name, measure in protocol.measures.items() if measure.per == "item"}
        self._known: dict[str, Array] = {}
        self._chosen: dict[tuple[str, int], tuple[Codes, Array]] = {}  # by name and choice, which must not go meanwhile

    def __getitem__(self, name: str) -> Array:
        """The column of that name."""
        if name not in self._known:
            self._known[name] = self._made(name)
        return self._known[name]

    def on(self, name: str, items: Codes) -> Array:
        """The column on some items only; worked out once, because replicates ask for it again and again."""
        key = name, id(items)
        if key not in self._chosen:
            self._chosen[key] = items, np.take(self[name], items, axis=-1)
        return self._chosen[key][1]

    def __iter__(self) -> Iterator[str]:
        """All names there are."""
        return iter(dict.fromkeys([*self._study.columns, *self._measures]))

    def __len__(self) -> int:
        """How many names there are."""
        return len({*self._study.columns, *self._measures})

    def _made(self, name: str) -> Array:
        text = self._measures.get(name)
        if text is None:
            return self._column(name).by_item(self._raters, self._tie)
        expression = formula(text)
        names = {used: self[used] for used in expression.names}
        value = np.round(expression.evaluate(names, tags=tags_for(expression, self._study.tags)), DIGITS)
        return value if value.ndim else np.full(self._study.size, value)

    def _column(self, name: str) -> Column:
        columns = self._study.columns
        return columns[name] if name in columns else columns[name.removesuffix(EACH)]


# What is known while measures are computed one after another, on the data or on one block of replicates.


_MOST_DRAWN = 16  # tables of weights kept at a time: a tag may have as many values as there are items


@dataclass(frozen=True, slots=True)
class Part:
    """One number to estimate: a measure, or one value of the tag it is repeated for."""

    name: str
    measure: Measure
    items: Codes | None = None  # the places of the items it is about; None: all

    @property
    def resampled(self) -> bool:
        """Whether it has a value in every replicate."""
        if self.measure.means or self.measure.speaker:
            return False
        return self.measure.formula is not None or self.measure.crossed is not None


@dataclass
class Known:
    """What has been computed so far, for the data (`draw` is None) or for one block of replicates."""

    study: StudyTable
    columns: ItemColumns
    draw: Replicates | None = None
    values: dict[str, Array] = field(default_factory=dict)
    _drawn: dict[int, Weights] = field(default_factory=dict)  # by which items they are about

    def evaluate(self, part: Part) -> Array:
        """The value, or one value for each replicate; NaN where it is missing."""
        if part.measure.crossed is not None:
            return self._mean_of_answers(part)
        expression = formula(part.measure.formula or "")
        return expression.evaluate(self.names(part), weights=self._weights(part), tags=self.tags(part))

    def names(self, part: Part) -> dict[str, Array | float]:
        """The values of the names its formula uses, on the items it is about."""
        expression = formula(part.measure.formula or "")
        return {name: self._given(name, self._about(part)) for name in expression.names}

    def tags(self, part: Part) -> dict[str, Labels]:
        """The tags its formula chooses by and, where it counts items, one that tells how many there are."""
        labels = tags_for(formula(part.measure.formula or ""), self.study.tags)
        about = self._about(part)
        return labels if about is None else {tag: column[about] for tag, column in labels.items()}

    def _weights(self, part: Part) -> Weights | None:
        """How often each replicate drew each item it is about."""
        if self.draw is None:
            return None
        key = id(part.items)
        if key not in self._drawn:
            if len(self._drawn) >= _MOST_DRAWN:
                self._drawn.clear()
            about = self._about(part)
            drawn = self.draw.items if about is None else np.take(self.draw.items, about, axis=1)
            if about is not part.items:
                drawn[:, 1] = 0.0
            self._drawn[key] = Weights(drawn)
        return self._drawn[key]

    def _about(self, part: Part) -> Codes | None:
        """The items it is about. A lone one stands twice, the second never drawn, where columns are replicates x items:
        replicates x 1 would be read as one number for each replicate.
        """
        tables = self.draw is not None and self.draw.raters is not None
        return np.repeat(part.items, 2) if tables and part.items is not None and part.items.size == 1 else part.items

    def _given(self, name: str, items: Codes | None) -> Array | float:
        if name in self.values:
            value = self.values[name]
            return value[:, np.newaxis] if value.ndim else float(value)
        return self.columns[name] if items is None else self.columns.on(name, items)

    def _mean_of_answers(self, part: Part) -> Array:
        answers = self.study.answers.get(part.measure.crossed or "")
        if answers is None:
            return np.asarray(np.nan)
        totals, counts = answers.sums(None if self.draw is None else self.draw.raters)
        chosen = np.ones(self.study.size) if self.draw is None else self.draw.items
        if part.items is not None:
            totals, counts, chosen = (table[..., part.items] for table in (totals, counts, chosen))
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray((totals * chosen).sum(axis=-1) / (counts * chosen).sum(axis=-1))


def constants(study: StudyTable) -> dict[str, Array]:
    """Names every formula of a study may use."""
    counts = {"people": study.people, "raters": len(study.raters), "sessions": study.sessions}
    counts["judge_models"] = study.judge_models
    return {name: np.asarray(float(count)) for name, count in counts.items()}


# What a measure rests on: the items behind it, and why it has no value.


Mask = NDArray[np.bool_]


def items_behind(part: Part, known: Known, behind: dict[str, Mask]) -> Mask:
    """The items a formula runs over with a known value, those behind the measures it is made of included."""
    expression = formula(part.measure.formula or "")
    masks = [behind[name] for name in expression.names if name in behind]
    own = expression.grounds(known.names(part), known.tags(part))
    if own is not None:
        masks.append(own if part.items is None else _spread(own, part.items, known.study.size))
    return np.logical_or.reduce(masks) if masks else np.zeros(known.study.size, dtype=np.bool_)


def _spread(own: Mask, items: Codes, size: int) -> Mask:
    """What holds for some items, among all of them."""
    mask = np.zeros(size, dtype=np.bool_)
    mask[items] = own
    return mask


def why_missing(part: Part, protocol: Protocol, study: StudyTable) -> str:
    """In words: nobody answered, nothing is tagged, or something else it needs is missing."""
    measure = part.measure
    used = {measure.crossed} if measure.crossed else formula(measure.formula or "").names
    asked = sorted(name for name in rests_on(protocol, [name for name in used if name]) if protocol.question(name))
    silent = [name for name in asked if name not in study.answers]
    if silent:
        return f"no answers to {', '.join(silent)}"
    tags = formula(measure.formula).tags if measure.formula else frozenset()
    empty = [tag for tag in sorted(tags) if all(label is None for label in study.tags[tag])]
    if empty:
        return f"no item is tagged {', '.join(empty)}"
    if measure.source:
        return f"it has no finite value at this {measure.source}"
    return "a number it needs is missing in these data"
