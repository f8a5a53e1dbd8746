"""The backend that runs a GGUF file of the user's in this process."""

import hashlib
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ringtrue.stats.arrays import Array
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.voice.embedding.backend import EmbeddingFailed, check_texts, of_length_one

_MOST_TOKENS = 2048
_BATCH = 32
_PLACE = "gguf"


class Gguf:
    """Embeddings by xllamacpp; a chat model without an embedding head is read as the mean over its tokens.

    The engine opens a loopback port of its own without a password, and returns errors as dicts. Mean vectors of a
    chat model lie close together: read their cosines against floor and ceiling only.
    """

    def __init__(self, file: Path, *, threads: int = 1) -> None:
        """Load the model. One thread, because waiting for a second one on a busy machine is slower than going alone."""
        if not file.is_file():
            raise BadInput([Problem(str(file), _PLACE, "is not a file", "", "give the path of a GGUF file")])
        self._engine, self._pooling = _start(file, threads)
        with file.open("rb") as stream:
            self._digest = hashlib.file_digest(stream, "sha256").hexdigest()[:12]
        self._file = file.name
        self._dimension: int | None = None

    @property
    def name(self) -> str:
        """File, fingerprint and engine; the dimension once something has been embedded."""
        size = f", {self._dimension} dimensions" if self._dimension else ""
        engine = f"xllamacpp {version('xllamacpp')}"
        return f"gguf {self._file} (sha256 {self._digest}, {self._pooling}{size}, {engine})"

    @property
    def licence(self) -> str:
        """The user's file, the user's licence."""
        return f"the licence of {self._file} is its publisher's: look it up before publishing"

    def embed(self, texts: Sequence[str]) -> Array:
        """One row for each text, in batches."""
        check_texts(texts)
        rows: list[list[float]] = []
        for start in range(0, len(texts), _BATCH):
            rows.extend(_vectors(self._engine.handle_embeddings({"input": list(texts[start : start + _BATCH])})))
        try:
            found = of_length_one(rows, len(texts))
        except ValueError as error:
            raise EmbeddingFailed([Problem(self._file, "answer", str(error))]) from error
        self._dimension = found.shape[1]
        return found


def from_name(rest: str, key_env: str | None) -> Gguf:
    """The backend `gguf:FILE`."""
    if not rest or key_env:
        problem = Problem("embedding backend", _PLACE, "needs a file and takes no key", rest, "write gguf:FILE")
        raise BadInput([problem])
    return Gguf(Path(rest).expanduser())


def _start(file: Path, threads: int) -> tuple[Any, str]:
    """The engine, and how it makes one vector of many: as the model says, else the mean over its tokens."""
    try:
        xllamacpp: Any = import_module("xllamacpp")
    except ImportError as error:
        remedy = "pip install 'ringtrue[local]'"
        problem = Problem("embedding backend", _PLACE, "the package xllamacpp is not installed", "", remedy)
        raise EmbeddingFailed([problem]) from error
    kinds = xllamacpp.llama_pooling_type
    own = _engine(xllamacpp, file, threads, kinds.LLAMA_POOLING_TYPE_UNSPECIFIED)
    if "error" not in own.handle_embeddings({"input": ["a"]}):
        return own, "pooled as the model says"
    return _engine(xllamacpp, file, threads, kinds.LLAMA_POOLING_TYPE_MEAN), "mean over tokens"


def _engine(xllamacpp: Any, file: Path, threads: int, pooling: Any) -> Any:
    settings = xllamacpp.CommonParams()
    settings.model.path = str(file)
    settings.embedding, settings.pooling_type = True, pooling
    settings.n_ctx = settings.n_batch = settings.n_ubatch = _MOST_TOKENS  # a text is embedded in one piece
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = threads
    settings.n_parallel, settings.cache_ram_mib, settings.warmup, settings.verbosity = 1, 0, False, -1
    try:
        return xllamacpp.Server(settings)
    except RuntimeError as error:
        remedy = "check that the GGUF file is complete and that there is enough memory"
        raise EmbeddingFailed([Problem(str(file), _PLACE, "cannot be loaded as a model", "", remedy)]) from error


def _vectors(answer: dict[str, Any]) -> list[list[float]]:
    if "error" in answer:
        fault = answer["error"]
        said = str(fault.get("message", fault) if isinstance(fault, dict) else fault)
        remedy = f"cut the texts to fewer than {_MOST_TOKENS} tokens" if "too large" in said else ""
        raise EmbeddingFailed([Problem(_PLACE, "answer", "the model refused a text", said[:200], remedy)])
    return [row["embedding"] for row in sorted(answer["data"], key=lambda row: row["index"])]
