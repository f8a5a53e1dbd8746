"""What makes a high score suspicious: too much of the person, or the person's own sentences."""

from collections.abc import Iterator, Sequence

import numpy as np

from ringtrue.stats.arrays import Array
from ringtrue.stats.resample import DEFAULT_SEED, bootstrap_sums
from ringtrue.terms import Estimate
from ringtrue.voice.counts import Matrix
from ringtrue.voice.lineup import Lineup
from ringtrue.voice.overlaps import Overlap
from ringtrue.voice.passages import passages
from ringtrue.voice.probe import Replies
from ringtrue.voice.reading import Flag
from ringtrue.voice.signature import signature
from ringtrue.voice.texts import Text, word_count

# Own text of the tuning speakers of debates, from other events: at most 17 % of it (moderators' formulas) stands in
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


def caricature(estimate: Estimate, overuse: Flag | None) -> Iterator[Flag]:
    """Over the ceiling beyond doubt, or signature words overdone."""
    if estimate.low is not None and estimate.low > 1.0:
        yield Flag(
            "caricature",
            f"more like the person than the person's own held-out text: {estimate.value:.2f}, at least "
            f"{estimate.low:.2f}; an exaggerated imitation or copied sentences score like this",
        )
    if overuse:
        yield overuse


def overuse(lineup: Lineup, folds: Sequence[list[Text]], replies: Replies) -> Flag | None:
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
    return Flag(
        "caricature",
        f"the person's distinctive words are overdone: {given.mean():.1%} of the wording, against {own.mean():.1%} in "
        f"the person's own held-out text",
        named,
    )


def _tics(lineup: Lineup, counted: Matrix) -> Flag | None:
    """Single signature words each far over the person's own rate, though all of them together are not.

    A word counts where it stands in a good share of the replies, at more than OVERDONE times the person's rate with
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
    return Flag(
        "caricature",
        f"{overdone.size} of the person's own words and phrases are used more than {OVERDONE:.0f} times as often "
        "as the person uses them",
        named,
    )


def copying(overlaps: Sequence[Overlap], replies: Replies) -> Flag | None:
    """Does a fifth or more of the replies stand word for word in the sources?"""
    words = sum(map(word_count, replies.texts))
    copied = sum(overlap.words for overlap in overlaps)
    if not words or copied < COPIED * words:
        return None
    longest = sorted(overlaps, key=lambda overlap: -overlap.words)[:_EXAMPLES]
    return Flag(
        "copying",
        f"{copied / words:.0%} of the words stand in runs of eight or more taken word for word from the sources",
        tuple(overlap.text for overlap in longest),
    )


def all_alike(spread: Estimate) -> Flag | None:
    """Do the replies vary clearly less than the person does?"""
    if spread.value is None or spread.high is None or spread.high >= ALIKE:
        return None
    return Flag("all alike", f"the replies vary {spread.value:.2f} times as much as the person's own passages do")


def _least_ratio(given: Array, own: Array) -> float:
    """The lower end of a 95 % bootstrap interval of the odds ratio; for rare words that is the ratio of rates."""
    rng = np.random.default_rng(DEFAULT_SEED)
    top = bootstrap_sums(given[:, None], _REPLICATES, rng)[:, 0] / given.size
    bottom = bootstrap_sums(own[:, None], _REPLICATES, rng)[:, 0] / own.size
    return float(np.quantile(_odds(top) / np.maximum(_odds(bottom), 1e-12), 0.025))


def _odds(rate: Array) -> Array:
    return np.asarray(rate / np.maximum(1.0 - rate, 1e-9))
