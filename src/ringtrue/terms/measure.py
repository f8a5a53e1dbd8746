"""A measure: how a named number is computed, for each answer, each item, or the study as a whole."""

from dataclasses import dataclass
from typing import Literal

from ringtrue.terms.estimate import EstimateKind

Per = Literal["rating", "item", "study"]


@dataclass(frozen=True, slots=True)
class Measure:
    """One line of a protocol's measures. Exactly one of `formula`, `crossed`, `gate` and `statistic` is given.

    `formula`: an expression; `source` names the one estimate whose interval it carries over, where it has no interval
    of its own. `crossed`: the mean of single answers, with the interval that holds for new raters and items.
    `gate`: the pick question to be tested for equivalence within `margin`. `statistic`: a named statistic `of` one or
    two columns. `each` repeats the measure for every value of a tag, as NAME_VALUE.
    """

    name: str
    per: Per = "study"
    kind: EstimateKind = "statistic"
    formula: str | None = None
    source: str | None = None
    crossed: str | None = None
    gate: str | None = None
    margin: float = 0.65
    statistic: str | None = None
    of: tuple[str, ...] = ()
    each: str | None = None
    about: str = ""

    def __post_init__(self) -> None:
        """Refuse a measure that says nothing or two things."""
        given = [way for way in (self.formula, self.crossed, self.gate, self.statistic) if way is not None]
        if len(given) != 1:
            raise ValueError(f"measure {self.name}: give one of formula, crossed, gate and statistic")
