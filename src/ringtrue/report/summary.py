"""What a report says about a result, in plain sentences: who and what, both verdicts, weak items, reservations."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest
from itertools import count
from math import inf
from typing import Any, Self

from ringtrue.report.judging import fully_judged, judging_of
from ringtrue.report.number_format import shown
from ringtrue.report.reasons import Reasons
from ringtrue.terms.number import figure, is_whole
from ringtrue.terms.protocol import Measure, Protocol, Wording
from ringtrue.terms.result import INCONCLUSIVE, Check, Result, Verdict

# Which items were weak, weakest first, and what is known about each.


_UNEVENTFUL = (None, "", "none")  # causes that say nothing went wrong


@dataclass(frozen=True, slots=True)
class Weak:
    """One weak item: its score and the column that score is from, where it has one."""

    item: Mapping[str, Any]
    score: float | None
    column: str


def weakest(
    items: Sequence[Mapping[str, Any]], rank_by: Iterable[str] = (), *, most: int | None = None
) -> tuple[list[Weak], int]:
    """Items that did not pass or have a cause, lowest score first, those without a score last.

    Where no item says whether it passed and none has a cause, every item with a score, lowest first. At most so many,
    and how many there are altogether.
    """
    counted = count()
    listed = (entry for entry, _ in zip(_weak(items, tuple(rank_by)), counted, strict=False))
    return nsmallest(len(items) if most is None else most, listed, key=_by_score), next(counted)


def _weak(items: Sequence[Mapping[str, Any]], columns: tuple[str, ...]) -> Iterator[Weak]:
    """The items to list, one by one: there may be very many."""
    judged = any(item.get("passed") is not None or item.get("cause") not in _UNEVENTFUL for item in items)
    weak = (_scored(item, columns) for item in items if not judged or _is_weak(item))
    return (entry for entry in weak if judged or entry.score is not None)


def _by_score(entry: Weak) -> float:
    return inf if entry.score is None else entry.score


_SEVERITY = ("fail", INCONCLUSIVE, "conditional")


def first_to_fix(
    items: Sequence[Mapping[str, Any]], rank_by: Iterable[str], status: Mapping[str, str]
) -> list[Mapping[str, Any]]:
    """The items that did not pass, those to look at first first.

    The kinds take turns, those whose category failed before the others; within a kind the lowest score comes first.
    """
    found, _ = weakest(items, rank_by)
    by_kind: dict[str, list[Mapping[str, Any]]] = {}
    for one in found:
        by_kind.setdefault(str(one.item.get("kind") or ""), []).append(one.item)
    ranks = {kind: _rank(status.get(kind, "")) for kind in by_kind}
    places = [(ranks[kind], turn, kind) for kind, listed in by_kind.items() for turn in range(len(listed))]
    return [by_kind[kind][turn] for _, turn, kind in sorted(places)]


def _rank(label: str) -> int:
    """How urgent a category is by its status."""
    return _SEVERITY.index(label) if label in _SEVERITY else len(_SEVERITY)


def columns_of(items: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """The columns any item has something in, id and kind first, the others in the order they come up."""
    found = dict.fromkeys(key for item in items for key, value in item.items() if value is not None)
    first = [name for name in ("id", "kind") if name in found]
    return (*first, *(name for name in found if name not in first))


def why(item: Mapping[str, Any]) -> str:
    """What is known about the reason: the cause with the dimension that shows it most, or why there is no score."""
    cause, primary = (str(item.get(key) or "") for key in ("cause", "primary"))
    known = f"{cause} ({primary})" if cause and primary else cause or primary
    return "; ".join(part for part in (known, str(item.get("unscored") or "")) if part)


def _is_weak(item: Mapping[str, Any]) -> bool:
    passed = item.get("passed")
    return (passed is not None and not passed) or item.get("cause") not in _UNEVENTFUL


def _scored(item: Mapping[str, Any], columns: Iterable[str]) -> Weak:
    for name in columns:
        value = item.get(name)
        if isinstance(value, int | float):
            return Weak(item, float(value), name)
    return Weak(item, None, "")


# What a report says in addition to the result: whose clone, which study, how it was computed.


@dataclass(frozen=True, slots=True)
class About:
    """The circumstances of a result.

    `note` says so where answers were simulated or recorded earlier, `changes` what was changed after the key was
    opened, `alarms` which raters cannot have rated, `records` where the evidence lies: commitments, the head of the
    audit chain. `definitions` holds what each estimate means, by name or by the name its `each` values begin with.
    `rank_by` lists the columns of items that tell weak from strong (higher is better), the first an item has being its
    score. `reasons` tells rules in words.
    """

    subject: str
    protocol_title: str = ""
    protocol_about: str = ""
    study_name: str = ""
    when: str = ""
    program_version: str = ""
    note: str = ""
    changes: tuple[str, ...] = ()
    alarms: tuple[str, ...] = ()
    records: tuple[tuple[str, str], ...] = ()
    unit: str = ""
    seed: int | None = None
    replicates: int | None = None
    definitions: Mapping[str, str] = field(default_factory=dict)
    rank_by: tuple[str, ...] = ()
    reasons: Reasons = field(default_factory=lambda: Reasons(Wording()))

    @property
    def wording(self) -> Wording:
        """How the protocol speaks."""
        return self.reasons.wording

    @classmethod
    def of(
        cls,
        protocol: Protocol,
        subject: str,
        *,
        study_name: str = "",
        when: str = "",
        program_version: str = "",
        note: str = "",
        seed: int | None = None,
        replicates: int | None = None,
    ) -> Self:
        """The circumstances with everything the protocol says about itself."""
        measures = protocol.measures.values()
        return cls(
            subject=subject,
            protocol_title=protocol.title or protocol.name,
            protocol_about=protocol.about,
            study_name=study_name,
            when=when,
            program_version=program_version,
            note=note,
            unit=protocol.unit,
            seed=seed,
            replicates=replicates,
            definitions={measure.name: _definition(measure) for measure in measures if measure.per == "study"},
            rank_by=tuple(measure.name for measure in measures if measure.per == "item" and measure.name != "passed"),
            reasons=Reasons.of(protocol),
        )

    def definition(self, name: str) -> str:
        """What an estimate means: its own entry, or that of the longest name it begins with (NAME_VALUE)."""
        if name in self.definitions:
            return self.definitions[name]
        stems = [stem for stem in self.definitions if name.startswith(f"{stem}_")]
        return self.definitions[max(stems, key=len)] if stems else ""


def _definition(measure: Measure) -> str:
    """The measure in its author's words, or else as it is computed."""
    if measure.about:
        return measure.about
    if measure.formula is not None:
        return measure.formula
    if measure.crossed is not None:
        return f"mean of the single answers to {measure.crossed}"
    if measure.gate is not None:
        return f"equivalence of {measure.gate} within {measure.margin:g}"
    return f"{measure.statistic} of {' and '.join(measure.of)}"


