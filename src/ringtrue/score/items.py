"""Measures of single answers and of single items."""

from collections.abc import Iterator, Mapping

import numpy as np

from ringtrue.formula import Formula
from ringtrue.score.answers import Answers, Column
from ringtrue.score.formulas import formula, tags_for
from ringtrue.score.table import EACH, Study
from ringtrue.stats.arrays import Array, Codes
from ringtrue.terms import Protocol

DIGITS = 12  # decimals kept of a measure: enough for any score, few enough that 0.1 + 0.2 is 0.3


def with_rating_measures(protocol: Protocol, study: Study) -> Study:
    """The study with the protocol's measures of single answers added as answers and as columns."""
    for name, measure in protocol.measures.items():
        if measure.per == "rating" and measure.formula:
            answers = _rated(study, formula(measure.formula))
            study.answers[name] = answers
            study.columns[name] = answers
    return study


def _rated(study: Study, expression: Formula) -> Answers:
    """A formula over the answers each rater gave on each item; where one of them is missing there is no value."""
    used = {name: study.answers[name] for name in expression.names if name in study.answers}
    panel = len(study.raters)
    cells = np.unique(np.concatenate([[-1], *(answers.cells for answers in used.values())]))[1:]
    names: dict[str, Array] = {name: np.full(cells.size, np.nan) for name in expression.names}
    for name, answers in used.items():
        names[name][np.searchsorted(cells, answers.cells)] = answers.values
    values = expression.evaluate(names) if cells.size else np.empty(0)
    known = ~np.isnan(values)
    return Answers(cells[known] // max(panel, 1), cells[known] % max(panel, 1), values[known], study.size, panel)


class ItemColumns(Mapping[str, Array]):
    """Columns of items by name, computed when asked for, for the raters as they are or as replicates weigh them.

    Names are questions (pooled), NAME_each (mean of single answers), numbers of items, and measures per item.
    """

    def __init__(self, protocol: Protocol, study: Study, raters: Array | None = None) -> None:
        """Nothing is computed yet; `raters` are weights, replicates x raters."""
        self._study = study
        self._raters = raters
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
            return self._column(name).by_item(self._raters)
        expression = formula(text)
        names = {used: self[used] for used in expression.names}
        value = np.round(expression.evaluate(names, tags=tags_for(expression, self._study.tags)), DIGITS)
        return value if value.ndim else np.full(self._study.size, value)

    def _column(self, name: str) -> Column:
        columns = self._study.columns
        return columns[name] if name in columns else columns[name.removesuffix(EACH)]
