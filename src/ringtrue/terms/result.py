"""What comes out: checks, verdicts and the result that holds them with the estimates."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import isfinite
from typing import Any, Literal, Self

from ringtrue.terms.frozen import frozen_dict
from ringtrue.terms.notebook import frame, html_table
from ringtrue.terms.number import MISSING, figure

# An estimate: a named number with its interval, its n and how it was obtained, or the reason why there is none.


EstimateKind = Literal["literal", "sound", "statistic"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """One number a sceptic can check.

    `value` is None exactly when the number does not exist for these data, and then `reason` says why. A value may
    also come with a reason: it then says why the interval is missing or what weakens the number.
    `n` counts what the number rests on; `method` says what was counted and how the interval was made.
    `level` is the confidence level of `low` and `high`.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int = 0
    method: str = ""
    reason: str | None = None
    kind: EstimateKind = "statistic"
    level: float = 0.95

    def __post_init__(self) -> None:
        """Turn NumPy scalars into plain floats and refuse what is not a number: a silent nan never leaves."""
        for name in ("value", "low", "high"):
            given = getattr(self, name)
            if given is None:
                continue
            number = float(given)
            if not isfinite(number):
                raise ValueError(f"an estimate's {name} must be finite or None, not {number}")
            object.__setattr__(self, name, number)
        object.__setattr__(self, "n", int(self.n))
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ValueError(f"an interval from {self.low} to {self.high} runs backwards")
        if not 0.0 < self.level < 1.0:
            raise ValueError(f"a confidence level lies between 0 and 1, not at {self.level}")
        if self.value is None and not self.reason:
            raise ValueError("an estimate without a value needs a reason")

    @classmethod
    def absent(cls, reason: str, *, n: int = 0, method: str = "") -> Self:
        """No value, and why."""
        return cls(value=None, n=n, method=method, reason=reason)

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, ready for JSON."""
        return asdict(self)

    def _repr_html_(self) -> str:
        """The estimate in a notebook."""
        bounds = (
            f"{figure(self.low)} to {figure(self.high)}" if self.low is not None or self.high is not None else MISSING
        )
        rows = [(figure(self.value), bounds, f"{100 * self.level:g} %", self.n, self.method, self.reason or "")]
        return html_table(("value", "interval", "level", "n", "method", "note"), rows)

    @staticmethod
    def from_dict(fields: Mapping[str, Any]) -> "Estimate":
        """The estimate of such a document; what a special one holds beyond an estimate's own fields is left out."""
        return Estimate(**{key: value for key, value in fields.items() if key in Estimate.__dataclass_fields__})


INCONCLUSIVE = "inconclusive"


@dataclass(frozen=True, slots=True)
class Check:
    """One criterion and its answer: met, not met, or (None) inconclusive.

    `literal` is the answer by the value alone, as the documents ask; `note` says what weakens it or what to do.
    """

    name: str
    met: bool | None
    value: float | None = None
    limit: float | None = None
    literal: bool | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A label with the conditions that decided it."""

    label: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JudgeCount:
    """How many of its cards a model judge has scored, in its first take of them or a later one.

    `needed` is False where people answered and the protocol asks people alone: then nothing waits for the model.
    `unverified` of its `answers` are marked "quote not verified".
    """

    judge: str
    take: int
    scored: int
    cards: int
    needed: bool = True
    answers: int = 0  # scores to single questions
    unverified: int = 0  # of these, how many stand without a quote that was found in the text

    @property
    def name(self) -> str:
        """The judge, and the take unless it is the first."""
        return self.judge if self.take == 1 else f"{self.judge} (take {self.take})"

    @property
    def is_short(self) -> bool:
        """Whether a card has no score."""
        return self.scored < self.cards


@dataclass(frozen=True, slots=True)
class RaterGroup:
    """The deciding estimates from some of the raters alone: those who are equally close to the person."""

    name: str
    raters: int
    estimates: Mapping[str, Estimate]

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, ready for JSON."""
        estimates = {name: estimate.as_dict() for name, estimate in self.estimates.items()}
        return {"closeness": self.name, "raters": self.raters, "estimates": estimates}

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Self:
        """The group of such a document."""
        estimates = {name: Estimate.from_dict(fields) for name, fields in document["estimates"].items()}
        return cls(document["closeness"], document["raters"], estimates)


