"""The person and the impostors side by side: every text is compared with all of them by every measure."""

from collections.abc import Sequence

import numpy as np

from ringtrue.stats.arrays import Array
from ringtrue.voice.counts import Matrix, Vocabulary, letter_runs, phrases
from ringtrue.voice.measures import CosineDelta, Likelihood, Measure, PhraseCosine
from ringtrue.voice.passages import Tokens, passages

FREQUENT_WORDS = 500
PHRASE_PRIOR = 300.0
LETTER_PRIOR = 300.0
_SPREAD_OVER = 250  # tokens in the passages that say how widespread a gram is

WEIGHTS = (1.0, 1.0, 0.5, 0.5)  # phrase cosine, phrase likelihood, letter likelihood, Cosine Delta


class Lineup:
    """References in rows: the person without each fold, the person, the impostors.

    `own` is the row of the whole person; the rows before it leave one fold of the person's documents out, so that
    held-out text is compared with a reference that never saw it.
    """

    def __init__(self, folds: Sequence[list[Tokens]], others: Sequence[list[Tokens]]) -> None:
        """Count everything once; references are sums of rows."""
        self.own = len(folds)
        self.size = len(folds) + 1 + len(others)
        voices = [*folds, *others]
        texts = [text for voice in voices for text in voice]
        member = _membership([len(voice) for voice in voices], self.own)
        self._phrases = Vocabulary(phrases, texts)
        self._letters = Vocabulary(letter_runs, texts)
        written = self._phrases.counts(texts)
        spelled = self._letters.counts(texts)
        references = Matrix(Matrix(member) @ written)
        everybody = _shares(written)
        widespread = self._phrases.counts([piece for voice in voices for piece in passages(voice, _SPREAD_OVER)])
        containing = np.bincount(widespread.indices, minlength=written.shape[1])
        spread = ((1.0 + containing) / (1.0 + widespread.shape[0])).astype(np.float64)
        self._of_phrases: list[Measure] = [
            PhraseCosine(references, spread),
            Likelihood(references, everybody, PHRASE_PRIOR),
            CosineDelta(references, self._frequent(everybody), self.own),
        ]
        self._of_letters = Likelihood(Matrix(Matrix(member) @ spelled), _shares(spelled), LETTER_PRIOR)

    def likeness(self, texts: Sequence[Tokens]) -> Array:
        """measures x texts x references."""
        written = self._phrases.counts(texts)
        cosine, ratio, delta = (measure(written) for measure in self._of_phrases)
        return np.stack([cosine, ratio, self._of_letters(self._letters.counts(texts)), delta])

    def _frequent(self, everybody: Array) -> Array:
        single = np.array([column for gram, column in self._phrases.columns.items() if " " not in gram])
        return single[np.argsort(-everybody[single], kind="stable")[:FREQUENT_WORDS]]


def _membership(sizes: Sequence[int], folds: int) -> Array:
    """references x texts, 1 where the text belongs to the reference."""
    voice = np.repeat(np.arange(len(sizes)), sizes)
    rows = [(voice < folds) & (voice != fold) for fold in range(folds)]
    rows.append(voice < folds)
    rows.extend(voice == other for other in range(folds, len(sizes)))
    return np.array(rows, dtype=np.float64)


def _shares(counts: Matrix) -> Array:
    total = np.asarray(counts.sum(axis=0), dtype=np.float64) + 0.5
    return np.asarray(total / total.sum())
