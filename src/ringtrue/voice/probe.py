"""A set of replies held against the yardstick of its length, or the reason why it is not."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from statistics import median

import numpy as np

from ringtrue.stats.arrays import Array
from ringtrue.voice.texts import Text, has_word
from ringtrue.voice.yardstick import Yardstick

_SHORTEST, _LONGEST, _STEP = 20, 400, 1.25  # lengths at which floor and ceiling are measured, a geometric grid


@dataclass(frozen=True, slots=True)
class Replies:
    """The replies that contain a word, in an order of their own, and the number each had in the list given."""

    texts: Sequence[Text]
    numbers: Sequence[int]

    @property
    def length(self) -> int:
        """The length on the grid nearest to the typical reply."""
        within = min(max(median(map(len, self.texts)), _SHORTEST), _LONGEST)
        return round(_SHORTEST * _STEP ** round(log(within / _SHORTEST, _STEP)))


@dataclass(frozen=True, slots=True)
class Probe:
    """Replies with their scores and the instrument's AUC for sets like this one."""

    replies: Replies
    yardstick: Yardstick
    scores: Array
    auc: float | None

    @property
    def mean(self) -> float:
        """The pooled score."""
        return float(np.mean(self.scores))


def read_replies(replies: Sequence[str]) -> Replies:
    """Read the replies; sorting them makes every number independent of their order to the last digit."""
    if isinstance(replies, str):
        raise ValueError("replies must be a list of texts, not one text")
    given = ((number, Text.read(reply)) for number, reply in enumerate(replies))
    read = [(text.tokens, text.raw, number, text) for number, text in given if has_word(text)]
    read.sort(key=lambda entry: entry[:3])
    return Replies([entry[3] for entry in read], [entry[2] for entry in read])