# The sentences a report is built from, without any markup: markdown and terminal say the same.


ANSWERS = {True: "met", False: "not met", None: INCONCLUSIVE}
LITERAL = "by the document's rules"
SOUND = "by the sound numbers"


def headline(result: Result, about: About) -> tuple[str, str, str, str]:
    """Both verdicts in one sentence, in four parts: words, a label, words, and the other label ("" where alike)."""
    protocol = " ".join(result.protocol.get(key, "") for key in ("name", "version")).strip()
    scope = f", scope {result.scope}," if result.scope else ""
    start = f"By the rules of {protocol or 'the protocol'} the verdict on {about.subject or 'the clone'}{scope} is "
    if result.verdict.label == result.sound_verdict.label:
        return start, result.verdict.label, ", and the sound numbers agree.", ""
    return start, result.verdict.label, "; the sound numbers say ", result.sound_verdict.label


def labelled(result: Result, verdict: Verdict) -> str:
    """A verdict's label; of a conversation never without its scope."""
    return f"{verdict.label} ({result.scope})" if result.scope else verdict.label


def counted(result: Result) -> str:
    """How much the result rests on: "30 items, 5 raters, coverage 98.0 %"."""
    counts = dict(result.counts)
    if counts.get("rated") == counts.get("items"):
        counts.pop("rated", None)
    if counts.get("sessions") == 1:  # only recognition has more
        counts.pop("sessions")
    ties, picks = counts.pop("ties", None), counts.pop("picks", None)
    if not counts.get("judge_models"):
        counts.pop("judge_models", None)
    if not counts.get("addressed_to_judge"):
        counts.pop("addressed_to_judge", None)
    parts = [f"{number:,} {name.replace('_', ' ')}" for name, number in counts.items()]
    parts += [f"ties: {ties:,} of {picks:,} picks"] if ties is not None else []
    short = any(judge.is_short for judge in result.judges)
    judged = [f"{fully_judged(result)} scored by every judge"] if short else []
    return ", ".join([*parts, f"coverage {100 * result.coverage:.1f} %", *judged])


def reservations(result: Result, about: About) -> list[str]:
    """What cannot be concluded: the notes, the checks without an answer in one sentence, the estimates without one."""
    open_checks = [check.name for check in result.checks if check.met is None]
    checks = (
        [f"{INCONCLUSIVE.capitalize()}: {'; '.join(open_checks)} (the table of checks says why)."]
        if open_checks
        else []
    )
    absent: dict[str, list[str]] = {}
    apart = judging_of(result)  # what is said of judges has a place of its own
    for name, estimate in result.estimates.items():
        if estimate.value is None and name not in apart:
            absent.setdefault(estimate.reason or "", []).append(name)
    missing = [f"No value for {_named(names, about)}{_because(reason)}." for reason, names in absent.items()]
    return [*_open_notes(result, about), *checks, *missing]


def _open_notes(result: Result, about: About) -> Iterator[str]:
    """The notes in words; why a category has a status that is settled stands with the categories."""
    for note in result.notes:
        found = about.reasons.on_category(note, result.status)
        if found is None:
            yield about.reasons.on_estimate(note)
        elif result.status[found[0]] == INCONCLUSIVE:
            yield f"{about.reasons.named(found[0])}: {INCONCLUSIVE}. {found[1]}"


def _named(names: Sequence[str], about: About) -> str:
    """Estimates in words, each once: two bounds of one thing have the same."""
    return "; ".join(dict.fromkeys(about.wording.label(name) for name in names))


def check_row(check: Check) -> tuple[str, str, str, str, str, str]:
    """Name, answer, value, limit, the answer by the value alone, note."""
    literal = "" if check.literal is None or check.literal == check.met else ANSWERS[check.literal]
    if is_whole(check.value) and is_whole(check.limit):  # counts
        figures = shown(check.value), shown(check.limit)
    else:
        figures = figure(check.value, beside=check.limit), figure(check.limit)
    return check.name, ANSWERS[check.met], *figures, literal, check.note


def _because(reason: str) -> str:
    return f": {reason.rstrip('. ')}" if reason.strip() else ""
