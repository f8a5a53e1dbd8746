"""Fatigue: the last tenth of a rater's picks against the rest (B14), and how often chance alone looks like that."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, comb

from ringtrue.judge.quality.seen import Seen

DROP = 15.0  # points of accuracy
FEWEST = 10  # picks before there is a tenth


@dataclass(frozen=True, slots=True)
class Fatigue:
    """Accuracy in percent before and in the last tenth. `fires` by the document's rule: a drop of more than 15 points.

    `chance` is the probability that the last tenth holds so few right picks, or fewer, if the same picks had come in
    any order: rested raters fire the rule often, and this says how often.
    """

    before: float
    last: float
    picks: int
    tenth: int
    chance: float

    @property
    def drop(self) -> float:
        """By how many points accuracy fell."""
        return self.before - self.last

    @property
    def fires(self) -> bool:
        """Whether the document's rule would leave out the last tenth; rounded, so that exactly 15 is not more."""
        return round(self.drop, 9) > DROP


def fatigue(answers: Sequence[Seen]) -> Fatigue | None:
    """The fatigue of one rater, from the picks of the suite in their order; None under ten picks."""
    rights = [answer.right for answer in answers if answer.role == "item" and answer.right is not None]
    if len(rights) < FEWEST:
        return None
    tenth = ceil(len(rights) / 10)
    before, last = rights[:-tenth], rights[-tenth:]
    # Ties count half in the shares; for the chance only whole hits are counted.
    hits, late = sum(right == 1 for right in rights), sum(right == 1 for right in last)
    chance = _at_most(late, len(rights), hits, tenth)
    return Fatigue(100 * sum(before) / len(before), 100 * sum(last) / len(last), len(rights), tenth, chance)


def last_tenth(answers: Sequence[Seen]) -> frozenset[tuple[str, str]]:
    """Card and question of the last tenth of a rater's picks: what the comparison without them leaves out."""
    picks = [(one.card, one.question) for one in answers if one.role == "item" and one.right is not None]
    return frozenset(picks[-ceil(len(picks) / 10) :]) if len(picks) >= FEWEST else frozenset()


def _at_most(late: int, picks: int, hits: int, tenth: int) -> float:
    """Hypergeometric: at most `late` of the hits among the last `tenth` of the picks."""
    ways = sum(comb(hits, k) * comb(picks - hits, tenth - k) for k in range(late + 1) if tenth - k <= picks - hits)
    return ways / comb(picks, tenth)
