"""How well the instrument tells this person from impostors at a given number of replies, tried on held-out text."""

import numpy as np

from ringtrue.voice.yardstick import Yardstick

LIMIT = 0.80
_SETS = 1000
_MORE_REPLIES = (8, 12, 16, 24, 32, 48, 64, 96)


def set_auc(yardstick: Yardstick, replies: int, seed: int) -> float:
    """How often a set of the person's held-out passages scores above an impostor's set of the same size.

    Sets are drawn with replacement from the passages of one writer, every impostor as often as any other.
    """
    rng = np.random.default_rng(seed)
    own = rng.choice(yardstick.ceiling.scores, size=(_SETS, replies)).mean(axis=1)
    count = np.bincount(yardstick.floor.member)
    start = np.cumsum(count) - count
    present = np.flatnonzero(count)
    who = rng.choice(present, size=(_SETS, 1))
    drawn = start[who] + np.floor(rng.random((_SETS, replies)) * count[who]).astype(np.int64)
    foreign = np.sort(yardstick.floor.scores[drawn].mean(axis=1))
    below = np.searchsorted(foreign, own, "left") + np.searchsorted(foreign, own, "right")
    return float(below.mean() / (2 * _SETS))


def replies_that_suffice(yardstick: Yardstick, replies: int, seed: int) -> int | None:
    """The smallest number of replies of this length, more than given, at which the gate would open; None if none."""
    more = (number for number in _MORE_REPLIES if number > replies)
    return next((number for number in more if set_auc(yardstick, number, seed) >= LIMIT), None)
