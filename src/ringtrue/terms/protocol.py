"""A protocol in types: what is asked, on which scales, about which kinds of items, and by which rules it is decided."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ringtrue.terms.frozen import frozen_dict
from ringtrue.terms.result import EstimateKind
from ringtrue.terms.sheet import Sheet

# A measure: how a named number is computed, for each answer, each item, or the study as a whole.


Per = Literal["rating", "item", "study"]


@dataclass(frozen=True, slots=True)
class Measure:
    """One line of a protocol's measures. Exactly one of `WAYS` is given.

    `formula`: an expression. Where `source` names one estimate, that estimate's interval is carried over; where `means`
    name several, the interval is the linearised crossed one of the crossed means they come from.
    `crossed`: the mean of single answers, with the interval that holds for new raters and items; with `speaker` on the
    control cards of that speaker. `worst`: the lowest crossed mean of a question over the values of the tag `by`.
    `rate`: events counted by an earlier measure, for each session. `gate`: the pick question to be tested for
    equivalence within `margin`. `statistic`: a named statistic `of` one or two columns. `each` repeats the measure for
    every value of a tag, as NAME_VALUE, and with `several` only where there are two values or more. `level` is that of
    the interval.
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
    means: tuple[str, ...] = ()
    speaker: str | None = None
    worst: str | None = None
    by: str | None = None
    rate: str | None = None
    level: float = 0.95
    several: bool = False

    def __post_init__(self) -> None:
        """Refuse a measure that says nothing or two things."""
        if sum(getattr(self, way) is not None for way in WAYS) != 1:
            raise ValueError(f"measure {self.name}: give one of {', '.join(WAYS)}")


WAYS = ("formula", "crossed", "gate", "statistic", "worst", "rate")  # of computing a measure


ScaleType = Literal["pick", "bipolar", "steps", "checklist", "anchored", "flag", "text", "position"]
JudgeKind = Literal["person", "model", "statistic"]
Unit = Literal["items x raters", "sessions"]
Grade = Literal["preferred", "both"]  # which texts of a pair are graded


@dataclass(frozen=True, slots=True)
class Scale:
    """How an answer is given: its type, its range where it has one, and the words at its points."""

    name: str
    type: ScaleType
    low: float | None = None
    high: float | None = None
    step: float | None = None
    labels: Mapping[float, str] = field(default_factory=dict)
    # the speaker a pick or a bipolar answer is turned toward after unblinding; of a position the field of the item
    toward: str | None = None
    ties: bool = False  # whether a pick may be a tie; otherwise a choice is forced

    def __post_init__(self) -> None:
        """Freeze the labels and refuse a range that is empty or half given."""
        object.__setattr__(self, "labels", frozen_dict(self.labels))
        if (self.low is None) != (self.high is None):
            raise ValueError(f"scale {self.name}: give both ends of the range or neither")
        if self.low is not None and self.high is not None and not self.low < self.high:
            raise ValueError(f"scale {self.name}: the low end {self.low} is not below the high end {self.high}")


@dataclass(frozen=True, slots=True)
class Question:
    """A question a judge is asked about a card.

    `lists` is the path of the item's field that lists what can be ticked ("criteria", "checklist.tone"); `counts_on`
    the places (1, 2 ...) of the items on which the answer counts, all of them where it is empty. `both` is its wording
    in a study that asks it of each text of a pair, with {side} for the text's letter. Such a question has the `side`
    (0 or 1) it is asked about, and `answers` names the question of the protocol it answers. `even` is its wording for
    somebody who preferred neither text. `positions` are two fields of the item that a card offers as answers in an
    order drawn by lot, and `lists` is then POSITIONS. On cards the question has the name `asked_as`, where its own
    would say too much. Where `evidence` is set, a yes needs words of the text that show it.
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
    even: str = ""
    positions: tuple[str, ...] = ()
    asked_as: str = ""
    evidence: bool = False

    @property
    def on_card(self) -> str:
        """The name of the question on a blind card."""
        return self.asked_as or self.name


POSITIONS = "positions"  # under which a card lists the texts of a question's positions


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
    `beside` are fields that people see beside the texts, each with its heading: what a model judge is told as well.
    `example` are the other fields of an item, in YAML, as a new study shows them.
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
    beside: Mapping[str, str] = field(default_factory=dict)
    example: str = ""


SuiteScope = Literal["items", "panel"]


@dataclass(frozen=True, slots=True)
class SuiteRule:
    """A rule that a suite must keep: a formula (`when`) or a named `check`; a warning does not make it fail.

    A rule of the items is asked when they are checked and dealt, one of the panel when the study is scored. A named
    check regards the items of `kind` (all where it is empty) whose tags are as `where` says, and has `settings`.
    """

    name: str
    when: str = ""
    remedy: str = ""
    warning: bool = False
    of: SuiteScope = "items"
    check: str = ""
    kind: str = ""
    where: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Freeze the tables."""
        object.__setattr__(self, "where", frozen_dict(self.where))
        object.__setattr__(self, "settings", frozen_dict(self.settings))


