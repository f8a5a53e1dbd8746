"""Requests as JSON; long texts that come again, such as a system prompt, are written out once."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from json import JSONEncoder
from typing import Any

from ringtrue.terms.sealed import Sealed

_ENCODE = JSONEncoder(separators=(",", ":")).encode  # ASCII: half a surrogate pair passes too
_MOST = 64
_role = lru_cache(maxsize=16)(_ENCODE)


class BodyWriter:
    """Writes the requests of one adapter; what they begin with, up to the system prompt, is written once."""

    def __init__(self) -> None:
        """Nothing written yet."""
        self._begun: dict[tuple[int, int], tuple[object, object, bytes]] = {}  # what is known by its id is kept, too

    def write(self, fields: Mapping[str, Any], messages: Sequence[Mapping[str, str]]) -> bytes:
        """A JSON object of the fields (at least one), in the order given, and the messages."""
        if not messages:
            return _beginning(fields, None) + b"]}"
        first, *rest = messages
        is_shared = isinstance(fields, Sealed) and first["role"] == "system"
        begun = self._beginning(fields, first) if is_shared else _beginning(fields, first)
        return b"%b%b]}" % (begun, "".join([f",{_written(message)}" for message in rest]).encode("ascii"))

    def _beginning(self, fields: Mapping[str, Any], first: Mapping[str, str]) -> bytes:
        key = id(fields), id(first["content"])
        known = self._begun.get(key)
        if known is None:
            if len(self._begun) >= _MOST:
                self._begun.clear()
            known = self._begun[key] = fields, first["content"], _beginning(fields, first)
        return known[2]


def _beginning(fields: Mapping[str, Any], first: Mapping[str, str] | None) -> bytes:
    said = "" if first is None else _written(first)
    return f'{_ENCODE(fields)[:-1]},"messages":[{said}'.encode("ascii")


def _written(message: Mapping[str, str]) -> str:
    return f'{{"role":{_role(message["role"])},"content":{_ENCODE(message["content"])}}}'
