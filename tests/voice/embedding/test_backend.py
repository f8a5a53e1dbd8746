"""Backends found by name, and what loading them costs."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse

from ringtrue.terms.problem import BadInput
from ringtrue.voice.embedding.backend import (
    BACKENDS,
    EmbeddingFailed,
    backend,
    cosine_blocks,
    of_length_one,
    paired_cosines,
)


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(BadInput) as caught:
        backend("word2vec:file")
    problem = caught.value.problems[0]
    assert problem.value == "word2vec"
    assert all(form in problem.remedy for form in BACKENDS.values())


@pytest.mark.parametrize("name", ["tfidf:model", "wordllama:model", "gguf", "gguf:", "endpoint", ""])
def test_names_of_the_wrong_form_are_refused(name: str) -> None:
    with pytest.raises(BadInput):
        backend(name)


def test_only_an_endpoint_takes_a_key() -> None:
    for name in ("tfidf", "wordllama", "gguf:x.gguf"):
        with pytest.raises(BadInput):
            backend(name, key_env="KEY")


def test_tfidf_is_named_with_its_definition() -> None:
    made = backend(" tfidf ")
    assert made.name.startswith("tfidf (runs of 4 characters within words")
    assert made.licence


@pytest.mark.parametrize(
    ("name", "package", "pip"),
    [("wordllama", "wordllama", "ringtrue[embedding]"), ("gguf:x.gguf", "xllamacpp", "ringtrue[local]")],
)
def test_a_missing_package_is_named_with_the_line_that_installs_it(
    name: str, package: str, pip: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.gguf").write_bytes(b"GGUF")
    monkeypatch.setitem(sys.modules, package, None)  # what Python itself does for a package that cannot be imported
    with pytest.raises(EmbeddingFailed) as caught:
        backend(name)
    problem = caught.value.problems[0]
    assert problem.what == f"the package {package} is not installed"
    assert f"pip install '{pip}'" in problem.remedy


def test_nothing_of_a_backend_is_loaded_before_it_is_named() -> None:
    probe = (
        "import sys; from ringtrue.voice.embedding.backend import backend; import ringtrue.voice.content.model_index;"
        "backend('tfidf');"
        "print([n for n in ('wordllama', 'xllamacpp', 'urllib.request', 'scipy.stats', 'sklearn') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# Rows of length one: checked, compared in pairs and in blocks.


numbers = st.floats(-1e3, 1e3).filter(lambda x: x == 0 or abs(x) > 1e-6)


def test_three_four_five() -> None:
    assert of_length_one([[3, 4], [0, -2]], 2) == pytest.approx(np.array([[0.6, 0.8], [0, -1]]))


@pytest.mark.parametrize("size", [1e-300, 1e300])
def test_very_small_and_very_large_vectors_keep_their_direction(size: float) -> None:
    assert of_length_one([[3 * size, 4 * size]], 1) == pytest.approx(np.array([[0.6, 0.8]]))


@pytest.mark.parametrize(
    ("rows", "word"),
    [
        ([[1.0]], "2 vectors"),
        ([1.0, 2.0], "2 vectors"),
        ([[np.nan], [1]], "not finite"),
        ([[0.0], [1]], "zero throughout"),
    ],
)
def test_rows_that_cannot_be_used(rows: list, word: str) -> None:
    with pytest.raises(ValueError, match=word):
        of_length_one(rows, 2)


@given(arrays(np.float64, (5, 3), elements=numbers))
def test_dense_and_sparse_give_the_same_cosines(raw: np.ndarray) -> None:
    rows = of_length_one(raw + np.array([2e3, 0, 0]), 5)
    left, right = np.array([0, 1, 2, 4]), np.array([1, 1, 4, 0])
    expected = [float(rows[i] @ rows[j]) for i, j in zip(left, right, strict=True)]
    thin = sparse.csr_array(rows)
    for given_rows in (rows, thin):
        assert paired_cosines(given_rows, left, right) == pytest.approx(np.clip(expected, -1, 1))
        blocks = list(cosine_blocks(given_rows[:2], given_rows))
        assert np.concatenate([block for _, block in blocks]) == pytest.approx(np.clip(rows[:2] @ rows.T, -1, 1))


def test_blocks_bound_the_memory() -> None:
    rows = of_length_one(np.ones((7, 2)), 7)
    many = of_length_one(np.ones(((1 << 21) + 1, 2)), (1 << 21) + 1)
    sizes = [(start, block.shape) for start, block in cosine_blocks(rows, many)]
    assert sizes == [(i, (1, many.shape[0])) for i in range(7)]
