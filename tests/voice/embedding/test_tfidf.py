"""The tf-idf backend: a hand-made cosine, scikit-learn as oracle, any script, any order."""

import unicodedata
from math import log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import TfidfVectorizer

from ringtrue.terms.problem import BadInput
from ringtrue.voice.embedding.backend import has_words
from ringtrue.voice.embedding.tfidf import Tfidf, runs

TEXTS = [
    "She never raises prices during a drought.",
    "Prices, prices and PRICES again: raising them is wrong!",
    "Não contrata parentes; a família fica de fora.",
    "Der Müller mahlt früh am Morgen, straße um straße.",
    "Я люблю старые мосты и новые книги.",
    "彼は毎朝五時に起きる。",
    "a I o 7 42",
    "don't can't_won't e-mail x",
]


def plain(text: str) -> str:
    """What the vectorizer gets: lower case, accents gone, words apart."""
    bare = "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not "\u0300" <= c <= "\u036f")
    folded = unicodedata.normalize("NFC", bare)
    return "".join(c if c.isalnum() or c == "_" else " " for c in folded)


def oracle(texts: list[str]) -> np.ndarray:
    vectorizer = TfidfVectorizer(analyzer="char_wb", ngram_range=(4, 4), sublinear_tf=True, preprocessor=plain)
    return vectorizer.fit_transform(texts).toarray()


def test_a_cosine_by_hand() -> None:
    # Runs of "cat" are {" cat", "cat "}; of "cat dog": those and {" dog", "dog "}. Two texts, so the runs of "cat"
    # stand in both: 1 + ln(3/3) = 1; those of "dog" in one: 1 + ln(3/2) = w. Cosine: 2 / (sqrt(2) sqrt(2 + 2 w²)).
    rows = Tfidf().embed(["cat", "cat dog"])
    w = 1 + log(3 / 2)
    assert (rows @ rows.T).toarray()[0, 1] == pytest.approx(2 / (sqrt(2) * sqrt(2 + 2 * w * w)), abs=1e-12)


def test_repeated_words_count_by_their_logarithm() -> None:
    # " ox " is one run and "hen" has two. All stand in both texts, so the weights are (1 + ln 3, 1, 1) and (1, 1, 1).
    # Cosine: (1 + ln 3 + 2) / (sqrt((1 + ln 3)² + 2) sqrt(3)).
    rows = Tfidf().embed(["ox ox ox hen", "ox hen"])
    a = 1 + log(3)
    assert (rows @ rows.T).toarray()[0, 1] == pytest.approx((a + 2) / (sqrt(a * a + 2) * sqrt(3)), abs=1e-12)


def test_as_scikit_learn_has_it() -> None:
    ours = (rows := Tfidf().embed(TEXTS)) @ rows.T
    theirs = (table := oracle(TEXTS)) @ table.T
    assert ours.toarray() == pytest.approx(theirs, abs=1e-12)


@given(st.lists(st.text(max_size=60).filter(has_words), min_size=1, max_size=6))
def test_as_scikit_learn_has_it_for_any_text(texts: list[str]) -> None:
    rows = Tfidf().embed(texts)
    assert np.sqrt(rows.multiply(rows).sum(axis=1)) == pytest.approx(np.ones(len(texts)))
    theirs = oracle(texts)
    assert (rows @ rows.T).toarray() == pytest.approx(theirs @ theirs.T, abs=1e-9)


def test_whatever_counts_as_a_word_gives_a_run() -> None:
    letters = (chr(code) for code in range(0x20000) if not 0xD800 <= code < 0xE000)
    assert [c for c in letters if has_words(c) and not any(True for _ in runs(c))] == []


def test_inflected_and_unaccented_forms_meet() -> None:
    rows = Tfidf().embed(["preços altos", "o preco e alto", "chuva fina"])
    near, far = (rows @ rows.T).toarray()[0, 1:]
    assert near > 0.4
    assert far == 0.0


def test_texts_without_words_are_refused_together() -> None:
    with pytest.raises(BadInput) as caught:
        Tfidf().embed(["", "word", "!?", "\U0001f600"])
    assert [problem.place for problem in caught.value.problems] == ["text 1", "text 3", "text 4"]


def test_one_text_instead_of_a_list_is_refused() -> None:
    with pytest.raises(ValueError, match="list of texts"):
        Tfidf().embed("text")
