"""What a backend is, and how one is found by its name."""

from collections.abc import Sequence
from importlib import import_module
from typing import Protocol

from ringtrue.terms import BadInput, Problem
from ringtrue.voice.embedding.vectors import Vectors

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
