"""The backend behind an OpenAI-compatible embeddings endpoint, called only where the user names its address."""

import asyncio
import re
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import inf, isfinite
from typing import Any, TypeVar
from urllib.parse import urlsplit

from ringtrue.http.address import shown
from ringtrue.http.backoff import Sleep, with_retries
from ringtrue.http.client import HttpClient
from ringtrue.http.secret import key_in
from ringtrue.stats.arrays import Array
from ringtrue.terms.call import Rejected, Retry, Stop
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.voice.embedding.backend import EmbeddingFailed, check_texts, of_length_one

# What an embeddings endpoint answered: as many vectors as texts, or a plain word about what is wrong.


def vectors_of(answer: Any, count: int, dimension: int | None) -> list[list[float]]:
    """The vectors in the order of the texts; a ValueError says what does not fit.

    `dimension` is that of the batches before, None at the first.
    """
    data = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(data, list) or not all(isinstance(row, dict) for row in data):
        raise ValueError("the answer has no list 'data' of objects")
    if len(data) != count:
        raise ValueError(f"{count} texts were sent, {len(data)} vectors came back")
    vectors = [_vector(row) for row in _in_order(data)]
    sizes = {len(vector) for vector in vectors} | ({dimension} if dimension else set())
    if len(sizes) > 1:
        raise ValueError(f"vectors of different dimensions came back: {', '.join(map(str, sorted(sizes)))}")
    return vectors


def model_of(answer: Any) -> str | None:
    """The model the server says it used, shortened; None where it does not say."""
    said = answer.get("model")
    return said[:80] if isinstance(said, str) and said and said.isprintable() else None


def _in_order(data: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """By `index` where the rows have one; in the order of arrival where none has."""
    if all(row.get("index") is None for row in data):
        return data
    rows = {row["index"]: row for row in data if type(row.get("index")) is int}
    if set(rows) != set(range(len(data))):
        raise ValueError("the answer's indices do not number the texts")
    return [rows[place] for place in range(len(data))]


def _vector(row: dict[str, Any]) -> list[float]:
    numbers = row.get("embedding")
    if not isinstance(numbers, list) or not numbers:
        raise ValueError("an 'embedding' in the answer is not a list of numbers")
    if not all(type(number) in (int, float) for number in numbers):
        raise ValueError("a vector holds something that is not a number")
    try:
        vector = [float(number) for number in numbers]
    except OverflowError:  # a whole number with hundreds of digits
        vector = [inf]
    if not all(map(isfinite, vector)):
        raise ValueError("a vector holds a number that is not finite")
    return vector


# The endpoint itself: texts in batches, a busy server asked again.


T = TypeVar("T")

_BATCH = 64
_MODEL_AT_URL = re.compile(r"(?P<model>.+?)@(?P<url>https?://.+)", re.IGNORECASE)
_REMEDY = "write endpoint:MODEL@http(s)://host/path; a key goes into an environment variable, not into the address"
_ATTEMPTS = 6
_FIRST_WAIT = 0.5  # seconds
_SECONDS = 60.0  # for one attempt
_LATER = "check that the server runs and is reachable, then try again"


class EmbeddingEndpoint:
    """Sends texts in batches to `URL/embeddings` and checks what comes back."""

    def __init__(self, model: str, url: str, *, key_env: str | None = None, sleep: Sleep = asyncio.sleep) -> None:
        """`key_env` names the environment variable that holds the key; `sleep` waits between attempts."""
        self._model = model
        self._url = _whole(url)
        self._key_env = key_env
        self._sleep = sleep
        self._dimension: int | None = None
        self._served: str | None = None

    def __repr__(self) -> str:
        """What is asked and where, and what the key's variable is called; never the key."""
        return f"EmbeddingEndpoint({self._model!r}, {shown(self._url)!r}, key_env={self._key_env!r})"

    @property
    def name(self) -> str:
        """Model and address without its query; once known, the model the server says it used and the dimension."""
        details = [f"served by {self._served}"] if self._served not in (None, self._model) else []
        details += [f"{self._dimension} dimensions"] if self._dimension else []
        known = f" ({', '.join(details)})" if details else ""
        return f"endpoint {self._model} at {shown(self._url)}{known}"

    @property
    def licence(self) -> str:
        """The terms of the endpoint's operator."""
        return f"the terms of {urlsplit(self._url).hostname} apply, and the texts are sent there"

    def embed(self, texts: Sequence[str]) -> Array:
        """One row for each text; all vectors must be finite and of one dimension."""
        check_texts(texts)
        try:
            found = of_length_one(_run(self._rows(texts)), len(texts))
        except Retry as last:
            raise self._failed(f"gave up after {_ATTEMPTS} attempts: {last.what}", _LATER) from None
        except Rejected as rejected:
            raise self._failed(rejected.what, "check the model and the address") from None
        except Stop as stop:
            raise self._failed(stop.what, stop.remedy) from None
        except ValueError as error:
            remedy = "check that the model makes embeddings and that the address is its embeddings endpoint"
            raise self._failed(str(error), remedy) from error
        self._dimension = found.shape[1]
        return found

    async def _rows(self, texts: Sequence[str]) -> list[list[float]]:
        """The vectors of all texts; raises the faults of the client."""
        client = HttpClient(self._url, label=shown(self._url))
        secret = key_in(self._key_env, whose="the embeddings endpoint") if self._key_env else None
        headers = {"Authorization": f"Bearer {secret.reveal()}"} if secret else {}
        client.open(headers, secret, key=self._key_env or "the variable that key_env names")
        rows: list[list[float]] = []
        try:
            for start in range(0, len(texts), _BATCH):
                batch = list(texts[start : start + _BATCH])
                ask = partial(_post, client, {"model": self._model, "input": batch})
                answer = await with_retries(
                    ask, key=self._url, attempts=_ATTEMPTS, first=_FIRST_WAIT, sleep=self._sleep
                )
                rows.extend(vectors_of(answer, len(batch), len(rows[0]) if rows else None))
                self._served = model_of(answer)
        finally:
            await client.close()
        return rows

    def _failed(self, what: str, remedy: str) -> EmbeddingFailed:
        return EmbeddingFailed([Problem(shown(self._url), "embeddings", what, "", remedy)])


async def _post(client: HttpClient, body: dict[str, Any]) -> dict[str, Any]:
    """One attempt; a time-out is a fault like any other."""
    try:
        async with asyncio.timeout(_SECONDS):
            return await client.post(body)
    except TimeoutError:
        raise Retry(f"No answer within {_SECONDS:g} seconds.") from None


def _run(work: Coroutine[Any, Any, T]) -> T:
    """Run to the end; in a thread of its own where an event loop is running already, as in a notebook."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def from_name(rest: str, key_env: str | None) -> EmbeddingEndpoint:
    """The backend `endpoint:MODEL@URL`."""
    read = _MODEL_AT_URL.fullmatch(rest)
    if read is None:
        raise BadInput([Problem("embedding backend", "endpoint", "has no model or no address", "", _REMEDY)])
    return EmbeddingEndpoint(read["model"], read["url"], key_env=key_env)


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
