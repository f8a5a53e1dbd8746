"""The canonical form of a protocol file and its hash: what the file says, however it is laid out."""

import json
from hashlib import sha256
from typing import Any


def hash_of(data: Any) -> str:
    """SHA-256 of what a protocol file says, in hexadecimal.

    Comments, quotes, line breaks and the order of keys do not count, nor does 5 or 5.0. The order of measures counts,
    because later ones use earlier ones, and so does the order of every list, rules among them.
    """
    if isinstance(data, dict) and isinstance(data.get("measures"), dict):
        data = {**data, "measures": [[name, measure] for name, measure in data["measures"].items()]}
    text = json.dumps(_plain(data), sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()


def _plain(data: Any) -> Any:
    """The data in types of JSON; numbers as floats, so that 5 and 5.0 are the same."""
    if isinstance(data, dict):
        return {json.dumps(_plain(key)): _plain(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_plain(value) for value in data]
    if isinstance(data, bool) or data is None:
        return data
    return float(data) if isinstance(data, int | float) else str(data)
