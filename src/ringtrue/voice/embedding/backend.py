"""What a backend is, and how one is found by its name."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from ringtrue.stats.arrays import Array, Codes
from ringtrue.terms.problem import BadInput, Problem

# Rows of length one, dense or sparse: made, checked and compared.


Sparse = sparse.csr_array
Vectors = Array | Sparse

_CELLS_PER_BLOCK = 1 << 22  # 32 MiB of cosines at a time


def has_words(text: str) -> bool:
    """Whether there is anything to embed: a letter or a digit of any script."""
    return any(character.isalnum() for character in text)


def check_texts(texts: Sequence[str]) -> None:
    """Refuse texts without a word, all of them together: they have no direction to compare."""
    if isinstance(texts, str):
        raise ValueError("texts must be a list of texts, not one text")
    empty = [index for index, text in enumerate(texts) if not has_words(text)]
    if empty:
        remedy = "leave it out or collect it again"
        raise BadInput([Problem("texts", f"text {i + 1}", "holds no word", texts[i][:40], remedy) for i in empty])


def of_length_one(rows: ArrayLike, count: int) -> Array:
    """`count` finite, non-zero rows of one dimension, each divided by its length; a ValueError says what is wrong."""
    given = np.asarray(rows, dtype=np.float64)
    if given.ndim != 2 or given.shape[0] != count:
        raise ValueError(f"{count} vectors were requested, an array of shape {given.shape} came")
    if not np.isfinite(given).all():
        raise ValueError("a vector holds a number that is not finite")
    largest = np.abs(given).max(axis=1, keepdims=True, initial=0.0)
    if (largest == 0.0).any():
        raise ValueError("a vector is zero throughout")
    scaled = given / largest  # so that squares of very small or large numbers neither vanish nor overflow
    return np.asarray(scaled / np.linalg.norm(scaled, axis=1, keepdims=True))


def paired_cosines(vectors: Vectors, left: Codes, right: Codes) -> Array:
    """The cosine of row left[i] with row right[i], for every i."""
    if isinstance(vectors, Sparse):
        products = np.asarray(vectors[left].multiply(vectors[right]).sum(axis=1), dtype=np.float64)
    else:
        products = np.einsum("ij,ij->i", vectors[left], vectors[right])
    return np.clip(products, -1.0, 1.0)


def cosine_blocks(rows: Vectors, columns: Vectors) -> Iterator[tuple[int, Array]]:
    """Cosines of all rows with all columns, some rows at a time: (first row, rows x columns)."""
    step = max(1, _CELLS_PER_BLOCK // max(1, columns.shape[0]))
    for start in range(0, rows.shape[0], step):
        product = rows[start : start + step] @ columns.T
        dense = product.toarray() if sparse.issparse(product) else product
        yield start, np.clip(np.asarray(dense, dtype=np.float64), -1.0, 1.0)


# The modules are loaded only when named: none of their packages is needed by the others.
BACKENDS = {
    "tfidf": "tfidf",
    "wordllama": "wordllama",
    "endpoint": "endpoint:MODEL@URL",
    "gguf": "gguf:FILE",
}


class EmbeddingFailed(BadInput):
    """A backend could not do its work: a package, a server or a model file is missing or answered wrongly."""


class Backend(Protocol):
    """Turns texts into rows of length one, so that a product of two rows is their cosine."""

    @property
    def name(self) -> str:
        """Backend, model, version and dimension: written beside every number the backend had a part in."""
        ...

    @property
    def licence(self) -> str:
        """What to know before publishing numbers or shipping the model."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row of length one for each text; refuses texts without a word. Compare only rows of one call."""
        ...


def backend(name: str, *, key_env: str | None = None) -> Backend:
    """The backend of this name: `tfidf`, `wordllama`, `endpoint:MODEL@URL` or `gguf:FILE`.

    `key_env` names the environment variable that holds the API key of an endpoint; without it no key is sent.
    """
    kind, _, rest = name.strip().partition(":")
    if kind not in BACKENDS:
        raise BadInput([_unknown(name)])
    made: Backend = import_module(f"ringtrue.voice.embedding.{kind}").from_name(rest, key_env)
    return made


def _unknown(name: str) -> Problem:
    known = ", ".join(BACKENDS.values())
    return Problem("embedding backend", "name", "is not a backend", name.partition(":")[0], f"take one of: {known}")
