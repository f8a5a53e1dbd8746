"""Anthropic's API: `anthropic:MODEL`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ringtrue.calls.adapter import Adapter, about, count, text_of, word
from ringtrue.calls.speaker_settings import address, model_at_url, needed
from ringtrue.http.address import shown
from ringtrue.http.client import HttpClient
from ringtrue.http.secret import key_of
from ringtrue.terms.call import Call, Reply, Retry
from ringtrue.terms.item import Speaker

_USUAL_KEY = "ANTHROPIC_API_KEY"
_USUAL_URL = "https://api.anthropic.com"
_VERSION = "2023-06-01"
_USUAL_MOST = 2048  # tokens; the API wants a limit
_SENT = {"temperature": "temperature", "top_p": "top_p", "stop": "stop_sequences"}


def spelled(text: str) -> dict[str, Any]:
    """`MODEL` or `MODEL@URL`."""
    return model_at_url(text, "anthropic:MODEL")


def adapter(speaker: Speaker, folder: Path) -> Adapter:
    """The way to the API."""
    return Anthropic(speaker, folder)


class Anthropic(Adapter):
    """Posts to `{url}/v1/messages`. A seed and a response format are unknown there and not sent."""

    def __init__(self, speaker: Speaker, folder: Path) -> None:
        """Take the model and the address; the key is read with the first call."""
        self.model = needed(speaker, "model", "the model's name")
        url = address(speaker, _USUAL_URL, variable="ANTHROPIC_BASE_URL").removesuffix("/v1")
        self.label = f"anthropic:{self.model}" + (f"@{shown(url)}" if url != _USUAL_URL else "")
        self._speaker = speaker
        self._folder = folder
        ca = speaker.settings.get("ca")
        self._client = HttpClient(f"{url}/v1/messages", label=self.label, folder=folder, ca=str(ca) if ca else None)

    async def answer(self, call: Call) -> Reply:
        """One attempt."""
        if not self._client.is_open():
            self._open()
        return _reply(await self._client.post(self._body(call)))

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    def _open(self) -> None:
        secret = key_of(self._speaker, self._folder, usual=_USUAL_KEY)
        headers = {"anthropic-version": _VERSION} | ({"x-api-key": secret.reveal()} if secret else {})
        settings = self._speaker.settings
        self._client.open(headers, secret, key=str(settings.get("key_file") or settings.get("key_env") or _USUAL_KEY))

    def _body(self, call: Call) -> dict[str, Any]:
        system = [message["content"] for message in call.messages if message["role"] == "system"]
        body: dict[str, Any] = {
            "model": self.model,
            "max_tokens": call.settings.get("max_tokens", _USUAL_MOST),
        }
        if system:
            body["system"] = "\n\n".join(system)
        for ours, theirs in _SENT.items():
            if ours in call.settings:
                body[theirs] = call.settings[ours]
        if isinstance(body.get("stop_sequences"), str):
            body["stop_sequences"] = [body["stop_sequences"]]
        said = [dict(message) for message in call.messages if message["role"] != "system"]
        return {**body, **call.settings.get("extra", {}), "messages": said}


def _reply(payload: dict[str, Any]) -> Reply:
    if not isinstance(payload.get("content"), list):
        raise Retry(f"The answer has no content: {str(payload)[:200]}", kind="answer")
    meta = about(word(payload.get("model")), word(payload.get("stop_reason")))
    used = payload.get("usage")
    used = used if isinstance(used, Mapping) else {}
    cached = sum(count(used.get(f"cache_{what}_input_tokens")) or 0 for what in ("creation", "read"))
    came = count(used.get("input_tokens"))
    tokens_in = None if came is None else came + cached
    return Reply(text_of(payload["content"]), tokens_in, count(used.get("output_tokens")), meta)