@dataclass(frozen=True, slots=True)
class Result:
    """Everything one scoring of a study says."""

    protocol: Mapping[str, str]  # name, version, hash
    estimates: Mapping[str, Estimate]
    verdict: Verdict
    sound_verdict: Verdict
    checks: tuple[Check, ...] = ()
    items: Sequence[Mapping[str, Any]] = ()  # a row each
    coverage: float = 1.0  # the share of items that have what the study is about, from whomever
    judges: tuple[JudgeCount, ...] = ()  # model judges, whose cards stand beside the items they are about
    fully_judged: float | None = None  # the share of items scored by every model judge that was asked; None: by none
    difference: str = ""  # one sentence where the two verdicts differ
    status: Mapping[str, str] = field(default_factory=dict)  # category -> pass, conditional, fail, inconclusive
    bands: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # estimate -> band of value, low, high
    counts: Mapping[str, int] = field(default_factory=dict)  # items, raters, people, ratings ...
    resampling: Mapping[str, int] = field(default_factory=dict)  # seed and replicates of the intervals
    groups: tuple[RaterGroup, ...] = ()  # by how close raters are to the person, where several groups have answered
    notes: tuple[str, ...] = ()  # what cannot be concluded, and what to know when reading
    scope: str = ""  # of a conversation: what kind of memory its verdicts are about
    marks: tuple[str, ...] = ()  # of these notes, those about what model judges quoted and read

    def __post_init__(self) -> None:
        """Freeze the tables."""
        for name in ("protocol", "estimates", "status", "bands", "counts", "resampling"):
            object.__setattr__(self, name, frozen_dict(getattr(self, name)))
        object.__setattr__(self, "items", tuple(map(frozen_dict, self.items)))

    @property
    def is_complete(self) -> bool:
        """Whether every item has a score, and from every judge that was needed for it."""
        return self.coverage >= 1.0 and not any(judge.is_short and judge.needed for judge in self.judges)

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Self:
        """The result of a JSON document made by `as_dict`; what an estimate holds beyond its own fields is left out."""
        estimates = {name: Estimate.from_dict(fields) for name, fields in document["estimates"].items()}
        return cls(
            protocol=document["protocol"],
            estimates=estimates,
            verdict=_verdict(document["verdict"]),
            sound_verdict=_verdict(document["sound_verdict"]),
            difference=document["difference"],
            checks=tuple(Check(**check) for check in document["checks"]),
            status=document["status"],
            bands=document["bands"],
            items=tuple(document["items"]),
            coverage=document["coverage"],
            judges=tuple(JudgeCount(**judge) for judge in document.get("judges", ())),
            fully_judged=document.get("fully_judged"),
            counts=document["counts"],
            resampling=document["resampling"],
            groups=tuple(map(RaterGroup.from_dict, document.get("groups", ()))),
            notes=tuple(document["notes"]),
            scope=document.get("scope", ""),
            marks=tuple(document.get("marks", ())),
        )

    def to_frame(self) -> Any:
        """The estimates as a pandas DataFrame, a row each. Needs pandas."""
        rows = [{"name": name, **estimate.as_dict()} for name, estimate in self.estimates.items()]
        return frame(rows, ("name", "value", "low", "high", "level", "n", "kind", "method", "reason"))

    def _repr_html_(self) -> str:
        """The result in a notebook: both verdicts, then every estimate."""
        title = f"by the document's rules {self.verdict.label}, by the sound numbers {self.sound_verdict.label}"
        rows = [
            (name, figure(one.value), figure(one.low), figure(one.high), one.n, one.kind)
            for name, one in self.estimates.items()
        ]
        return html_table(("estimate", "value", "low", "high", "n", "reading"), rows, title)

    def as_dict(self) -> dict[str, Any]:
        """The result as one JSON document."""
        return {
            "protocol": dict(self.protocol),
            "verdict": asdict(self.verdict),
            "sound_verdict": asdict(self.sound_verdict),
            "difference": self.difference,
            "estimates": {name: estimate.as_dict() for name, estimate in self.estimates.items()},
            "checks": [asdict(check) for check in self.checks],
            "status": dict(self.status),
            "bands": {name: dict(bands) for name, bands in self.bands.items()},
            "items": list(self.items),
            "coverage": self.coverage,
            "judges": [asdict(judge) for judge in self.judges],
            "fully_judged": self.fully_judged,
            "counts": dict(self.counts),
            "resampling": dict(self.resampling),
            "groups": [group.as_dict() for group in self.groups],
            "notes": list(self.notes),
            **({"scope": self.scope} if self.scope else {}),
            "marks": list(self.marks),
        }


def _verdict(document: Mapping[str, Any]) -> Verdict:
    return Verdict(document["label"], tuple(document["reasons"]))
