"""Requests as JSON; long texts that come again, such as a system prompt, are written out once."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from json import JSONEncoder
from typing import Any

from ringtrue.calls.written import Written
from ringtrue.terms.sealed import Sealed

_ENCODE = JSONEncoder(separators=(",", ":")).encode  # ASCII: half a surrogate pair passes too
_role = lru_cache(maxsize=16)(_ENCODE)


class BodyWriter:
    """Writes the requests of one adapter."""

    def __init__(self) -> None:
        """Nothing written yet."""
        self._first = Written()
        self._fields = Written(_ENCODE)  # in the order given: a schema tells a model what to write first

    def write(self, fields: Mapping[str, Any], messages: Sequence[Mapping[str, str]]) -> bytes:
        """A JSON object of the fields (at least one) and the messages; sealed fields are written out once."""
        parts = []
        for place, message in enumerate(messages):
            content = message["content"]
            text = _ENCODE(content) if place else self._first.of(content)
            parts.append(f'{{"role":{_role(message["role"])},"content":{text}}}')
        head = self._fields.of(fields) if isinstance(fields, Sealed) else _ENCODE(fields)
        return f'{head[:-1]},"messages":[{",".join(parts)}]}}'.encode("ascii")
