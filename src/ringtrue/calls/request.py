"""The hash of a request: the same for the same question to the same model, whoever asks and wherever it is served."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from ringtrue.calls.written import Written
from ringtrue.terms import Call

_MOST = 64


class RequestHash:
    """Hashes requests; what calls of a run have in common, up to the system prompt, is hashed once."""

    def __init__(self) -> None:
        """Nothing hashed yet."""
        self._settings = Written()
        self._begun: dict[tuple[str, int, int, str], tuple[object, object, Any]] = {}

    def of(self, model: str, call: Call) -> str:
        """The sha256 of model, settings and messages; no key and no address is part of it."""
        if not call.messages:
            return str(self._beginning(model, call.settings, "", "").hexdigest())
        first, *rest = call.messages
        hashed = self._beginning(model, call.settings, first["role"], first["content"])
        for message in rest:
            hashed.update(_part(message["role"], message["content"]))
        return str(hashed.hexdigest())

    def _beginning(self, model: str, settings: Mapping[str, Any], role: str, content: str) -> Any:
        known = self._begun.get((model, id(settings), id(content), role))
        if known is None:
            if len(self._begun) >= _MOST:
                self._begun.clear()
            hashed = sha256(_part("model", model) + _part("settings", self._settings.of(settings)))
            hashed.update(_part(role, content))
            known = self._begun[model, id(settings), id(content), role] = (settings, content, hashed)
        return known[2].copy()


def _part(name: str, text: str) -> bytes:
    """A text with its length: what stands in one message cannot be shifted into the next unnoticed."""
    encoded = text.encode("utf-8", "surrogatepass")
    return b"%s %d\n%s" % (name.encode("utf-8", "surrogatepass"), len(encoded), encoded)
