"""The instrument: yardsticks built when first needed (a cache), replies compared with them, estimates computed."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log
from statistics import median

import numpy as np
from scipy.special import expit

from ringtrue.stats.arrays import Array, Codes
from ringtrue.voice.lineup import Lineup, VoiceMaterial
from ringtrue.voice.result import Headline, Sources, VoiceEstimate
from ringtrue.voice.texts import Text, has_word, word_count
from ringtrue.voice.yardstick import SETS, Group, Place, Resampling, Yardstick, impostor_sets, place, standing

# A set of replies held against the yardstick of its length, or the reason why it is not.


_SHORTEST, _LONGEST, _STEP = 20, 400, 1.25  # lengths at which floor and ceiling are measured, a geometric grid


@dataclass(frozen=True, slots=True)
class Replies:
    """The replies that contain a word, in an order of their own, and the number each had in the list given."""

    texts: Sequence[Text]
    numbers: Sequence[int]
    occasions: Sequence[str] = ()

    @property
    def member(self) -> Codes:
        """The number of the occasion of each reply; all are of one where nothing is known."""
        if not self.occasions:
            return np.zeros(len(self.texts), dtype=np.int64)
        return np.unique(list(self.occasions), return_inverse=True)[1].astype(np.int64)

    @property
    def length(self) -> int:
        """The length on the grid nearest to the typical reply."""
        within = min(max(median(map(len, self.texts)), _SHORTEST), _LONGEST)
        return round(_SHORTEST * _STEP ** round(log(within / _SHORTEST, _STEP)))


@dataclass(frozen=True, slots=True)
class Probe:
    """Replies with their scores and the instrument's AUC for sets like this one.

    `scores` are against all of the person's text, `even` against as much of it as held-out text is compared with.
    """

    replies: Replies
    yardstick: Yardstick
    scores: Array
    even: Group
    auc: float | None

    @property
    def mean(self) -> float:
        """The pooled score."""
        return float(np.mean(self.scores))


def read_replies(replies: Sequence[str], occasions: Sequence[str] | None = None) -> Replies:
    """Read the replies; sorting them makes every number independent of their order to the last digit."""
    if isinstance(replies, str):
        raise ValueError("replies must be a list of texts, not one text")
    if occasions is not None and len(occasions) != len(replies):
        raise ValueError(f"{len(occasions)} occasions for {len(replies)} replies; name one for each reply")
    given = ((number, Text.read(reply)) for number, reply in enumerate(replies))
    read = [(text.tokens, text.raw, number, text) for number, text in given if has_word(text)]
    read.sort(key=lambda entry: entry[:3])
    numbers = [entry[2] for entry in read]
    known = [occasions[number] for number in numbers] if occasions else ()
    return Replies([entry[3] for entry in read], numbers, known)


# How well the instrument tells this person from impostors at a given number of replies, tried on held-out text.


LIMIT = 0.80
_MORE_REPLIES = (8, 12, 16, 24, 32, 48, 64, 96)


def set_auc(yardstick: Yardstick, replies: int, seed: int) -> float:
    """How often a set of the person's held-out passages scores above an impostor's set of the same size.

    Sets are drawn with replacement from the passages of one writer, every impostor as often as any other.
    """
    rng = np.random.default_rng(seed)
    own = rng.choice(yardstick.ceiling.scores, size=(SETS, replies)).mean(axis=1)
    foreign = np.sort(impostor_sets(yardstick.floor, replies, rng))
    below = np.searchsorted(foreign, own, "left") + np.searchsorted(foreign, own, "right")
    return float(below.mean() / (2 * SETS))


def replies_that_suffice(yardstick: Yardstick, replies: int, seed: int) -> int | None:
    """The smallest number of replies of this length, more than given, at which the gate would open; None if none."""
    more = (number for number in _MORE_REPLIES if number > replies)
    return next((number for number in more if set_auc(yardstick, number, seed) >= LIMIT), None)


# From the pooled score of a set of replies to log-odds, on a scale fixed in advance.


# Measured once on half of the speakers of public debates (benchmarks/voice.py --speakers tune), never on the person
# at hand, so that log-odds of different persons can be compared.
_STEP_odds = 1.73  # distance of own and foreign scores for texts of a hundred tokens
_GROWTH = 0.165  # power of the length with which that distance grows
_WITHIN = 0.77  # standard deviation between replies of one writer
_BETWEEN = 0.60  # standard deviation between writers, which no number of replies takes away
_LENGTH = 100.0
_USUAL_CEILING = 2.3  # mean score of held-out passages of a hundred tokens
_TRUST = 0.4  # share of a person's own ceiling in what is expected of that person; the rest is the usual one
_HIGHEST = 3.0  # times the usual ceiling, above which a person's own is taken as that


def log_odds(mean: float, replies: int, length: int, ceiling: float | None = None) -> float:
    """Log-odds, at even prior odds, that `replies` texts of `length` tokens with this mean score are the person's.

    Own and foreign sets are taken as normal with one variance s² = between² + within²/n and means d apart, foreign
    ones at 0; d grows with a power of the length. Then log-odds = d/s² (mean - d/2). The person's own `ceiling` says
    how far apart this person is from others: scores of a distinctive person are scaled down a little, and of an
    inconspicuous one up.
    """
    growth = float((length / _LENGTH) ** _GROWTH)
    if ceiling is not None:
        relative = min(max(ceiling / (_USUAL_CEILING * growth), 0.0), _HIGHEST)
        mean /= 1.0 + _TRUST * (relative - 1.0)
    step = _STEP_odds * growth
    variance = _BETWEEN**2 + _WITHIN**2 / replies
    return step / variance * (mean - step / 2)


# Why there is no number, and what would suffice.


FEWEST_REPLIES = 8
FEWEST_WORDS = 800
FEWEST_HELD_OUT = 4  # passages of the person's own text, to have a ceiling at all


def too_little(replies: Sequence[Text]) -> str | None:
    """A reason where there are too few replies or words, else None."""
    words = sum(map(word_count, replies))
    if len(replies) >= FEWEST_REPLIES and words >= FEWEST_WORDS:
        return None
    return (
        f"not enough material: {len(replies)} replies with {words} words; "
        f"at least {FEWEST_REPLIES} replies and {FEWEST_WORDS} words would be needed"
    )


def not_told_apart(yardstick: Yardstick, auc: float | None, replies: int, length: int, seed: int) -> str:
    """The reason where the instrument cannot tell this person from impostors."""
    if auc is None:
        return (
            f"not enough material: the person's own texts give {yardstick.ceiling.scores.size} held-out passages of "
            f"{length} tokens; at least {FEWEST_HELD_OUT} would be needed"
        )
    enough = replies_that_suffice(yardstick, replies, seed)
    cure = f"about {enough} replies of this length would be enough" if enough else "more texts of the person are needed"
    return (
        f"not enough material: on held-out text of this length and number the instrument tells the person from "
        f"impostors with AUC {auc:.2f}, below {LIMIT:.2f}; {cure}"
    )


def no_position(held_out: int) -> str:
    """The reason where there are odds but no place between floor and ceiling."""
    if held_out < FEWEST_HELD_OUT:
        return f"no ceiling: {held_out} held-out passages of the person's own text, {FEWEST_HELD_OUT} would be needed"
    return "the person's own held-out text does not score above the impostors'"


# The headline, and what makes a number too doubtful to be shown.


_TAIL = 0.025  # of sets: what fewer reach is taken as ruled out
WIDEST = 3.0  # a place that may be anywhere in so wide an interval is not given


def headline(closer_than: float, as_close_as: float, likelihood: float | None) -> Headline:
    """In one word: who can be ruled out, impostors or the person."""
    impostor, person = closer_than < 1 - _TAIL, as_close_as > _TAIL
    if person and not impostor:
        return "theirs" if likelihood is None or likelihood > 0.5 else "inconclusive"
    if person:
        return "inconclusive"
    return "not theirs" if impostor else "near"


# Whether the background is of the person's genre. Held-out text of debate speakers lies at most 4.7 from a background
# made of other speakers (tuning speakers at most 4.1); that of novels, letters, memos, broadcasts and model-written
# answers at least 6.5, and there everybody of the genre looks like the person (benchmarks/voice_genres.py).
_GENRE_LENGTH = 119  # tokens
_FARTHEST = 5.0


class Instrument:
    """Material with its lineup, and a yardstick for every length that was asked for."""

    def __init__(self, material: VoiceMaterial) -> None:
        """Compare everybody with everybody once, unless the material is refused."""
        self.material = material
        self._lineup = None if material.refusal else material.lineup()
        self._yardsticks: dict[int, Yardstick] = {}

    @property
    def lineup(self) -> Lineup:
        """Person and impostors side by side; only where the material is not refused."""
        if self._lineup is None:
            raise ValueError(f"there is no lineup: {self.material.refusal}")
        return self._lineup

    @cached_property
    def sources(self) -> Sources:
        """The person's documents, ready to be searched."""
        return Sources(self.material.own)

    @cached_property
    def other_genre(self) -> str | None:
        """Why nothing can be concluded from the background: it is of another genre than the person's texts."""
        known = self.material.background
        if known is None or self.material.refusal:
            return None
        own = self.yardstick(_GENRE_LENGTH).ceiling
        if own.scores.size < FEWEST_HELD_OUT or own.mean <= _FARTHEST:
            return None
        return (
            f"the background is of another genre: the person's own held-out text lies {own.mean:.1f} from its "
            f"{known.writers} writers, more than the {_FARTHEST:.1f} that they lie from each other, so that anybody "
            f"of the person's genre would look like the person; give texts of people who write or speak in the same "
            f"setting"
        )

    def yardstick(self, length: int) -> Yardstick:
        """Floor and ceiling at this length."""
        if length not in self._yardsticks:
            self._yardsticks[length] = Yardstick(self.lineup, self.material.folds, length)
        return self._yardsticks[length]

    def probe(self, replies: Replies, gate: bool, seed: int) -> Probe | str:
        """The replies with their scores, or the reason why there are none."""
        refusal = self.material.refusal or (None if replies.texts else "no reply contains a word")
        refusal = refusal or (too_little(replies.texts) if gate else None)
        if refusal:
            return refusal
        if gate and self.other_genre:
            return self.other_genre
        number, length = len(replies.texts), replies.length
        yardstick = self.yardstick(length)
        enough = yardstick.ceiling.scores.size >= FEWEST_HELD_OUT
        auc = set_auc(yardstick, number, seed) if enough else None
        if gate and (auc is None or auc < LIMIT):
            return not_told_apart(yardstick, auc, number, length, seed)
        even = Group(yardstick.even_scores(replies.texts), replies.member)
        return Probe(replies, yardstick, yardstick.scores(replies.texts), even, None if self.other_genre else auc)

    def estimate(self, probe: Probe, how: Resampling) -> VoiceEstimate:
        """Where the replies stand among sets of impostors and of the person, odds, and the place where there is one."""
        replies, yardstick = probe.replies, probe.yardstick
        number, length, held_out = len(replies.texts), replies.length, yardstick.ceiling.scores.size
        ceiling = yardstick.ceiling if held_out >= FEWEST_HELD_OUT else None
        raw = log_odds(probe.mean, number, length, ceiling.mean if ceiling else None)
        sure = self.other_genre is None and (ceiling is not None or self.material.background is None)
        likelihood = float(expit(raw)) if sure else None
        among = standing(probe.even, yardstick.floor, ceiling, how.seed) if ceiling and sure else None
        where = place(probe.even, yardstick.floor, ceiling, how) if ceiling and sure else None
        (value, low, high), reason = _shown(where, self.other_genre or no_position(held_out))
        return VoiceEstimate(
            value,
            low,
            high,
            n=number,
            method=(
                f"{number} replies of about {length} tokens between the floor of {self.material.impostors} and the "
                f"ceiling of {held_out} held-out passages; bootstrap over replies, passages and impostors, widened by "
                f"what occasions differ, the replies as of {probe.even.occasions:.3g}"
            ),
            reason=reason,
            level=how.level,
            raw=raw,
            likelihood=likelihood,
            auc=probe.auc,
            notes=self.material.notes,
            against=self.material.impostors,
            closer_than=among and among[0],
            as_close_as=among and among[1],
            headline=headline(*among, likelihood) if among else "inconclusive",
        )


def _shown(where: Place | None, otherwise: str) -> tuple[tuple[float | None, float | None, float | None], str | None]:
    """The place with its interval, or nothing and the reason."""
    if where is None:
        return (None, None, None), otherwise
    _, low, high = where
    if low is None or high is None or high - low <= WIDEST:
        return where, None
    reason = (
        f"the place may lie anywhere from {low:.1f} to {high:.1f}, wider than {WIDEST:.0f}; more replies from more "
        f"occasions, or more of the person's own text, narrow it"
    )
    return (None, None, None), reason
