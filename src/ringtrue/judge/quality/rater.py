"""The quality of one rater's answers: time, monotony, attention, sensitivity, fatigue."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import groupby, pairwise
from math import ceil, comb, floor
from statistics import median
from typing import Any, Literal

from ringtrue.terms.answer import Answer
from ringtrue.terms.protocol import ScaleType
from ringtrue.terms.result import Estimate

# One answer as rater quality needs it.


CardRole = Literal["item", "self", "generic", "attention"]


@dataclass(frozen=True, slots=True)
class RaterAnswer:
    """An answer in the order given. `card` is what was looked at: the card's id, or item and speaker where none was.

    `given` is the answer as the rater gave it, sides not turned. `right` is 1 where a pick found the person or an
    attention card was answered as expected, 0 where not, .5 for a tie, None where nothing is right or wrong or the key
    is still sealed. `words` are those on the card, 0 where they are not known.
    """

    rater: str
    card: str
    question: str
    scale: ScaleType
    given: Answer | None
    role: CardRole = "item"
    right: float | None = None
    seconds: float | None = None
    visible_seconds: float | None = None
    words: int = 0
    comment: str = ""
    recognised: bool = False
    optional: str = ""  # the name of the question where it need not be answered


def cards_in_order(answers: Iterable[RaterAnswer]) -> dict[str, list[RaterAnswer]]:
    """A rater's answers by card, cards in the order they were first answered."""
    cards: dict[str, list[RaterAnswer]] = {}
    for answer in answers:
        cards.setdefault(answer.card, []).append(answer)
    return cards


# How long a rater took: minutes in all, seconds a card, and cards answered faster than anybody reads.


# Silent reading runs at about 240 words a minute, skimming at twice that: ten words a second is not reading.
FASTEST = 10.0  # words a second


@dataclass(frozen=True, slots=True)
class Timing:
    """None where the time was not recorded. `hasty` counts cards faster than reading among the `timed` ones."""

    minutes: float | None
    seconds_a_card: float | None
    timed: int
    hasty: int
    out_of_sight: float | None  # share of the time with the page hidden


def timing(cards: Mapping[str, Sequence[RaterAnswer]]) -> Timing:
    """The time of one rater. A card's time is that of its last answer, because each counts from the card's showing."""
    taken = [(seconds, _words(answers)) for answers in cards.values() if (seconds := _longest(answers)) is not None]
    if not taken:
        return Timing(None, None, 0, 0, None)
    total = sum(seconds for seconds, _ in taken)
    hasty = sum(words > FASTEST * seconds for seconds, words in taken)
    return Timing(total / 60.0, median(seconds for seconds, _ in taken), len(taken), hasty, _hidden(cards))


def _longest(answers: Sequence[RaterAnswer]) -> float | None:
    return max((answer.seconds for answer in answers if answer.seconds is not None), default=None)


def _words(answers: Sequence[RaterAnswer]) -> int:
    return max(answer.words for answer in answers)


def _hidden(cards: Mapping[str, Sequence[RaterAnswer]]) -> float | None:
    both = [
        (answer.seconds, answer.visible_seconds)
        for answers in cards.values()
        for answer in answers
        if answer.seconds is not None and answer.visible_seconds is not None
    ]
    total = sum(seconds for seconds, _ in both)
    return 1.0 - min(1.0, sum(seen for _, seen in both) / total) if total > 0 else None


# Straight-lining: the same answer again and again, and how likely such a row is by chance.


# Lists to tick and free words have no single value that could repeat.
_REPEATABLE = frozenset(("pick", "bipolar", "steps", "anchored", "flag"))
MONOTONY_FEWEST = 5  # answers to one question before a row of them says anything


@dataclass(frozen=True, slots=True)
class Monotony:
    """The most striking row of one rater: the question, how often the same answer came in a row, of how many answers.

    `chance` is the probability of so long a row or a longer one if every answer were drawn as the whole panel answers.
    """

    question: str
    answer: Answer
    row: int
    of: int
    chance: float


