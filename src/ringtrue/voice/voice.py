"""The instrument: fitted on a person's own texts and on other people's, it says how near replies are to the person."""

from collections.abc import Mapping, Sequence
from math import log
from statistics import median
from typing import Self

from scipy.special import expit

from ringtrue.stats.resample import DEFAULT_REPLICATES, DEFAULT_SEED
from ringtrue.voice.estimate import VoiceEstimate
from ringtrue.voice.lineup import Lineup
from ringtrue.voice.odds import log_odds
from ringtrue.voice.passages import Tokens, folds, tokens, word_count
from ringtrue.voice.trial import LIMIT, position, replies_that_suffice, set_auc
from ringtrue.voice.yardstick import Yardstick

FEWEST_REPLIES = 8
FEWEST_WORDS = 800
FEWEST_OTHERS = 3
_FEWEST_HELD_OUT = 4  # passages of the person's own text, to have a ceiling at all
_FOLDS = 5
_PIECE = 200  # tokens
_SHORTEST, _LONGEST, _STEP = 20, 400, 1.25  # lengths at which floor and ceiling are measured, a geometric grid


class Voice:
    """Are these replies as like the person as the person's own texts are, or only as like as anybody's?

    Result of `score`: 0 where impostors stand, 1 where the person's own held-out text of the same length stands, with
    a bootstrap interval; `raw` and `likelihood` say how probable it is that the replies are the person's.
    Method: words and pairs of words (tf-idf cosine and likelihood ratio), runs of five characters (likelihood ratio)
    and Cosine Delta over 500 frequent words, each normalised by candidate and by probe, added with fixed weights,
    averaged over the replies.
    Not for: one reply, or people with less than a few thousand words: the gate then refuses. It measures wording,
    not truth, and cannot tell a person from somebody who copies the person's sentences. Not for setting persons side
    by side by `value`, whose floor and ceiling are each person's own; `raw` is made for that.
    Checked against: speakers of public debates across events (benchmarks/voice.py), beside two baselines.
    References: Evert et al. 2017, Digital Scholarship in the Humanities 32, ii4-ii16 (Cosine Delta); Koppel & Winter
    2014, JASIST 65, 178-187 (impostors); Auckenthaler et al. 2000, Digital Signal Processing 10, 42-54 (normalising
    by probe).
    """

    def __init__(self, parts: Sequence[list[Tokens]], others: Sequence[list[Tokens]]) -> None:
        """Use `Voice.fit`. `parts` are the person's documents in folds, `others` the impostors' documents."""
        self._parts = parts
        self._others = others
        self._lineup = Lineup(parts, others) if parts and len(others) >= FEWEST_OTHERS else None
        self._yardsticks: dict[int, Yardstick] = {}

    @classmethod
    def fit(cls, own: Sequence[str], others: Mapping[str, Sequence[str]]) -> Self:
        """Learn from the person's documents and from those of at least three other people.

        Documents should be whole (a talk, a letter, an answer): the ceiling is measured on documents held out.
        """
        if isinstance(own, str) or any(isinstance(texts, str) for texts in others.values()):
            raise ValueError("a person's texts must be a list of texts, not one text")
        read = [[tokens(text) for text in texts] for _, texts in sorted(others.items())]
        return cls(folds([tokens(text) for text in own], _FOLDS, _PIECE), [voice for voice in read if any(voice)])

    def score(
        self,
        replies: Sequence[str],
        gate: bool = True,
        *,
        level: float = 0.95,
        replicates: int = DEFAULT_REPLICATES,
        seed: int = DEFAULT_SEED,
    ) -> VoiceEstimate:
        """Where the replies, taken together, lie between impostors and the person.

        With the gate, fewer than 8 replies or 800 words, or an instrument that for this person, at this length and
        number, has an AUC below .80 on held-out text, give no number but the reason and what would suffice.
        """
        if isinstance(replies, str):
            raise ValueError("replies must be a list of texts, not one text")
        read = sorted(text for reply in replies if (text := tokens(reply)))
        refusal = self._unusable(read) or (self._too_little(read) if gate else None)
        if refusal:
            return VoiceEstimate.absent(refusal, n=len(read))
        length = _grid_length(median(map(len, read)))
        yardstick = self._yardstick(length)
        held_out = yardstick.ceiling.size
        auc = set_auc(yardstick, len(read), seed) if held_out >= _FEWEST_HELD_OUT else None
        if gate and (auc is None or auc < LIMIT):
            return VoiceEstimate.absent(_not_enough(yardstick, auc, len(read), length, seed), n=len(read))
        scores = yardstick.scores(read)
        raw = log_odds(float(scores.mean()), len(read), length)
        where = position(yardstick, scores, replicates=replicates, seed=seed, level=level) if auc is not None else None
        value, low, high = where or (None, None, None)
        method = (
            f"{len(read)} replies of about {length} tokens between the floor of {len(self._others)} impostors and the "
            f"ceiling of {held_out} held-out passages; bootstrap over replies, passages and impostors"
        )
        reason = None if where else _no_position(held_out)
        return VoiceEstimate(
            value, low, high, len(read), method, reason, level=level, raw=raw, likelihood=float(expit(raw)), auc=auc
        )

    def _unusable(self, read: Sequence[Tokens]) -> str | None:
        if self._lineup is None:
            return f"needs texts of the person and of at least {FEWEST_OTHERS} others; got {len(self._others)} others"
        return None if read else "no reply contains a word"

    def _too_little(self, read: Sequence[Tokens]) -> str | None:
        words = sum(map(word_count, read))
        if len(read) >= FEWEST_REPLIES and words >= FEWEST_WORDS:
            return None
        return (
            f"not enough material: {len(read)} replies with {words} words; "
            f"at least {FEWEST_REPLIES} replies and {FEWEST_WORDS} words would be needed"
        )

    def _yardstick(self, length: int) -> Yardstick:
        if length not in self._yardsticks:
            assert self._lineup is not None  # noqa: S101 - `_unusable` has refused otherwise
            self._yardsticks[length] = Yardstick(self._lineup, self._parts, self._others, length)
        return self._yardsticks[length]


def _grid_length(typical: float) -> int:
    """The length on the grid nearest to the typical reply."""
    within = min(max(typical, _SHORTEST), _LONGEST)
    return round(_SHORTEST * _STEP ** round(log(within / _SHORTEST, _STEP)))


def _no_position(held_out: int) -> str:
    if held_out < _FEWEST_HELD_OUT:
        return f"no ceiling: {held_out} held-out passages of the person's own text, {_FEWEST_HELD_OUT} would be needed"
    return "the person's own held-out text does not score above the impostors'"


def _not_enough(yardstick: Yardstick, auc: float | None, replies: int, length: int, seed: int) -> str:
    if auc is None:
        return (
            f"not enough material: the person's own texts give {yardstick.ceiling.size} held-out passages of {length} "
            f"tokens; at least {_FEWEST_HELD_OUT} would be needed"
        )
    enough = replies_that_suffice(yardstick, replies, seed)
    cure = f"about {enough} replies of this length would suffice" if enough else "more texts of the person are needed"
    return (
        f"not enough material: on held-out text of this length and number the instrument tells the person from "
        f"impostors with AUC {auc:.2f}, below {LIMIT:.2f}; {cure}"
    )
