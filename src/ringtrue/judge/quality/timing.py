"""How long a rater took: minutes in all, seconds a card, and cards answered faster than anybody reads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from ringtrue.judge.quality.seen import Seen

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


def timing(cards: Mapping[str, Sequence[Seen]]) -> Timing:
    """The time of one rater. A card's time is that of its last answer, because each counts from the card's showing."""
    taken = [(seconds, _words(answers)) for answers in cards.values() if (seconds := _longest(answers)) is not None]
    if not taken:
        return Timing(None, None, 0, 0, None)
    total = sum(seconds for seconds, _ in taken)
    hasty = sum(words > FASTEST * seconds for seconds, words in taken)
    return Timing(total / 60.0, median(seconds for seconds, _ in taken), len(taken), hasty, _hidden(cards))


def _longest(answers: Sequence[Seen]) -> float | None:
    return max((answer.seconds for answer in answers if answer.seconds is not None), default=None)


def _words(answers: Sequence[Seen]) -> int:
    return max(answer.words for answer in answers)


def _hidden(cards: Mapping[str, Sequence[Seen]]) -> float | None:
    both = [
        (answer.seconds, answer.visible_seconds)
        for answers in cards.values()
        for answer in answers
        if answer.seconds is not None and answer.visible_seconds is not None
    ]
    total = sum(seconds for seconds, _ in both)
    return 1.0 - min(1.0, sum(seen for _, seen in both) / total) if total > 0 else None