@dataclass(frozen=True, slots=True)
class Criterion:
    """A criterion that must be reached: a bound on an estimate, or a condition.

    A bound is met or not met when the whole interval lies on one side of it, otherwise it is inconclusive. Under
    `exploratory_under` observations the answer is marked exploratory. A condition rests on values alone, unless it is
    asked `over_raters` (it is then reported where it holds, or fails, in nearly all resamples of the raters) or has
    something that refutes it: a condition that fails is then not met only where `refuted` holds.

    With `order` the estimates of the groups of `of` must not fall from left to right, where names together may lie in
    any order; it is asked over raters, and only of groups that have items. One that compares with a group without
    items is not asked.
    """

    name: str
    of: str | None = None
    at_least: float | None = None
    at_most: float | None = None
    when: str | None = None
    exploratory_under: int | None = None
    over_raters: bool = False
    refuted: str | None = None
    order: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Design:
    """Another way to use a protocol: which speakers its cards show, with which controls, and its sound rules.

    What it leaves empty stays as the protocol has it.
    """

    name: str
    about: str = ""
    show: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # kind -> the speakers side by side
    controls: Mapping[str, str] = field(default_factory=dict)
    sound_verdict: tuple[Rule, ...] = ()

    def __post_init__(self) -> None:
        """Freeze the tables."""
        object.__setattr__(self, "show", frozen_dict(self.show))
        object.__setattr__(self, "controls", frozen_dict(self.controls))


@dataclass(frozen=True, slots=True)
class ControlCards:
    """How many cards of each control a rater gets, by kind of item.

    `small_panel` holds the numbers for `up_to` raters or fewer, `many` those for a suite of `least` items or more; what
    they leave out is as usual. A small panel comes first.
    """

    usual: Mapping[str, int] = field(default_factory=dict)
    small_panel: Mapping[str, int] = field(default_factory=dict)
    up_to: int = 0
    many: Mapping[str, int] = field(default_factory=dict)
    least: int = 0

    def __post_init__(self) -> None:
        """Freeze the tables."""
        for name in ("usual", "small_panel", "many"):
            object.__setattr__(self, name, frozen_dict(getattr(self, name)))

    def wanted(self, raters: int, items: int) -> dict[str, int]:
        """The numbers by kind for so many raters and items."""
        other = self.small_panel if raters <= self.up_to else self.many if self.least and items >= self.least else {}
        return {**self.usual, **other}


@dataclass(frozen=True, slots=True)
class Preset:
    """A size of study by name: how many items and raters; suite rules, verdict and criteria of that size, if any."""

    name: str
    items: int
    raters: int
    suite: tuple[SuiteRule, ...] = ()
    verdict: tuple[Rule, ...] = ()  # where a size leaves a domain out, the rules must not wait for it
    checks: tuple[Criterion, ...] = ()  # where a size has too few items for a criterion as it is


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


DIGITS = 12  # decimals a weighted score is rounded to before it meets a limit
AFTER = ("causes", "statistics", "judges", "waiting")  # the steps after scoring, where a protocol names none
REPORT = ("judges", "dealing", "raters")  # the sections of a report, where a protocol names none


@dataclass(frozen=True, slots=True)
class Target:
    """Where an estimate should lie, from `low` to `high` (None: no upper end), and the words for where it does."""

    of: str
    low: float
    high: float | None = None
    below: str = "below target"
    within: str = "on target"
    above: str = "above target"

    def word(self, value: float) -> str:
        """Below, within or above."""
        if value < self.low:
            return self.below
        return self.within if self.high is None or value <= self.high else self.above

    def __str__(self) -> str:
        """The band as people write it: "80 to 90", "80 or more"."""
        return f"{self.low:g} or more" if self.high is None else f"{self.low:g} to {self.high:g}"


@dataclass(frozen=True, slots=True)
class Action:
    """What to do about a weak dimension, and the cause that usually stands behind it."""

    do: str
    cause: str


@dataclass(frozen=True, slots=True)
class Remedy:
    """What follows from a round: where each cause is worked on, what to do about each dimension, when to stop tuning.

    A dimension named in `first` comes before everything else where it is under the protocol's `low`; a failure without
    a cause counts as `otherwise`; after `rounds` in a row below the target somebody is asked.
    """

    actions: Mapping[str, Action]  # by dimension, each one of the weights
    where: Mapping[str, str]  # cause -> where it is worked on
    otherwise: str
    first: tuple[str, ...] = ()
    rounds: int = 3

    def __post_init__(self) -> None:
        """Freeze the tables."""
        object.__setattr__(self, "actions", frozen_dict(self.actions))
        object.__setattr__(self, "where", frozen_dict(self.where))


@dataclass(frozen=True, slots=True)
class MethodsWording:
    """What the methods text of a protocol says of its own: sentences by language, and the measures it spells out."""

    formulas: tuple[str, ...]
    words: Mapping[str, Mapping[str, str]]  # language -> name -> sentence

    def __post_init__(self) -> None:
        """Freeze the sentences."""
        object.__setattr__(self, "words", frozen_dict(self.words))


