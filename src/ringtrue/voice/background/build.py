"""Build the background file from the texts of many writers, names left out."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ringtrue.voice.background.background import BackgroundTable, Counts
from ringtrue.voice.habits.parsed_text import Language
from ringtrue.voice.habits.profile import vector
from ringtrue.voice.measures import within_writers
from ringtrue.voice.ngrams import KEPT_WORDS, LENGTH, LetterRuns, Mask, Matrix, Phrases, Vocabulary, pair_codes, spread
from ringtrue.voice.texts import Text, Tokens, joined, passages

# Names kept out of a background: words that are written with a capital inside sentences.


_MOSTLY = 0.7  # of its uses inside sentences with a capital make a word a name
_ALWAYS_CAPITAL = {"i", "i'm", "i've", "i'll", "i'd", "im", "ive"}


def capitalised(writers: Iterable[Sequence[Text]]) -> frozenset[str]:
    """Words that mostly have a capital where they follow another word."""
    uses: Counter[str] = Counter()
    capitals: Counter[str] = Counter()
    for text in (text for writer in writers for text in writer):
        before = [".", *text.tokens]
        for token, start, last in zip(text.tokens, text.starts, before, strict=False):
            if token[0].isalpha() and last[0].isalnum():
                uses[token] += 1
                capitals[token] += text.raw[start].isupper()
    found = (word for word, number in uses.items() if capitals[word] >= _MOSTLY * number)
    return frozenset(found) - _ALWAYS_CAPITAL


def without_names(text: Text, names: Collection[str]) -> Tokens:
    """The tokens, names left out."""
    return [token for token in text.tokens if token not in names]


# A background made from many writers' texts: only grams that many of them use are kept, and only as counts.


WORDS, PAIRS, LETTERS, MASKED = 1200, 2500, 3000, 2500
LENGTHS = (25, 50, 100, 200, 400)  # tokens at which habits are measured
_SHARE_OF_WRITERS = 0.3  # that must use a gram: what only few people talk about is left out
_SPREAD_OVER = 250
_STEPS = 65535
_MOST_PASSAGES = 60

Gram = TypeVar("Gram", str, tuple[str, str])
Writer = Sequence[Text]


def table_of(writers: Sequence[Writer], language: Language | None) -> BackgroundTable:
    """Count the writers' texts."""
    names = capitalised(writers)
    plain = [[without_names(text, names) for text in writer] for writer in writers]
    words = _common(plain, lambda tokens: tokens, WORDS)
    number = {word: place for place, word in enumerate(words)}
    both = [(left, right) for left, right in _common(plain, _pairs, 2 * PAIRS) if {left, right} <= number.keys()]
    pairs = sorted((number[left], number[right]) for left, right in both[:PAIRS])
    mask = Mask(words[:KEPT_WORDS])
    letters = sorted(_common(plain, _runs, LETTERS))
    masked = sorted(_common(plain, lambda tokens: _runs(mask(tokens)), MASKED))
    lefts, rights = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    of_phrases = Vocabulary(Phrases(words), np.concatenate([np.arange(len(words)), pair_codes(lefts, rights)]))
    of_letters, of_masked = _of_runs(letters, None), _of_runs(masked, mask)
    pieces = [text.tokens for writer in writers for text in passages(writer, _SPREAD_OVER)]
    means, within = _habits(writers, language)
    return BackgroundTable(
        language=_bytes(language or ""),
        words=_bytes("\n".join(words)),
        pairs=np.array(pairs, dtype=np.uint16).reshape(-1, 2),
        letters=_bytes("".join(letters)),
        masked=_bytes("".join(masked)),
        tokens=np.array([sum(map(len, writer)) for writer in writers], dtype=np.int64),
        phrase_counts=_by_writer(of_phrases, writers),
        letter_counts=_by_writer(of_letters, writers),
        masked_counts=_by_writer(of_masked, writers),
        phrase_spread=_spread(of_phrases.counts(pieces)),
        masked_spread=_spread(of_masked.counts(pieces)),
        lengths=np.array(LENGTHS, dtype=np.int64),
        habit_means=means,
        habit_within=within,
    )


def _common(writers: Sequence[Sequence[Tokens]], grams: Callable[[Tokens], Iterable[Gram]], most: int) -> list[Gram]:
    """Grams that many writers use, the most used first; every writer counts the same, however much there is."""
    rate: defaultdict[Gram, float] = defaultdict(float)
    users: Counter[Gram] = Counter()
    for writer in writers:
        found = Counter(gram for tokens in writer for gram in grams(tokens))
        total = found.total()
        for gram, count in found.items():
            rate[gram] += count / total
        users.update(found.keys())
    kept = [gram for gram in rate if users[gram] >= _SHARE_OF_WRITERS * len(writers)]
    return sorted(kept, key=lambda gram: (-rate[gram], gram))[:most]


def _pairs(tokens: Tokens) -> Iterable[tuple[str, str]]:
    return pairwise(tokens)


def _runs(tokens: Tokens) -> Iterable[str]:
    line = f" {' '.join(tokens)} "
    return (line[start : start + LENGTH] for start in range(len(line) - LENGTH + 1))


def _of_runs(runs: Sequence[str], mask: Mask | None) -> Vocabulary:
    line = "".join(runs)
    grams = LetterRuns(line, mask)
    return Vocabulary(grams, grams.runs(line)[::LENGTH])


def _by_writer(vocabulary: Vocabulary, writers: Sequence[Writer]) -> Counts:
    rows = [vocabulary.counts([text.tokens for text in writer]).sum(axis=0) for writer in writers]
    return np.minimum(np.array(rows), _STEPS).astype(np.uint16)


def _spread(pieces: Matrix) -> Counts:
    return np.round(spread(pieces) * _STEPS).astype(np.uint16)


def _bytes(text: str) -> NDArray[np.uint8]:
    return np.frombuffer(text.encode(), dtype=np.uint8)


def _habits(writers: Sequence[Writer], language: Language | None) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Means by writer and covariance within writers, at every length; who wrote less than a passage is taken whole."""
    means, within = [], []
    for length in LENGTHS:
        cut = [passages(writer, length, _MOST_PASSAGES) or [joined(writer)] for writer in writers]
        who = np.repeat(np.arange(len(cut)), [len(texts) for texts in cut])
        vectors = np.array([vector(text.raw, language) for texts in cut for text in texts])
        means.append([vectors[who == number].mean(axis=0) for number in range(len(cut))])
        within.append(within_writers(vectors, who))
    return np.array(means, dtype=np.float32), np.array(within, dtype=np.float32)
