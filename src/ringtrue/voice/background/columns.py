"""The columns of a background's numbers, as vocabularies in which other texts can be counted."""

import numpy as np

from ringtrue.voice.background.table import Table
from ringtrue.voice.counts import Codes, Vocabulary
from ringtrue.voice.letters import LENGTH, LetterRuns
from ringtrue.voice.mask import KEPT_WORDS, Mask
from ringtrue.voice.phrases import Phrases, pair_codes
from ringtrue.voice.spaces import Spaces


def columns(table: Table) -> Spaces:
    """The vocabularies, their columns in the order of the counts."""
    words = table.words.tobytes().decode().split("\n")
    phrases = Phrases(words)
    pairs = table.pairs.astype(np.int64)
    of_phrases = np.concatenate([np.arange(len(words), dtype=np.int64), pair_codes(pairs[:, 0], pairs[:, 1])])
    letters, masked = table.letters.tobytes().decode(), table.masked.tobytes().decode()
    plain, hidden = LetterRuns(letters), LetterRuns(masked, Mask(words[:KEPT_WORDS]))
    return Spaces(
        Vocabulary(phrases, of_phrases),
        Vocabulary(plain, _whole_runs(plain, letters)),
        Vocabulary(hidden, _whole_runs(hidden, masked)),
        phrases,
        "en" if table.language.tobytes() == b"en" else "pt" if table.language.tobytes() == b"pt" else None,
    )


def _whole_runs(grams: LetterRuns, line: str) -> Codes:
    """Every fifth run: those that were put side by side."""
    return grams.runs(line)[::LENGTH]
