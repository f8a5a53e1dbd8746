"""Variety of content against all pairs done one by one, and against what must come out."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.content.dispersion import _spread, measure_dispersion
from ringtrue.voice.embedding.backend import Vectors, of_length_one
from ringtrue.voice.embedding.tfidf import Tfidf

WORDS = [
    "river",
    "engine",
    "table",
    "window",
    "letter",
    "market",
    "harbour",
    "winter",
    "budget",
    "garden",
    "bridge",
    "tin",
]


def texts(number: int, vocabulary: int, seed: int, length: int = 30) -> list[str]:
    rng = np.random.default_rng(seed)
    return [" ".join(rng.choice(WORDS[:vocabulary], length)) for _ in range(number)]


def distance(vectors: np.ndarray, sizes: Sequence[int]) -> float:
    """All pairs of rows from different texts, one by one."""
    text = np.repeat(np.arange(len(sizes)), sizes)
    pairs = [(i, j) for i, j in combinations(range(len(text)), 2) if text[i] != text[j]]
    return float(np.mean([1.0 - vectors[i] @ vectors[j] for i, j in pairs]))


@given(st.lists(st.integers(1, 4), min_size=3, max_size=6), st.integers(0, 1000))
def test_as_all_pairs_one_by_one(sizes: list[int], seed: int) -> None:
    rows = of_length_one(np.random.default_rng(seed).standard_normal((sum(sizes), 4)), sum(sizes))
    found = _spread(rows, sizes)
    assert found.value == pytest.approx(distance(rows, sizes), abs=1e-12)
    text = np.repeat(np.arange(len(sizes)), sizes)
    without = [distance(rows[text != t], [s for i, s in enumerate(sizes) if i != t]) for t in range(len(sizes))]
    k = len(sizes)
    error = np.sqrt((k - 1) / k * np.sum((np.array(without) - np.mean(without)) ** 2))
    assert found.error == pytest.approx(error, abs=1e-9)


class Planes:
    """A backend whose vectors are known: the first word says the direction."""

    name, licence = "planes", "none"

    def embed(self, given_texts: Sequence[str]) -> Vectors:
        directions = {"east": [1.0, 0.0], "north": [0.0, 1.0], "west": [-1.0, 0.0]}
        return np.array([directions[text.split()[0]] for text in given_texts])


def said(direction: str) -> str:
    return " ".join([direction] * 12)


def test_by_hand() -> None:
    # Replies east, east, north: distances 0, 1, 1, mean 2/3. Own east, north, west: 1, 2, 1, mean 4/3. Ratio 1/2.
    found = measure_dispersion(
        [said("east"), said("east"), said("north")], list(map(said, ("east", "north", "west"))), Planes()
    )
    assert found.replies.value == pytest.approx(2 / 3)
    assert found.own.value == pytest.approx(4 / 3)
    assert found.ratio.value == pytest.approx(1 / 2)
    assert found.ratio.low is not None
    assert found.ratio.high is not None
    assert found.ratio.low < 0.5 < found.ratio.high
    assert "planes" in found.ratio.method


def test_a_clone_with_few_topics_is_less_varied_and_one_of_the_same_kind_is_as_varied() -> None:
    own = texts(20, 12, 1)
    narrow, alike = (measure_dispersion(texts(20, vocabulary, 2), own, Tfidf()).ratio for vocabulary in (4, 12))
    assert narrow.high is not None
    assert narrow.high < 1.0
    assert alike.low is not None
    assert alike.high is not None
    assert alike.low < 1.0 < alike.high


def test_long_own_documents_are_cut_to_the_length_of_the_replies() -> None:
    own = texts(12, 12, 3, length=600)
    found = measure_dispersion(texts(100, 12, 4, length=40), own, Tfidf())
    assert found.ratio.value == pytest.approx(1.0, abs=0.15)
    assert "passages of 40 words" in found.ratio.method
    assert found.own.n == 12


def test_replies_all_alike_have_no_variety() -> None:
    found = measure_dispersion([said("east")] * 4, list(map(said, ("east", "north", "west"))), Planes()).ratio
    assert found.value == 0.0
    assert found.reason == "the replies do not differ from each other"


def test_own_texts_all_alike_give_no_ratio() -> None:
    found = measure_dispersion(list(map(said, ("east", "north", "west"))), [said("east")] * 4, Planes()).ratio
    assert found.value is None
    assert found.reason == "the person's own texts do not differ from each other"


@pytest.mark.parametrize("replies", [[], ["one two three"], ["", "!", "..."], ["a", "b", "c", "d"]])
def test_too_little_text_is_refused(replies: list[str]) -> None:
    found = measure_dispersion(replies, texts(5, 12, 1), Tfidf())
    assert found.ratio.value is None
    assert "needs 3 replies and 3 own texts" in (found.ratio.reason or "")


def test_one_text_instead_of_a_list_is_refused() -> None:
    with pytest.raises(ValueError, match="lists of texts"):
        measure_dispersion("text", ["a"], Tfidf())
