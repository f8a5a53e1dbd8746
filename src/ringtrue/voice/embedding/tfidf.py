"""The backend without a model: runs of four characters within words, weighted by how rare they are in the material."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

import numpy as np
from scipy import sparse

from ringtrue.terms.problem import BadInput, Problem
from ringtrue.voice.embedding.backend import Sparse, check_texts

RUN = 4
_WORD = re.compile(r"\w+")
_ACCENTS = re.compile(r"[\u0300-\u036f]")


class Tfidf:
    """Lexical likeness: two texts are near when they share rare words or word stems.

    Formula: (1 + ln n) (1 + ln((1 + N) / (1 + d))) for a run found n times in the text and in d of the N texts embedded
    together; rows divided by their length. The material at hand is the call: rows of two calls cannot be compared.
    Not for: paraphrases that share no word, and never for whether two texts agree.
    Checked against: scikit-learn's TfidfVectorizer(analyzer="char_wb", ngram_range=(4, 4), sublinear_tf=True).
    Runs of characters instead of words, because they meet inflected forms in any language with letters.
    """

    name = (
        f"tfidf (runs of {RUN} characters within words, (1 + ln n)(1 + ln((1 + N) / (1 + d))) over the texts at hand)"
    )
    licence = "no model, no weights: nothing to state"

    def embed(self, texts: Sequence[str]) -> Sparse:
        """One sparse row for each text, weighted by the texts of this call."""
        check_texts(texts)
        columns: dict[str, int] = {}
        found: list[int] = []
        ends = [0]
        for text in texts:
            found.extend(columns.setdefault(run, len(columns)) for run in runs(text))
            ends.append(len(found))
        shape = (len(texts), len(columns))
        counts = Sparse((np.ones(len(found)), np.array(found, dtype=np.int64), np.array(ends)), shape=shape)
        counts.sum_duplicates()
        return _weighted(counts)


def runs(text: str) -> Iterator[str]:
    """Every run of four characters of every word, its ends marked by a space; shorter words whole."""
    plain = _ACCENTS.sub("", unicodedata.normalize("NFD", text.casefold()))
    for word in _WORD.findall(unicodedata.normalize("NFC", plain)):
        marked = f" {word} "
        for start in range(max(1, len(marked) - RUN + 1)):
            yield marked[start : start + RUN]


def from_name(rest: str, key_env: str | None) -> Tfidf:
    """The backend `tfidf`, which takes nothing after its name."""
    if rest or key_env:
        raise BadInput([Problem("embedding backend", "tfidf", "takes no model and no key", rest, "write tfidf alone")])
    return Tfidf()


def _weighted(counts: Sparse) -> Sparse:
    containing = np.bincount(counts.indices, minlength=counts.shape[1])
    rarity = 1.0 + np.log((1.0 + counts.shape[0]) / (1.0 + containing))
    weighted = counts.copy()
    weighted.data = (1.0 + np.log(weighted.data)) * rarity[weighted.indices]
    lengths = np.sqrt(weighted.multiply(weighted).sum(axis=1))
    return sparse.csr_array(sparse.diags_array(1.0 / lengths) @ weighted)
