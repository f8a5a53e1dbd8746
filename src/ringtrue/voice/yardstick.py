"""Floor and ceiling at one length: what impostors and the person's own held-out passages of that length reach."""

from collections.abc import Sequence

import numpy as np

from ringtrue.stats.arrays import Array
from ringtrue.voice.lineup import Lineup
from ringtrue.voice.panel import WEIGHTS
from ringtrue.voice.passages import passages
from ringtrue.voice.place import Group
from ringtrue.voice.texts import Text

_MOST_PASSAGES = 60  # of one fold at one length
_PRIOR_PEERS = 4.0  # how many impostors' worth of the usual spread is mixed into the spread seen for one text
_LEAST_SPREAD = 0.3  # where impostors all move together, a little apart must not look like very far apart
_WIDE_FLOOR = 1.4  # standard deviation of impostors' scores, seldom above 1.2, from which on the unit grows


class Yardstick:
    """Likeness normalised twice, so that it means the same for every person and every text.

    By candidate: from each reference's column the mean and spread over passages of people who are not that reference
    are taken out (some references are like everybody). By probe: from each text's likeness to the person the mean
    and spread of its likeness to the impostors are taken out (some texts are like everybody). The measures are then
    added with fixed weights. An impostor's passage is never compared with that impostor's own reference, which
    contains it.
    """

    def __init__(self, lineup: Lineup, folds: Sequence[list[Text]], length: int) -> None:
        """Cut everybody's text into passages of this length and compare them all with all references."""
        self._lineup = lineup
        foreign, impostor = lineup.foreign(length)
        # A single fold held out would leave nothing to compare it with.
        held_out = [passages(fold, length, _MOST_PASSAGES) for fold in folds] if len(folds) > 1 else []
        likeness = lineup.likeness(foreign)
        likeness[:, np.arange(impostor.size), lineup.own + 1 + impostor] = np.nan
        self._mean = np.nanmean(likeness, axis=1, keepdims=True)
        self._scale = _inverse(np.nanstd(likeness, axis=1, keepdims=True))
        standard = self._standard(likeness)
        self._usual = np.nanvar(standard[:, :, lineup.own + 1 :], axis=2).mean(axis=1)
        reached = fused(self._against(standard, lineup.own))
        self._zero, self._unit = float(reached.mean()), max(float(reached.std()) / _WIDE_FLOOR, 1.0)
        self.floor = Group(self._placed(reached), impostor)
        parts = [self._scores(texts, fold) for fold, texts in enumerate(held_out)]
        member = np.repeat(np.arange(len(parts)), [part.size for part in parts])
        self.ceiling = Group(np.concatenate([np.zeros(0), *parts]), member)

    def scores(self, texts: Sequence[Text]) -> Array:
        """One number for each text: how much more it is like the person than like the impostors."""
        return self._scores(texts, self._lineup.own)

    def by_measure(self, texts: Sequence[Text]) -> Array:
        """The same before the measures are added: measures x texts, in the order of WEIGHTS."""
        return self._measured(texts, self._lineup.own)

    def _scores(self, texts: Sequence[Text], reference: int) -> Array:
        return self._placed(fused(self._measured(texts, reference))) if texts else np.zeros(0)

    def _placed(self, scores: Array) -> Array:
        """Scores with impostors at 0; one unit is made larger where impostors lie unusually far apart."""
        return (scores - self._zero) / self._unit

    def _measured(self, texts: Sequence[Text], reference: int) -> Array:
        return self._against(self._standard(self._lineup.likeness(self._lineup.count(texts))), reference)

    def _standard(self, likeness: Array) -> Array:
        return np.asarray((likeness - self._mean) * self._scale)

    def _against(self, standard: Array, reference: int) -> Array:
        peers = standard[:, :, self._lineup.own + 1 :]
        seen = np.isfinite(peers).sum(axis=2)
        variance = np.nanvar(peers, axis=2) * seen + _PRIOR_PEERS * self._usual[:, None]
        spread = np.maximum(np.sqrt(variance / (seen + _PRIOR_PEERS)), _LEAST_SPREAD)
        return np.asarray((standard[:, :, reference] - np.nanmean(peers, axis=2)) / spread)


def fused(measures: Array) -> Array:
    """The measures of each text added with their fixed weights."""
    return np.asarray(np.average(measures, axis=0, weights=list(WEIGHTS.values())))


def _inverse(spread: Array) -> Array:
    """1 / spread, and 0 where nothing varies: what does not vary tells nobody apart."""
    return np.where(spread > 1e-12, 1.0 / np.maximum(spread, 1e-12), 0.0)
