"""Paired difference: two sets of replies to the same items, held against one yardstick."""

from collections.abc import Mapping, Sequence

import numpy as np

from ringtrue.stats.arrays import Array
from ringtrue.terms.result import Estimate
from ringtrue.voice.instrument import FEWEST_HELD_OUT, FEWEST_REPLIES, Instrument, Replies
from ringtrue.voice.texts import Text, has_word

_NO_SCALE = "the person's own held-out text does not score above the impostors', so there is no scale"


def paired_difference(
    instrument: Instrument,
    one: Mapping[str, Sequence[str]],
    other: Mapping[str, Sequence[str]],
    *,
    gate: bool = True,
    level: float = 0.95,
) -> Estimate:
    """Which of two sets of replies to the same items is closer to the person, and by how much?

    Result: mean over items of the difference in score, first less second, divided by the distance from floor to
    ceiling at the typical length of all these replies; several replies to an item are averaged. Interval: Student's t
    over items. The yardstick is the same for both, so its error moves the size of a difference but not its sign.
    Not for: whether either set is the person's. Closer is not better where both lie over the ceiling.
    Checked against: the four voices of the sample, each against each, and against themselves.
    """
    paired = [(_read(one[item]), _read(other[item])) for item in sorted(one.keys() & other.keys())]
    paired = [(left, right) for left, right in paired if left and right]
    reason = instrument.material.refusal or _too_few(len(paired), gate) or instrument.other_genre
    if reason:
        return Estimate.absent(reason, n=len(paired))
    length = Replies([text for pair in paired for side in pair for text in side], ()).length
    yardstick = instrument.yardstick(length)
    enough = yardstick.ceiling.scores.size >= FEWEST_HELD_OUT
    apart = yardstick.ceiling.mean - yardstick.floor.mean if enough else 0.0
    if apart <= 0:
        return Estimate.absent(_NO_SCALE, n=len(paired))
    sides = ([pair[side] for pair in paired] for side in (0, 1))
    means = [_by_item(yardstick.even_scores([text for texts in side for text in texts]), side) for side in sides]
    change = (means[0] - means[1]) / apart
    method = (
        f"mean difference over {len(paired)} items answered by both, in distances from {instrument.material.impostors} "
        f"(0) to the person's held-out text (1) at about {length} tokens; Student's t over items"
    )
    value = float(change.mean())
    if change.size < 2:
        return Estimate(value, n=change.size, method=method, reason="one item, so no interval", level=level)
    from scipy.special import stdtrit

    reach = float(stdtrit(change.size - 1, (1 + level) / 2) * change.std(ddof=1) / np.sqrt(change.size))
    return Estimate(value, value - reach, value + reach, change.size, method, level=level)


def _read(replies: Sequence[str]) -> list[Text]:
    """The replies to one item that hold a word."""
    if isinstance(replies, str):
        raise ValueError("the replies to an item must be a list of texts, not one text")
    return [text for text in map(Text.read, replies) if has_word(text)]


def _too_few(items: int, gate: bool) -> str | None:
    fewest = FEWEST_REPLIES if gate else 1
    if items >= fewest:
        return None
    return f"not enough material: {items} items answered by both; at least {fewest} would be needed"


def _by_item(scores: Array, side: Sequence[Sequence[Text]]) -> Array:
    """The mean score of each item's replies."""
    sizes = [len(texts) for texts in side]
    item = np.repeat(np.arange(len(sizes)), sizes)
    return np.asarray(np.bincount(item, scores) / np.array(sizes))
