"""The backend behind an OpenAI-compatible embeddings endpoint, called only where the user names its address."""

import re
from collections.abc import Callable, Sequence
from time import sleep
from urllib.parse import urlsplit

from ringtrue.stats.arrays import Array
from ringtrue.terms import BadInput, Problem
from ringtrue.voice.embedding.answer import model_of, vectors_of
from ringtrue.voice.embedding.backend import EmbeddingFailed
from ringtrue.voice.embedding.vectors import check_texts, of_length_one
from ringtrue.voice.embedding.wire import Wire, shown

_BATCH = 64
_MODEL_AT_URL = re.compile(r"(?P<model>.+?)@(?P<url>https?://.+)", re.IGNORECASE)
_REMEDY = "write endpoint:MODEL@http(s)://host/path; a key goes into an environment variable, not into the address"


class Endpoint:
    """Sends texts in batches to `URL/embeddings` and checks what comes back."""

    def __init__(
        self, model: str, url: str, *, key_env: str | None = None, pause: Callable[[float], None] = sleep
    ) -> None:
        """`key_env` names the environment variable that holds the key; `pause` waits between attempts."""
        self._model = model
        self._wire = Wire(_whole(url), key_env, pause)
        self._dimension: int | None = None
        self._served: str | None = None

    def __repr__(self) -> str:
        """What is asked and where; never the key."""
        return f"Endpoint({self._model!r}, {self._wire!r})"

    @property
    def name(self) -> str:
        """Model and address without its query; once known, the model the server says it used and the dimension."""
        details = [f"served by {self._served}"] if self._served not in (None, self._model) else []
        details += [f"{self._dimension} dimensions"] if self._dimension else []
        known = f" ({', '.join(details)})" if details else ""
        return f"endpoint {self._model} at {shown(self._wire.url)}{known}"

    @property
    def licence(self) -> str:
        """The terms of whoever runs the endpoint."""
        return f"the terms of {urlsplit(self._wire.url).hostname} apply, and the texts are sent there"

    def embed(self, texts: Sequence[str]) -> Array:
        """One row for each text; all vectors must be finite and of one dimension."""
        check_texts(texts)
        rows: list[list[float]] = []
        try:
            for start in range(0, len(texts), _BATCH):
                batch = list(texts[start : start + _BATCH])
                answer = self._wire.send({"model": self._model, "input": batch})
                rows.extend(vectors_of(answer, len(batch), len(rows[0]) if rows else None))
                self._served = model_of(answer)
            found = of_length_one(rows, len(texts))
        except ValueError as error:
            remedy = "check that the model makes embeddings and that the address is its embeddings endpoint"
            problem = Problem(shown(self._wire.url), "answer", str(error), "", remedy)
            raise EmbeddingFailed([problem]) from error
        self._dimension = found.shape[1]
        return found


def from_name(rest: str, key_env: str | None) -> Endpoint:
    """The backend `endpoint:MODEL@URL`."""
    read = _MODEL_AT_URL.fullmatch(rest)
    if read is None:
        raise BadInput([Problem("embedding backend", "endpoint", "has no model or no address", "", _REMEDY)])
    return Endpoint(read["model"], read["url"], key_env=key_env)


def _whole(url: str) -> str:
    """The address with `/embeddings` at its end; refused where it carries a password or has no host."""
    refusal = BadInput([Problem("embedding backend", "endpoint", "is not a usable address", shown(url), _REMEDY)])
    try:
        parts = urlsplit(url)
        usable = parts.hostname and parts.port != 0 and parts.scheme in ("http", "https") and "@" not in parts.netloc
    except ValueError:  # brackets or a port that cannot be
        raise refusal from None
    if not usable or not (url.isascii() and url.isprintable()) or " " in url:
        raise refusal
    path = parts.path.rstrip("/")
    path = path if path.endswith("/embeddings") else f"{path}/embeddings"
    return parts._replace(path=path, fragment="").geturl()
