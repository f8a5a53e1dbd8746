"""What is known while measures are computed one after another, on the data or on one block of replicates."""

from dataclasses import dataclass, field

import numpy as np

from ringtrue.formula.weights import Weights
from ringtrue.score.formulas import formula, tags_for
from ringtrue.score.given_items import Labels
from ringtrue.score.items import ItemColumns
from ringtrue.score.replicates import Draw
from ringtrue.score.table import Study
from ringtrue.stats.arrays import Array, Codes
from ringtrue.terms import Measure

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


def constants(study: Study) -> dict[str, Array]:
    """Names every formula of a study may use."""
    counts = {"people": study.people, "raters": len(study.raters), "sessions": study.sessions}
    return {name: np.asarray(float(count)) for name, count in counts.items()}
