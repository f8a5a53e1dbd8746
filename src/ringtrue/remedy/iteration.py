"""After a round: is another one needed, what to fix first, and when to stop tuning and ask somebody."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ringtrue.remedy.fixes import Fix, RemedyMarks, fixes_for
from ringtrue.terms.protocol import Protocol, Target
from ringtrue.terms.result import Estimate

MOST_FAILED = 3


@dataclass(frozen=True, slots=True)
class Round:
    """One run of the same clone: its folder and its score."""

    folder: str
    aggregate: float

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, ready for JSON."""
        return {"folder": self.folder, "aggregate": self.aggregate}


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do after this round; `change` is the difference to the round before on the same items."""

    number: int
    of: str  # the estimate the target is of
    aggregate: float
    needed: bool
    escalate: bool
    why: str
    fixes: tuple[Fix, ...]
    failed: tuple[Mapping[str, Any], ...] = ()  # the items that failed furthest, as the table of failures begins
    earlier: tuple[Round, ...] = ()
    change: Estimate | None = None

    def as_dict(self) -> dict[str, Any]:
        """The advice as JSON."""
        return {
            "iteration": self.number,
            self.of: self.aggregate,
            "needed": self.needed,
            "escalate": self.escalate,
            "why": self.why,
            "failed": [dict(one) for one in self.failed],
            "fixes": [fix.as_dict() for fix in self.fixes],
            "earlier": [one.as_dict() for one in self.earlier],
            "change": None if self.change is None else self.change.as_dict(),
        }


def advise(
    protocol: Protocol,
    rows: Sequence[Mapping[str, Any]],
    aggregate: float,
    *,
    earlier: Sequence[Round] = (),
    before: Sequence[Mapping[str, Any]] = (),
) -> Advice:
    """Advice on items as scored by a protocol that has a remedy.

    `earlier` are the rounds before it, `before` the rows of the last of them.
    """
    marks = RemedyMarks.of(protocol)
    target, rounds = marks.target, marks.remedy.rounds
    below = 0
    for value in (aggregate, *(one.aggregate for one in reversed(earlier))):
        if value >= target.low:
            break
        below += 1
    return Advice(
        number=len(earlier) + 1,
        of=target.of,
        aggregate=aggregate,
        needed=aggregate < target.low,
        escalate=below >= rounds,
        why=_why(aggregate, earlier, target, below, stop=below >= rounds),
        fixes=tuple(fixes_for(rows, marks)),
        failed=tuple(_failed(rows, marks)),
        earlier=tuple(earlier),
        change=change_since(before, rows, marks.score) if before else None,
    )


def worst_first(score: float | None, name: str) -> tuple[bool, float, str]:
    """The order of failures: lowest first; what has no score comes after what has one."""
    return score is None, score or 0.0, name


def _failed(rows: Sequence[Mapping[str, Any]], marks: RemedyMarks) -> Iterator[dict[str, Any]]:
    """The items that failed furthest, with cause and primary dimension."""
    failed = [row for row in rows if not row.get("passed", (row.get(marks.score) or 0.0) >= marks.pass_mark)]
    failed.sort(key=lambda row: worst_first(row.get(marks.score), str(row["id"])))
    for row in failed[:MOST_FAILED]:
        cause = row.get("cause_confirmed") or row.get("cause") or ""
        yield {"id": row["id"], "score": row.get(marks.score), "cause": cause, "primary": row.get("primary") or ""}


def change_since(before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]], score: str) -> Estimate:
    """The mean difference of scores on items that both rounds scored, with its interval."""
    import numpy as np

    from ringtrue.stats.interval.paired import paired_difference

    then = {row["id"]: row.get(score) for row in before}
    pairs = [(then.get(row["id"]), row.get(score)) for row in after]
    both = np.array([pair for pair in pairs if None not in pair], dtype=np.float64).reshape(-1, 2)
    if not both.size:
        return Estimate.absent("no item was scored in both rounds")
    return paired_difference(both[:, :1], both[:, 1:], same_raters=False)


def _why(aggregate: float, earlier: Sequence[Round], target: Target, below: int, *, stop: bool) -> str:
    if stop:
        scores = ", ".join(f"{one.aggregate:.1f}" for one in earlier[1 - below :])
        return (
            f"{below} rounds in a row below {target.low:g} ({scores}, {aggregate:.1f}): stop tuning. Let somebody who "
            "knows the person read the failures: the sources, the expectations or the items themselves may be wrong."
        )
    if below:
        return f"{aggregate:.2f} is below {target.low:g}: another round is needed."
    if target.high is not None and aggregate > target.high:
        return (
            f"{aggregate:.2f} is above {target.high:g}: try items nobody has tuned on, or these in other words, to "
            "see whether answers were memorised."
        )
    where = f"lies from {target}" if target.high is not None else f"reaches {target.low:g}"
    return f"{aggregate:.2f} {where}: no further round is needed."
