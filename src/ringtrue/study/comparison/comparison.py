"""Compare versions of a clone: read, checked, computed on the items they share, and put into words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ringtrue.protocols.loader import BUILT_IN, load
from ringtrue.report.reasons import capital, wording_of
from ringtrue.report.word_differences import marked, word_differences
from ringtrue.study.comparison.clone import CloneChange, answers_of, clone_change, judge_changes
from ringtrue.study.comparison.versions import (
    Source,
    is_only_version,
    mismatches,
    of_rows,
    read_sources,
    shared_items,
    table_of,
    with_rows,
)
from ringtrue.terms.number import MISSING
from ringtrue.terms.number import figure as written
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Protocol, Regression
from ringtrue.terms.result import Estimate

if TYPE_CHECKING:
    from ringtrue.score.comparison import ItemPair, Rung, Step, Version
    from ringtrue.score.study_table import StudyTable
    from ringtrue.stats.interval.contrast import Raters

Against = Literal["previous", "first"]


@dataclass(frozen=True)
class Comparison:
    """What is said of two or more versions: each step from one to another, a ladder and a trend over many."""

    sources: tuple[Source, ...]
    protocol: Protocol
    limits: Regression
    names: tuple[str, ...]  # of the items all versions share
    figures: tuple[float, ...]  # the figure of each version on these items
    raters: str
    steps: "tuple[Step, ...]"
    changes: tuple[CloneChange, ...]  # in the clone, one for each step
    ladder: "tuple[Rung, ...]" = ()
    trend: Estimate | None = None
    notes: tuple[str, ...] = ()

    @property
    def last(self) -> "Step":
        """The newest version against the one it is compared with: it decides."""
        return self.steps[-1]

    def drop(self) -> float:
        """By how many points the figure fell in the last step, below 0 where it rose."""
        figure = self.last.figure
        return -(figure.change.value or 0.0) * (-1.0 if figure.lower_is_better else 1.0)

    def name(self, place: int) -> str:
        """What a version is called."""
        return self.sources[place].name

    @property
    def remarks(self) -> list[str]:
        """What the studies say of themselves, such as that ratings were simulated."""
        return list(
            dict.fromkeys(one.study.settings.note for one in self.sources if one.study and one.study.settings.note)
        )

    def label(self, name: str) -> str:
        """What a number is called in a sentence."""
        return wording_of(self.protocol).label(name)

    def points(self, change: float | None, *, sign: bool = False) -> str:
        """A change as it is written: two decimals of a score, three of an index up to 1; a dash where there is none."""
        if change is None:
            return MISSING
        text = f"{change:+.{2 if self.limits.investigate >= 1.0 else 3}f}"
        if not float(text):
            text = text[1:]
        return text if sign or text[:1] == "-" else text.lstrip("+")

    def short(self, name: str) -> str:
        """What a number is called at the head of a table."""
        return self.label(name).removeprefix("the ")

    def texts(self, pair: "ItemPair", step: "Step") -> tuple[str, str, str]:
        """The question of an item and both answers; empty where a version keeps none."""
        both = [self.sources[place] for place in (step.before, step.after)]
        item = next((one.items[pair.id] for one in both if one.study), None)
        asked = "" if item is None else "\n\n".join(filter(None, (str(item.fields.get("context") or ""), item.prompt)))
        said = [answers_of(one, [pair.id]).get(pair.id, "") for one in both]
        return asked, said[0], said[1]

    def as_dict(self) -> dict[str, Any]:
        """One JSON document."""
        versions = [
            {
                "name": one.name,
                "place": str(one.place),
                "value": value,
                "verdict": one.result.verdict.label,
                "sound_verdict": one.result.sound_verdict.label,
                "scored_at": one.scored_at,
            }
            for one, value in zip(self.sources, self.figures, strict=True)
        ]
        about = self.protocol
        return {
            "protocol": {"name": about.name, "version": about.version, "hash": about.hash},
            "figure": self.limits.of,
            "limits": {key: getattr(self.limits, key) for key in ("investigate", "remediate", "floor")},
            "items": len(self.names),
            "raters": self.raters,
            "versions": versions,
            "outcome": self.last.figure.outcome,
            "sentence": sentence(self),
            "steps": [self._step(step, change) for step, change in zip(self.steps, self.changes, strict=True)],
            "ladder": [
                {"version": one.name, "strength": rung.strength.as_dict(), "won": rung.won, "met": rung.met}
                for one, rung in zip(self.sources, self.ladder, strict=bool(self.ladder))
            ],
            "trend": None if self.trend is None else self.trend.as_dict(),
            "remarks": self.remarks,
            "notes": list(self.notes),
        }

    def _step(self, step: "Step", change: CloneChange) -> dict[str, Any]:
        return {
            "before": self.name(step.before),
            "after": self.name(step.after),
            "sentence": sentence(self, step),
            "figure": step.figure.as_dict(),
            "by_limits": by_document(self, step),
            "parts": [one.as_dict() for one in step.parts],
            "flipped": [self._flip(one, step) for one in step.flipped],
            "clone": change.as_dict(),
        }

    def _flip(self, pair: "ItemPair", step: "Step") -> dict[str, Any]:
        _, before, after = self.texts(pair, step)
        return pair.as_dict() | {"differences": marked(word_differences(before, after)) if before and after else None}


def compare(
    paths: Sequence[Path | str],
    *,
    against: Against = "previous",
    fixed_raters: bool = False,
    despite_versions: bool = False,
) -> Comparison:
    """The comparison of study folders or result files; BadInput lists everything that keeps them from being compared.

    Each is compared with the one before it or, against the first, with that. `fixed_raters` asks about these raters
    alone. `despite_versions` compares studies of several versions of a protocol by the rules of the last, and says so.
    """
    from ringtrue.score.comparison import comparing, ladder_of, step_of, trend_of, version_of

    sources = read_sources([Path(path) for path in paths])
    problems = mismatches(sources)
    refused = [one for one in problems if not (despite_versions and is_only_version(one))]
    protocol = sources[-1].protocol
    limits = protocol.regression or (load(protocol.name).regression if protocol.name in BUILT_IN else None)
    if limits is None:
        what = f"{protocol.name} {protocol.version} names no figure to watch."
        remedy = "add regression: {of: ESTIMATE, investigate: 5, remediate: 10, floor: 80} to the protocol"
        refused.append(Problem(str(sources[-1].place), "regression", what, remedy=remedy))
    if refused or limits is None:
        raise BadInput(refused)
    compared = comparing(protocol, limits)
    names, tables, notes = _tables(sources, compared)
    raters, words, told = _raters(sources, tables, fixed=fixed_raters)
    leave = raters != "fixed"
    versions = [
        with_rows(one, version_of(compared if one.study else of_rows(compared), table, limits.of, raters=leave))
        for one, table in zip(sources, tables, strict=True)
    ]
    _refuse_without_figure(sources, versions, limits)
    sessions = protocol.unit == "sessions"
    places = range(1, len(sources))
    pairs = [((0 if against == "first" else place - 1), place) for place in places]
    steps = [step_of(versions, *pair, limits, raters=raters, sessions=sessions) for pair in pairs]
    rungs, remark = ladder_of(versions) if len(versions) > 2 and versions[0].rows and not sessions else ([], "")
    trend = trend_of(versions, limits, raters=raters, sessions=sessions) if len(versions) > 2 else None
    stated = [one.what + f" They are compared by the rules of {sources[-1].name}." for one in problems]
    return Comparison(
        tuple(sources),
        protocol,
        limits,
        tuple(names),
        tuple(one.numbers[limits.of].left_out.value for one in versions),
        words,
        tuple(steps),
        tuple(clone_change(sources[one], sources[other], names) for one, other in pairs),
        tuple(rungs),
        trend,
        tuple(dict.fromkeys([*stated, *told, *notes, *([remark] if remark else [])])),
    )


def _tables(sources: Sequence[Source], protocol: Protocol) -> "tuple[list[str], list[StudyTable], list[str]]":
    """The items every version has a score on, each version's ratings on them, and sentences on what was left out."""
    from ringtrue.score.comparison import SCORE
    from ringtrue.score.measures import ItemColumns

    names, notes = shared_items(sources)
    tables = [table_of(one, protocol, names) for one in sources]
    lost: set[str] = set()
    for one, table in zip(sources, tables, strict=True):
        own = protocol if one.study else of_rows(protocol)
        if SCORE in own.measures and protocol.unit != "sessions":
            lost |= {
                name for name, score in zip(names, ItemColumns(own, table)[SCORE].tolist(), strict=True) if isnan(score)
            }
    if lost:
        notes.append(f"{len(lost)} items have no score in some version and are left out.")
        names = [name for name in names if name not in lost]
        tables = [table_of(one, protocol, names) for one in sources]
    if len(names) < 2:
        what = f"The versions have {len(names)} scored items in common; at least 2 are needed."
        raise BadInput([Problem(" ".join(str(one.place) for one in sources), "items", what, remedy="use one suite")])
    return names, tables, notes


