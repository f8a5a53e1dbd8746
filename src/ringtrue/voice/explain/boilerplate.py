"""Boilerplate: set pieces that one side repeats from text to text and the other does not."""

from collections.abc import Sequence

import numpy as np

from ringtrue.voice.explain.corpus import OWN, REPLIES, Corpus
from ringtrue.voice.explain.discoveries import FALSE_DISCOVERIES, false_discovery
from ringtrue.voice.explain.finding import Finding
from ringtrue.voice.explain.set_pieces import SetPieces, set_pieces

LEAST_SHARE = 30.0  # of 100 texts of a side that must have it
LEAST_TEXTS = 3
_LEAST_RATIO = 2.0
_SAME = 0.8  # of a piece's texts that its longer form must have to take its place


def boilerplate(corpus: Corpus) -> tuple[list[Finding], int]:
    """Set pieces that differ, and how many were compared.

    All frequent pieces are compared, also those too rare to be shown: choosing the striking ones first and testing
    them afterwards would find some in any two sets of texts.
    """
    groups = list(set_pieces(corpus))
    tests = [group.compared.test[group.compared.testable] for group in groups]
    shares = false_discovery(np.concatenate([np.zeros(0), *tests]))
    ends = np.cumsum([test.size for test in tests])
    found = []
    for group, end, test in zip(groups, ends, tests, strict=True):
        believed = shares[end - test.size : end]
        for gram, share in zip(np.flatnonzero(group.compared.testable).tolist(), believed.tolist(), strict=True):
            if share <= FALSE_DISCOVERIES and _striking(group, gram):
                found.append(_finding(corpus, group, gram, share))
    return _longest(found), int(shares.size)


def _striking(group: SetPieces, gram: int) -> bool:
    """Whether a good part of one side's texts has it, and the other side far less often."""
    compared = group.compared
    count, units = (compared.replies, group.units[1]) if compared.test[gram] > 0 else (compared.own, group.units[0])
    often = count[gram] >= LEAST_TEXTS and 100 * count[gram] >= LEAST_SHARE * units
    return bool(often and abs(np.log(compared.ratio[gram])) >= np.log(_LEAST_RATIO))


def _longest(found: Sequence[Finding]) -> list[Finding]:
    """Without the pieces whose longer form stands in nearly as many texts."""
    kept: list[Finding] = []
    for one in sorted(found, key=lambda one: (-len(one.words), one.words, one.place)):
        if not any(_stands_for(longer, one) for longer in kept):
            kept.append(one)
    return kept


def _stands_for(longer: Finding, one: Finding) -> bool:
    if longer.place != one.place or (longer.z > 0) != (one.z > 0):
        return False
    within = f" {' '.join(one.words)} " in f" {' '.join(longer.words)} "
    return within and max(longer.own, longer.replies) >= _SAME * max(one.own, one.replies)


def _finding(corpus: Corpus, group: SetPieces, gram: int, share: float) -> Finding:
    compared = group.compared
    counts = float(compared.own[gram]), float(compared.replies[gram])
    own, replies = (100 * count / units for count, units in zip(counts, group.units, strict=True))
    spoken = [corpus.total(corpus.sizes, side) for side in (OWN, REPLIES)]
    at = compared.grams.at[compared.grams.which == gram]
    return Finding(
        "boilerplate",
        corpus.spelling(int(at[0]), compared.grams.size),
        "of 100 passages" if group.place == "anywhere" else "of 100 texts",
        own,
        replies,
        None,
        float(compared.ratio[gram]),
        float(compared.z[gram]),
        share,
        1000 * (counts[1] / spoken[1] - counts[0] / spoken[0]),
        group.place,
        at=at,
    )
