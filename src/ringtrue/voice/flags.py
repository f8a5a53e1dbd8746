"""Flags that make a high score suspicious: caricature, copied sentences, replies all alike."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ringtrue.stats.arrays import Array
from ringtrue.stats.resampling import DEFAULT_SEED, bootstrap_sums
from ringtrue.terms.result import Estimate
from ringtrue.voice.instrument import Replies
from ringtrue.voice.lineup import Lineup
from ringtrue.voice.ngrams import Codes, Matrix, TextCounts
from ringtrue.voice.result import Overlap, VoiceFlag
from ringtrue.voice.texts import Text, passages, word_count

# The person's signature: words and pairs used far more than others use them, and whether replies overdo them.


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


def signature(references: TextCounts, row: int, own: int, most: int = _MOST_GRAMS) -> Signature:
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


# Own text of the tuning speakers of debates, from other events: at most 17 % of it (moderators' formulas) is in
# their references, the lower end for signature words passes 2 in one set of a hundred, and the upper end for the spread
# is never below 0.91.
COPIED = 0.20
OVERUSED = 2.0
ALIKE = 0.85
OVERDONE = 2.0  # times the person's own rate of one word
FEWEST_TICS = 3
_MOST_TICS = 200
_SURE = 3.0  # standard deviations
_SHARE = 0.15  # of the replies
_REPLICATES = 1000
_EXAMPLES = 5


def caricature(estimate: Estimate, overuse: VoiceFlag | None) -> Iterator[VoiceFlag]:
    """Over the ceiling beyond doubt, or signature words overdone."""
    if estimate.low is not None and estimate.low > 1.0:
        yield VoiceFlag(
            "caricature",
            f"more like the person than the person's own held-out text: {estimate.value:.2f}, at least "
            f"{estimate.low:.2f}; an exaggerated imitation or copied sentences score like this",
        )
    if overuse:
        yield overuse


def overuse(lineup: Lineup, folds: Sequence[list[Text]], replies: Replies) -> VoiceFlag | None:
    """Are the person's distinctive words and pairs used well above the person's own rate in held-out passages?"""
    references = lineup.panel.references
    whole = signature(references, lineup.own, lineup.own)
    if not whole.columns.size:
        return None
    counted = lineup.grams(replies.texts)
    held_out = [
        signature(references, fold, lineup.own).uses(lineup.grams(cut))
        for fold, texts in enumerate(folds)
        if len(folds) > 1 and (cut := passages(texts, replies.length))
    ]
    own = np.concatenate([np.zeros(0), *held_out])
    given = whole.uses(counted)
    if own.size < 2 or given.size < 2 or own.mean() <= 0:
        return None
    if _least_ratio(given, own) <= OVERUSED:
        return _tics(lineup, counted)
    rates = np.asarray(counted.sum(axis=0))[whole.columns] / max(float(counted.sum()), 1.0)
    most = np.argsort(-(rates - whole.rates), kind="stable")[:_EXAMPLES]
    named = tuple(lineup.gram_name(int(whole.columns[place])) for place in most if rates[place] > whole.rates[place])
    return VoiceFlag(
        "caricature",
        f"the person's distinctive words are overdone: {given.mean():.1%} of the wording, against {own.mean():.1%} in "
        f"the person's own held-out text",
        named,
    )


def _tics(lineup: Lineup, counted: Matrix) -> VoiceFlag | None:
    """Single signature words each far over the person's own rate, though all of them together are not.

    A word counts where it is in a good share of the replies, at more than OVERDONE times the person's rate with
    that much to spare (a normal bound of the Poisson count): a subject makes one or two such words, a tic many.
    """
    whole = signature(lineup.panel.references, lineup.own, lineup.own, _MOST_TICS)
    tokens = max(float(counted.sum()), 1.0)
    used = counted[:, whole.columns]
    uses = np.asarray(used.sum(axis=0))
    expected = OVERDONE * whole.rates * tokens
    spread = np.asarray((used > 0).sum(axis=0)) / counted.shape[0]
    overdone = np.flatnonzero((uses - _SURE * np.sqrt(uses) > expected) & (spread >= _SHARE))
    if overdone.size < FEWEST_TICS:
        return None
    most = overdone[np.argsort(-(uses / expected)[overdone], kind="stable")]
    names = (lineup.gram_name(int(whole.columns[place])) for place in most)
    named = tuple(name for name in names if name[0].isalnum())[:_EXAMPLES]  # ". one" is counted, but says little
    return VoiceFlag(
        "caricature",
        f"{overdone.size} of the person's own words and phrases are used more than {OVERDONE:.0f} times as often "
        "as the person uses them",
        named,
    )


def copying(overlaps: Sequence[Overlap], replies: Replies) -> VoiceFlag | None:
    """Does a fifth or more of the replies stand word for word in the sources?"""
    words = sum(map(word_count, replies.texts))
    copied = sum(overlap.words for overlap in overlaps)
    if not words or copied < COPIED * words:
        return None
    longest = sorted(overlaps, key=lambda overlap: -overlap.words)[:_EXAMPLES]
    return VoiceFlag(
        "copying",
        f"{copied / words:.0%} of the words are in runs of eight or more copied word for word from the sources",
        tuple(overlap.text for overlap in longest),
    )


def all_alike(spread: Estimate) -> VoiceFlag | None:
    """Do the replies vary clearly less than the person does?"""
    if spread.value is None or spread.high is None or spread.high >= ALIKE:
        return None
    return VoiceFlag("all alike", f"the replies vary {spread.value:.2f} times as much as the person's own passages do")


def _least_ratio(given: Array, own: Array) -> float:
    """The lower end of a 95 % bootstrap interval of the odds ratio; for rare words that is the ratio of rates."""
    rng = np.random.default_rng(DEFAULT_SEED)
    top = bootstrap_sums(given[:, None], _REPLICATES, rng)[:, 0] / given.size
    bottom = bootstrap_sums(own[:, None], _REPLICATES, rng)[:, 0] / own.size
    return float(np.quantile(_odds(top) / np.maximum(_odds(bottom), 1e-12), 0.025))


def _odds(rate: Array) -> Array:
    return np.asarray(rate / np.maximum(1.0 - rate, 1e-9))


# How much texts vary among themselves, against how much the person's own passages do.


FEWEST_TEXTS = 3


def variety(replies: Matrix, own: Matrix, level: float) -> Estimate:
    """Mean distance (1 - cosine) of two replies, divided by that of two of the person's own passages.

    Rows are vectors of length one. The interval is a jackknife over replies and over passages, on the logarithm.
    """
    if replies.shape[0] < FEWEST_TEXTS or own.shape[0] < FEWEST_TEXTS:
        fewest = min(replies.shape[0], own.shape[0])
        return Estimate.absent(f"{FEWEST_TEXTS} replies and as many own passages would be needed, got {fewest}")
    (among, without), (usual, without_own) = _distances(replies), _distances(own)
    method = f"distance of wording between {replies.shape[0]} replies against {own.shape[0]} own passages; jackknife"
    if usual <= 0:
        return Estimate.absent("the person's own passages are all the same", n=replies.shape[0], method=method)
    ratio = among / usual
    if among <= 1e-9:
        return Estimate(0.0, 0.0, 0.0, replies.shape[0], method, "all replies are the same", level=level)
    from scipy.special import ndtri

    error = np.sqrt(_jackknife_variance(np.log(np.maximum(without, 1e-12))) + _jackknife_variance(np.log(without_own)))
    reach = float(np.exp(ndtri((1 + level) / 2) * error))
    return Estimate(ratio, ratio / reach, ratio * reach, replies.shape[0], method, level=level)


def _distances(vectors: Matrix) -> tuple[float, Array]:
    """Mean distance over all pairs, and the same with each text left out."""
    n = vectors.shape[0]
    total = np.asarray(vectors.sum(axis=0)).ravel()
    norm = np.asarray(vectors.multiply(vectors).sum(axis=1)).ravel()
    whole = float(total @ total)
    pairs = (whole - norm.sum()) / (n * (n - 1))
    rest = whole - 2 * np.asarray(vectors @ total).ravel() + norm
    without = (rest - (norm.sum() - norm)) / ((n - 1) * (n - 2))
    return max(1.0 - float(pairs), 0.0), np.maximum(1.0 - without, 1e-12)


def _jackknife_variance(without: Array) -> float:
    n = without.size
    return float((n - 1) / n * ((without - without.mean()) ** 2).sum())
