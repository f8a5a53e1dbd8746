"""What is known while measures are computed one after another, on the data or on one block of replicates."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ringtrue.formula.weights import Weights
from ringtrue.score.formulas import formula, tags_for
from ringtrue.score.given_items import Labels
from ringtrue.score.items import ItemColumns
from ringtrue.score.replicates import Draw
from ringtrue.score.table import Study, sessions_of
from ringtrue.stats.arrays import Array
from ringtrue.terms import Measure

_MOST_DRAWN = 16  # tables of weights kept at a time: a tag may have as many values as there are items


@dataclass(frozen=True, slots=True)
class Part:
    """One number to estimate: a measure, or one value of the tag it is repeated for."""

    name: str
    measure: Measure
    items: NDArray[np.bool_] | None = None  # the items it is about; None: all

    @property
    def resampled(self) -> bool:
        """Whether it has a value in every replicate."""
        return self.measure.formula is not None or self.measure.crossed is not None


@dataclass
class Known:
    """What has been computed so far, for the data (`draw` is None) or for one block of replicates."""

    study: Study
    columns: ItemColumns
    draw: Draw | None = None
    values: dict[str, Array] = field(default_factory=dict)
    _drawn: dict[int, Weights] = field(default_factory=dict)  # by which items they are about

    def evaluate(self, part: Part) -> Array:
        """The value, or one value for each replicate; NaN where it is missing."""
        if part.measure.crossed is not None:
            return self._mean_of_answers(part)
        expression = formula(part.measure.formula or "")
        weights = self._weights(part)
        value = expression.evaluate(self.names(part), weights=weights, tags=self.tags(part))
        return value[0] if self.draw is None and value.ndim else value

    def names(self, part: Part) -> dict[str, Array | float]:
        """The values of the names its formula uses; items it is not about have none."""
        expression = formula(part.measure.formula or "")
        return {name: self._given(name, part.items) for name in expression.names}

    def tags(self, part: Part) -> dict[str, Labels]:
        """The tags its formula chooses by and, where it counts items, one that tells how many there are."""
        return tags_for(formula(part.measure.formula or ""), self.study.tags)

    def _weights(self, part: Part) -> Weights | None:
        """How often each replicate drew each item, never for those it is not about."""
        if part.items is None and self.draw is None:
            return None
        key = id(part.items)
        if key not in self._drawn:
            if len(self._drawn) >= _MOST_DRAWN:
                self._drawn.clear()
            drawn = np.ones((1, self.study.size)) if self.draw is None else self.draw.items
            self._drawn[key] = Weights(drawn if part.items is None else drawn * part.items)
        return self._drawn[key]

    def _given(self, name: str, items: NDArray[np.bool_] | None) -> Array | float:
        if name in self.values:
            value = self.values[name]
            return value[:, np.newaxis] if value.ndim else float(value)
        column = self.columns[name]
        return column if items is None else np.where(items, column, np.nan)

    def _mean_of_answers(self, part: Part) -> Array:
        answers = self.study.answers.get(part.measure.crossed or "")
        if answers is None:
            return np.asarray(np.nan)
        totals, counts = answers.sums(None if self.draw is None else self.draw.raters)
        weights = np.ones(self.study.size) if self.draw is None else self.draw.items
        chosen = weights if part.items is None else weights * part.items
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray((totals * chosen).sum(axis=-1) / (counts * chosen).sum(axis=-1))


def constants(study: Study) -> dict[str, Array]:
    """Names every formula of a study may use."""
    counts = {"people": study.people, "raters": len(study.raters), "sessions": sessions_of(study)[1]}
    return {name: np.asarray(float(count)) for name, count in counts.items()}