def _raters(
    sources: Sequence[Source], tables: "Sequence[StudyTable]", *, fixed: bool
) -> "tuple[Raters, str, list[str]]":
    """How raters enter the intervals, in words, and what to know about them."""
    notes = list(_about_judges(sources, tables))
    if any(one.study is None for one in sources):
        notes.append("A result file holds no single answers: the intervals are about items, and these raters alone.")
        return "fixed", "one score for each item", notes
    if all(table.people == 0 for table in tables):
        return "fixed", "models judged: the intervals are about items", notes
    same = all(table.raters == tables[0].raters for table in tables)
    number = " and ".join(dict.fromkeys(str(len(table.raters)) for table in tables))
    if fixed:
        return "fixed", f"{number} raters, about whom alone it is", notes
    if len(tables[0].raters) == 1 and same:
        notes.append("One rater: the intervals are about items; other raters may see it otherwise.")
    if same:
        return "crossed", f"the same {number} raters", notes
    notes.append(
        "Each version had raters of its own: part of a difference may be theirs, and the intervals allow for it."
    )
    return "separate", f"{number} raters, not the same ones", notes


def _about_judges(sources: Sequence[Source], tables: "Sequence[StudyTable]") -> Iterator[str]:
    """Where models judged, and not the same ones in the same way."""
    if all(table.people == len(table.raters) for table in tables):
        return
    for one, other in pairwise(sources):
        differences = judge_changes(one, other)
        if differences:
            yield f"The judges differ, and a difference may be theirs and not the clone's. {' '.join(differences)}"


