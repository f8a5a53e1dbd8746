"""The items of a large result on their way into the store and back: one row a line, compressed."""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from json import loads
from typing import Any
from zlib import compressobj, decompress

from ringtrue.store.canonical import as_document

MOST_PLAIN = 5000  # rows; a document of more is mostly rows, and a hundred thousand of them are 30 MB


def packed(rows: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The rows in a form of a few bytes each; taken one by one."""
    squeezed = compressobj(6)
    whole = bytearray()
    count = 0
    for row in rows:
        whole += squeezed.compress(as_document(row).encode("ascii") + b"\n")
        count += 1
    whole += squeezed.flush()
    return {"rows": count, "packed": b64encode(whole).decode("ascii")}


def unpacked(stored: list[Any] | Mapping[str, Any]) -> list[Any]:
    """The rows of a document, packed or not."""
    if isinstance(stored, list):
        return stored
    return [loads(line) for line in decompress(b64decode(stored["packed"])).splitlines()]
