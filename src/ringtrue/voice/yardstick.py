"""Floor and ceiling at one length: what impostors and the person's own held-out passages of that length reach."""

from collections.abc import Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from ringtrue.stats.arrays import Array
from ringtrue.voice.lineup import WEIGHTS, Lineup
from ringtrue.voice.passages import Tokens, passages

_MOST_PASSAGES = 60  # of one person at one length
_PRIOR_PEERS = 4.0  # how many impostors' worth of the usual spread is mixed into the spread seen for one text


class Yardstick:
    """Likeness normalised twice, so that it means the same for every person and every text.

    By candidate: from each reference's column the mean and spread over passages of people who are not that reference
    are taken out (some references are like everybody). By probe: from each text's likeness to the person the mean
    and spread of its likeness to the impostors are taken out (some texts are like everybody). The measures are then
    added with fixed weights. An impostor's passage is never compared with that impostor's own reference, which
    contains it.
    """

    def __init__(self, lineup: Lineup, folds: Sequence[list[Tokens]], others: Sequence[list[Tokens]], length: int):
        """Cut everybody's text into passages of this length and compare them all with all references."""
        self._lineup = lineup
        peers = [passages(voice, length, _MOST_PASSAGES) or [list(chain(*voice))] for voice in others]
        # A single fold held out would leave nothing to compare it with.
        held_out = [passages(fold, length, _MOST_PASSAGES) for fold in folds] if len(folds) > 1 else []
        self.impostor: NDArray[np.int64] = np.repeat(np.arange(len(peers)), [len(voice) for voice in peers])
        likeness = lineup.likeness([passage for voice in peers for passage in voice])
        likeness[:, np.arange(self.impostor.size), lineup.own + 1 + self.impostor] = np.nan
        self._mean = np.nanmean(likeness, axis=1, keepdims=True)
        self._scale = _inverse(np.nanstd(likeness, axis=1, keepdims=True))
        standard = self._standard(likeness)
        self._usual = np.nanvar(standard[:, :, lineup.own + 1 :], axis=2).mean(axis=1)
        self.floor: Array = self._against(standard, lineup.own)
        parts = [self._held_out(fold, texts) for fold, texts in enumerate(held_out) if texts]
        self.ceiling: Array = np.concatenate(parts) if parts else np.zeros(0)

    def scores(self, texts: Sequence[Tokens]) -> Array:
        """One number for each text: how much more it is like the person than like the impostors."""
        return self._against(self._standard(self._lineup.likeness(texts)), self._lineup.own)

    def _held_out(self, fold: int, texts: Sequence[Tokens]) -> Array:
        return self._against(self._standard(self._lineup.likeness(texts)), fold)

    def _standard(self, likeness: Array) -> Array:
        return np.asarray((likeness - self._mean) * self._scale)

    def _against(self, standard: Array, reference: int) -> Array:
        peers = standard[:, :, self._lineup.own + 1 :]
        seen = np.isfinite(peers).sum(axis=2)
        variance = np.nanvar(peers, axis=2) * seen + _PRIOR_PEERS * self._usual[:, None]
        spread = np.sqrt(variance / (seen + _PRIOR_PEERS))
        apart = (standard[:, :, reference] - np.nanmean(peers, axis=2)) * _inverse(spread)
        return np.asarray(np.average(apart, axis=0, weights=WEIGHTS))


def _inverse(spread: Array) -> Array:
    """1 / spread, and 0 where nothing varies: what does not vary tells nobody apart."""
    return np.where(spread > 1e-12, 1.0 / np.maximum(spread, 1e-12), 0.0)
