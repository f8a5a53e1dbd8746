"""Any OpenAI-compatible endpoint: `openai:MODEL@URL`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ringtrue.calls.adapter import Adapter, about, count, text_of, word
from ringtrue.calls.speaker_settings import address, model_at_url, needed
from ringtrue.http.address import shown
from ringtrue.http.client import HttpClient
from ringtrue.http.secret import key_of
from ringtrue.terms.call import Call, Rejected, Reply, Retry
from ringtrue.terms.item import Speaker

_USUAL_KEY = "OPENAI_API_KEY"
_USUAL_URL = "https://api.openai.com/v1"
_SENT = ("temperature", "max_tokens", "seed", "top_p", "stop", "presence_penalty", "frequency_penalty")


def spelled(text: str) -> dict[str, Any]:
    """`MODEL` or `MODEL@URL`."""
    return model_at_url(text, "openai:MODEL@http://host:port/v1")


def adapter(speaker: Speaker, folder: Path) -> Adapter:
    """The way to the endpoint."""
    return OpenAI(speaker, folder)


class OpenAI(Adapter):
    """Posts to `{url}/chat/completions`."""

    def __init__(self, speaker: Speaker, folder: Path) -> None:
        """Take the model and the address; the key is read with the first call."""
        self.model = needed(speaker, "model", "the model's name")
        url = address(speaker, _USUAL_URL, variable="OPENAI_BASE_URL")
        self.label = f"openai:{self.model}@{shown(url)}"
        self._speaker = speaker
        self._folder = folder
        ca = speaker.settings.get("ca")
        self._client = HttpClient(
            f"{url}/chat/completions", label=self.label, folder=folder, ca=str(ca) if ca else None
        )
        self._takes_format = True  # until it says otherwise
        self._most = "max_tokens"  # what newer models call max_completion_tokens

    async def answer(self, call: Call) -> Reply:
        """One attempt; a second request where the endpoint does not know what we named."""
        if not self._client.is_open():
            self._open()
        try:
            payload = await self._client.post(self._body(call))
        except Rejected as fault:
            if not self._learn(fault.what, call):
                raise
            payload = await self._client.post(self._body(call))
        return _reply(payload)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    def _open(self) -> None:
        secret = key_of(self._speaker, self._folder, usual=_USUAL_KEY)
        headers = {"Authorization": f"Bearer {secret.reveal()}"} if secret else {}
        settings = self._speaker.settings
        key = settings.get("key_file") or settings.get("key_env") or _USUAL_KEY
        self._client.open(headers, secret, key=str(key))

    def _body(self, call: Call) -> dict[str, Any]:
        settings = call.settings
        body: dict[str, Any] = {"model": self.model}
        for name in _SENT:
            if name in settings:
                body[self._most if name == "max_tokens" else name] = settings[name]
        if self._takes_format and "response_format" in settings:
            body["response_format"] = settings["response_format"]
        return {**body, **settings.get("extra", {}), "messages": [dict(message) for message in call.messages]}

    def _learn(self, said: str, call: Call) -> bool:
        """Whether a rejection teaches how to ask the same question in a way this endpoint takes."""
        low = said.lower()
        if self._takes_format and "response_format" in call.settings and _about_format(low):
            self._takes_format = False
            return True
        if self._most == "max_tokens" and "max_tokens" in call.settings and "max_completion_tokens" in low:
            self._most = "max_completion_tokens"
            return True
        return False


def _about_format(said: str) -> bool:
    return any(word in said for word in ("response_format", "json_schema", "schema", "grammar", "structured"))


def _reply(payload: dict[str, Any]) -> Reply:
    choices = payload.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(choice, dict) or not isinstance(message, dict):
        raise Retry(f"The answer has no message: {str(payload)[:200]}", kind="answer")
    text = text_of(message.get("content"))
    refusal = message.get("refusal")
    refused = not text and isinstance(refusal, str) and bool(refusal)
    finish = word(choice.get("finish_reason"))
    if refused:
        text = str(refusal)
    if not text and finish == "content_filter":
        raise Rejected("The endpoint's content filter withheld the answer.")
    meta = about(word(payload.get("model")), finish, refused=refused)
    used = payload.get("usage")
    used = used if isinstance(used, Mapping) else {}
    return Reply(text, count(used.get("prompt_tokens")), count(used.get("completion_tokens")), meta)