@dataclass(frozen=True, slots=True)
class Aim:
    """What a study may be for: an estimate, and the sentence it is told in, with gaps such as {value}."""

    of: str
    say: str


@dataclass(frozen=True, slots=True)
class Picture:
    """Estimates that a report draws together, each with its interval, on a scale from `low` to `high`."""

    title: str
    of: tuple[str, ...]
    low: float = 0.0
    high: float = 100.0


@dataclass(frozen=True, slots=True)
class ItemWording:
    """What items of a kind are called, and which of their fields are shown in a report, each under its heading.

    `asked` are fields that belong to the question, `expected` those that say what should have been answered.
    """

    name: str = ""
    asked: Mapping[str, str] = field(default_factory=dict)
    expected: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Freeze the tables."""
        for name in ("asked", "expected"):
            object.__setattr__(self, name, frozen_dict(getattr(self, name)))


@dataclass(frozen=True, slots=True)
class Wording:
    """How a protocol speaks to people in sentences. No number depends on it.

    `labels` are words for names; `groups` names that are counted together, by what they are called, each with a short
    word of its own; `first` what a study may be for, in the order of importance; `ranges` where a document expects an
    estimate to lie; `pictures` what is drawn; `items` the words for each kind.
    """

    labels: Mapping[str, str] = field(default_factory=dict)
    groups: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    first: tuple[Aim, ...] = ()
    ranges: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    pictures: tuple[Picture, ...] = ()
    items: Mapping[str, ItemWording] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Freeze the tables."""
        for name in ("labels", "groups", "ranges", "items"):
            object.__setattr__(self, name, frozen_dict(getattr(self, name)))

    def label(self, name: str) -> str:
        """The words for a name: its own, those of the name it begins with (NAME_VALUE), or the name itself."""
        if name in self.labels:
            return self.labels[name]
        stems = [stem for stem in self.labels if name.startswith(f"{stem}_")]
        if not stems:
            return name.replace("_", " ")
        stem = max(stems, key=len)
        return f"{self.labels[stem]} {name[len(stem) + 1 :].replace('_', ' ')}"

    def kind(self, name: str) -> str:
        """What items of a kind are called."""
        return (self.items[name].name if name in self.items else "") or name


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
    cards: ControlCards = field(default_factory=ControlCards)
    unit: Unit = "items x raters"
    people: int | None = None  # the fewest people a study is dealt to
    suite: tuple[SuiteRule, ...] = ()
    status: Mapping[str, tuple[Rule, ...]] = field(default_factory=dict)
    checks: tuple[Criterion, ...] = ()
    cause: tuple[Rule, ...] = ()
    primary: Mapping[str, str] = field(default_factory=dict)
    bands: Bands | None = None
    coverage: str | None = None  # a condition for each item: does it have what the study is about
    regression: Regression | None = None
    scopes: tuple[str, ...] = ()
    sheet: Sheet | None = None  # of a conversation: what is asked, in order
    remediation_days: int | None = None
    designs: Mapping[str, Design] = field(default_factory=dict)  # the first is the one the file describes
    presets: Mapping[str, Preset] = field(default_factory=dict)  # the first is the usual one
    grade: Grade = "preferred"  # which texts of a pair are graded in a study that does not say
    weights: Mapping[str, float] = field(default_factory=dict)  # question -> its share of the score of an item
    score: str | None = None  # the measure per item that is compared with the pass mark
    pass_mark: float | None = None
    low: float | None = None  # an answer under it is a weakness of its own
    target: Target | None = None
    minutes: tuple[float, float] | None = None  # how long a sitting usually takes
    methods: MethodsWording | None = None
    remedy: Remedy | None = None
    after: tuple[str, ...] = AFTER
    report: tuple[str, ...] = REPORT
    wording: Wording = field(default_factory=Wording)
    same_numbers: tuple[str, ...] = ()  # hashes of earlier texts that give the same numbers
    hash: str = ""

    def __post_init__(self) -> None:
        """Freeze the tables."""
        tables = ("scales", "kinds", "measures", "controls", "status", "primary", "designs", "presets", "weights")
        for name in tables:
            object.__setattr__(self, name, frozen_dict(getattr(self, name)))

    @property
    def speakers(self) -> tuple[str, ...]:
        """Everybody whose texts the cards show, controls last."""
        shown = (name for kind in self.kinds.values() for name in kind.show)
        return tuple(dict.fromkeys([*shown, *self.controls.values()]))

    @property
    def by_weight(self) -> dict[str, float]:
        """The weights, the heaviest first."""
        return dict(sorted(self.weights.items(), key=lambda entry: -entry[1]))

    def weighted(self, scores: Mapping[str, float]) -> float:
        """The weighted score of answers to all questions that have a weight."""
        return round(sum([weight * scores[name] for name, weight in self.by_weight.items()]), DIGITS)

    def question(self, name: str) -> Question | None:
        """The first question of that name in any kind, or None."""
        questions = (question for kind in self.kinds.values() for question in kind.questions)
        return next((question for question in questions if question.name == name), None)
