"""A protocol in types: what is asked, on which scales, about which kinds of items, and by which rules it is decided."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ringtrue.terms.measure import Measure
from ringtrue.terms.sealed import sealed

ScaleType = Literal["pick", "bipolar", "steps", "checklist", "anchored", "flag", "text"]
JudgeKind = Literal["person", "model", "statistic"]
Unit = Literal["items x raters", "sessions"]


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
    """One thing a judge is asked about a card.

    `lists` is the path of the item's field that lists what can be ticked ("criteria", "checklist.tone"); `counts_on`
    the places (1, 2 ...) of the items on which the answer counts, all of them where it is empty. `both` is its wording
    in a study that asks it of each text of a pair, with {side} for the text's letter. Such a question has the `side`
    (0 or 1) it is asked about, and `answers` names the question of the protocol it answers.
    """

    name: str
    scale: str
    text: str
    required: bool = True
    lists: str | None = None
    counts_on: tuple[int, ...] = ()
    both: str = ""
    side: int | None = None
    answers: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """A label that holds when all of `all` hold and, where `any` is given, at least one of it; the last has neither."""

    label: str
    all: tuple[str, ...] = ()
    any: tuple[str, ...] = ()
    note: str = ""

    @property
    def conditions(self) -> tuple[str, ...]:
        """Every formula of the rule."""
        return self.all + self.any


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of item: whose responses are shown, what is asked, who may judge, and its share of a suite.

    `needs` are fields every item of the kind must have; `numbers` are numeric fields of items that formulas may use.
    """

    name: str
    show: tuple[str, ...]
    questions: tuple[Question, ...]
    judges: tuple[JudgeKind, ...] = ("person",)
    share: float | None = None
    needs: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    gold: bool = False
    history: bool = False


@dataclass(frozen=True, slots=True)
class SuiteRule:
    """What a suite must hold to; a warning does not make it fail."""

    name: str
    when: str
    remedy: str = ""
    warning: bool = False


@dataclass(frozen=True, slots=True)
class Criterion:
    """One thing that must be reached: a bound on an estimate, or a condition.

    A bound is met or not met when the whole interval lies on one side of it, otherwise it cannot be told. Under
    `exploratory_under` observations the answer is marked exploratory. A condition rests on values alone, unless it is
    asked `over_raters` (it is then told where it holds, or fails, in nearly all resamples of the raters) or has
    something that refutes it: a condition that fails is then not met only where `refuted` holds.
    """

    name: str
    of: str | None = None
    at_least: float | None = None
    at_most: float | None = None
    when: str | None = None
    exploratory_under: int | None = None
    over_raters: bool = False
    refuted: str | None = None


@dataclass(frozen=True, slots=True)
class Design:
    """Another way to use a protocol: whom its cards show, which controls go with that, what decides it soundly.

    What it leaves empty stays as the protocol has it.
    """

    name: str
    about: str = ""
    show: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # kind -> the speakers side by side
    controls: Mapping[str, str] = field(default_factory=dict)
    sound_verdict: tuple[Rule, ...] = ()

    def __post_init__(self) -> None:
        """Seal the tables."""
        object.__setattr__(self, "show", sealed(self.show))
        object.__setattr__(self, "controls", sealed(self.controls))


@dataclass(frozen=True, slots=True)
class Preset:
    """A size of study by name: how many items, how many raters, and the suite rules of that size, if it has its own."""

    name: str
    items: int
    raters: int
    suite: tuple[SuiteRule, ...] = ()


@dataclass(frozen=True, slots=True)
class Bands:
    """Names for ranges of some estimates, highest first; each reaches from its least value up, the last has none."""

    of: tuple[str, ...]
    steps: tuple[tuple[str, float | None], ...]


@dataclass(frozen=True, slots=True)
class Regression:
    """Which drops of which estimate call for what."""

    of: str
    investigate: float
    remediate: float
    floor: float


@dataclass(frozen=True, slots=True)
class Protocol:
    """One way of finding out whether a clone rings true, as data."""

    name: str
    version: str
    scales: Mapping[str, Scale]
    kinds: Mapping[str, Kind]
    measures: Mapping[str, Measure]  # in the order they are evaluated
    verdict: tuple[Rule, ...]
    sound_verdict: tuple[Rule, ...]
    title: str = ""
    about: str = ""
    candidate: str = "clone"
    controls: Mapping[str, str] = field(default_factory=dict)  # self, generic -> the speaker's name
    unit: Unit = "items x raters"
    suite: tuple[SuiteRule, ...] = ()
    status: Mapping[str, tuple[Rule, ...]] = field(default_factory=dict)
    checks: tuple[Criterion, ...] = ()
    cause: tuple[Rule, ...] = ()
    primary: Mapping[str, str] = field(default_factory=dict)
    bands: Bands | None = None
    coverage: str | None = None  # a condition for each item: does it have what the study is about
    regression: Regression | None = None
    scopes: tuple[str, ...] = ()
    remediation_days: int | None = None
    designs: Mapping[str, Design] = field(default_factory=dict)  # the first is the one the file describes
    presets: Mapping[str, Preset] = field(default_factory=dict)  # the first is the usual one
    hash: str = ""

    def __post_init__(self) -> None:
        """Seal the tables."""
        for name in ("scales", "kinds", "measures", "controls", "status", "primary", "designs", "presets"):
            object.__setattr__(self, name, sealed(getattr(self, name)))

    def question(self, name: str) -> Question | None:
        """The first question of that name in any kind, or None."""
        questions = (question for kind in self.kinds.values() for question in kind.questions)
        return next((question for question in questions if question.name == name), None)
