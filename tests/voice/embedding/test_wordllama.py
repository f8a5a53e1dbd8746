"""The real word vectors, where the package is installed."""

import numpy as np
import pytest

pytest.importorskip("wordllama", reason="the extra `embedding` (wordllama) is not installed")

from ringtrue.terms.problem import BadInput
from ringtrue.voice.embedding.backend import Backend, backend


@pytest.fixture(scope="module")
def vectors() -> Backend:
    return backend("wordllama")


def test_rows_have_length_one_and_the_name_says_what_made_them(vectors: Backend) -> None:
    rows = np.asarray(vectors.embed(["a good morning", "x", "Não contrato parentes."]))
    assert rows.shape == (3, 256)
    assert np.linalg.norm(rows, axis=1) == pytest.approx(np.ones(3))
    assert vectors.name.startswith("wordllama 0.")
    assert "256 dimensions" in vectors.name
    assert "Llama 2" in vectors.licence


def test_a_text_has_the_same_vector_in_any_company(vectors: Backend) -> None:
    texts = ["short", "rather longer than that " * 40, "bees behind the workshop", "word " * 30_000, "short"]
    together = np.asarray(vectors.embed(texts))
    alone = np.concatenate([np.asarray(vectors.embed([text])) for text in texts])
    assert together == pytest.approx(alone, abs=1e-5)


def test_likeness_of_topic_is_found(vectors: Backend) -> None:
    rows = np.asarray(vectors.embed(["the doctor treats a patient", "a physician heals the sick", "rails of a tram"]))
    assert rows[0] @ rows[1] > rows[0] @ rows[2] + 0.1


def test_texts_without_words_are_refused(vectors: Backend) -> None:
    with pytest.raises(BadInput):
        vectors.embed(["word", ""])
