"""Texts as vectors of length one, by a backend that is named in every number made from them."""

from ringtrue.voice.embedding.backend import BACKENDS, Backend, EmbeddingFailed, backend
from ringtrue.voice.embedding.vectors import Vectors

__all__ = ["BACKENDS", "Backend", "EmbeddingFailed", "Vectors", "backend"]
