"""The backend with small word vectors that come inside a package: no network, no graphics card."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from ringtrue.stats.arrays import Array
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.voice.embedding.backend import EmbeddingFailed, check_texts, of_length_one

_MODEL = "l2_supercat"
_DIMENSION = 256
_CHARACTERS = 100_000  # in a batch, which is padded to its longest text: 1 KB of memory for every token


class WordLlama:
    """Mean of token vectors: likeness of topic and word choice, blind to word order and to negation."""

    name = ""
    licence = (
        "the package wordllama is under the MIT licence; its weights derive from token embeddings of Llama 2 and other "
        "models, so Meta's Llama 2 Community License may apply to them: check it before you redistribute"
    )

    def __init__(self) -> None:
        """Load the weights that lie in the package; nothing is downloaded."""
        self._model = _load()
        self.name = f"wordllama {version('wordllama')} ({_MODEL}, {_DIMENSION} dimensions)"

    def embed(self, texts: Sequence[str]) -> Array:
        """One row for each text."""
        check_texts(texts)
        rows = np.zeros((len(texts), _DIMENSION))
        for batch in _batches(texts):
            rows[batch] = self._model.embed([texts[index] for index in batch], batch_size=len(batch))
        try:
            return of_length_one(rows, len(texts))
        except ValueError as error:
            raise EmbeddingFailed([Problem("wordllama", "answer", str(error))]) from error


def from_name(rest: str, key_env: str | None) -> WordLlama:
    """The backend `wordllama`, which takes nothing after its name."""
    if rest or key_env:
        problem = Problem("embedding backend", "wordllama", "takes no model and no key", rest, "write wordllama alone")
        raise BadInput([problem])
    return WordLlama()


def _load() -> Any:
    try:
        with _same_logging():
            package = import_module("wordllama")
    except ImportError as error:
        remedy = "pip install 'ringtrue[embedding]', or take the backend tfidf"
        problem = Problem("embedding backend", "wordllama", "the package wordllama is not installed", "", remedy)
        raise EmbeddingFailed([problem]) from error
    # Without the folder it looks for its tokenizer in the user's cache, where it is not.
    folder = Path(str(package.__file__)).parent
    return package.WordLlama.load(_MODEL, cache_dir=folder, dim=_DIMENSION, disable_download=True)


@contextmanager
def _same_logging() -> Iterator[None]:
    """Leave logging as it was: a package that sets it up when loaded would make every other library talk."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def _batches(texts: Sequence[str]) -> Iterator[list[int]]:
    """Texts of about the same length together, so that padding one long text does not fill the memory."""
    batch: list[int] = []
    for index in sorted(range(len(texts)), key=lambda i: len(texts[i])):
        if batch and (len(batch) + 1) * len(texts[index]) > _CHARACTERS:
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch
