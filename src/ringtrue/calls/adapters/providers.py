"""Many hosted models through one library: `providers:PROVIDER:MODEL`, by the extra `providers` (any-llm)."""

import asyncio
import inspect
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ringtrue.calls.adapter import Adapter, count, text_of, word
from ringtrue.calls.speaker_settings import address, model_at_url, needed
from ringtrue.http.backoff import retry_after
from ringtrue.http.secret import Secret, key_of
from ringtrue.terms.call import Call, CallFault, Refused, Rejected, Reply, Retry
from ringtrue.terms.item import Speaker
from ringtrue.terms.problem import BadInput, Problem

_FORM = "providers:PROVIDER:MODEL"
_EXTRA = 'pip install "ringtrue[providers]"'
_SENT = (
    "temperature", "max_tokens", "seed", "top_p", "stop", "presence_penalty", "frequency_penalty", "response_format",
)  # fmt: skip
_REFUSING = ("AuthenticationError", "MissingApiKeyError", "InsufficientFundsError", "ModelNotFoundError")
_REJECTING = ("ContextLengthExceededError", "ContentFilterError", "InvalidRequestError", "UnsupportedParameterError")


def spelled(text: str) -> dict[str, Any]:
    """`PROVIDER:MODEL` or `PROVIDER:MODEL@URL`."""
    settings = model_at_url(text, _FORM)
    _parts(settings["model"], "--speaker")
    return settings


def adapter(speaker: Speaker, folder: Path) -> Adapter:
    """The way to the provider."""
    return Providers(speaker, folder)


class Providers(Adapter):
    """One client for each event loop, made with the first call; the library's own retries are off, ours are on."""

    def __init__(self, speaker: Speaker, folder: Path) -> None:
        """Take provider and model; library and key are looked for with the first call."""
        self.model = needed(speaker, "model", "PROVIDER:MODEL")
        self._provider, self._name = _parts(self.model, f"speakers, {speaker.name}, model")
        if speaker.settings.get("url"):
            address(speaker, "")  # it may hold no secret, here as elsewhere
        self.label = f"providers:{self.model}"
        self._speaker = speaker
        self._folder = folder
        self._secret: Secret | None = None
        self._client: tuple[asyncio.AbstractEventLoop, Any] | None = None

    async def answer(self, call: Call) -> Reply:
        """One attempt."""
        client = self._opened()
        sampling = {name: call.settings[name] for name in _SENT if name in call.settings}
        messages = [dict(message) for message in call.messages]
        try:
            answered = await client.acompletion(model=self._name, messages=messages, **sampling)
        except asyncio.CancelledError:
            raise
        except Exception as error:  # noqa: BLE001 - every provider's library has its own
            raise self._fault(error) from None
        return self._reply(answered)

    async def close(self) -> None:
        """Close the client, and its connections where its library offers that."""
        held, self._client = self._client, None
        inner = getattr(held[1], "client", None) if held else None
        letting_go = getattr(inner, "close", None) or getattr(inner, "aclose", None)
        if held and callable(letting_go) and held[0] is asyncio.get_running_loop():
            ending = letting_go()
            if inspect.isawaitable(ending):
                await ending

    def _opened(self) -> Any:
        loop = asyncio.get_running_loop()
        if self._client is None or self._client[0] is not loop:
            if find_spec("any_llm") is None:
                raise Refused("The library any-llm is not installed.", _EXTRA)
            usual = f"{self._provider.upper()}_API_KEY"
            self._secret = key_of(self._speaker, self._folder, usual=usual)
            self._client = (loop, self._made())
        return self._client[1]

    def _made(self) -> Any:
        library: Any = import_module("any_llm")
        url = self._speaker.settings.get("url")
        given = {
            "api_key": self._secret.reveal() if self._secret else None,
            "api_base": str(url) if url else None,
            "unified_exceptions": True,
        }
        try:
            try:
                return library.AnyLLM.create(self._provider, max_retries=0, **given)
            except library.UnsupportedParameterError:  # not every provider's library takes it
                return library.AnyLLM.create(self._provider, **given)
        except ImportError as error:
            raise Refused(self._hidden(error), f'pip install "any-llm-sdk[{self._provider}]"') from None
        except Exception as error:  # noqa: BLE001 - every provider's library has its own
            remedy = f"Check the provider's name, and the key in {self._provider.upper()}_API_KEY."
            raise Refused(self._hidden(error), remedy) from None

    def _fault(self, error: Exception) -> CallFault:
        """The fault an exception of the library stands for, recognised by the name of its class."""
        names = {kind.__name__ for kind in type(error).__mro__}
        what = self._hidden(error)
        if names.intersection(_REFUSING):
            return Refused(f"{self.label}: {what}", "Check the key, the account and the model's name.")
        if names.intersection(_REJECTING):
            return Rejected(what)
        if "RateLimitError" in names:
            asked = getattr(error, "retry_after", None)
            return Retry(what, retry_after(None if asked is None else str(asked), now=time.time()), kind="busy")
        status = getattr(error, "status_code", None)
        reached = status is not None or "AnyLLMError" not in names
        return Retry(what, kind="transport" if reached else "unreachable")

    def _hidden(self, error: Exception) -> str:
        said = " ".join(str(error).split())[:300] or type(error).__name__
        return self._secret.hide(said) if self._secret else said

    def _reply(self, answered: Any) -> Reply:
        choices = getattr(answered, "choices", None) or []
        message = getattr(choices[0], "message", None) if choices else None
        if message is None:
            raise Retry("The answer has no message.", kind="answer")
        used = getattr(answered, "usage", None)
        meta = {
            "model": word(getattr(answered, "model", None)),
            "finish": word(getattr(choices[0], "finish_reason", None)),
            "provider": self._provider,
        }
        text = text_of(getattr(message, "content", None))
        return Reply(
            self._secret.hide(text) if self._secret else text,
            count(getattr(used, "prompt_tokens", None)),
            count(getattr(used, "completion_tokens", None)),
            meta,
        )


def _parts(model: str, place: str) -> tuple[str, str]:
    provider, _, name = model.partition(":")
    if not provider.strip() or not name.strip():
        file = place if place.startswith("--") else "study.yaml"
        raise BadInput([Problem(file, place, "This names no provider and model.", model, f"Write {_FORM}.")])
    return provider.strip(), name.strip()
