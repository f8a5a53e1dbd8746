"""Everything that can be said about how one rater answered."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ringtrue.judge.quality.fatigue import Fatigue, fatigue
from ringtrue.judge.quality.monotony import Monotony, monotony
from ringtrue.judge.quality.seen import Seen, cards_in_order
from ringtrue.judge.quality.sensitivity import share_right
from ringtrue.judge.quality.timing import Timing, timing
from ringtrue.terms import Answer, Estimate


@dataclass(frozen=True, slots=True)
class RaterQuality:
    """One rater. `dealt` is None where answers came without packets, so that nobody knows what is missing."""

    name: str
    answered: int  # cards
    dealt: int | None
    timing: Timing
    monotony: Monotony | None
    attention: Estimate
    generic: Estimate
    self_control: Estimate
    picks: Estimate
    fatigue: Fatigue | None
    comments: int
    recognised: int

    @property
    def completion(self) -> float | None:
        """Share of the cards dealt that were answered."""
        return min(1.0, self.answered / self.dealt) if self.dealt else None

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, ready for JSON."""
        extra: dict[str, Any] = {"completion": self.completion}
        if self.fatigue is not None:
            extra["fatigue"] = asdict(self.fatigue) | {"drop": self.fatigue.drop, "fires": self.fatigue.fires}
        return asdict(self) | extra


def rater_quality(
    name: str, answers: Sequence[Seen], shares: Mapping[str, Mapping[Answer, float]], dealt: int | None = None
) -> RaterQuality:
    """The quality of one rater from the answers in their order; `shares` as `pooled_shares` gives them."""
    cards = cards_in_order(answers)
    return RaterQuality(
        name,
        answered=len(cards),
        dealt=dealt,
        timing=timing(cards),
        monotony=monotony(answers, shares),
        attention=share_right(answers, "attention"),
        generic=share_right(answers, "generic"),
        self_control=share_right(answers, "self"),
        picks=share_right(answers, "item"),
        fatigue=fatigue(answers),
        comments=sum(any(one.comment.strip() for one in shown) for shown in cards.values()),
        recognised=sum(any(one.recognised for one in shown) for shown in cards.values()),
    )