def pooled_shares(answers: Iterable[RaterAnswer]) -> dict[str, dict[Answer, float]]:
    """How the whole panel answers each question: the share of every value."""
    counts: dict[str, Counter[Answer]] = {}
    for answer in answers:
        if answer.scale in _REPEATABLE and answer.given is not None and answer.role != "attention":
            counts.setdefault(answer.question, Counter())[answer.given] += 1
    return {
        question: {value: count / values.total() for value, count in values.items()}
        for question, values in counts.items()
    }


def monotony(answers: Sequence[RaterAnswer], shares: Mapping[str, Mapping[Answer, float]]) -> Monotony | None:
    """The least likely row among a rater's questions; None where no question has enough answers."""
    found = []
    for question, shown in shares.items():
        given = [one.given for one in answers if one.question == question and one.role != "attention"]
        values = [value for value in given if value is not None]
        if len(values) >= MONOTONY_FEWEST:
            value, row = max(((value, len(list(same))) for value, same in groupby(values)), key=lambda pair: pair[1])
            found.append(
                Monotony(question, value, row, len(values), chance_of_row(list(shown.values()), len(values), row))
            )
    return min(found, key=lambda one: one.chance, default=None)


def chance_of_row(shares: Sequence[float], draws: int, row: int) -> float:
    """The probability that `draws` independent draws from these shares hold the same value `row` times running.

    Follows, draw by draw, the probability of having had no such row yet, split by the value drawn last and by how many
    times running it has come.
    """
    if row > draws:
        return 0.0
    if row <= 1:
        return 1.0
    # running[v][r]: no row so far, value v came r + 1 times running
    running = [[share] + [0.0] * (row - 2) for share in shares]
    for _ in range(draws - 1):
        totals = [sum(line) for line in running]
        every = sum(totals)
        running = [
            [share * (every - total)] + [share * before for before in line[:-1]]
            for share, line, total in zip(shares, running, totals, strict=True)
        ]
    return min(1.0, max(0.0, 1.0 - sum(map(sum, running))))


STRAIGHT = 0.9  # share of answers that only repeat the one before; honest raters of pairs repeat about half


@dataclass(frozen=True, slots=True)
class Repetition:
    """Over all questions: how many answers repeat the rater's answer to the same question on the card before.

    `chance` is the probability of so many or more if every answer were drawn as the whole panel answers the question.
    """

    same: int
    of: int
    chance: float

    @property
    def share(self) -> float:
        """The share of answers that repeat the one before."""
        return self.same / self.of


def repetition(answers: Sequence[RaterAnswer], shares: Mapping[str, Mapping[Answer, float]]) -> Repetition | None:
    """Straight-lining over all questions, which one question with few cards cannot show; None with too few answers."""
    odds: list[float] = []
    same = 0
    for question, shown in shares.items():
        given = [one.given for one in answers if one.question == question and one.role != "attention"]
        values = [value for value in given if value is not None]
        same += sum(one == other for one, other in pairwise(values))
        odds += [sum(share * share for share in shown.values())] * max(0, len(values) - 1)
    if len(odds) < MONOTONY_FEWEST:
        return None
    return Repetition(same, len(odds), chance_of_count(odds, same))


def chance_of_count(odds: Sequence[float], least: int) -> float:
    """The probability that at least so many of independent events with these odds happen."""
    counts = [1.0]  # the probability of 0, 1, 2 ... events so far
    for odd in odds:
        without = [count * (1.0 - odd) for count in counts] + [0.0]
        counts = [count + odd * before for count, before in zip(without, [0.0, *counts], strict=True)]
    return min(1.0, sum(counts[least:]))


# Shares of right answers: on attention cards, on generic controls, on the person's own words again.


_NONE: dict[CardRole, str] = {
    "attention": "no attention cards were answered",
    "generic": "no generic control cards were answered, so nobody knows whether the rater could tell anything",
    "self": "no self control cards were answered",
    "item": "no picks were answered",
}


