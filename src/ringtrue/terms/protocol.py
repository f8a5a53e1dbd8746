"""A protocol in types: what is asked, on which scales, about which kinds of items, and by which rules it is decided."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ringtrue.terms.sealed import sealed

ScaleType = Literal["pick", "bipolar", "steps", "checklist", "anchored", "flag", "text"]
JudgeKind = Literal["person", "model", "statistic"]


@dataclass(frozen=True, slots=True)
class Scale:
    """How an answer is given: its type, its range where it has one, and the words at its points."""

    name: str
    type: ScaleType
    low: float | None = None
    high: float | None = None
    step: float | None = None
    labels: Mapping[float, str] = field(default_factory=dict)
    toward: str | None = None  # the speaker a pick or a bipolar answer is turned toward after unblinding

    def __post_init__(self) -> None:
        """Seal the labels and refuse a range that is empty or half given."""
        object.__setattr__(self, "labels", sealed(self.labels))
        if (self.low is None) != (self.high is None):
            raise ValueError(f"scale {self.name}: give both ends of the range or neither")
        if self.low is not None and self.high is not None and not self.low < self.high:
            raise ValueError(f"scale {self.name}: the low end {self.low} is not below the high end {self.high}")


@dataclass(frozen=True, slots=True)
class Question:
    """One thing a judge is asked about a card."""

    name: str
    scale: str
    text: str
    required: bool = True


@dataclass(frozen=True, slots=True)
class Rule:
    """A label that holds when all its conditions do; a rule without conditions always holds and closes a list."""

    label: str
    when: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of item: whose responses are shown, what is asked, who may judge, and its share of a suite."""

    name: str
    show: tuple[str, ...]
    questions: tuple[Question, ...]
    judges: tuple[JudgeKind, ...] = ("person",)
    share: float | None = None


@dataclass(frozen=True, slots=True)
class Protocol:
    """One way of finding out whether a clone rings true, as data."""

    name: str
    version: str
    scales: Mapping[str, Scale]
    kinds: Mapping[str, Kind]
    measures: Mapping[str, str]  # name -> formula, in the order they are evaluated
    verdict: tuple[Rule, ...]
    sound_verdict: tuple[Rule, ...] = ()
    hash: str = ""

    def __post_init__(self) -> None:
        """Seal the tables."""
        for name in ("scales", "kinds", "measures"):
            object.__setattr__(self, name, sealed(getattr(self, name)))
