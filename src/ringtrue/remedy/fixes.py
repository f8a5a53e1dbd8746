"""What to fix after a round, most urgent first: failures by cause and dimension, as the protocol names them."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Self

from ringtrue.terms.protocol import Protocol, Remedy, Target

_FULL = 100.0
_RUN_AGAIN = "Run the same command again: only what has no score is asked again. The zeros say nothing about the clone."
_RUN = "run"  # where an item without a score is worked on


@dataclass(frozen=True, slots=True)
class Fix:
    """One remedy.

    P0: without it the figure says little, or a dimension that comes first is low. P1: items that failed. P2: items that
    passed and still hold the aggregate under the target. `dimension` is where most is missing, by weight. `gain` is how
    many points the aggregate would win if it, and nothing else, scored 100 in these items: more cannot be had by it.
    None where there is no score.
    """

    priority: str
    where: str
    dimension: str
    action: str
    items: tuple[str, ...]
    gain: float | None

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, ready for JSON."""
        fields = asdict(self)
        return {**fields, "scenarios": list(fields.pop("items"))}


@dataclass(frozen=True, slots=True)
class _Members:
    """Scores, points the dimension lacks to 100, and ids of items with the same remedy."""

    scores: list[float] = field(default_factory=list)
    lacks: list[float] = field(default_factory=list)
    names: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class RemedyMarks:
    """The numbers and words of a protocol that a remedy goes by."""

    remedy: Remedy
    target: Target
    weights: Mapping[str, float]
    score: str
    pass_mark: float
    low: float

    @classmethod
    def of(cls, protocol: Protocol) -> Self:
        """Those of a protocol that has been checked; ValueError where it has no remedy."""
        remedy, target, score, pass_mark = protocol.remedy, protocol.target, protocol.score, protocol.pass_mark
        if remedy is None or target is None or score is None or pass_mark is None or protocol.low is None:
            raise ValueError(f"{protocol.name} does not say what to fix")
        return cls(remedy, target, protocol.by_weight, score, pass_mark, protocol.low)


def fixes_for(rows: Sequence[Mapping[str, Any]], marks: RemedyMarks) -> list[Fix]:
    """What to do about items as scored, by priority and then by what there is to gain."""
    groups: dict[tuple[str, str, str], _Members] = {}
    for row in rows:
        key = _group(row, marks)
        if key is not None:
            members = groups.setdefault(key, _Members())
            members.scores.append(row.get(marks.score) or 0.0)
            members.lacks.append(_FULL - row.get(key[2], _FULL))
            members.names.append(str(row["id"]))
    found = [_fix(*key, members, len(rows), marks) for key, members in groups.items()]
    return sorted(found, key=lambda fix: (fix.priority, -(fix.gain or 0.0), fix.where, fix.dimension))


def _group(row: Mapping[str, Any], marks: RemedyMarks) -> tuple[str, str, str] | None:
    """Priority, where to work, dimension; None where there is nothing to do."""
    score = row.get(marks.score)
    if score is None:
        return "P0", _RUN, ""
    if score >= marks.target.low:
        return None
    cause = row.get("cause_confirmed") or row.get("cause")  # a person's word goes before the rules
    where = marks.remedy.where.get(cause or "", "")  # the cause decides where, whichever dimension it is about
    if score >= marks.pass_mark:
        return "P2", where, _shortest(row, marks.target.low, marks)
    where = where or marks.remedy.where[marks.remedy.otherwise]
    primary = str(row.get("primary") or _shortest(row, marks.pass_mark, marks))  # as the table of failures has it
    urgent = any(row.get(dimension, marks.pass_mark) < marks.low for dimension in marks.remedy.first)
    return "P0" if urgent else "P1", where, primary


def _shortest(row: Mapping[str, Any], mark: float, marks: RemedyMarks) -> str:
    """The dimension that lacks most, by weight."""
    return max(marks.weights, key=lambda name: marks.weights[name] * (mark - row.get(name, mark)))


def _fix(priority: str, where: str, dimension: str, members: _Members, total: int, marks: RemedyMarks) -> Fix:
    ordered = sorted(zip(members.scores, members.names, strict=True))
    names = tuple(name for _, name in ordered)
    if where == _RUN:
        return Fix(priority, where, dimension, _RUN_AGAIN, names, None)
    action = marks.remedy.actions[dimension]
    urgent = [name for name in marks.remedy.first if priority == "P0" and name != dimension]
    do = " ".join([action.do, *(f"Low here too is {name}: {marks.remedy.actions[name].do}" for name in urgent)])
    gain = marks.weights[dimension] * sum(members.lacks) / total
    return Fix(priority, where or marks.remedy.where[action.cause], dimension, do, names, round(gain, 4))
