"""After a round: is another one needed, what to mend first, and when to stop tuning and ask somebody."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ringtrue.remedy.fixes import TARGET, Fix, fixes
from ringtrue.terms import Estimate

TOO_GOOD = 97.0
ESCALATE_AT = 3  # rounds below the target in a row


@dataclass(frozen=True, slots=True)
class Round:
    """One run of the same clone: where it lies and what it came to."""

    folder: str
    aggregate: float

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, ready for JSON."""
        return {"folder": self.folder, "aggregate": self.aggregate}


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do after this round; `change` is the difference to the round before on the same scenarios."""

    number: int
    aggregate: float
    needed: bool
    escalate: bool
    why: str
    fixes: tuple[Fix, ...]
    earlier: tuple[Round, ...] = ()
    change: Estimate | None = None

    def as_dict(self) -> dict[str, Any]:
        """The advice as JSON."""
        return {
            "iteration": self.number,
            "aggregate_fidelity": self.aggregate,
            "needed": self.needed,
            "escalate": self.escalate,
            "why": self.why,
            "fixes": [fix.as_dict() for fix in self.fixes],
            "earlier": [one.as_dict() for one in self.earlier],
            "change": None if self.change is None else self.change.as_dict(),
        }


def advise(
    rows: Sequence[Mapping[str, Any]],
    aggregate: float,
    *,
    earlier: Sequence[Round] = (),
    before: Sequence[Mapping[str, Any]] = (),
) -> Advice:
    """Advice on scenarios as scored; `earlier` are the rounds before it, `before` the rows of the last of them."""
    below = 0
    for value in (aggregate, *(one.aggregate for one in reversed(earlier))):
        if value >= TARGET:
            break
        below += 1
    return Advice(
        number=len(earlier) + 1,
        aggregate=aggregate,
        needed=aggregate < TARGET,
        escalate=below >= ESCALATE_AT,
        why=_why(aggregate, below, earlier),
        fixes=tuple(fixes(rows)),
        earlier=tuple(earlier),
        change=change_since(before, rows) if before else None,
    )


def change_since(before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]) -> Estimate:
    """The mean difference of weighted scores on scenarios that both rounds scored, with its interval."""
    import numpy as np

    from ringtrue.stats.interval.paired import paired_difference

    then = {row["id"]: row.get("weighted_score") for row in before}
    pairs = [(then.get(row["id"]), row.get("weighted_score")) for row in after]
    both = np.array([pair for pair in pairs if None not in pair], dtype=np.float64).reshape(-1, 2)
    if not both.size:
        return Estimate.absent("no scenario was scored in both rounds")
    return paired_difference(both[:, :1], both[:, 1:], same_raters=False)


def _why(aggregate: float, below: int, earlier: Sequence[Round]) -> str:
    if below >= ESCALATE_AT:
        told = ", ".join(f"{one.aggregate:.1f}" for one in earlier[1 - below :])
        return (
            f"{below} rounds in a row below {TARGET:g} ({told}, {aggregate:.1f}): stop tuning. Let somebody who knows "
            "the person read the failures: the sources, the expectations or the scenarios themselves may be wrong."
        )
    if below:
        return f"{aggregate:.2f} is below {TARGET:g}: another round is needed."
    if aggregate > TOO_GOOD:
        return (
            f"{aggregate:.2f} is above {TOO_GOOD:g}: try scenarios nobody has tuned on, or these in other words, to "
            "see whether answers were learnt by heart."
        )
    return f"{aggregate:.2f} lies from {TARGET:g} to {TOO_GOOD:g}: no further round is needed."
