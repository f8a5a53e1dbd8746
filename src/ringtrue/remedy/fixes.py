"""What to mend after a round of scenarios, most urgent first: failures gathered by cause and dimension."""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from ringtrue.formats.test_results_rows import PASSES_AT, WEIGHTS

TARGET = 93.0
LOW = 60.0
_FULL = 100.0
_ACTIONS = {
    "decision_alignment": "Add decisions the person really took in situations like these, and what tipped them.",
    "reasoning_quality": "Add the models and rules of thumb the person argues with, each with a case of its use.",
    "voice_accuracy": "Give more of the person's own sentences, and name the words and turns the person never uses.",
    "value_preservation": "Write the values down in their order, with a case where two collided and which one won.",
    "persona_accuracy": "Say which side of the person speaks in which situation, and what calls it up.",
}
_WHERE = {"prompt_issue": "prompt", "kb_gap": "knowledge base", "both": "prompt and knowledge base"}
_RUN_AGAIN = "Run the same command again: only what has no score is asked anew. The zeros say nothing about the clone."


@dataclass(frozen=True, slots=True)
class Fix:
    """One thing to do.

    P0: without it the figure says little, or a value of the person is hurt. P1: scenarios that failed. P2: scenarios
    that passed and still hold the aggregate under the target. `gain` is how many points the aggregate would win if this
    dimension, and nothing else, scored 100 in these scenarios: more cannot be had by it. None where there is no score.
    """

    priority: str
    where: str
    dimension: str
    action: str
    scenarios: tuple[str, ...]
    gain: float | None

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, ready for JSON."""
        return {**asdict(self), "scenarios": list(self.scenarios)}


@dataclass(frozen=True, slots=True)
class _Members:
    """Weighted scores, what the dimension lacks, and ids of scenarios with the same thing to do; there may be many."""

    scores: "array[float]" = field(default_factory=lambda: array("d"))
    lacks: "array[float]" = field(default_factory=lambda: array("d"))  # points to 100
    names: list[str] = field(default_factory=list)


def fixes(rows: Sequence[Mapping[str, Any]]) -> list[Fix]:
    """What to do about scenarios as scored, by priority and then by what there is to gain."""
    groups: dict[tuple[str, str, str], _Members] = {}
    for row in rows:
        key = _group(row)
        if key is not None:
            members = groups.setdefault(key, _Members())
            members.scores.append(row.get("weighted_score") or 0.0)
            members.lacks.append(_FULL - row.get(key[2], _FULL))
            members.names.append(str(row["id"]))
    found = [_fix(*key, members, len(rows)) for key, members in groups.items()]
    return sorted(found, key=lambda fix: (fix.priority, -(fix.gain or 0.0), fix.where, fix.dimension))


def cause_of(row: Mapping[str, Any]) -> str | None:
    """The cause a person confirmed, or else the one by the rules."""
    return row.get("cause_confirmed") or row.get("cause")


def _group(row: Mapping[str, Any]) -> tuple[str, str, str] | None:
    """Priority, where to work, dimension; None where there is nothing to do."""
    score = row.get("weighted_score")
    if score is None:
        return "P0", "run", ""
    if score >= TARGET:
        return None
    where = _WHERE.get(cause_of(row) or "", "")  # the cause decides where, whichever dimension it is about
    if score >= PASSES_AT:
        return "P2", where, _shortest(row, TARGET)
    where = where or _WHERE["both"]
    if row.get("value_preservation", PASSES_AT) < LOW:
        return "P0", where, "value_preservation"
    return "P1", where, str(row.get("primary") or _shortest(row, PASSES_AT))


def _shortest(row: Mapping[str, Any], mark: float) -> str:
    """The dimension that lacks most, by weight."""
    return max(WEIGHTS, key=lambda name: WEIGHTS[name] * (mark - row.get(name, mark)))


def _fix(priority: str, where: str, dimension: str, members: _Members, total: int) -> Fix:
    ordered = sorted(zip(members.scores, members.names, strict=True))
    names = tuple(name for _, name in ordered)
    if where == "run":
        return Fix(priority, where, dimension, _RUN_AGAIN, names, None)
    gain = WEIGHTS[dimension] * sum(members.lacks) / total
    return Fix(priority, where or _usual_place(dimension), dimension, _ACTIONS[dimension], names, round(gain, 4))


def _usual_place(dimension: str) -> str:
    """Where a dimension is mended if no cause says otherwise."""
    if dimension in ("voice_accuracy", "persona_accuracy"):
        return _WHERE["prompt_issue"]
    return _WHERE["both" if dimension == "value_preservation" else "kb_gap"]