def share_right(answers: Iterable[RaterAnswer], role: CardRole) -> Estimate:
    """The share of right answers among a rater's cards of one role, with an exact interval.

    A tie counts half; the interval takes the whole number of hits below, so it is a little low then.
    """
    from ringtrue.stats.detection.proportion import (
        exact,  # SciPy loads with it, and the rule of screening is read without
    )

    rights = [answer.right for answer in answers if answer.role == role and answer.right is not None]
    if not rights:
        return Estimate.absent(_NONE[role])
    hits = sum(rights)
    whole = exact(floor(hits), len(rights))
    if hits == floor(hits):
        return whole
    return replace(whole, value=hits / len(rights), reason="ties count half; the interval counts them as misses")


# Fatigue: the last tenth of a rater's picks against the rest, and how often chance alone looks like that.


DROP = 15.0  # points of accuracy
FATIGUE_FEWEST = 10  # picks before there is a tenth


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


def fatigue(answers: Sequence[RaterAnswer]) -> Fatigue | None:
    """The fatigue of one rater, from the picks of the suite in their order; None under ten picks."""
    rights = [answer.right for answer in answers if answer.role == "item" and answer.right is not None]
    if len(rights) < FATIGUE_FEWEST:
        return None
    tenth = ceil(len(rights) / 10)
    before, last = rights[:-tenth], rights[-tenth:]
    # Ties count half in the shares; for the chance only whole hits are counted.
    hits, late = sum(right == 1 for right in rights), sum(right == 1 for right in last)
    chance = _at_most(late, len(rights), hits, tenth)
    return Fatigue(100 * sum(before) / len(before), 100 * sum(last) / len(last), len(rights), tenth, chance)


def last_tenth(answers: Sequence[RaterAnswer]) -> frozenset[tuple[str, str]]:
    """Card and question of the last tenth of a rater's picks: what the comparison without them leaves out."""
    picks = [(one.card, one.question) for one in answers if one.role == "item" and one.right is not None]
    return frozenset(picks[-ceil(len(picks) / 10) :]) if len(picks) >= FATIGUE_FEWEST else frozenset()


def _at_most(late: int, picks: int, hits: int, tenth: int) -> float:
    """Hypergeometric: at most `late` of the hits among the last `tenth` of the picks."""
    ways = sum(comb(hits, k) * comb(picks - hits, tenth - k) for k in range(late + 1) if tenth - k <= picks - hits)
    return ways / comb(picks, tenth)


# All of it for one rater.


@dataclass(frozen=True, slots=True)
class RaterQuality:
    """One rater. `dealt` is None where answers came without packets, so that nobody knows what is missing."""

    name: str
    answered: int  # cards
    dealt: int | None
    timing: Timing
    monotony: Monotony | None
    repetition: Repetition | None
    attention: Estimate
    generic: Estimate
    self_control: Estimate
    picks: Estimate
    fatigue: Fatigue | None
    comments: int
    recognised: int
    optional: Mapping[str, int] = field(default_factory=dict)  # question that may be left out: cards it was answered on
    hours: float | None = None  # of the person's material, as the rater says
    closeness: str | None = None  # to the person
    whole_minutes: float | None = None  # from start to finish, breaks and everything around the cards included

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
    name: str, answers: Sequence[RaterAnswer], shares: Mapping[str, Mapping[Answer, float]], dealt: int | None = None
) -> RaterQuality:
    """The quality of one rater from the answers in their order; `shares` as `pooled_shares` gives them."""
    cards = cards_in_order(answers)
    return RaterQuality(
        name,
        answered=len(cards),
        dealt=dealt,
        timing=timing(cards),
        monotony=monotony(answers, shares),
        repetition=repetition(answers, shares),
        attention=share_right(answers, "attention"),
        generic=share_right(answers, "generic"),
        self_control=share_right(answers, "self"),
        picks=share_right(answers, "item"),
        fatigue=fatigue(answers),
        comments=sum(any(one.comment.strip() for one in shown) for shown in cards.values()),
        recognised=sum(any(one.recognised for one in shown) for shown in cards.values()),
        optional=_optional(cards.values()),
    )


def _optional(cards: Iterable[Sequence[RaterAnswer]]) -> dict[str, int]:
    """On how many cards each question that may be left out was answered."""
    found: Counter[str] = Counter()
    for shown in cards:
        found.update({one.optional for one in shown if one.optional and one.given not in (None, "")})
    return dict(found)
