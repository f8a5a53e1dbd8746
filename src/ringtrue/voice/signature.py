"""The person's signature: words and pairs used far more than others use them, and whether replies overdo them."""

from dataclasses import dataclass

import numpy as np

from ringtrue.stats.arrays import Array
from ringtrue.voice.counted import Counted
from ringtrue.voice.counts import Codes, Matrix

_MOST_GRAMS = 60
_FEWEST_USES = 4
_LEAST_RATIO = 1.5  # of the person's rate to that of everybody
_PRIOR = 1.0  # uses by everybody mixed in, so that a gram nobody else used is not infinitely distinctive


@dataclass(frozen=True, slots=True)
class Signature:
    """Columns of the signature grams, and how often the person uses each per token of text."""

    columns: Codes
    rates: Array

    def uses(self, texts: Matrix) -> Array:
        """Uses of signature grams per token, one number for each text."""
        tokens = np.maximum(texts.sum(axis=1), 1.0)
        return np.asarray(np.asarray(texts[:, self.columns].sum(axis=1)) / tokens)


def signature(references: Counted, row: int, own: int, most: int = _MOST_GRAMS) -> Signature:
    """The signature of the person in `row`, against the references after row `own`.

    A gram's weight is its uses times the logarithm of how much more the person uses it, so that both frequent and
    distinctive ones are chosen, and rare ones are not; `most` of them.
    """
    uses = np.asarray(references.phrases[[row]].toarray())[0]
    others = np.asarray(references.phrases[own + 1 :].sum(axis=0))
    mine = uses / max(uses.sum(), 1.0)
    usual = (others + _PRIOR * mine) / max(others.sum(), 1.0)
    ratio = mine / np.maximum(usual, 1e-12)
    fit = np.flatnonzero((uses >= _FEWEST_USES) & (ratio >= _LEAST_RATIO))
    best = fit[np.argsort(-uses[fit] * np.log(ratio[fit]), kind="stable")[:most]]
    return Signature(best.astype(np.int64), mine[best])
