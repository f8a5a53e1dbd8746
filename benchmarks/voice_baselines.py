"""Simpler methods beside the instrument: cosines of word, character and frequent-word vectors."""

from collections.abc import Callable

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

from voice_debates import TASKS, Side
from voice_ranking import Pairs, as_pairs

# As given in the README of the data, on comparable speakers: AUC of one 300-word probe against 2,000-word references.
PUBLISHED = {
    "MiniLM embedding cosine": 0.675,
    "character 2-4-gram tf-idf": 0.852,
    "Cosine Delta, 500 words": 0.884,
    "word 1-2-gram tf-idf": 0.902,
    "mean of five impostor-normalised metrics": 0.922,
    "the same, eight 100-word replies pooled": 0.967,
}
WORD = r"\b\w+\b"
Vectors = Callable[[list[str], list[str]], tuple[np.ndarray, np.ndarray]]


def by_cosine(side: Side, chosen: set[str], vectors: Vectors) -> dict[str, Pairs]:
    """Scores by cosine of vectors, averaged over the replies of a set."""
    candidates = [name for name in side.references if name in chosen]
    scored = {}
    for task in TASKS:
        sets = [(writer, replies) for writer in candidates for replies in side.sets[task].get(writer, [])]
        texts = [text for _, replies in sets for text in replies]
        references, probes = vectors([" ".join(side.references[name]) for name in candidates], texts)
        pooled = (probes @ references.T).reshape(len(sets), -1, len(candidates)).mean(axis=1)
        scored[task] = as_pairs(
            [(pooled[i, j], sets[i][0], name, np.nan) for i in range(len(sets)) for j, name in enumerate(candidates)]
        )
    return scored


def word_vectors(references: list[str], texts: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Word 1-2-gram tf-idf vectors of length one."""
    return _tfidf(TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True, token_pattern=WORD), references, texts)


def character_vectors(references: list[str], texts: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Character 2-4-gram tf-idf vectors of length one."""
    return _tfidf(TfidfVectorizer(analyzer="char", ngram_range=(2, 4), sublinear_tf=True), references, texts)


def delta_vectors(references: list[str], texts: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Standardised rates of the 500 most frequent words, as vectors of length one."""
    vectorizer = TfidfVectorizer(use_idf=False, norm="l1", max_features=500, token_pattern=WORD)
    fitted = vectorizer.fit_transform(references).toarray()
    rates = vectorizer.transform(texts).toarray()
    mean, deviation = fitted.mean(axis=0), fitted.std(axis=0) + 1e-12
    one, two = ((table - mean) / deviation for table in (fitted, rates))
    return one / np.linalg.norm(one, axis=1, keepdims=True), two / np.linalg.norm(two, axis=1, keepdims=True)


def _tfidf(vectorizer: TfidfVectorizer, references: list[str], texts: list[str]) -> tuple[np.ndarray, np.ndarray]:
    fitted = vectorizer.fit_transform(references)
    return fitted.toarray(), vectorizer.transform(texts)
