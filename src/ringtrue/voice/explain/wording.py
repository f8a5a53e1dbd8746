"""Wording: words, phrases, sentence openers and set pieces that the replies use more or less often."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ringtrue.voice.explain.corpus import OTHERS, OWN, REPLIES, Corpus, Grams, Ints, longer, longer_before, words
from ringtrue.voice.explain.keyness import FALSE_DISCOVERIES, Contrast, contrast, false_discovery, topic_bound
from ringtrue.voice.explain.usage import Kind, Place, UsageFinding

LONGEST_PHRASE = 3
LEAST_RATIO = 1.25  # smaller differences, however sure, are not worth acting on


def wordings(corpus: Corpus) -> tuple[list[UsageFinding], int]:
    """Words and phrases of up to three words that differ, and how many were compared."""
    return _believed(corpus, _up_to(corpus, words(corpus)), corpus.sizes, "anywhere")


def openers(corpus: Corpus) -> tuple[list[UsageFinding], int]:
    """First words of sentences that differ, and how many were compared."""
    sentences = np.array([len(piece.sentences) for piece in corpus.passages], dtype=np.int64)
    return _believed(corpus, _up_to(corpus, words(corpus, corpus.opening)), sentences, "sentence start")


def _up_to(corpus: Corpus, single: Grams) -> list[Grams]:
    found = [single]
    while found[-1].size < LONGEST_PHRASE:
        found.append(longer(corpus, found[-1]))
    return found


def _believed(corpus: Corpus, grams: Sequence[Grams], base: Ints, place: str) -> tuple[list[UsageFinding], int]:
    compared = [contrast(corpus, of_size, base) for of_size in grams if of_size.number]
    if not compared:
        return [], 0
    shares = false_discovery(np.concatenate([one.test[one.testable] for one in compared]))
    found: list[UsageFinding] = []
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


def _finding(corpus: Corpus, one: Contrast, base: Ints, gram: int, share: float, place: str) -> UsageFinding:
    opener = place == "sentence start"
    per = 100.0 if opener else 1000.0
    totals = [corpus.total(base, side) for side in (OWN, REPLIES, OTHERS)]
    counts = [float(side[gram]) for side in (one.own, one.replies, one.others)]
    own, replies, others = (per * count / max(total, 1.0) for count, total in zip(counts, totals, strict=True))
    at = one.grams.at[one.grams.which == gram]
    spoken = [corpus.total(corpus.sizes, side) for side in (OWN, REPLIES)]
    kind: Kind = "opener" if opener else "word" if one.grams.size == 1 else "phrase"
    return UsageFinding(
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


# The same words in many texts: at the start of texts, at their end, or anywhere.


FEWEST_TEXTS = 8  # below, every sentence of a side replaces its texts' first and last ones
_FEWEST = 3  # texts with a piece, on both sides together, for it to be compared
_SHORTEST, _LONGEST = 3, 9  # words of a set piece that may stand anywhere
_EDGE = 6  # words looked at, at the start and the end of a text


@dataclass(frozen=True, slots=True)
class SetPieces:
    """Pieces of one size at one place: in how many units of each side they stand, out of how many."""

    place: Place
    compared: Contrast
    units: tuple[float, float]


def set_pieces(corpus: Corpus) -> Iterator[SetPieces]:
    """Every piece frequent enough to be compared, whichever side has it: what is shown is decided afterwards."""
    yield from _at_edge(corpus, "text start")
    yield from _at_edge(corpus, "text end")
    yield from _anywhere(corpus)


def _pieces(corpus: Corpus, place: Place, grams: Grams, base: Ints) -> SetPieces:
    units = (corpus.total(base, OWN), corpus.total(base, REPLIES))
    return SetPieces(place, contrast(corpus, grams, base), units)


def _at_edge(corpus: Corpus, place: Place) -> Iterator[SetPieces]:
    sentences = _sentences(corpus, place)
    base = np.bincount(corpus.passage[corpus.opening[sentences]], minlength=len(corpus.passages))
    ends = np.append(corpus.opening[1:], corpus.word.size)
    start = place == "text start"
    grams = words(corpus, corpus.opening[sentences] if start else ends[sentences] - 1, _FEWEST)
    while grams.number and grams.size <= _EDGE:
        if start or grams.size > 1:  # a last word alone is chance
            yield _pieces(corpus, place, grams, base)
        grams = longer(corpus, grams, _FEWEST) if start else longer_before(corpus, grams, _FEWEST)


def _sentences(corpus: Corpus, place: Place) -> Ints:
    """The opening or closing sentences of texts, or every sentence of a side that has few texts."""
    passage = corpus.passage[corpus.opening]
    document, side = corpus.document[passage], corpus.side[passage]
    change = np.diff(document, prepend=-1) if place == "text start" else np.diff(document, append=-1)
    few = [np.unique(document[side == one]).size < FEWEST_TEXTS for one in (OWN, REPLIES, OTHERS)]
    return np.flatnonzero((change != 0) | np.array(few)[side])


def _anywhere(corpus: Corpus) -> Iterator[SetPieces]:
    base = np.ones(len(corpus.passages), dtype=np.int64)
    grams = words(corpus, fewest=_FEWEST)
    while grams.number and grams.size <= _LONGEST:
        if grams.size >= _SHORTEST:
            yield _pieces(corpus, "anywhere", _once_each(corpus, grams), base)
        grams = longer(corpus, grams, _FEWEST)


def _once_each(corpus: Corpus, grams: Grams) -> Grams:
    """Each phrase at most once in a passage."""
    keys = grams.which * len(corpus.passages) + corpus.passage[grams.at]
    first = np.sort(np.unique(keys, return_index=True)[1])
    return Grams(grams.size, grams.which[first], grams.at[first], grams.number)


# Boilerplate: set pieces that one side repeats from text to text and the other does not.


LEAST_SHARE = 30.0  # of 100 texts of a side that must have it
LEAST_TEXTS = 3
_LEAST_RATIO = 2.0
_SAME = 0.8  # of a piece's texts that its longer form must have to take its place


def boilerplate(corpus: Corpus) -> tuple[list[UsageFinding], int]:
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
                found.append(_set_piece_finding(corpus, group, gram, share))
    return _longest(found), int(shares.size)


def _striking(group: SetPieces, gram: int) -> bool:
    """Whether a good part of one side's texts has it, and the other side far less often."""
    compared = group.compared
    count, units = (compared.replies, group.units[1]) if compared.test[gram] > 0 else (compared.own, group.units[0])
    often = count[gram] >= LEAST_TEXTS and 100 * count[gram] >= LEAST_SHARE * units
    return bool(often and abs(np.log(compared.ratio[gram])) >= np.log(_LEAST_RATIO))


def _longest(found: Sequence[UsageFinding]) -> list[UsageFinding]:
    """Without the pieces whose longer form is in nearly as many texts."""
    kept: list[UsageFinding] = []
    for one in sorted(found, key=lambda one: (-len(one.words), one.words, one.place)):
        if not any(_stands_for(longer, one) for longer in kept):
            kept.append(one)
    return kept


def _stands_for(longer: UsageFinding, one: UsageFinding) -> bool:
    if longer.place != one.place or (longer.z > 0) != (one.z > 0):
        return False
    within = f" {' '.join(one.words)} " in f" {' '.join(longer.words)} "
    return within and max(longer.own, longer.replies) >= _SAME * max(one.own, one.replies)


def _set_piece_finding(corpus: Corpus, group: SetPieces, gram: int, share: float) -> UsageFinding:
    compared = group.compared
    counts = float(compared.own[gram]), float(compared.replies[gram])
    own, replies = (100 * count / units for count, units in zip(counts, group.units, strict=True))
    spoken = [corpus.total(corpus.sizes, side) for side in (OWN, REPLIES)]
    at = compared.grams.at[compared.grams.which == gram]
    return UsageFinding(
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