def _refuse_without_figure(sources: Sequence[Source], versions: "Sequence[Version]", limits: Regression) -> None:
    problems = []
    for source, version in zip(sources, versions, strict=True):
        if limits.of not in version.numbers:
            what = f"On the items in common {limits.of} has no value."
            remedy = "name study folders, and score them first"
            problems.append(Problem(str(source.place), limits.of, what, remedy=remedy))
    if problems:
        raise BadInput(problems)


# What came out, in sentences.


def by_document(found: Comparison, step: "Step") -> str:
    """What the change calls for by the document's limits, which go by the value alone; empty where nothing."""
    from ringtrue.score.comparison import by_limits

    return by_limits(step.figure.before, step.figure.after, found.limits)


def sentence(found: Comparison, step: "Step | None" = None) -> str:
    """The outcome of a step, the last one unless another is named, as one readable sentence."""
    step = step or found.last
    one = step.figure
    change = one.change.value or 0.0
    moved = (
        "did not change"
        if change == 0.0
        else f"{'rose' if change > 0.0 else 'fell'} by {found.points(abs(change))} points"
    )
    low, high = (found.points(bound) for bound in (one.change.low, one.change.high))
    span = "" if one.change.low is None else f" (95 % interval of the change {low} to {high})"
    return (
        f"{verdict(found, step)}: {found.label(one.name)} {moved}, from {written(one.before)} to "
        f"{written(one.after)}{span}, on the same {len(found.names)} items{_flips(step)}."
    )


def verdict(found: Comparison, step: "Step") -> str:
    """The outcome of a step with the names of both versions."""
    before, after, limit = found.name(step.before), found.name(step.after), found.limits.investigate
    return {
        "better": f"{after} is better than {before}",
        "worse": f"{after} is worse than {before}",
        "no worse": f"{after} is no worse than {before} by {limit:g} points or more",
        "inconclusive": f"Whether {after} is better or worse than {before} is inconclusive",
    }[step.figure.outcome]


def failures(found: Comparison, *, fail_on_drop: float | None = None, strict: bool = False) -> list[str]:
    """Why the last version does not do, each in a sentence; none where it does.

    It is worse; its figure fell by more than `fail_on_drop` points; where `strict`, nothing shows that it is no worse.
    """
    step, drop = found.last, found.drop()
    told = []
    dropped = fail_on_drop is not None and drop > fail_on_drop
    if step.figure.outcome == "worse" or (strict and step.figure.outcome == "inconclusive"):
        told.append(sentence(found))
    elif dropped:
        name = capital(found.label(step.figure.name))
        told.append(
            f"{name} dropped by {written(drop, beside=fail_on_drop)} points from {found.name(step.before)} "
            f"to {found.name(step.after)}; allowed are {fail_on_drop:g}."
        )
    return told


def _flips(step: "Step") -> str:
    """How many items fell and rose over the pass mark, the worst of them named."""
    flipped = step.flipped
    fell = [one for one in flipped if one.before.get("passed")]
    rose = len(flipped) - len(fell)
    parts = []
    if fell:
        worst = f", first {fell[0].id}" if len(fell) > 1 else f" ({fell[0].id})"
        parts.append(f"{len(fell)} passed before and {'fails' if len(fell) == 1 else 'fail'} now{worst}")
    if rose:
        parts.append(f"{rose} failed before and {'passes' if rose == 1 else 'pass'} now")
    return f"; {'; '.join(parts)}" if parts else ""
