"""Words, phrases and sentence openers that the replies have more or less of."""

from collections.abc import Sequence

import numpy as np

from ringtrue.voice.explain.contrast import Contrast, contrast
from ringtrue.voice.explain.corpus import OTHERS, OWN, REPLIES, Corpus, Ints
from ringtrue.voice.explain.discoveries import FALSE_DISCOVERIES, false_discovery
from ringtrue.voice.explain.finding import Finding
from ringtrue.voice.explain.grams import Grams, longer, words
from ringtrue.voice.explain.spread import topic_bound
from ringtrue.voice.explain.usage import Kind

LONGEST_PHRASE = 3
LEAST_RATIO = 1.25  # smaller differences, however sure, are nothing to act upon


def wordings(corpus: Corpus) -> tuple[list[Finding], int]:
    """Words and phrases of up to three words that differ, and how many were compared."""
    return _believed(corpus, _up_to(corpus, words(corpus)), corpus.sizes, "anywhere")


def openers(corpus: Corpus) -> tuple[list[Finding], int]:
    """First words of sentences that differ, and how many were compared."""
    sentences = np.array([len(piece.sentences) for piece in corpus.passages], dtype=np.int64)
    return _believed(corpus, _up_to(corpus, words(corpus, corpus.opening)), sentences, "sentence start")


def _up_to(corpus: Corpus, single: Grams) -> list[Grams]:
    found = [single]
    while found[-1].size < LONGEST_PHRASE:
        found.append(longer(corpus, found[-1]))
    return found


def _believed(corpus: Corpus, grams: Sequence[Grams], base: Ints, place: str) -> tuple[list[Finding], int]:
    compared = [contrast(corpus, of_size, base) for of_size in grams if of_size.number]
    if not compared:
        return [], 0
    shares = false_discovery(np.concatenate([one.test[one.testable] for one in compared]))
    found: list[Finding] = []
    before = 0
    for one in compared:
        share = np.ones(one.z.size)
        tested = int(one.testable.sum())
        share[one.testable] = shares[before : before + tested]
        before += tested
        clear = (share <= FALSE_DISCOVERIES) & (np.abs(np.log(one.ratio)) >= np.log(LEAST_RATIO))
        chosen = np.flatnonzero(clear).tolist()
        found.extend(_finding(corpus, one, base, gram, float(share[gram]), place) for gram in chosen)
    return found, before


def _finding(corpus: Corpus, one: Contrast, base: Ints, gram: int, share: float, place: str) -> Finding:
    opener = place == "sentence start"
    per = 100.0 if opener else 1000.0
    totals = [corpus.total(base, side) for side in (OWN, REPLIES, OTHERS)]
    counts = [float(side[gram]) for side in (one.own, one.replies, one.others)]
    own, replies, others = (per * count / max(total, 1.0) for count, total in zip(counts, totals, strict=True))
    at = one.grams.at[one.grams.which == gram]
    spoken = [corpus.total(corpus.sizes, side) for side in (OWN, REPLIES)]
    kind: Kind = "opener" if opener else "word" if one.grams.size == 1 else "phrase"
    return Finding(
        kind,
        corpus.spelling(int(at[0]), one.grams.size),
        "of 100 sentences" if opener else "per 1,000 words",
        own,
        replies,
        others if totals[OTHERS] else None,
        float(one.ratio[gram]),
        float(one.z[gram]),
        share,
        1000 * (counts[REPLIES] / spoken[REPLIES] - counts[OWN] / spoken[OWN]),
        "sentence start" if opener else "anywhere",
        topic_bound(corpus, at, one.grams.size, REPLIES if one.z[gram] > 0 else OWN),
        at,
    )
